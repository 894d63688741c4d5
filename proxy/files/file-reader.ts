import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../config/compile-cache.ts'
import type { RoomQuestion } from '../body/unfolding.ts'
import { type FileReading, unreadFile } from './file-reading.ts'
import { HEAP_MB, MAX_IDLE_MS, MEMORY_MB, WATCH_MS } from './limits.ts'
import { Readings } from './readings.ts'
import type { FileAnswer, FileJob, FileWorkerData } from './worker.ts'

export interface FileReaderOptions {
  /** What the files of one request may unpack to, in bytes. */
  readonly maxUnpackedBytes: number
  /** The characters that may come out of them. */
  readonly maxTextLength: number
  /** What the thread may take, heap and buffers together, in MB. */
  readonly memoryMb?: number
  /** Passes on what the thread asks for as files unfold; nothing is counted if not given. */
  readonly ask?: (question: RoomQuestion) => void
  /** For tests: another program for the thread, and a smaller heap for it. */
  readonly program?: URL
  readonly heapMb?: number
}

/** The thread stops by itself at its budget; what still runs after this multiple of it is stuck in a library. */
const HARD_BUDGET = 2
/** The same by the clock, for threads that wait; others may use the core. */
const PATIENCE = 10

/**
 * Reads files in a thread of their own, one at a time: libraries read what strangers have made, and where one of them breaks,
 * hangs or takes too much memory, the thread is ended, and the file counts as unread. The thread starts with the first file and
 * ends when there were none for a while; libraries are loaded there and nowhere else. A file that comes again is not read again.
 */
export class FileReader {
  readonly #options: FileReaderOptions
  #thread: Thread | undefined
  readonly #known = new Readings()

  constructor(options: FileReaderOptions) {
    this.#options = options
  }

  /**
   * Never rejects; the readings are in the order of the files.
   * @param budgetMs running time of all of them
   * @param onProgress called again and again while it lasts
   */
  async read(files: readonly Buffer[], budgetMs: number, onProgress = () => {}): Promise<FileReading[]> {
    let unpackedBytes = this.#options.maxUnpackedBytes
    let textLength = this.#options.maxTextLength
    let leftMs = budgetMs
    const readings: FileReading[] = []
    for (const file of files) {
      const key = Readings.keyOf(file)
      const known = this.#known.of(key, unpackedBytes, textLength)
      if (known !== undefined) {
        readings.push(known.reading)
        unpackedBytes -= known.unpackedBytes
        textLength -= known.reading.text.length + known.reading.context.length
        continue
      }
      if (leftMs <= 0) {
        readings.push(unreadFile('over_budget'))
        continue
      }
      const thread = this.#running()
      const before = thread.usedMs
      const job = { bytes: new Uint8Array(file), unpackedBytes, textLength, budgetMs: leftMs }
      const answer = await thread.run(job, onProgress)
      leftMs -= thread.usedMs - before
      const { reading } = answer
      readings.push(reading)
      this.#known.add(key, { reading, unpackedBytes: Math.max(0, unpackedBytes - answer.unpackedBytesLeft) })
      unpackedBytes = answer.unpackedBytesLeft
      textLength = Math.max(0, textLength - reading.text.length - reading.context.length)
    }
    this.#thread?.rest()
    return readings
  }

  #running(): Thread {
    if (this.#thread === undefined || this.#thread.hasEnded) {
      const { program = new URL('./worker.ts', import.meta.url), memoryMb = MEMORY_MB, ask } = this.#options
      const { heapMb = Math.min(HEAP_MB, Math.floor((memoryMb * 3) / 4)) } = this.#options
      this.#thread = new Thread({ program, heapMb, memoryMb, ask })
    }
    return this.#thread
  }

  async close(): Promise<void> {
    await this.#thread?.end()
    this.#thread = undefined
  }
}

interface ThreadOptions {
  readonly ask: FileReaderOptions['ask']
  readonly program: URL
  readonly heapMb: number
  readonly memoryMb: number
}

class Thread {
  readonly #worker: Worker
  readonly #mostBytes: number
  readonly #isReady: Promise<boolean>
  #idle: NodeJS.Timeout | undefined
  #settle: ((answer: FileAnswer) => void) | undefined
  /** Running time in milliseconds, as last seen. */
  usedMs = 0
  hasEnded = false

  constructor({ program, heapMb, memoryMb, ask }: ThreadOptions) {
    this.#mostBytes = memoryMb * 1_048_576
    this.#worker = new Worker(program, {
      workerData: { isCounted: ask !== undefined } satisfies FileWorkerData,
      env: threadEnvironment(),
      // What libraries print of a file must not reach our own output.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: 4 },
    })
    this.#worker.stdout.resume()
    this.#worker.stderr.resume()
    this.#isReady = new Promise((resolve) => {
      this.#worker.on('message', (message: 'ready' | RoomQuestion | FileAnswer) => {
        if (message === 'ready') resolve(true)
        else if ('room' in message) ask?.(message)
        else this.#settle?.(message)
      })
      // Out of memory, a fault of a library, or ended by us.
      const ended = () => {
        this.hasEnded = true
        clearTimeout(this.#idle)
        resolve(false)
        this.#settle?.({ reading: unreadFile('crashed'), unpackedBytesLeft: 0 })
      }
      this.#worker.on('error', ended)
      this.#worker.on('exit', ended)
    })
  }

  async run(job: FileJob, onProgress: () => void): Promise<FileAnswer> {
    clearTimeout(this.#idle)
    this.#worker.ref()
    const unread = (problem: 'crashed' | 'over_budget' | 'too_large') => ({
      reading: unreadFile(problem),
      unpackedBytesLeft: job.unpackedBytes,
    })
    if (!(await this.#isReady) || this.hasEnded) return unread('crashed')
    const startedMs = await this.#runningMs()
    let isAnswered = false
    const answered = new Promise<FileAnswer>((resolve) => {
      this.#settle = resolve
    })
    this.#worker.postMessage(job, [job.bytes.buffer])
    const mostMs = {
      running: startedMs + job.budgetMs * HARD_BUDGET,
      clock: performance.now() + job.budgetMs * PATIENCE,
    }
    const watching = setInterval(() => {
      onProgress()
      void this.#look(mostMs).then((problem) => {
        // A look may outlast its job: the next one has nothing to do with it.
        if (problem === undefined || isAnswered) return
        this.#settle?.(unread(problem))
        void this.end()
      })
    }, WATCH_MS)
    const answer = await answered
    isAnswered = true
    this.#settle = undefined
    clearInterval(watching)
    await this.#runningMs()
    return answer.reading.problems.includes('crashed') ? unread('crashed') : answer
  }

  /** Ends the thread if nothing comes for a while. */
  rest(): void {
    if (this.hasEnded) return
    this.#worker.unref()
    this.#idle = setTimeout(() => void this.end(), MAX_IDLE_MS).unref()
  }

  async end(): Promise<void> {
    this.hasEnded = true
    clearTimeout(this.#idle)
    await this.#worker.terminate()
  }

  /** Neither time within a library nor buffers outside V8's heap have a limit of their own. */
  async #look(most: {
    readonly running: number
    readonly clock: number
  }): Promise<'over_budget' | 'too_large' | undefined> {
    // A library that waits for what never comes runs for no time at all.
    if (performance.now() > most.clock) return 'over_budget'
    try {
      const [ms, heap] = await Promise.all([this.#runningMs(), this.#worker.getHeapStatistics()])
      if (ms > most.running) return 'over_budget'
      return heap.used_heap_size + heap.external_memory > this.#mostBytes ? 'too_large' : undefined
    } catch {
      // It has ended meanwhile, which is told by itself.
      return undefined
    }
  }

  async #runningMs(): Promise<number> {
    if (this.hasEnded) return this.usedMs
    try {
      const { user, system } = await this.#worker.cpuUsage()
      this.usedMs = (user + system) / 1000
    } catch {
      // It has ended meanwhile.
    }
    return this.usedMs
  }
}
