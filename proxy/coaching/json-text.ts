import { isArray, isObject, type JsonObject } from '../platforms/json-value.ts'

/** Names and numbers from the root of a JSON text to one of its strings. */
export type Path = readonly (string | number)[]

/** What stands there; undefined where nothing does. */
export function valueAt(value: unknown, path: Path): unknown {
  let found = value
  for (const step of path) {
    if (typeof step === 'number') found = isArray(found) ? found[step] : undefined
    else found = isObject(found) && Object.hasOwn(found, step) ? (found as JsonObject)[step] : undefined
  }
  return found
}

/**
 * A JSON text with `added` at the beginning of one of its strings; all else stays as it was written.
 * @param json what JSON.parse takes
 * @returns undefined where no string stands there
 */
export function withPrefix(json: string, path: Path, added: string): string | undefined {
  const start = new Walk(json).find(path)
  if (start === undefined || json[start] !== '"') return undefined
  return `${json.slice(0, start + 1)}${JSON.stringify(added).slice(1, -1)}${json.slice(start + 1)}`
}

/** Goes through a text that is known to be JSON. */
class Walk {
  readonly #json: string
  #at = 0

  constructor(json: string) {
    this.#json = json
  }

  /** Where the value begins. */
  find(path: Path): number | undefined {
    this.#skipSpace()
    const [step, ...rest] = path
    if (step === undefined) return this.#at
    const opening = this.#json[this.#at]
    if (opening !== (typeof step === 'number' ? '[' : '{')) return undefined
    let found: number | undefined
    this.#at++
    for (let index = 0; ; index++) {
      this.#skipSpace()
      const next = this.#json[this.#at]
      if (next === undefined || next === ']' || next === '}')
        return found === undefined ? undefined : this.#from(found, rest)
      if (next === ',') this.#at++
      this.#skipSpace()
      const name = opening === '{' ? this.#name() : index
      this.#skipSpace()
      // Of a name that comes twice, parsers take the last.
      if (name === step) found = this.#at
      this.#skipValue()
    }
  }

  #from(start: number, path: Path): number | undefined {
    this.#at = start
    return this.find(path)
  }

  #name(): string {
    const start = this.#at
    this.#skipString()
    const name = JSON.parse(this.#json.slice(start, this.#at)) as string
    this.#skipSpace()
    this.#at++
    return name
  }

  #skipValue(): void {
    let depth = 0
    for (;;) {
      const one = this.#json[this.#at]
      if (one === undefined) return
      if (one === '"') this.#skipString()
      else {
        if (one === '[' || one === '{') depth++
        else if (one === ']' || one === '}') {
          if (depth === 0) return
          depth--
        } else if (depth === 0 && one === ',') return
        this.#at++
      }
      if (depth === 0 && /[\]},]/.test(this.#json[this.#at] ?? ',')) return
    }
  }

  #skipString(): void {
    this.#at++
    while (this.#at < this.#json.length && this.#json[this.#at] !== '"')
      this.#at += this.#json[this.#at] === '\\' ? 2 : 1
    this.#at++
  }

  #skipSpace(): void {
    while (/[ \t\r\n]/.test(this.#json[this.#at] ?? '')) this.#at++
  }
}
