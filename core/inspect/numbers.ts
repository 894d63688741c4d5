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
const jointIds: ReadonlyMap<string, number> = new Map(JOINTS.map((joint, index) => [joint, index + 1]))

/** The identifier of a joint in `Numbers.joints`; UNJOINED where groups are never joined so. */
export function jointId(joint: string): number {
  return jointIds.get(joint) ?? UNJOINED
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

export function findNumbers(text: string): Numbers {
  const starts: number[] = []
  const ends: number[] = []
  const joints: number[] = []
  const corsican: boolean[] = []
  let lastEnd = -JOINT_MAX - 1
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 48 || (code > 57 && ((code | 0x20) < 0x61 || (code | 0x20) > 0x62))) continue
    if (!isDigit(code) && !isCorsicanLetter(text, i)) continue
    const start = i
    let hasLetter = false
    do {
      if (!isDigit(text.charCodeAt(i))) hasLetter = true
      i++
    } while (isDigit(text.charCodeAt(i)) || (!hasLetter && isCorsicanLetter(text, i)))
    starts.push(start)
    ends.push(i)
    corsican.push(hasLetter)
    joints.push(start - lastEnd <= JOINT_MAX ? jointId(text.slice(lastEnd, start)) : UNJOINED)
    lastEnd = i
  }
  return { starts, ends, joints, corsican }
}

/** Whether the A or B at `index` belongs to 2A or 2B within a number: a 2 before it, digits after it, perhaps one separator between. */
function isCorsicanLetter(text: string, index: number): boolean {
  const code = text.charCodeAt(index) | 0x20
  if (code !== 0x61 && code !== 0x62) return false
  const before = text.charCodeAt(index - 1)
  const after = text.charCodeAt(index + 1)
  if (before === 0x32) return isDigit(after) || (isSeparator(after) && isDigit(text.charCodeAt(index + 2)))
  return isSeparator(before) && before === after && text[index - 2] === '2' && isDigit(text.charCodeAt(index + 2))
}

function isSeparator(code: number): boolean {
  return code === 0x20 || code === 0x2e || code === 0x2d || code === 0x2f
}
