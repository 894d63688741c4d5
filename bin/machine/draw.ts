const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Draws that are the same in every run for a seed (the generator is xorshift128, Marsaglia 2003). */
export class Draw {
  readonly #state: Uint32Array

  constructor(seed: number) {
    this.#state = Uint32Array.of(seed + 1, 0x9e3779b9 ^ seed, 0x243f6a88, 0xb7e15162)
    for (let round = 0; round < 16; round++) this.#next()
  }

  #next(): number {
    const [x = 0, y = 0, z = 0, w = 0] = this.#state
    const mixed = x ^ (x << 11)
    this.#state.set([y, z, w, w ^ (w >>> 19) ^ mixed ^ (mixed >>> 8)])
    return this.#state[3] ?? 0
  }

  /** In [0, 1), with all bits of a double. */
  float(): number {
    return (this.#next() * 2 ** 21 + (this.#next() >>> 11)) / 2 ** 53
  }

  /** A whole number from 0 to `end` - 1. */
  below(end: number): number {
    return Math.floor(this.float() * end)
  }

  /** A whole number from `first` to `last`. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1)
  }

  /** A number of the normal distribution (Box and Muller). */
  normal(mean = 0, deviation = 1): number {
    return mean + deviation * Math.sqrt(-2 * Math.log(1 - this.float())) * Math.cos(2 * Math.PI * this.float())
  }

  isOneIn(many: number): boolean {
    return this.below(many) === 0
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0]
  }

  /** Digits that begin with any but 0. */
  digits(length: number): string {
    return this.#text('123456789', 1) + this.#text('0123456789', length - 1)
  }

  /** Digits that may begin with 0. */
  anyDigits(length: number): string {
    return this.digits(length + 1).slice(1)
  }

  hex(length: number): string {
    return this.#text('0123456789abcdef', length)
  }

  base64(length: number): string {
    return this.#text(BASE64, length)
  }

  letters(length: number): string {
    return this.#text(ALPHABET, length)
  }

  uuid(): string {
    const variant = this.pick(['8', '9', 'a', 'b'])
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${variant}${this.hex(3)}-${this.hex(12)}`
  }

  #text(alphabet: string, length: number): string {
    let text = ''
    for (let i = 0; i < length; i++) text += alphabet[this.below(alphabet.length)]
    return text
  }

  /** The results of `make`, called `count` times. */
  times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index))
  }
}
