import { isUtf8 } from 'node:buffer'

/** Where one element of an array begins and ends, in bytes. */
export interface Span {
  readonly start: number
  readonly end: number
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * The elements of the array under `field` of a JSON object, found without making the text anew: what is not cut out stays byte for byte
 * as its client wrote it.
 * @returns undefined where it is not beyond doubt which array a reader takes: another encoding than UTF-8, a name that comes twice or
 * is written with escapes, a text that is no JSON
 */
export function elementsOf(bytes: Buffer, field: string): readonly Span[] | undefined {
  if (!isUtf8(bytes)) return undefined
  const scan = new Scan(bytes)
  if (!scan.take(OPEN_OBJECT)) return undefined
  let found: readonly Span[] | undefined
  const names = new Set<string>()
  do {
    const name = scan.plainString()
    if (name === undefined || names.has(name) || !scan.take(COLON)) return undefined
    names.add(name)
    if (name !== field) {
      if (scan.value() === undefined) return undefined
      continue
    }
    found = scan.array()
    if (found === undefined) return undefined
  } while (scan.take(COMMA))
  return scan.take(CLOSE_OBJECT) && scan.isAtEnd() ? found : undefined
}

/** What to cut out of a text to leave out these elements of an array, each with the comma beside it. */
export function cutsOf(elements: readonly Span[], dropped: ReadonlySet<number>): Span[] {
  const lastKept = elements.findLastIndex((_, index) => !dropped.has(index))
  const cuts = elements
    .slice(0, Math.max(0, lastKept))
    .flatMap(({ start }, index) => (dropped.has(index) ? [{ start, end: elements[index + 1]?.start ?? start }] : []))
  const behind = elements.at(-1)
  if (behind === undefined || lastKept === elements.length - 1) return cuts
  return [...cuts, { start: elements[lastKept]?.end ?? elements[0]?.start ?? 0, end: behind.end }]
}

/** The same text without these stretches, which come in their order. */
export function withoutCuts(bytes: Buffer, cuts: readonly Span[]): Buffer {
  const kept: Buffer[] = []
  let from = 0
  for (const { start, end } of cuts) {
    kept.push(bytes.subarray(from, start))
    from = end
  }
  return Buffer.concat([...kept, bytes.subarray(from)])
}

class Scan {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  isAtEnd(): boolean {
    this.#skipSpace()
    return this.#at === this.#bytes.length
  }

  take(byte: number): boolean {
    this.#skipSpace()
    if (this.#bytes[this.#at] !== byte) return false
    this.#at++
    return true
  }

  /** A string without escapes. */
  plainString(): string | undefined {
    const span = this.value()
    if (span === undefined || this.#bytes[span.start] !== QUOTE) return undefined
    const text = this.#bytes.toString('utf8', span.start + 1, span.end - 1)
    return text.includes('\\') ? undefined : text
  }

  array(): readonly Span[] | undefined {
    if (!this.take(OPEN_ARRAY)) return undefined
    const spans: Span[] = []
    if (this.take(CLOSE_ARRAY)) return spans
    do {
      const span = this.value()
      if (span === undefined) return undefined
      spans.push(span)
    } while (this.take(COMMA))
    return this.take(CLOSE_ARRAY) ? spans : undefined
  }

  /** Goes past one value, with all that is nested in it; undefined if there is none, or it does not end. */
  value(): Span | undefined {
    this.#skipSpace()
    const start = this.#at
    let depth = 0
    for (;;) {
      const byte = this.#bytes[this.#at]
      if (byte === undefined) return undefined
      if (byte === QUOTE) {
        if (!this.#skipString()) return undefined
      } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        depth++
        this.#at++
      } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
        if (depth === 0) return undefined
        depth--
        this.#at++
      } else if (depth === 0) this.#skipWord()
      else this.#at++
      if (depth === 0) return this.#at === start ? undefined : { start, end: this.#at }
    }
  }

  #skipString(): boolean {
    for (let at = this.#at + 1; at < this.#bytes.length; at++) {
      if (this.#bytes[at] === BACKSLASH) at++
      else if (this.#bytes[at] === QUOTE) {
        this.#at = at + 1
        return true
      }
    }
    return false
  }

  /** A number, true, false or null. */
  #skipWord(): void {
    while (isWord(this.#bytes[this.#at])) this.#at++
  }

  #skipSpace(): void {
    while (isSpace(this.#bytes[this.#at])) this.#at++
  }
}

/** RFC 8259 section 2. */
function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function isWord(byte: number | undefined): boolean {
  if (byte === undefined || isSpace(byte)) return false
  return byte !== COMMA && byte !== CLOSE_ARRAY && byte !== CLOSE_OBJECT && byte !== COLON
}
