import { isDigit } from '../numbers.ts'
import { ibanLengthOf } from '../validators/iban.ts'
import type { Walk } from '../walk.ts'
import { countedAt } from './counted.ts'
import { isPiece, isPieceCode, PIECE_MAX, pieceEnd, type Run, withoutPoint } from './piece-runs.ts'
import type { Edit } from './regions.ts'

/** What stands between two cells, items or fields: ` |\n| `, `</td>\n  <td>`, `",\n  "`. */
const SEPARATOR_MAX = 40
const TAG_MAX = 30
/** More pieces are no value's. */
const PIECES_MAX = 200

/**
 * Values of which each group, or each character, stands in a cell, an item or a field of its own: always the same characters stand
 * between, in which a number may count. A separator alone proves nothing: the pieces together have to have the form of a value.
 */
export function findScattered(text: string, walk: Walk, ats: readonly number[]): Edit[] {
  const { digits, digitCount } = walk
  const runs: Reading[] = []
  let done = 0
  for (let n = 0, nextAt = 0; n < digitCount || nextAt < ats.length; ) {
    const digit = n < digitCount ? (digits[n] as number) : text.length
    const at = ats[nextAt] ?? text.length
    const isAddress = at < digit
    const start = isAddress ? at : digit
    if (isAddress) nextAt++
    else n += 2
    if (start < done || (!isAddress && isNoPiece(walk.units, start, digits[n - 1] as number))) continue
    const run = runAt(text, walk, start, done) ?? (isAddress ? undefined : countedAt(text, walk.units, start, done))
    if (run === undefined) continue
    done = Math.max(done, run.ends.at(-1) ?? 0)
    const reading = readingOf(text, walk.units, run)
    if (reading !== undefined) runs.push(reading)
  }
  // What cannot be a value stays among those that can: it says what they are worth (judgement/worth.ts).
  return runs.some(({ mayBeValue }) => mayBeValue) ? runs.flatMap(editsOf) : []
}

/** Too long, or "24 hours", as most numbers of more than a digit; one digit may count what follows. */
function isNoPiece(units: Uint16Array, start: number, end: number): boolean {
  if (end - start > PIECE_MAX) return true
  return units[end] === SPACE && end > start + 1 && isPieceCode(units[end + 1] as number)
}

/** The pieces around a digit or an at sign from `least` on, which one separator stands between; undefined where there are fewer than three. */
function runAt(text: string, { units }: Walk, at: number, least: number): Run | undefined {
  const end = wordEnd(units, at)
  if (end - at > PIECE_MAX) return undefined
  // Most numbers stand before a word or another sign of their own.
  if (JOINTS[units[end] as number] === 1 && isPieceCode(units[end + 1] as number)) return undefined
  let start = at
  while (start > least && at - start <= PIECE_MAX && isPieceCode(units[start - 1] as number)) start--
  if (end - start > PIECE_MAX) return undefined
  const next = separatorEnd(units, end)
  if (next === -1) return undefined
  const nextEnd = wordEnd(units, next)
  if (nextEnd - next > PIECE_MAX) return undefined
  // A third piece stands behind the same characters.
  if (units[nextEnd] !== units[end] && !(start > least && units[start - 1] === units[next - 1])) return undefined
  const separator = text.slice(end, next)
  // A hyphen before it is its own, if it is not the separator's last sign.
  const last = units[next - 1]
  while (start > least && end - start < PIECE_MAX && units[start - 1] !== last && isPiece(units[start - 1] as number))
    start--
  const run: Run = { starts: [start, next], ends: [end, nextEnd] }
  extend(text, units, run, separator)
  extendBack(text, units, run, separator, least)
  withoutPoint(text, run)
  return run.starts.length > 2 ? run : undefined
}

function wordEnd(units: Uint16Array, from: number): number {
  let end = from
  while (end - from <= PIECE_MAX && isPieceCode(units[end] as number)) end++
  return end
}

/** Where the next word begins, over signs, blanks and tags; -1 where none does soon. */
function separatorEnd(units: Uint16Array, from: number): number {
  let i = from
  while (i - from <= SEPARATOR_MAX) {
    const code = units[i] as number
    if (isPieceCode(code)) return i === from ? -1 : i
    if (code === 0) return -1
    if (code !== LESS) {
      i++
      continue
    }
    let close = i + 1
    while (close - i <= TAG_MAX && units[close] !== GREATER && units[close] !== LESS && units[close] !== 0) close++
    i = units[close] === GREATER ? close + 1 : i + 1
  }
  return -1
}

const SPACE = 0x20
const LESS = 0x3c
const GREATER = 0x3e
/** What joins the groups of one number, and what words are separated by: rules read these as they stand. */
const JOINTS = new Uint8Array(65_536)
for (const sign of ` .-/_:+=*'"\\`) JOINTS[sign.charCodeAt(0)] = 1

function extend(text: string, units: Uint16Array, { starts, ends }: Run, separator: string): void {
  let end = ends.at(-1) as number
  while (starts.length < PIECES_MAX && text.startsWith(separator, end)) {
    const start = end + separator.length
    end = pieceEnd(text, units, start, separator)
    if (end === -1) return
    starts.push(start)
    ends.push(end)
  }
}

function extendBack(text: string, units: Uint16Array, { starts, ends }: Run, separator: string, least: number): void {
  let start = starts[0] as number
  while (starts.length < PIECES_MAX && text.startsWith(separator, start - separator.length)) {
    const end = start - separator.length
    start = pieceStart(text, units, end, separator)
    if (start < least) return
    starts.unshift(start)
    ends.unshift(end)
  }
}

/** Where the piece begins that ends at `end`; -1 where it is too long. */
function pieceStart(text: string, units: Uint16Array, end: number, separator: string): number {
  const last = separator.charCodeAt(separator.length - 1)
  let start = end
  while (start > 0 && end - start <= PIECE_MAX && isPiece(units[start - 1] as number)) {
    if (units[start - 1] === last && start < end && text.startsWith(separator, start - separator.length)) break
    start--
  }
  return start === end || end - start > PIECE_MAX ? -1 : start
}

/** Pieces of digits, or what may be a value, and what is to stand between them for rules to read them. */
interface Reading {
  readonly run: Run
  readonly joint: string
  readonly mayBeValue: boolean
  /** What is to stand for each piece, if it is the code of a character. */
  readonly characters?: readonly string[]
}

/** The lengths of groups in which cards, NIR, SIRET and SSN are written. */
const LAYOUTS = ['4444', '465', '464', '1222332', '133333', '3335', '324']
const CHARACTERS_MIN = 9
const NUMBER_MAX = 19
const TOKEN_MIN = 16
const LENGTH_MAX = 9
/** Of characters of ASCII, in decimal. */
const CODE = /^(?:3[2-9]|[4-9][0-9]|1[01][0-9]|12[0-6])$/
const CODES_MIN = 10

function lengthOf({ starts, ends }: Run): number {
  let length = 0
  for (let i = 0; i < starts.length; i++) length += (ends[i] as number) - (starts[i] as number)
  return length
}

/** Undefined for words, fractions and what is too short. */
function readingOf(text: string, units: Uint16Array, run: Run): Reading | undefined {
  if (lengthOf(run) < CHARACTERS_MIN) return undefined
  const lengths = lengthsOf(units, run)
  // Most runs are lists of numbers.
  if (ROW.test(lengths)) return { run, joint: ' ', mayBeValue: isInLayout(lengths) && !isAmongNumbers(text, run) }
  const pieces = run.starts.map((start, index) => text.slice(start, run.ends[index]))
  const written = pieces.join('')
  if (pieces.some((piece) => /[0-9]\.[0-9]|^[+-][0-9]+$/.test(piece))) return undefined
  if (pieces.length >= CODES_MIN && pieces.every((piece) => CODE.test(piece)))
    return { run, joint: '', mayBeValue: true, characters: pieces.map((piece) => String.fromCharCode(Number(piece))) }
  const isApart = pieces.every((piece) => piece.length === 1)
  const joint = isApart ? '' : ' '
  if (/^[0-9]+$/.test(written)) {
    const mayBeValue = isApart ? written.length <= NUMBER_MAX : isInLayout(lengths)
    return { run, joint, mayBeValue: mayBeValue && !isAmongNumbers(text, run) }
  }
  if (isApart || pieces.some(isAccountHead) || isInLayout(lengths)) return { run, joint, mayBeValue: true }
  return written.length < TOKEN_MIN || !isMixed(pieces) ? undefined : { run, joint: '', mayBeValue: true }
}

/** Of digits alone, too long for codes of characters somewhere. */
const ROW = /^[1-9]*[4-9][1-9]*$/

/** A digit for each piece: how long it is, or 0 where it holds anything but digits. */
function lengthsOf(units: Uint16Array, { starts, ends }: Run): string {
  let lengths = ''
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i] as number
    const end = ends[i] as number
    let at = start
    while (at < end && isDigit(units[at] as number)) at++
    lengths += at < end ? '0' : String(Math.min(end - start, LENGTH_MAX))
  }
  return lengths
}

/** Whether some of the groups in a row have such lengths, and those beside them others than the outermost of these. */
function isInLayout(lengths: string): boolean {
  return LAYOUTS.some((layout) => {
    const at = lengths.indexOf(layout)
    return at !== -1 && lengths[at - 1] !== layout[0] && lengths[at + layout.length] !== layout.at(-1)
  })
}

const AROUND = 64
const NUMBERS_MAX = 3

/** Whether other numbers stand in the line before the first piece and behind the last: the pieces are cells of a table as these are. */
function isAmongNumbers(text: string, { starts, ends }: Run): boolean {
  const start = starts[0] as number
  const end = ends.at(-1) as number
  const before =
    text
      .slice(Math.max(0, start - AROUND), start)
      .split('\n')
      .at(-1) ?? ''
  const behind = text.slice(end, end + AROUND).split('\n', 1)[0] ?? ''
  return `${before} ${behind}`.split(/[^0-9]+/).length > NUMBERS_MAX + 2
}

/** The country and the check digits that an account begins with. */
function isAccountHead(piece: string): boolean {
  return (
    piece.length === 4 &&
    ibanLengthOf(piece.charCodeAt(0), piece.charCodeAt(1)) > 0 &&
    isDigit(piece.charCodeAt(2)) &&
    isDigit(piece.charCodeAt(3))
  )
}

/** Whether some pieces hold letters and digits, or a sign of addresses: those of tables are words or numbers. */
function isMixed(pieces: readonly string[]): boolean {
  const mixed = pieces.filter((piece) => /[0-9][A-Za-z]|[A-Za-z][0-9]|[@_]/.test(piece))
  return mixed.length * 3 >= pieces.length || pieces.some((piece) => piece.includes('@'))
}

/** A row that can be no value is joined as far as it is compared with others. */
const COMPARED = 2

function editsOf({ run: { starts, ends }, joint, mayBeValue, characters }: Reading): Edit[] {
  if (characters !== undefined)
    return starts.map((start, index) => ({
      start,
      end: starts[index + 1] ?? (ends[index] as number),
      text: characters[index] ?? '',
    }))
  const edits = starts.slice(1).map((start, index) => ({ start: ends[index] as number, end: start, text: joint }))
  return mayBeValue || joint === '' ? edits : edits.slice(0, COMPARED)
}
