import type { ReadInner } from './file-reading.ts'
import type { Gathered } from './gathered.ts'
import { MAX_NAME_LENGTH } from './limits.ts'

const BLOCK = 512
/** Other types are links, folders, devices and headers of names. */
const FILE_TYPES: ReadonlySet<string> = new Set(['0', '\0', '7', ''])
/** Long names (GNU) and extended headers (POSIX pax): what they say is read as context. */
const HEADER_TYPES: ReadonlySet<string> = new Set(['L', 'K', 'x', 'g'])

/** A tape archive (IEEE Std 1003.1, pax): blocks of 512 bytes, a header before each file. */
export async function readTar(gathered: Gathered, bytes: Buffer, readInner: ReadInner): Promise<void> {
  let at = 0
  while (at + BLOCK <= bytes.length) {
    const header = bytes.subarray(at, at + BLOCK)
    at += BLOCK
    if (header[0] === 0) continue
    gathered.allowance.entry()
    const size = sizeOf(header)
    if (size === undefined || at + size > bytes.length) {
      gathered.problem('broken')
      // What is there of the last file is read all the same.
      await readInner(bytes.subarray(at))
      return
    }
    const content = bytes.subarray(at, at + size)
    const type = text(header, 156, 157)
    gathered.context(text(header, 0, 100))
    if (FILE_TYPES.has(type) && size > 0) await readInner(content)
    else if (HEADER_TYPES.has(type)) gathered.context(content.toString('utf8', 0, MAX_NAME_LENGTH).replaceAll('\0', ''))
    else if (size > 0) await readInner(content)
    at += Math.ceil(size / BLOCK) * BLOCK
  }
}

/** Octal digits or, with the first bit set, a number of 95 bits (GNU). */
function sizeOf(header: Buffer): number | undefined {
  const first = header[124] ?? 0
  if ((first & 0x80) !== 0) {
    const size = header.readBigUInt64BE(128)
    return size <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(size) : undefined
  }
  const digits = text(header, 124, 136).trim()
  if (digits === '') return 0
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined
}

function text(header: Buffer, start: number, end: number): string {
  const field = header.toString('utf8', start, end)
  const nul = field.indexOf('\0')
  return nul === -1 ? field : field.slice(0, nul)
}
