/**
 * What must stand directly beside a keyword or a group of digits, and how long that must be, for a rule to be worth a call. Characters of
 * ASCII, ranges as in 'a-z'; what is left out may be anything.
 */
export interface Neighbours {
  readonly before?: string
  /** The first character of the keyword or group itself. */
  readonly first?: string
  readonly after?: string
  /** The character before the one before, and the one behind the one after. */
  readonly secondBefore?: string
  readonly secondAfter?: string
  /** How long the keyword or group is, at least and at most. */
  readonly length?: readonly [min: number, max: number]
}

/** A keyword behind a letter, a digit or an underscore is part of a longer word. Characters beyond ASCII are checked later. */
export const NO_WORD = '\\x00-/:-@[-^`{-\\x7f'

/** The same for letters only. */
export const NO_LETTER = '\\x00-@[-`{-\\x7f'

/** Stands for the beginning and the end of a text. */
const NOTHING = 0
/** Stands for all characters beyond ASCII. */
const BEYOND = 127
const SIDES = 5
const ALTERNATIVES_MAX = 16
const SIDE = 128
/** Where the bits of lengths begin. */
const LENGTHS = SIDES * SIDE

/** Tells, for up to eight lists of alternatives, which lists the characters around a keyword or a group of digits fit. Each list is a bit. */
export class NeighbourTable {
  /** The bits by the character before, then by the first character, by the character after, by the two beyond, and by the length. */
  readonly #bits = new Uint32Array(LENGTHS + SIDE)
  /** By the bits of alternatives, the bits of the lists that these belong to. */
  readonly #lists: Uint8Array

  /** An empty list fits everything. */
  constructor(lists: readonly (readonly Neighbours[])[]) {
    const alternatives = lists.flatMap((list, index) =>
      (list.length === 0 ? [{}] : list).map((neighbours: Neighbours) => ({ index, neighbours })),
    )
    if (alternatives.length > ALTERNATIVES_MAX) throw new RangeError('more alternatives than bits')
    this.#lists = new Uint8Array(1 << alternatives.length)
    // As for the same bits without the highest of them.
    for (const [bit, { index }] of alternatives.entries())
      for (let bits = 1 << bit; bits < 2 << bit; bits++)
        this.#lists[bits] = (this.#lists[bits - (1 << bit)] as number) | (1 << index)
    for (const [bit, { neighbours }] of alternatives.entries()) {
      const { before, first, after, secondBefore, secondAfter } = neighbours
      for (const [side, characters] of [before, first, after, secondBefore, secondAfter].entries())
        this.#allow(side * SIDE, bit, characters)
      const [min, max] = neighbours.length ?? [0, SIDE]
      for (let length = 0; length < SIDE; length++)
        if (length >= min && length <= max)
          this.#bits[LENGTHS + length] = (this.#bits[LENGTHS + length] as number) | (1 << bit)
    }
  }

  /** A bit for each list; `start` to `end` is the keyword or group. */
  fitting(units: Uint16Array, start: number, end: number): number {
    const before = start === 0 ? NOTHING : (units[start - 1] as number)
    const first = units[start] as number
    const after = units[end] as number
    const length = end - start
    const near =
      (this.#bits[LENGTHS + (length < SIDE ? length : SIDE - 1)] as number) &
      (this.#bits[before < BEYOND ? before : BEYOND] as number) &
      (this.#bits[SIDE + (first < BEYOND ? first : BEYOND)] as number) &
      (this.#bits[2 * SIDE + (after < BEYOND ? after : BEYOND)] as number)
    if (near === 0) return 0
    const secondBefore = start < 2 ? NOTHING : (units[start - 2] as number)
    // Behind the end of a text the zero is followed by arbitrary units.
    const secondAfter = after === 0 ? NOTHING : (units[end + 1] as number)
    const bits =
      near &
      (this.#bits[3 * SIDE + (secondBefore < BEYOND ? secondBefore : BEYOND)] as number) &
      (this.#bits[4 * SIDE + (secondAfter < BEYOND ? secondAfter : BEYOND)] as number)
    return this.#lists[bits] as number
  }

  #allow(side: number, bit: number, characters: string | undefined): void {
    const pattern = characters === undefined ? undefined : new RegExp(`^[${characters}]$`)
    for (let code = 0; code < SIDE; code++) {
      if (pattern !== undefined && !pattern.test(String.fromCharCode(code))) continue
      this.#bits[side + code] = (this.#bits[side + code] as number) | (1 << bit)
    }
  }
}
