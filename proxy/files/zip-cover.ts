import type { Entry } from 'yauzl'

const LOCAL_HEAD = 30
const DESCRIPTOR = 0x0807_4b50
/** Lengths of a data descriptor (APPNOTE 4.3.9), without its signature and with it; sizes have 4 or 8 bytes. */
const UNSIGNED: readonly number[] = [12, 20]
const SIGNED: readonly number[] = [16, 24]

/**
 * Whether the entries of a ZIP take all its bytes up to its directory. What lies between them is in no entry that the directory
 * names, but other readers go from head to head.
 * @param directory where it begins
 */
export function isCovered(bytes: Buffer, entries: readonly Entry[], directory: number): boolean {
  const inOrder = entries.toSorted((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader)
  let reached = 0
  let last: Entry | undefined
  for (const entry of inOrder) {
    const start = entry.relativeOffsetOfLocalHeader
    if (start > reached && !isDescriptor(bytes.subarray(reached, start), last)) return false
    if (start + LOCAL_HEAD > bytes.length) return false
    const end = start + LOCAL_HEAD + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    reached = Math.max(reached, end + entry.compressedSize)
    last = entry
  }
  return directory <= reached || isDescriptor(bytes.subarray(reached, directory), last)
}

function isDescriptor(gap: Buffer, entry: Entry | undefined): boolean {
  if (entry === undefined) return false
  if (UNSIGNED.includes(gap.length)) return gap.readUInt32LE(0) === entry.crc32
  return SIGNED.includes(gap.length) && gap.readUInt32LE(0) === DESCRIPTOR && gap.readUInt32LE(4) === entry.crc32
}
