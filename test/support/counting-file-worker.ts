import { parentPort } from 'node:worker_threads'
import type { FileJob } from '../../proxy/files/worker.ts'

/** How much each file unpacks to. */
const UNPACKED_BYTES = 400

let read = 0

/** Answers with the file's own words and how many files it has read. */
parentPort?.on('message', ({ bytes, unpackedBytes }: FileJob) => {
  read++
  const isTooLarge = unpackedBytes < UNPACKED_BYTES
  parentPort?.postMessage({
    reading: { text: `${Buffer.from(bytes)} ${read}`, context: '', problems: isTooLarge ? ['too_large'] : [] },
    unpackedBytesLeft: isTooLarge ? 0 : unpackedBytes - UNPACKED_BYTES,
  })
})
parentPort?.postMessage('ready')
