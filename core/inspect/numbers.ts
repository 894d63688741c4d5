import type { Walk } from './walk.ts'

/** The groups of digits of a text, and what stands between neighbours. Parallel arrays: index i, below `count`, is one group. */
export interface Numbers {
  readonly units: Uint16Array
  readonly count: number
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** Identifier of what joins group i to the one before it; UNJOINED where they do not belong together, and behind the last. */
  readonly joints: Uint8Array
  /** 1 where a group holds the A or B of a Corsican department (2A, 2B), as NIR do. */
  readonly corsican: Uint8Array
}

export const UNJOINED = 0

/** What may stand between two groups of one number. People write these in phone numbers, cards, accounts and identifiers. */
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

/** Joints of one character, by its code; the longer ones by their characters, seven bits each. */
const SINGLE_JOINTS = new Uint8Array(65_536)
/** What longer joints begin with: in lists most groups have a comma behind them. */
const LONGER_HEADS = new Uint8Array(65_536)
const LONGER_JOINTS = new Map<number, number>()
for (const [joint, id] of jointIds) {
  if (joint.length === 1) SINGLE_JOINTS[joint.charCodeAt(0)] = id
  else {
    LONGER_HEADS[joint.charCodeAt(0)] = 1
    LONGER_JOINTS.set(
      [...joint].reduce((key, character) => key * 128 + character.charCodeAt(0), 0),
      id,
    )
  }
}
const TWO = 0x32
const CORSICAN = 1
const KINDS = new Uint8Array(65_536)
for (const letter of 'ABab') KINDS[letter.charCodeAt(0)] = CORSICAN

/** Rules may ask for groups behind the last one. No joint leads to these. */
const BEYOND = 4
let held = {
  starts: new Int32Array(0),
  ends: new Int32Array(0),
  joints: new Uint8Array(0),
  corsican: new Uint8Array(0),
}

function hold(size: number): typeof held {
  if (size <= held.starts.length) return held
  // More than the walk noted begin with a department's letter, one behind each group at most.
  const length = 2 ** Math.ceil(Math.log2(size))
  held = {
    starts: new Int32Array(length),
    ends: new Int32Array(length),
    joints: new Uint8Array(length),
    corsican: new Uint8Array(length),
  }
  return held
}

/** Reads on from where the walk noted digits: everything else is passed over. Valid until the next call. */
export function findNumbers({ units, digits, digitCount }: Walk): Numbers {
  const { starts, ends, joints, corsican } = hold(digitCount + BEYOND)
  let count = 0
  let lastEnd = -JOINT_MAX - 1
  /** Where a group begins with the letter of a department: always just behind a group that ends in 2. */
  let letter = -1
  for (let n = 0; n < digitCount || letter !== -1; ) {
    const noted = n < digitCount ? (digits[n] as number) : 0x7fffffff
    // It is a part of the group before, behind that group's letter.
    if (noted < lastEnd) {
      n += 2
      continue
    }
    const isLetter = letter !== -1 && letter < noted
    const start = isLetter ? letter : noted
    let i = isLetter ? letter : (digits[n + 1] as number)
    let hasLetter = false
    letter = -1
    // Most groups neither begin with a letter nor end in the digit before one.
    if (isLetter || units[i - 1] === TWO) {
      if (KINDS[units[i] as number] === CORSICAN && isCorsicanLetter(units, i)) {
        hasLetter = true
        for (i++; isDigit(units[i] as number); ) i++
      }
      if (units[i - 1] === TWO) letter = letterAfter(units, i)
    }
    starts[count] = start
    ends[count] = i
    corsican[count] = Number(hasLetter)
    const distance = start - lastEnd
    let joint = UNJOINED
    if (distance === 1) joint = SINGLE_JOINTS[units[lastEnd] as number] as number
    else if (distance <= JOINT_MAX && LONGER_HEADS[units[lastEnd] as number] === 1)
      joint = longerJoint(units, lastEnd, start)
    joints[count] = joint
    count++
    lastEnd = i
  }
  joints.fill(UNJOINED, count, count + BEYOND)
  return { units, count, starts, ends, joints, corsican }
}

/** Whether `needed` digits stand between `from` and `to`, with no more than `gap` other characters, and no letter, between one and the next. */
export function holdsDigits(
  { units, count, starts, ends }: Numbers,
  from: number,
  to: number,
  needed: number,
  gap = Number.POSITIVE_INFINITY,
): boolean {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] as number) <= from) low = middle + 1
    else high = middle
  }
  let held = 0
  for (let last = from; held < needed && low < count && (starts[low] as number) < to; low++) {
    const start = Math.max(starts[low] as number, from)
    if (start - last > gap || (gap < Number.POSITIVE_INFINITY && hasLetter(units, last, start))) held = 0
    last = Math.min(ends[low] as number, to)
    held += last - start
  }
  return held >= needed
}

/** Whether `needed` digits stand between `from` and `to`; `group` is the first that ends behind `from`. */
export function holdsDigitsBehind(
  { count, starts, ends }: Numbers,
  group: number,
  from: number,
  needed: number,
  to: number,
): boolean {
  let left = needed
  for (let i = group; left > 0 && i < count && (starts[i] as number) < to; i++) {
    const start = starts[i] as number
    const end = ends[i] as number
    left -= (end < to ? end : to) - (start > from ? start : from)
  }
  return left <= 0
}

/** Of ASCII, as in hexadecimal numbers. */
function hasLetter(units: Uint16Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const small = (units[i] as number) | 0x20
    if (small >= 0x61 && small <= 0x7a) return true
  }
  return false
}

/** Where the A or B stands that belongs to the 2 before `end`, at once or over a separator; -1 where none does. */
function letterAfter(units: Uint16Array, end: number): number {
  if (KINDS[units[end] as number] === CORSICAN && isCorsicanLetter(units, end)) return end
  return KINDS[units[end + 1] as number] === CORSICAN && isCorsicanLetter(units, end + 1) ? end + 1 : -1
}

function longerJoint(units: Uint16Array, from: number, to: number): number {
  let key = 0
  for (let i = from; i < to; i++) {
    const code = units[i] as number
    if (code >= 128) return UNJOINED
    key = key * 128 + code
  }
  return LONGER_JOINTS.get(key) ?? UNJOINED
}

/** Whether the A or B at `index` belongs to 2A or 2B within a number: a 2 before it, digits after it, perhaps one separator between. */
function isCorsicanLetter(units: Uint16Array, index: number): boolean {
  const before = units[index - 1] as number
  if (before !== TWO && !isSeparator(before)) return false
  const after = units[index + 1] as number
  if (before === TWO) return isDigit(after) || (isSeparator(after) && isDigit(units[index + 2] as number))
  return before === after && units[index - 2] === TWO && isDigit(units[index + 2] as number)
}

function isSeparator(code: number): boolean {
  return code === 0x20 || code === 0x2e || code === 0x2d || code === 0x2f
}
