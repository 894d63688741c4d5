import type { View } from '../view.ts'
import { type Edit, inOrder, viewOfEdits } from './regions.ts'
import type { Suspects } from './suspects.ts'

/** A row of hexdump, xxd or od: an address, perhaps in a quoted mail, and what stands there. */
const ROW = /^[ \t>]{0,12}([0-9A-Fa-f]{6,8})(?:(:?)[ \t](.{2,160})|\r?)$/gm
const BYTES_MIN = 8

interface Row {
  readonly start: number
  readonly end: number
  readonly bytes: readonly number[]
}

/** The text with dumps of bytes read, uuencode and ascii85 decoded; undefined where there are none. */
export function decodeDumps(view: View, { mayHoldDumps }: Suspects): View | undefined {
  if (!mayHoldDumps) return undefined
  const { text } = view
  const edits: Edit[] = []
  addDumps(text, edits)
  addUuencoded(text, edits)
  addAscii85(text, edits)
  return viewOfEdits(view, inOrder(edits))
}

function addDumps(text: string, edits: Edit[]): void {
  let rows: Row[] = []
  const close = () => {
    const bytes = rows.flatMap((row) => row.bytes)
    const start = rows[0]?.start
    if (start !== undefined && bytes.length >= BYTES_MIN)
      edits.push({ start, end: rows.at(-1)?.end ?? start, text: ` ${legible(Buffer.from(bytes))} ` })
    rows = []
  }
  for (const match of text.matchAll(ROW)) {
    // The address behind the last row.
    const bytes = match[3] === undefined ? [] : bytesOf(match[3], match[2] === ':')
    const start = match.index
    // A row follows the one before, but for the return that ends it.
    if (rows.length > 0 && start - (rows.at(-1)?.end ?? 0) > 2) close()
    if (bytes === undefined) close()
    else if (bytes.length > 0 || rows.length > 0) rows.push({ start, end: start + match[0].length, bytes })
  }
  close()
}

/** The bytes of a row without what it shows of them as characters. */
function bytesOf(row: string, isXxd: boolean): readonly number[] | undefined {
  const body = isXxd ? (row.trimStart().split('  ', 1)[0] ?? '') : row.replace(/ *[|>].*$/, '')
  const cells = body.split(/[ \t\r]+/).filter((cell) => cell !== '')
  if (cells.every((cell) => /^[0-3][0-7]{2}$/.test(cell))) return cells.map((cell) => Number.parseInt(cell, 8))
  if (cells.every((cell) => /^(?:[0-9A-Fa-f]{2}){1,4}$/.test(cell)))
    return cells.flatMap((cell) => {
      const bytes = [...Buffer.from(cell, 'hex')]
      // Words as the machine has them, the last byte first.
      return isXxd ? bytes : bytes.reverse()
    })
  return charactersOf(row)
}

const NAMED: Readonly<Record<string, number>> = { '\\n': 10, '\\r': 13, '\\t': 9, '\\0': 0 }

/** od -c: four columns for each character. */
function charactersOf(row: string): readonly number[] | undefined {
  const bytes: number[] = []
  for (let at = 0; at + 3 <= row.length; at += 4) {
    const cell = row.slice(at, at + 3).trim()
    if (cell.length > 1 && !(cell in NAMED) && !/^[0-7]{3}$/.test(cell)) return undefined
    if (cell.length === 1 && row.charCodeAt(at) > 0x20) return undefined
    bytes.push(cell.length <= 1 ? (cell === '' ? 0x20 : cell.charCodeAt(0)) : (NAMED[cell] ?? Number.parseInt(cell, 8)))
  }
  return bytes
}

/** What is no text in a dump separates what is. */
function legible(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]+/g, '\n')
}

const UUENCODED = /^[ \t>]{0,12}begin [67][0-7]{2} [^\n]{1,200}\n((?:[ \t>]{0,12}[ -`]{1,61}\r?\n){1,2000})/gm

/** POSIX, uuencode: each line has its length before it, and four characters for three bytes. */
function addUuencoded(text: string, edits: Edit[]): void {
  for (const match of text.matchAll(UUENCODED)) {
    const bytes: number[] = []
    for (const line of (match[1] ?? '').split('\n')) {
      const code = line.replace(/^[ \t>]+(?=.{5})/, '').trimEnd()
      if (code === '' || code === 'end') break
      addLine(code, bytes)
    }
    if (bytes.length >= BYTES_MIN)
      edits.push({ start: match.index, end: match.index + match[0].length, text: ` ${legible(Buffer.from(bytes))} ` })
  }
}

function addLine(code: string, bytes: number[]): void {
  const sixOf = (at: number) => ((code.charCodeAt(at) || 32) - 32) & 63
  const length = sixOf(0)
  for (let at = 1, count = 0; count < length; at += 4, count += 3) {
    const four = (sixOf(at) << 18) | (sixOf(at + 1) << 12) | (sixOf(at + 2) << 6) | sixOf(at + 3)
    for (let byte = 0; byte < Math.min(3, length - count); byte++) bytes.push((four >> (16 - 8 * byte)) & 0xff)
  }
}

const ASCII85 = /<~([!-uz\s]{10,20000}?)~>/g

function addAscii85(text: string, edits: Edit[]): void {
  for (const match of text.matchAll(ASCII85)) {
    const bytes: number[] = []
    const code = (match[1] ?? '').replace(/\s/g, '').replaceAll('z', '!!!!!')
    for (let at = 0; at < code.length; at += 5) {
      const five = code.slice(at, at + 5)
      let value = 0
      for (let i = 0; i < 5; i++) value = value * 85 + ((five.charCodeAt(i) || 117) - 33)
      for (let byte = 0; byte < five.length - 1; byte++) bytes.push(Math.floor(value / 256 ** (3 - byte)) % 256)
    }
    if (bytes.length >= BYTES_MIN)
      edits.push({ start: match.index, end: match.index + match[0].length, text: ` ${legible(Buffer.from(bytes))} ` })
  }
}
