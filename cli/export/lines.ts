import { createReadStream } from 'node:fs'
import { ExportError } from './errors.ts'

/** More than any record has. */
const LINE_BYTES_MAX = 67_108_864
const LINE_FEED = 10

export interface Line {
  readonly number: number
  /** Without the line end. */
  readonly bytes: Buffer
  /** Whether it has a line end. */
  readonly ended: boolean
}

/** The lines of a file as they are, byte by byte, one in memory at a time. @throws ExportError */
export async function* linesOf(path: string): AsyncGenerator<Line> {
  let pending: Buffer[] = []
  let length = 0
  let number = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
        number += 1
        yield { number, bytes: Buffer.concat([...pending, chunk.subarray(start, end)]), ended: true }
        pending = []
        length = 0
        start = end + 1
      }
      pending.push(chunk.subarray(start))
      length += chunk.length - start
      if (length > LINE_BYTES_MAX) throw new ExportError(`Line ${number + 1} of ${path} has more bytes than any record`)
    }
  } catch (error) {
    if (error instanceof ExportError) throw error
    throw new ExportError(`${path} cannot be read: ${(error as Error).message}`, error)
  }
  if (length > 0) yield { number: number + 1, bytes: Buffer.concat(pending), ended: false }
}
