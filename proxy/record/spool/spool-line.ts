import { crc32 } from 'node:zlib'

/**
 * A line of the spool: eight hexadecimal digits of CRC-32, a space, one JSON value in UTF-8, a line feed. JSON.stringify
 * writes no line feed, so a reader finds the next line again after any damage, and the sum tells what is damaged. Where another line
 * of the same write follows, the value is followed by a space, which JSON allows: without the last line the write has failed.
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

/** The bytes of a line, valid until the next call. */
export function encodeLine(json: string): Buffer {
  return encodeLines([json]).bytes
}

/** The bytes of lines, valid until the next call, as they are written at once; and how long each of them is. */
export function encodeLines(jsons: readonly string[]): { readonly bytes: Buffer; readonly lengths: readonly number[] } {
  let most = 0
  for (const json of jsons) most += LINE_OVERHEAD_BYTES + 1 + json.length * 3
  const bytes = most <= SCRATCH_BYTES ? scratch : Buffer.allocUnsafe(most)
  const lengths: number[] = []
  let end = 0
  for (const json of jsons) {
    const start = end
    end = writeLine(bytes, start, json, lengths.length < jsons.length - 1)
    lengths.push(end - start)
  }
  return { bytes: bytes.subarray(0, end), lengths }
}

/** @returns where it ends */
function writeLine(bytes: Buffer, start: number, json: string, isFollowed: boolean): number {
  const from = start + GUARD_BYTES
  let end = from + bytes.write(json, from, 'utf8')
  if (isFollowed) bytes[end++] = SPACE
  const sum = crc32(bytes.subarray(from, end))
  // V8 writes a number of more than thirty bits in hexadecimal by dividing fractions: that takes longer than the sum.
  for (let at = 0; at < SUM_DIGITS; at++) bytes[start + at] = digitOf(sum, at)
  bytes[start + SUM_DIGITS] = SPACE
  bytes[end] = LINE_FEED
  return end + 1
}

/** The JSON of a line that is known to be sound, as a view. @param length of the line, with its line feed */
export function jsonOfLine(bytes: Buffer, at: number, length: number): Buffer {
  return withoutMark(bytes.subarray(at + GUARD_BYTES, at + length - 1))
}

/** The JSON of a line without its line feed, as a view into it; undefined if the line is damaged. */
export function decodeLine(line: Buffer): Buffer | undefined {
  if (line.length <= GUARD_BYTES) return undefined
  const json = line.subarray(GUARD_BYTES)
  const sum = crc32(json)
  for (let at = 0; at < SUM_DIGITS; at++) if (line[at] !== digitOf(sum, at)) return undefined
  return line[SUM_DIGITS] === SPACE ? withoutMark(json) : undefined
}

/** Whether a line whose last byte before its line feed is this one has another behind it that was written with it. */
export function isFollowed(last: number | undefined): boolean {
  return last === SPACE
}

function withoutMark(json: Buffer): Buffer {
  return isFollowed(json.at(-1)) ? json.subarray(0, -1) : json
}

/** One of its eight hexadecimal digits, the first being the highest. */
function digitOf(sum: number, at: number): number {
  return HEX[(sum >>> (4 * (SUM_DIGITS - 1 - at))) & 0xf] ?? 0
}
