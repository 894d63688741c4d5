import { parentPort, workerData } from 'node:worker_threads'
import { giveBackIdleMemory } from '../../config/idle-memory.ts'
import { InvariantError } from '../../core/errors.ts'
import { askForRoom, ThreadRoom } from '../body/unfolding.ts'
import { Allowance } from './allowance.ts'
import type { FileReading } from './file-reading.ts'
import { readFile } from './read-file.ts'

/** The data that the thread is started with. */
export interface FileWorkerData {
  /** Whether room is to be asked for as files unfold. */
  readonly isCounted: boolean
}

/** One file to read. */
export interface FileJob {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly unpackedBytes: number
  readonly textLength: number
  /** Milliseconds that this thread may run. */
  readonly budgetMs: number
}

export interface FileAnswer {
  readonly reading: FileReading
  /** What is left for the next file. */
  readonly unpackedBytesLeft: number
}

if (parentPort === null) throw new InvariantError('files are read in a worker thread only')
const port = parentPort
const { isCounted } = workerData as FileWorkerData
const room = new ThreadRoom((question) => port.postMessage(question))
if (isCounted) askForRoom(room)

port.on('message', (job: FileJob) => {
  // A rejection ends the thread: the file counts as unread, and the next one gets another thread.
  void run(job).then((answer) => port.postMessage(answer))
})
giveBackIdleMemory()
port.postMessage('ready')

async function run({ bytes, unpackedBytes, textLength, budgetMs }: FileJob): Promise<FileAnswer> {
  room.begin()
  const started = runningMs()
  const isOverBudget = () => runningMs() - started > budgetMs
  const allowance = new Allowance({ unpackedBytes, textLength, isOverBudget })
  const reading = await readFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), allowance)
  return { reading, unpackedBytesLeft: Math.max(0, allowance.unpackedBytesLeft) }
}

function runningMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
