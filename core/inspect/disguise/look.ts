import { isDigit } from '../numbers.ts'
import { isPaymentCard } from '../validators/card.ts'
import { isNir } from '../validators/nir.ts'
import { isSiret } from '../validators/siret.ts'
import type { Walk } from '../walk.ts'
import type { Edit } from './regions.ts'

/** The code of the digit that each letter may be mistaken for. */
const LOOKS = new Uint8Array(65_536)
for (const [letter, digit] of ['O0', 'o0', 'l1', 'I1'])
  LOOKS[(letter ?? '').charCodeAt(0)] = (digit ?? '').charCodeAt(0)
const DIGITS_MIN = 9
const RUN_MAX = 60

/** O for 0, l and I for 1 in numbers: "O6 l2 34 56 78". Only checksums, or a whole form, tell what is meant. */
export function findLooks(text: string, { units, digits, digitCount }: Walk): Edit[] {
  const edits: Edit[] = []
  let done = -1
  for (let n = 0; n < digitCount; n += 2) {
    const start = digits[n] as number
    const before = start === 0 ? 0 : (LOOKS[units[start - 1] as number] as number)
    if ((before | (LOOKS[units[digits[n + 1] as number] as number] as number)) === 0 || start < done) continue
    done = addRun(text, units, start, edits)
  }
  return edits
}

/** Matches digits, such letters, and separators between groups. */
function isOfRun(code: number): boolean {
  return isDigit(code) || LOOKS[code] !== 0 || code === 0x20 || code === 0x2d || code === 0x2e
}

/** Adds the edits of the run around `at`, and returns its end. */
function addRun(text: string, units: Uint16Array, at: number, edits: Edit[]): number {
  let from = at
  while (from > 0 && at - from < RUN_MAX && isOfRun(units[from - 1] as number)) from--
  let to = at
  while (to - at < RUN_MAX && isOfRun(units[to] as number)) to++
  let looks = 0
  let count = 0
  for (let i = from; i < to; i++) {
    if (LOOKS[units[i] as number] !== 0) looks++
    else if (isDigit(units[i] as number)) count++
  }
  // Most runs are an identifier's, with a digit or two.
  if (count + looks < DIGITS_MIN || count * 3 < looks) return to
  const isWord =
    /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, from - 1), from)) &&
    !/(?:^|[^\p{L}])[A-Z]{2}$/u.test(text.slice(Math.max(0, from - 3), from))
  for (let i = from; i < to && !isWord; i++) {
    const look = LOOKS[units[i] as number] as number
    if (look !== 0) edits.push({ start: i, end: i + 1, text: String.fromCharCode(look) })
  }
  return to
}

/** Whether the number read backwards has Luhn's digit or the key of a NIR, or the first digit of the one company that needs neither. */
function mayBeReversed(units: Uint16Array, start: number, length: number): boolean {
  let sum = 0
  for (let i = 0; i < length; i++) {
    const digit = (units[start + i] as number) - 48
    sum += (i & 1) === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  if (sum % 10 === 0) return true
  if (length === LENGTH_MIN) return units[start + length - 1] === THREE
  if (length !== NIR_LENGTH) return false
  let remainder = 0
  for (let i = length - 1; i > 1; i--) remainder = (remainder * 10 + (units[start + i] as number) - 48) % 97
  return 97 - remainder === ((units[start + 1] as number) - 48) * 10 + (units[start] as number) - 48
}

const THREE = 0x33

const REVERSED =
  /(?:^|[^\p{L}])(?:reverse[ds]?|backwards?|à l['’]envers|invers[ée]{1,2}s?|miroir|mirror(?:ed)?|rebours|retourn[ée]{1,2}s?)(?:$|[^\p{L}])/iu
const NIR_LENGTH = 15
const LENGTH_MIN = 14
/** How far from the number such words count. */
const TOLD_REACH = 150

/** Shorter numbers stand in any text. */
const LONG_MIN = 6

/** Whether no long number stands near the one before which `n` of these places lie: among many, one in a hundred has the key backwards. */
function isAlone(digits: Int32Array, digitCount: number, n: number): boolean {
  const start = digits[n] as number
  const end = digits[n + 1] as number
  const isLong = (at: number) => (digits[at + 1] as number) - (digits[at] as number) >= LONG_MIN
  for (let at = n - 2; at >= 0 && start - (digits[at + 1] as number) < TOLD_REACH; at -= 2) if (isLong(at)) return false
  for (let at = n + 2; at < digitCount && (digits[at] as number) - end < TOLD_REACH; at += 2)
    if (isLong(at)) return false
  return true
}

/** Numbers written from their last digit to their first. A number's key proves that where it stands alone; Luhn's digit only beside words that say so. */
export function findReversed(text: string, { units, digits, digitCount }: Walk): Edit[] {
  const edits: Edit[] = []
  for (let n = 0; n < digitCount; n += 2) {
    const start = digits[n] as number
    const end = digits[n + 1] as number
    const length = end - start
    if (length < LENGTH_MIN || length > 19 || !mayBeReversed(units, start, length)) continue
    const written = text.slice(start, end)
    const plain = [...written].reverse().join('')
    const isKeyed = length === NIR_LENGTH && isNir(plain) && !isNir(written) && isAlone(digits, digitCount, n)
    const mayBe = isPaymentCard(plain) || (length === 14 && isSiret(plain))
    if (isKeyed || (mayBe && REVERSED.test(text.slice(Math.max(0, start - TOLD_REACH), end + TOLD_REACH))))
      edits.push({ start, end, text: plain })
  }
  return edits
}
