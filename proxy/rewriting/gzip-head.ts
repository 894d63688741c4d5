const [MAGIC_1, MAGIC_2, DEFLATE] = [0x1f, 0x8b, 8]
const [HAS_CHECKSUM, HAS_EXTRA, HAS_NAME, HAS_COMMENT] = [0x02, 0x04, 0x08, 0x10]
const FIXED_BYTES = 10

/**
 * How long the head of a gzip member is (RFC 1952 section 2.3).
 * @returns `short` if there is more of it to come, `none` if it is none
 */
export function gzipHeadLength(bytes: Buffer): number | 'short' | 'none' {
  const isMagic = [MAGIC_1, MAGIC_2, DEFLATE].every((byte, at) => at >= bytes.length || bytes[at] === byte)
  if (!isMagic) return 'none'
  if (bytes.length < FIXED_BYTES) return 'short'
  const flags = bytes[3] ?? 0
  let at = FIXED_BYTES
  if ((flags & HAS_EXTRA) !== 0) {
    if (bytes.length < at + 2) return 'short'
    at += 2 + bytes.readUInt16LE(at)
  }
  for (const flag of [HAS_NAME, HAS_COMMENT]) {
    if ((flags & flag) === 0) continue
    const end = bytes.indexOf(0, at)
    if (end === -1) return 'short'
    at = end + 1
  }
  if ((flags & HAS_CHECKSUM) !== 0) at += 2
  return bytes.length < at ? 'short' : at
}
