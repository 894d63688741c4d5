import { randomBytes } from 'node:crypto'
import { parentPort, resourceLimits, workerData } from 'node:worker_threads'
import { giveBackIdleMemory } from '../../config/idle-memory.ts'
import { ownRunningTimes } from '../../config/running-time.ts'
import { InvariantError } from '../../core/errors.ts'
import type { ExtraDetectors } from '../../core/inspect/extra.ts'
import { FindingsCache } from '../../core/inspect/findings-cache.ts'
import { detectorsWithOwnWords } from '../../core/own-words/switch.ts'
import { compileDetectors } from '../../core/tenant-detectors/compile.ts'
import { decodeGradually } from '../body/decode.ts'
import { askForRoom, type RoomQuestion, ThreadRoom } from '../body/unfolding.ts'
import { FileReader } from '../files/file-reader.ts'
import { platformById } from '../platforms/catalogue.ts'
import { heapFor } from './heap-estimate.ts'
import {
  inspectDecoded,
  inspectRead,
  outOfTime,
  type RequestInspection,
  readDecoded,
  type Truncation,
} from './inspect-request.ts'

/** The data that a worker is started with. */
export interface InspectionWorkerData {
  readonly maxBytes: number
  /** What the files of one request may unpack to. */
  readonly filesMaxBytes: number
  /** What the thread that reads files may take. */
  readonly filesMemoryMb: number | undefined
  /** Whether room is to be asked for as content unfolds. */
  readonly isCounted: boolean
  /** Keys the hashes by which parts are known when they come again. */
  readonly partKey: Uint8Array | undefined
}

/** One request, in a form that can be sent to another thread. */
export interface InspectionJob {
  readonly platformId: string
  readonly method: string
  readonly path: string
  readonly host?: string | undefined
  readonly query: string
  readonly headers: { readonly [lowerCaseName: string]: string | undefined }
  readonly body: Uint8Array<ArrayBuffer>
  readonly truncation: Truncation | undefined
  readonly seam?: string | undefined
  /** `body` is a text in UTF-8 and nothing else. */
  readonly isText?: boolean | undefined
  readonly hashesJudged?: boolean | undefined
  /** Milliseconds that this thread may run before it leaves the rest uninspected, and as many for its files. */
  readonly budgetMs: number
}

export interface InspectionAnswer {
  readonly inspection: RequestInspection
  /** How much there was to look at. */
  readonly decodedBytes: number
}

/** Told again and again while a request's files are read: its thread waits, and is not stuck. */
const READING = 'reading'

/** A request to inspect, or what is to be looked for from now on (core/tenant-detectors/compile.ts). */
export type InspectionMessage = InspectionJob | { readonly detectors: readonly unknown[] }

if (parentPort === null) throw new InvariantError('the inspection worker runs in a worker thread only')
const port = parentPort
const { maxBytes, filesMaxBytes, filesMemoryMb, partKey, isCounted } = workerData as InspectionWorkerData
const ask = (question: RoomQuestion) => port.postMessage(question)
const files = new FileReader({
  ...{ maxUnpackedBytes: filesMaxBytes, maxTextLength: maxBytes },
  ...(filesMemoryMb !== undefined && { memoryMb: filesMemoryMb }),
  ...(isCounted && { ask }),
})
/** V8 looks at the bound of its heap when it has parsed all, not before. What is estimated is rarely needed to the half. */
const MOST_HEAP = 2 * 1_048_576 * (resourceLimits.maxOldGenerationSizeMb ?? Number.POSITIVE_INFINITY)
const room = new ThreadRoom(ask)
if (isCounted) askForRoom(room)

/** Each thread has its own: histories are not sent about. */
const cache = new FindingsCache(randomBytes(32))
let extra: ExtraDetectors | undefined

port.on('message', (message: InspectionMessage) => {
  if ('detectors' in message) {
    extra = detectorsWithOwnWords(compileDetectors(message.detectors).set, message.detectors)
    return
  }
  // A rejection ends the thread: the inspector answers for it and starts another.
  void run(message).then((answer) => port.postMessage(answer))
})
giveBackIdleMemory()
port.postMessage('ready')

async function run(job: InspectionJob): Promise<InspectionAnswer> {
  const budget = ownRunningTimes.begin(job.budgetMs)
  room.begin()
  const { method, path, host, headers, body } = job
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const decoded = await decodeGradually(bytes, headers['content-encoding'], maxBytes)
  const platform = platformById(job.platformId)
  const target = { method, path, host, headers, query: new URLSearchParams(job.query) }
  const decodedBytes = decoded.bytes.length
  const heap = heapFor(decoded.bytes)
  // More than any request may have is judged by the fail mode. Where there is no room in time, the client has its error already.
  const hasRoom = heap <= MOST_HEAP && (!isCounted || room.wish(bytes.length + heap))
  if (!hasRoom) return { inspection: outOfTime(platform, target), decodedBytes }
  const input = {
    platform,
    target,
    truncation: job.truncation,
    seam: job.seam,
    text: job.isText === true ? decoded.bytes.toString() : undefined,
  }
  const limits = { isOverBudget: () => budget.isSpent(), extra, cache, partKey, hashesJudged: job.hashesJudged }
  if (input.text !== undefined) return { inspection: inspectDecoded(input, decoded, limits), decodedBytes }
  const read = readDecoded(input, decoded, limits)
  const documents = read?.documents ?? []
  if (documents.length === 0) return { inspection: inspectRead(input, decoded, limits, read), decodedBytes }
  const texts = await files.read(
    documents.map(({ document }) => document),
    job.budgetMs,
    () => port.postMessage(READING),
  )
  return { inspection: inspectRead(input, decoded, limits, read, texts), decodedBytes }
}
