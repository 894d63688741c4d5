/**
 * For each field: where its name begins and ends, and where its value ends, which begins behind the colon and blanks. Where a name ends is
 * negative (`~`) if the field is for this hop.
 */
const SPAN = 3
const SPACE = 32
const TAB = 9
/** Each of these is compared with each field, without a copy of its name; more of them are a set that copies are looked up in. */
const FEW_NAMES = 8
const UPPER_A = 65
const UPPER_Z = 90
const TO_LOWER = 32

/** Names (lower case) that are looked for in every message: most fields are told from all of them by their length alone. */
export class FieldNames {
  readonly #byLength: string[][] = []

  constructor(names: Iterable<string>) {
    for (const name of names) {
      while (this.#byLength.length <= name.length) this.#byLength.push([])
      this.#byLength[name.length]?.push(name)
    }
  }

  ofLength(length: number): readonly string[] {
    return this.#byLength[length] ?? NONE
  }
}

const NONE: readonly string[] = []

/** What nearly every request has: the name is here already, and need not be made of the text and found among all strings. */
const USUAL_NAMES = new FieldNames([
  ...['host', 'connection', 'content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'authorization'],
  ...['accept', 'accept-encoding', 'accept-language', 'cookie', 'origin', 'referer', 'user-agent', 'traceparent'],
  ...['x-api-key', 'x-goog-api-key', 'anthropic-version', 'cache-control', 'pragma', 'priority', 'te'],
  ...['sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform'],
])

/**
 * The header fields of one message, as they came: one text, ISO 8859-1, and where in it each field stands. What is passed
 * on is cut out of the text, so a message that needs no change is never taken apart.
 */
export class Fields {
  readonly #text: string
  readonly #spans: number[] = []
  #dropped = 0

  constructor(text: string) {
    this.#text = text
  }

  /** In bytes: the text of the whole head. */
  get size(): number {
    return this.#text.length
  }

  get count(): number {
    return this.#spans.length / SPAN
  }

  /** Positions in the text. The lines follow one another, and the text ends with the last. */
  add(name: number, nameEnd: number, valueEnd: number): void {
    this.#spans.push(name, nameEnd, valueEnd)
  }

  nameAt(index: number): string {
    return this.#text.slice(this.#spans[index * SPAN], this.#nameEnd(index))
  }

  valueAt(index: number): string {
    const end = this.#spans[index * SPAN + 2] ?? 0
    let start = this.#nameEnd(index) + 1
    while (start < end && isBlank(this.#text.charCodeAt(start))) start++
    return this.#text.slice(start, end)
  }

  nameLengthAt(index: number): number {
    return this.#nameEnd(index) - (this.#spans[index * SPAN] ?? 0)
  }

  /** Which of these names it has; undefined where it has none of them. */
  among(index: number, names: FieldNames): string | undefined {
    const candidates = names.ofLength(this.nameLengthAt(index))
    for (let at = 0; at < candidates.length; at++) {
      const name = candidates[at] ?? ''
      if (this.#isNamed(index, name)) return name
    }
    return undefined
  }

  /** Keeps a field from being passed on. */
  drop(index: number): void {
    const end = this.#spans[index * SPAN + 1] ?? 0
    if (end < 0) return
    this.#spans[index * SPAN + 1] = ~end
    this.#dropped++
  }

  /** Keeps every field with one of these names (lower case) from being passed on. */
  dropNamed(names: ReadonlySet<string>): void {
    if (names.size > FEW_NAMES) {
      for (let index = 0; index < this.count; index++) if (names.has(this.nameAt(index).toLowerCase())) this.drop(index)
      return
    }
    for (const name of names) {
      for (let index = 0; index < this.count; index++) if (this.#isNamed(index, name)) this.drop(index)
    }
  }

  /** The first value of this name (lower case). */
  get(name: string): string | undefined {
    for (let index = 0; index < this.count; index++) if (this.#isNamed(index, name)) return this.valueAt(index)
    return undefined
  }

  /** What is passed on, as lines on the wire. */
  forwardable(): string {
    const spans = this.#spans
    if (spans.length === 0) return ''
    if (this.#dropped === 0) return this.#text.slice(spans[0])
    let block = ''
    let start = -1
    for (let at = 0; at < spans.length; at += SPAN) {
      if ((spans[at + 1] ?? 0) >= 0) {
        if (start === -1) start = spans[at] ?? 0
      } else if (start !== -1) {
        block += this.#text.slice(start, spans[at])
        start = -1
      }
    }
    return start === -1 ? block : block + this.#text.slice(start)
  }

  #nameEnd(index: number): number {
    const end = this.#spans[index * SPAN + 1] ?? 0
    return end < 0 ? ~end : end
  }

  /** Without a copy of the name, whatever its case. */
  #isNamed(index: number, name: string): boolean {
    const start = this.#spans[index * SPAN] ?? 0
    if (this.nameLengthAt(index) !== name.length) return false
    for (let at = 0; at < name.length; at++) {
      const code = this.#text.charCodeAt(start + at)
      const lower = code >= UPPER_A && code <= UPPER_Z ? code + TO_LOWER : code
      if (lower !== name.charCodeAt(at)) return false
    }
    return true
  }

  /** By lower-case name; several of one name are joined, as RFC 9110 section 5.3 has it, cookies by `; `. */
  toRecord(): Record<string, string | undefined> {
    const record: Record<string, string | undefined> = Object.create(null)
    for (let index = 0; index < this.count; index++) {
      const name = this.among(index, USUAL_NAMES) ?? this.nameAt(index).toLowerCase()
      const before = record[name]
      const value = this.valueAt(index)
      record[name] = before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`
    }
    return record
  }
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB
}

/** Splits lines of fields into names and values in turn, as Node writes them. */
export function toRawHeaders(block: string): string[] {
  const raw: string[] = []
  for (let at = 0; at < block.length; ) {
    const end = block.indexOf('\r\n', at)
    const colon = block.indexOf(':', at)
    if (end === -1 || colon === -1) break
    raw.push(block.slice(at, colon), block.slice(colon + 1, end).trim())
    at = end + 2
  }
  return raw
}

const COLON = 58

/** The last value of a name (lower case) in lines of fields; empty if it is not there. */
export function lastValueIn(block: string, name: string): string {
  let value = ''
  for (let at = 0; at < block.length; ) {
    const end = block.indexOf('\r\n', at)
    if (end === -1) break
    const colon = at + name.length
    if (block.charCodeAt(colon) === COLON && block.slice(at, colon).toLowerCase() === name) {
      value = block.slice(colon + 1, end).trim()
    }
    at = end + 2
  }
  return value
}

/** Names and values as lines on the wire. They must be free of line ends. */
export function toFieldBlock(headers: Readonly<Record<string, string>>): string {
  let block = ''
  for (const [name, value] of Object.entries(headers)) block += `${name}: ${value}\r\n`
  return block
}
