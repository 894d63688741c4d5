import { isDigit } from '../numbers.ts'
import { ibanLengthOf, isIban } from '../validators/iban.ts'
import type { Walk } from '../walk.ts'
import type { Edit } from './regions.ts'

/** Between two pieces, the name of a member among it: `","branch":"`. */
const GAP_MAX = 40
const PIECES_MAX = 12
const JOINED = /^[0-9A-Z]+(?:[ ./-][0-9A-Z]+)*$/i

/**
 * Accounts whose pieces stand in fields of their own, whatever is between them: country, length and check digits say that they belong
 * together. Words without a digit and in small letters are names of fields.
 */
export function findAccounts(text: string, { units, digits, digitCount }: Walk): Edit[] {
  const edits: Edit[] = []
  let done = 0
  for (let n = 0; n < digitCount; n += 2) {
    const start = (digits[n] as number) - 2
    if (start < done || !isLetter(units[start] as number) || !isLetter(units[start + 1] as number)) continue
    const length = ibanLengthOf(units[start] as number, units[start + 1] as number)
    if (length === 0 || !isDigit(units[start + 3] as number) || isWord(units[start - 1] as number)) continue
    const pieces = piecesFrom(text, units, start, length)
    if (pieces.length < 2) continue
    done = pieces.at(-1)?.end ?? done
    // One sign between groups is left to the rule.
    if (JOINED.test(text.slice(start, done))) continue
    for (let i = 1; i < pieces.length; i++)
      edits.push({ start: pieces[i - 1]?.end ?? 0, end: pieces[i]?.start ?? 0, text: '' })
  }
  return edits
}

interface Piece {
  readonly start: number
  readonly end: number
}

/** The pieces of an account of that length; none where what stands there is another. */
function piecesFrom(text: string, units: Uint16Array, start: number, length: number): readonly Piece[] {
  const pieces: Piece[] = []
  let account = ''
  let at = start
  while (pieces.length < PIECES_MAX) {
    let end = at
    while (end - at <= length && isWord(units[end] as number)) end++
    const piece = text.slice(at, end)
    if (/[0-9]/.test(piece) || /^[A-Z]+$/.test(piece)) {
      pieces.push({ start: at, end })
      account += piece
      if (account.length >= length) {
        const isAccount = account.length === length && isIban(account.toUpperCase()) && !holdsFraction(text, pieces)
        return isAccount ? pieces : []
      }
    }
    at = end
    while (at - end <= GAP_MAX && !isWord(units[at] as number) && units[at] !== 0) at++
    if (at - end > GAP_MAX || units[at] === 0) return []
  }
  return []
}

/** "ST394,25.9177,64.94": a point between two numbers with other signs around them is that of a fraction, and the row one of measures. */
function holdsFraction(text: string, pieces: readonly Piece[]): boolean {
  const joints = pieces.map(({ start }, n) => text.slice(pieces[n - 1]?.end ?? start, start))
  return joints.some((joint, n) => n > 1 && joint === '.' && joints[n - 1] !== '.' && joints[n + 1] !== '.')
}

function isLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122
}

function isWord(code: number): boolean {
  return isDigit(code) || isLetter(code)
}
