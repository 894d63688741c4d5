import type { Walk } from './walk.ts'

/** The groups of digits of a text, and what stands between neighbours. Parallel arrays: index i is one group. */
export interface Numbers {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Identifier of what joins group i to the one before it; UNJOINED where they do not belong together. */
  readonly joints: readonly number[]
  /** Whether a group holds the A or B of a Corsican department (2A, 2B), as NIR do. */
  readonly corsican: readonly boolean[]
}

export const UNJOINED = 0

/** What may stand between two groups of one number: people write these in phones, cards, accounts and identifiers. */
const JOINTS = [' ', '.', '-', '/', '_', ',', ') ', ')', ' (', '(', '  ', ' - ', '. ', ' / ', ')-', '\n', '\r\n', '|']
const JOINT_MAX = 3
/** Identifiers of joints are below it. */
export const JOINT_COUNT = JOINTS.length + 1
const jointIds: ReadonlyMap<string, number> = new Map(JOINTS.map((joint, index) => [joint, index + 1]))

/** The identifier of a joint in `Numbers.joints`; UNJOINED where groups are never joined so. */
export function jointId(joint: string): number {
  return jointIds.get(joint) ?? UNJOINED
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** The same by the codes of the joint's characters, seven bits each. */
const idsByCodes: ReadonlyMap<number, number> = new Map(
  [...jointIds].map(([joint, id]) => [
    [...joint].reduce((key, character) => key * 128 + character.charCodeAt(0), 0),
    id,
  ]),
)
const DIGIT = 1
const CORSICAN = 2
const KINDS = new Uint8Array(65_536)
for (let code = 48; code <= 57; code++) KINDS[code] = DIGIT
for (const letter of 'ABab') KINDS[letter.charCodeAt(0)] = CORSICAN

/** Reads on from where the walk noted digits: everything else is passed over. */
export function findNumbers({ units, digits, digitCount }: Walk): Numbers {
  const starts: number[] = []
  const ends: number[] = []
  const joints: number[] = []
  const corsican: boolean[] = []
  let lastEnd = -JOINT_MAX - 1
  /** Where a group begins with the letter of a department: always just behind a group that ends in 2. */
  let letter = -1
  for (let n = 0; n < digitCount || letter !== -1; ) {
    const noted = n < digitCount ? (digits[n] as number) : Number.POSITIVE_INFINITY
    // Within the group before, behind its letter.
    if (noted < lastEnd) {
      n++
      continue
    }
    const start = letter !== -1 && letter < noted ? letter : noted
    let i = start
    let hasLetter = false
    for (
      let next = KINDS[units[i] as number];
      next === DIGIT || (next === CORSICAN && !hasLetter && isCorsicanLetter(units, i));
    ) {
      hasLetter ||= next === CORSICAN
      next = KINDS[units[++i] as number]
    }
    starts.push(start)
    ends.push(i)
    corsican.push(hasLetter)
    joints.push(start - lastEnd <= JOINT_MAX ? jointBetween(units, lastEnd, start) : UNJOINED)
    lastEnd = i
    letter = units[i - 1] === 0x32 ? letterAfter(units, i) : -1
  }
  return { starts, ends, joints, corsican }
}

/** Whether a group, or a part of one, stands between `from` and `to`. */
export function holdsNumber({ starts, ends }: Numbers, from: number, to: number): boolean {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) <= from) low = middle + 1
    else high = middle
  }
  return (starts[low] ?? Number.POSITIVE_INFINITY) < to
}

/** Where the A or B stands that belongs to the 2 before `end`, at once or over a separator; -1 where none does. */
function letterAfter(units: Uint16Array, end: number): number {
  for (const index of [end, end + 1])
    if (KINDS[units[index] as number] === CORSICAN && isCorsicanLetter(units, index)) return index
  return -1
}

function jointBetween(units: Uint16Array, from: number, to: number): number {
  let key = 0
  for (let i = from; i < to; i++) {
    const code = units[i] as number
    if (code >= 128) return UNJOINED
    key = key * 128 + code
  }
  return idsByCodes.get(key) ?? UNJOINED
}

/** Whether the A or B at `index` belongs to 2A or 2B within a number: a 2 before it, digits after it, perhaps one separator between. */
function isCorsicanLetter(units: Uint16Array, index: number): boolean {
  const before = units[index - 1] as number
  if (before !== 0x32 && !isSeparator(before)) return false
  const after = units[index + 1] as number
  if (before === 0x32) return isDigit(after) || (isSeparator(after) && isDigit(units[index + 2] as number))
  return before === after && units[index - 2] === 0x32 && isDigit(units[index + 2] as number)
}

function isSeparator(code: number): boolean {
  return code === 0x20 || code === 0x2e || code === 0x2d || code === 0x2f
}
