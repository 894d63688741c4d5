import { type View, ViewBuilder, viewOfCopies } from '../view.ts'
import { CONTEXT } from './regions.ts'

const LINE_FEED = 0x0a
/** Places that are kept for the next text. */
const KEPT_MAX = 65_536

/**
 * Stretches of a text that are left out of a view of it: numbers in one array, as a text of single digits has one for every other
 * character, and an object for each costs more than all else that becomes of it.
 */
export class Cuts {
  /** Start and end, in turn. */
  places = new Int32Array(1024)
  /** How many of these places count. */
  length = 0

  clear(): void {
    this.length = 0
    if (this.places.length > KEPT_MAX) this.places = new Int32Array(1024)
  }

  add(start: number, end: number): void {
    this.reserve(2)
    this.places[this.length++] = start
    this.places[this.length++] = end
  }

  /** Makes room for so many places behind the last one. */
  reserve(count: number): void {
    const needed = this.length + count
    if (needed <= this.places.length) return
    const places = new Int32Array(2 ** Math.ceil(Math.log2(needed)))
    places.set(this.places.subarray(0, this.length))
    this.places = places
  }

  /** Puts them in order of the text; of two that overlap the first stays. */
  order(): void {
    const { places, length } = this
    // Most are in order already, and apart.
    let isOrdered = true
    for (let n = 2; n < length; n += 2) if ((places[n] as number) < (places[n - 1] as number)) isOrdered = false
    if (isOrdered) return
    const cuts = Array.from({ length: length >> 1 }, (_, index) => [
      places[2 * index] as number,
      places[2 * index + 1] as number,
    ])
    cuts.sort(([a = 0], [b = 0]) => a - b)
    this.length = 0
    for (const [start = 0, end = 0] of cuts)
      if (this.length === 0 || start >= (places[this.length - 1] as number)) this.add(start, end)
  }
}

/** Fewer cuts leave long stretches, which cost less as strings. */
const MANY = 64

/**
 * As viewOfEdits(): nothing but the text around the cuts, one stretch a line; undefined where there are none. They are in order and
 * apart; `units` are those of the text.
 */
export function viewOfCuts(view: View, units: Uint16Array, cuts: Cuts): View | undefined {
  if (cuts.length === 0) return undefined
  return cuts.length < 2 * MANY ? viewOfFew(view, cuts) : viewOfMany(view, units, cuts)
}

function viewOfFew(view: View, { places, length }: Cuts): View {
  const builder = new ViewBuilder(view)
  let position = Math.max(0, (places[0] as number) - CONTEXT)
  for (let n = 0; n < length; n += 2) {
    const start = places[n] as number
    if (start - position > CONTEXT * 2) {
      builder.copy(position, position + CONTEXT)
      builder.replace(position + CONTEXT, position + CONTEXT + 1, '\n')
      position = start - CONTEXT
    }
    builder.copy(position, start)
    position = places[n + 1] as number
  }
  builder.copy(position, Math.min(view.text.length, position + CONTEXT))
  return builder.finish()
}

/** In units up to the end: the text is made of these at once. */
function viewOfMany(view: View, units: Uint16Array, { places, length }: Cuts): View {
  const last = Math.min(view.text.length, (places[length - 1] as number) + CONTEXT)
  let position = Math.max(0, (places[0] as number) - CONTEXT)
  const kept = new Uint16Array(last - position)
  // One stretch before each cut, another where text is left out, and one behind the last cut.
  const starts = new Int32Array(length + 1)
  const sources = new Int32Array(length + 1)
  let count = 0
  let stretches = 0
  for (let n = 0; n <= length; n += 2) {
    const start = n < length ? (places[n] as number) : last
    if (n < length && start - position > CONTEXT * 2) {
      starts[stretches] = count
      sources[stretches++] = position
      for (const end = position + CONTEXT; position < end; position++) kept[count++] = units[position] as number
      kept[count++] = LINE_FEED
      position = start - CONTEXT
    }
    if (position < start) {
      starts[stretches] = count
      sources[stretches++] = position
      for (; position < start; position++) kept[count++] = units[position] as number
    }
    if (n < length) position = places[n + 1] as number
  }
  const text = Buffer.from(kept.buffer, 0, 2 * count).toString('utf16le')
  return viewOfCopies(view, text, starts.subarray(0, stretches), sources)
}
