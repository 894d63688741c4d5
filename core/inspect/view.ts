import type { Span } from './rule.ts'

/** A text that is searched, with the origin of each stretch in the original text. */
export interface View {
  readonly text: string
  /** Findings in it may be chance, except values with a checksum or a strict form. */
  readonly isDoubtful?: boolean
  /** Pieces of values out of cells and items: what is written so in the original was judged there, and any of them may look like a phone. */
  readonly isOfPieces?: boolean
  /** What a code says: what is found of the code as it stands is chance where that says otherwise. */
  readonly isDecoded?: boolean
  /** The stretch of the original text that `start` to `end` (not empty) of this view stands for. */
  original(start: number, end: number): Span
}

/** The view that is the text itself. */
export function plainView(text: string): View {
  return { text, original: (start, end) => ({ start, end }) }
}

/** A stretch of a view, as a view. */
export function viewOfSlice(view: View, from: number, to: number): View {
  return { text: view.text.slice(from, to), original: (start, end) => view.original(from + start, from + end) }
}

/** From this number of pieces on, short ones are gathered as units: a string for each character costs more than all else that becomes of it. */
const PIECES_MANY = 32
const SHORT_MAX = 8
const GATHERED_MAX = 1024
/** So few units cost less without a buffer. */
const FEW_MAX = 16

/**
 * Writes a view of another one from left to right: stretches copied as they are, replaced, or (by not writing them) dropped.
 * Keeps one entry per stretch, so a text with few changes costs little.
 */
export class ViewBuilder {
  readonly #parent: View
  readonly #pieces: string[] = []
  /** The units of short pieces that stand behind all others. */
  #gathered: Uint16Array | undefined
  #gatheredCount = 0
  /** Per stretch: where it begins here and in the parent, and for a replacement where it ends in the parent (-1: copied). */
  readonly #starts: number[] = []
  readonly #sources: number[] = []
  readonly #sourceEnds: number[] = []
  #length = 0
  /** The end of the last stretch in the parent, if it was copied. */
  #copiedTo = -1

  constructor(parent: View) {
    this.#parent = parent
  }

  copy(from: number, to: number): void {
    if (to <= from) return
    this.#copied(from, to)
    if (to - from > SHORT_MAX || this.#pieces.length < PIECES_MANY) this.#append(this.#parent.text.slice(from, to))
    else this.#gather(this.#parent.text, from, to)
  }

  replace(from: number, to: number, replacement: string): void {
    if (replacement === '') return
    // Replacing one character by one does not move the text behind it.
    if (to === from + 1 && replacement.length === 1) this.#copied(from, to)
    else this.#note(from, to)
    const { length } = replacement
    if (length > SHORT_MAX || this.#pieces.length < PIECES_MANY) this.#append(replacement)
    else this.#gather(replacement, 0, length)
  }

  finish(): View {
    this.#flush()
    return viewOfStretches(this.#parent, this.#pieces.join(''), this.#starts, this.#sources, this.#sourceEnds)
  }

  /** Extends the stretch before, if it ends at `from`. */
  #copied(from: number, to: number): void {
    if (from !== this.#copiedTo) this.#note(from, -1)
    this.#copiedTo = to
  }

  #note(source: number, sourceEnd: number): void {
    this.#copiedTo = -1
    this.#starts.push(this.#length)
    this.#sources.push(source)
    this.#sourceEnds.push(sourceEnd)
  }

  #gather(text: string, from: number, to: number): void {
    this.#gathered ??= new Uint16Array(GATHERED_MAX)
    if (this.#gatheredCount + to - from > GATHERED_MAX) this.#flush()
    for (let i = from; i < to; i++) this.#gathered[this.#gatheredCount++] = text.charCodeAt(i)
    this.#length += to - from
  }

  #flush(): void {
    const gathered = this.#gathered
    const count = this.#gatheredCount
    if (gathered === undefined || count === 0) return
    if (count > FEW_MAX) this.#pieces.push(Buffer.from(gathered.buffer, 0, count * 2).toString('utf16le'))
    else this.#pieces.push(String.fromCharCode(...gathered.subarray(0, count)))
    this.#gatheredCount = 0
  }

  #append(piece: string): void {
    this.#flush()
    this.#pieces.push(piece)
    this.#length += piece.length
  }
}

/**
 * A view that is put together from stretches, none of them empty: where each begins in it, in order, where in the parent, and for a
 * replacement where it ends there (-1: copied). Without the last list, all are copied.
 */
export function viewOfStretches(
  parent: View,
  text: string,
  starts: ArrayLike<number>,
  sources: ArrayLike<number>,
  sourceEnds?: ArrayLike<number>,
): View {
  const sourceOf = (index: number): Span => {
    const stretch = stretchAt(starts, index)
    const source = sources[stretch] ?? 0
    const end = sourceEnds?.[stretch] ?? -1
    if (end !== -1) return { start: source, end }
    const at = source + index - (starts[stretch] ?? 0)
    return { start: at, end: at + 1 }
  }
  return { text, original: (start, end) => parent.original(sourceOf(start).start, sourceOf(end - 1).end) }
}

/** The stretches of a view as numbers, for views of many. */
export class Stretches {
  starts: Int32Array<ArrayBuffer>
  sources: Int32Array<ArrayBuffer>
  sourceEnds: Int32Array<ArrayBuffer>
  count = 0

  /** `expected`: how many there may be; more cost copying. */
  constructor(expected: number) {
    this.starts = new Int32Array(expected)
    this.sources = new Int32Array(expected)
    this.sourceEnds = new Int32Array(expected)
  }

  add(start: number, source: number, sourceEnd: number): void {
    if (this.count === this.starts.length) {
      this.starts = doubled(this.starts)
      this.sources = doubled(this.sources)
      this.sourceEnds = doubled(this.sourceEnds)
    }
    this.starts[this.count] = start
    this.sources[this.count] = source
    this.sourceEnds[this.count++] = sourceEnd
  }

  view(parent: View, text: string): View {
    return viewOfStretches(parent, text, this.starts.subarray(0, this.count), this.sources, this.sourceEnds)
  }
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * numbers.length)
  longer.set(numbers)
  return longer
}

/** The last stretch that begins at or before `index`. */
function stretchAt(starts: ArrayLike<number>, index: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return low
}
