import { crc32 } from 'node:zlib'

/**
 * A line of the spool: eight hexadecimal digits of CRC-32, a space, one JSON value in UTF-8, a line feed. JSON.stringify
 * writes no line feed, so a reader finds the next line again after any damage, and the sum tells what is damaged.
 */
export const LINE_FEED = 0x0a
const SUM_DIGITS = 8
const GUARD_BYTES = SUM_DIGITS + 1
/** What a line takes besides its JSON. */
export const LINE_OVERHEAD_BYTES = GUARD_BYTES + 1
const SPACE = 0x20
const HEX = Buffer.from('0123456789abcdef')

/** Longer than any record can be: 1,000 classifications with the longest values in the widest characters. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024

const SCRATCH_BYTES = 64 * 1024
const scratch = Buffer.allocUnsafe(SCRATCH_BYTES)

/** The bytes of a line, valid until the next call: lines are written at once, thousands of them a second. */
export function encodeLine(json: string): Buffer {
  const most = GUARD_BYTES + json.length * 3 + 1
  const line = most <= SCRATCH_BYTES ? scratch : Buffer.allocUnsafe(most)
  const end = GUARD_BYTES + line.write(json, GUARD_BYTES, 'utf8')
  const sum = crc32(line.subarray(GUARD_BYTES, end))
  // V8 writes a number of more than thirty bits in hexadecimal by dividing fractions: that takes longer than the sum.
  for (let at = 0; at < SUM_DIGITS; at++) line[at] = digitOf(sum, at)
  line[SUM_DIGITS] = SPACE
  line[end] = LINE_FEED
  return line.subarray(0, end + 1)
}

/** The JSON of a line without its line feed, as a view into it; undefined if the line is damaged. */
export function decodeLine(line: Buffer): Buffer | undefined {
  if (line.length <= GUARD_BYTES) return undefined
  const json = line.subarray(GUARD_BYTES)
  const sum = crc32(json)
  for (let at = 0; at < SUM_DIGITS; at++) if (line[at] !== digitOf(sum, at)) return undefined
  return line[SUM_DIGITS] === SPACE ? json : undefined
}

/** One of its eight hexadecimal digits, the first being the highest. */
function digitOf(sum: number, at: number): number {
  return HEX[(sum >>> (4 * (SUM_DIGITS - 1 - at))) & 0xf] ?? 0
}
