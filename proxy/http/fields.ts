/** For each field: where its name begins and ends, where its value does, where the next line begins, and whether it is for this hop. */
const SPAN = 6
const KEEP = 0
const DROP = 1

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

  /** Positions in the text; `next` is where the line after this field begins. */
  add(name: number, nameEnd: number, value: number, valueEnd: number, next: number): void {
    this.#spans.push(name, nameEnd, value, valueEnd, next, KEEP)
  }

  nameAt(index: number): string {
    return this.#text.slice(this.#spans[index * SPAN], this.#spans[index * SPAN + 1])
  }

  valueAt(index: number): string {
    return this.#text.slice(this.#spans[index * SPAN + 2], this.#spans[index * SPAN + 3])
  }

  nameLengthAt(index: number): number {
    return (this.#spans[index * SPAN + 1] ?? 0) - (this.#spans[index * SPAN] ?? 0)
  }

  /** Keeps a field from being passed on. */
  drop(index: number): void {
    if (this.#spans[index * SPAN + 5] === DROP) return
    this.#spans[index * SPAN + 5] = DROP
    this.#dropped++
  }

  /** Keeps every field with one of these names (lower case) from being passed on. */
  dropNamed(names: ReadonlySet<string>): void {
    for (let index = 0; index < this.count; index++) if (names.has(this.nameAt(index).toLowerCase())) this.drop(index)
  }

  /** The first value of this name (lower case). */
  get(name: string): string | undefined {
    for (let index = 0; index < this.count; index++) {
      if (this.nameLengthAt(index) === name.length && this.nameAt(index).toLowerCase() === name)
        return this.valueAt(index)
    }
    return undefined
  }

  /** What is passed on, as lines on the wire. */
  forwardable(): string {
    const spans = this.#spans
    if (spans.length === 0) return ''
    if (this.#dropped === 0) return this.#text.slice(spans[0], spans[spans.length - SPAN + 4])
    let block = ''
    let start = -1
    for (let at = 0; at < spans.length; at += SPAN) {
      if (spans[at + 5] === KEEP) {
        if (start === -1) start = spans[at] ?? 0
      } else if (start !== -1) {
        block += this.#text.slice(start, spans[at])
        start = -1
      }
    }
    return start === -1 ? block : block + this.#text.slice(start, spans[spans.length - SPAN + 4])
  }

  /** By lower-case name; several of one name are joined, as RFC 9110 section 5.3 has it, cookies by `; `. */
  toRecord(): Record<string, string | undefined> {
    const record: Record<string, string | undefined> = Object.create(null)
    for (let index = 0; index < this.count; index++) {
      const name = this.nameAt(index).toLowerCase()
      const before = record[name]
      const value = this.valueAt(index)
      record[name] = before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`
    }
    return record
  }
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

/** Names and values as lines on the wire. They must be free of line ends. */
export function toFieldBlock(headers: Readonly<Record<string, string>>): string {
  let block = ''
  for (const [name, value] of Object.entries(headers)) block += `${name}: ${value}\r\n`
  return block
}
