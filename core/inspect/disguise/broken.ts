import { isDigit } from '../numbers.ts'
import type { Walk } from '../walk.ts'
import { hasDigitOrAt, isOfValue, jointAt, type LineJoint } from './line-joints.ts'
import type { Odd } from './odd.ts'
import type { Edit } from './regions.ts'

/** Longer columns of numbers are a table. */
const LINES_MAX = 3
const DIGITS_MAX = 19

/** Line breaks within values, and others that values stand beside. */
export interface Broken {
  readonly within: readonly Edit[]
  readonly beside: readonly Edit[]
}

/**
 * Line breaks within values, which mail clients, terminals and people set: "FR7630006000\n> 011234567890189", "4539 5787\r\n6362 1486".
 * What quotes, comments or indents both lines is left out with them.
 */
export function findBroken(text: string, { units }: Walk, { breaks, escapedBreaks }: Odd): Broken {
  const joints: LineJoint[] = []
  const beside: Edit[] = []
  for (let n = 0; n < breaks.length; n++) {
    const run = numberLines(units, breaks, n)
    if (run > LINES_MAX) {
      n += run - 1
      continue
    }
    const at = breaks[n] as number
    const start = units[at - 1] === RETURN ? at - 1 : at
    const joint = jointAt(text, units, start, at + 1)
    if (joint !== undefined) joints.push(joint)
  }
  for (const at of escapedBreaks) {
    const start = text.startsWith('\\r', at - 2) ? at - 2 : at
    const joint = jointAt(text, units, start, at + 2)
    if (joint !== undefined) joints.push(joint)
    // It is no part of what stands before it or in the next line.
    else if (isBesideValue(units, start - 1, -1) || isBesideValue(units, at + 2, 1))
      beside.push({ start, end: at + 2, text: '\n' })
  }
  return { within: withoutColumns(joints), beside }
}

function isBesideValue(units: Uint16Array, at: number, step: number): boolean {
  return isOfValue(units[at] as number) && hasDigitOrAt(units, at, step)
}

const RETURN = 0x0d
/** Longer lines are no columns of numbers. */
const LINE_MAX = 200

/** How many breaks, from number `from` on, stand between a digit at the end of a line and one at the beginning of the next: three make a table. */
function numberLines(units: Uint16Array, breaks: readonly number[], from: number): number {
  let count = 0
  for (let n = from; n < breaks.length; n++) {
    const at = breaks[n] as number
    if (count > 0 && at - (breaks[n - 1] as number) > LINE_MAX) break
    const last = units[at - 1] as number
    if (!isDigit(last === RETURN ? (units[at - 2] as number) : last)) break
    if (!isDigit(units[at + 1] as number) && !isQuotedDigit(units, at + 1)) break
    count++
  }
  return count
}

/** "> 4539" */
function isQuotedDigit(units: Uint16Array, at: number): boolean {
  return units[at + 1] === SPACE && isDigit(units[at + 2] as number)
}

const SPACE = 0x20

/** In columns of numbers each line is a number, or a row of these: no value goes on there. */
function withoutColumns(joints: readonly LineJoint[]): Edit[] {
  const edits: Edit[] = []
  for (let first = 0; first < joints.length; ) {
    let next = first + 1
    while (next < joints.length && joints[next]?.lineStart === joints[next - 1]?.nextLine) next++
    const column = joints.slice(first, next)
    const numbers = column.filter(({ isOfNumbers }) => isOfNumbers)
    const digits = (numbers[0]?.leftDigits ?? 0) + numbers.reduce((sum, { rightDigits }) => sum + rightDigits, 0)
    const isTable = numbers.length >= LINES_MAX || (numbers.length > 1 && digits > DIGITS_MAX)
    for (const joint of column) if (!(joint.isOfNumbers && isTable)) edits.push(...joint.edits)
    first = next
  }
  return edits
}
