import { crc32 } from 'node:zlib'

/**
 * A line of the spool: eight hexadecimal digits of CRC-32, a space, one JSON value in UTF-8, a line feed. JSON.stringify
 * writes no line feed, so a reader finds the next line again after any damage, and the sum tells what is damaged.
 */
export const LINE_FEED = 0x0a
const GUARD_BYTES = 9

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
  line.write(`${sum.toString(16).padStart(8, '0')} `, 0, 'latin1')
  line[end] = LINE_FEED
  return line.subarray(0, end + 1)
}

/** The JSON of a line without its line feed, as a view into it; undefined if the line is damaged. */
export function decodeLine(line: Buffer): Buffer | undefined {
  if (line.length <= GUARD_BYTES) return undefined
  const json = line.subarray(GUARD_BYTES)
  const guard = `${crc32(json).toString(16).padStart(8, '0')} `
  return line.toString('latin1', 0, GUARD_BYTES) === guard ? json : undefined
}
