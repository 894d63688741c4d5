/**
 * A text that a simple pattern matches: literals, classes such as [0-9a-f], counts such as {3}, {2,9} or + (the least), optional
 * parts (left out) and groups (?:a|b) (the first). Made, not written down: a repository full of keys, if only invented ones,
 * sets off every scanner it meets.
 */
export function sampleOf(pattern: string, seed: number): string {
  return new Sampler(pattern, seed).sequence()
}

class Sampler {
  readonly #pattern: string
  #position = 0
  #state: number

  constructor(pattern: string, seed: number) {
    this.#pattern = pattern
    this.#state = seed + 1
  }

  sequence(): string {
    let text = ''
    while (this.#position < this.#pattern.length && !'|)'.includes(this.#peek())) text += this.#repeated()
    return text
  }

  #repeated(): string {
    const start = this.#position
    let text = this.#single()
    const count = /^(?:\{([0-9]+)(?:,[0-9]*)?\}|\?|\*|\+)/.exec(this.#pattern.slice(this.#position))
    if (count === null) return text
    const after = this.#position + count[0].length
    const times = count[0] === '+' ? 1 : Number(count[1] ?? 0)
    if (times === 0) text = ''
    for (let i = 1; i < times; i++) {
      this.#position = start
      text += this.#single()
    }
    this.#position = after
    return text
  }

  #single(): string {
    if (this.#pattern.startsWith('(?:', this.#position)) return this.#group()
    if (this.#peek() === '[') return this.#oneOf()
    if (this.#peek() === '\\') this.#position++
    return this.#pattern.charAt(this.#position++)
  }

  #group(): string {
    this.#position += 3
    const text = this.sequence()
    while (this.#peek() === '|') {
      this.#position++
      this.sequence()
    }
    this.#position++
    return text
  }

  #oneOf(): string {
    const end = this.#pattern.indexOf(']', this.#position)
    const characters = this.#pattern
      .slice(this.#position + 1, end)
      .replace(/(.)-(.)/g, (_, first: string, last: string) => {
        const from = first.charCodeAt(0)
        return String.fromCharCode(...Array.from({ length: last.charCodeAt(0) - from + 1 }, (_unused, i) => from + i))
      })
    this.#position = end + 1
    // Small multiplicative generator (Park and Miller): the same sample on every machine.
    this.#state = (this.#state * 48_271 + 11) % 2_147_483_647
    return characters.charAt(this.#state % characters.length)
  }

  #peek(): string {
    return this.#pattern.charAt(this.#position)
  }
}
