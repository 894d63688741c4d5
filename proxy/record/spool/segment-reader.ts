import { open } from 'node:fs/promises'
import { decodeLine, isFollowed, LINE_FEED, MAX_LINE_BYTES } from './spool-line.ts'

const CHUNK_BYTES = 512 * 1024
const NOTHING = Buffer.alloc(0)

export interface ReadLimits {
  readonly items: number
  /** Of JSON; a single longer item is read all the same. */
  readonly bytes: number
}

export interface LinesRead {
  /** The JSON of each sound line, in order. */
  readonly items: readonly Buffer[]
  /** Where the next reading starts. */
  readonly end: number
  /** Line feeds passed, those of damaged lines too. */
  readonly lines: number
  /** Damaged pieces that were skipped, a torn last line among them. */
  readonly damaged: number
}

/** Reads whole lines of a segment from byte `from`, at most up to byte `to`. Holds one chunk in memory, or one line. */
export async function readLines(path: string, from: number, to: number, limits: ReadLimits): Promise<LinesRead> {
  const items: Buffer[] = []
  let bytes = 0
  let end = from
  let lines = 0
  let damaged = 0
  await using file = await open(path, 'r')
  let rest: Buffer = NOTHING
  for (let position = from; position < to; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, to - position))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position)
    // The file is shorter than it was: what is missing cannot be read, now or later.
    if (bytesRead === 0) return { items, end: to, lines, damaged: damaged + 1 }
    position += bytesRead
    const read = chunk.subarray(0, bytesRead)
    const data = rest.length === 0 ? read : Buffer.concat([rest, read])
    let start = 0
    for (let feed = data.indexOf(LINE_FEED); feed >= 0; feed = data.indexOf(LINE_FEED, start)) {
      const item = decodeLine(data.subarray(start, feed))
      if (items.length >= limits.items || (item && items.length > 0 && bytes + item.length > limits.bytes)) {
        return { items, end, lines, damaged }
      }
      if (item === undefined) damaged++
      else {
        items.push(item)
        bytes += item.length
      }
      lines++
      end += feed + 1 - start
      start = feed + 1
    }
    rest = data.subarray(start)
    if (rest.length > MAX_LINE_BYTES) {
      // No line is this long. What follows up to the next line feed fails its checksum and is skipped then.
      end += rest.length
      rest = NOTHING
      damaged++
    }
  }
  return end === to ? { items, end, lines, damaged } : { items, end: to, lines, damaged: damaged + 1 }
}

/**
 * How many line feeds a segment has from byte `from` on, and where what is to be read ends. Lines at the end that were written together with one that is
 * not there do not count: their write failed and could not be undone, or its process was killed, and nobody has relied on them.
 */
export async function countLines(
  path: string,
  from: number,
): Promise<{ readonly lines: number; readonly end: number }> {
  await using file = await open(path, 'r')
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let lines = 0
  let whole = { lines, end: from }
  let last: number | undefined
  for (let position = from; ; ) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) return whole.lines === lines ? { lines, end: position } : whole
    const data = chunk.subarray(0, bytesRead)
    for (let feed = data.indexOf(LINE_FEED); feed >= 0; feed = data.indexOf(LINE_FEED, feed + 1)) {
      lines++
      if (!isFollowed(feed === 0 ? last : data[feed - 1])) whole = { lines, end: position + feed + 1 }
    }
    last = data.at(-1)
    position += bytesRead
  }
}
