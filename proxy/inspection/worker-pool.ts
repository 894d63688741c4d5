import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../config/compile-cache.ts'
import { answerRoom, type RoomQuestion } from '../body/unfolding.ts'
import { InspectionBusyError } from './busy-error.ts'
import { FairQueue, type Waiting } from './fair-queue.ts'
import type { RequestInspection } from './inspect-request.ts'
import { JobRoom, type UnfoldingShare } from './job-room.ts'
import type { InspectionAnswer, InspectionJob, InspectionMessage, InspectionWorkerData } from './worker.ts'

export interface WorkerPoolOptions {
  readonly maxBytes: number
  /** What the files of one request may unpack to. */
  readonly filesMaxBytes: number
  readonly partKey?: Uint8Array | undefined
  readonly budgetMs: number
  /** How long a job may wait for a thread. */
  readonly waitMs: number
  /** Threads that work for anybody; SPARE_THREADS more work for clients of which nothing runs yet. */
  readonly workers: number
  /** Memory of one thread's JavaScript heap; a body that needs more ends the thread. */
  readonly heapMb: number
  /** The same of the threads that read files, with their buffers. */
  readonly filesMemoryMb?: number
  /** What content that is unfolded counts to; it is not counted if not given. */
  readonly held?: UnfoldingShare | undefined
  /** Sent to every thread before its next job when the revision has changed. */
  readonly detectors?: (() => { readonly served: readonly unknown[]; readonly revision: number }) | undefined
  /** Milliseconds after which idle threads end. */
  readonly idle?: IdleTimes
}

interface IdleTimes {
  /** Spare threads, and those that had a large body. */
  readonly ms: number
  /** The others, as many as `workers`. */
  readonly keptMs: number
}

/** `body` may be any view; it is copied when the job's turn comes, as the original is still to be forwarded. */
type Job = Omit<InspectionJob, 'budgetMs' | 'body'> & { readonly body: Uint8Array }
type Answer = RequestInspection | undefined

interface Pending extends Waiting {
  readonly job: Job
  readonly gone: AbortSignal | undefined
  readonly resolve: (inspection: Answer) => void
  readonly reject: (error: InspectionBusyError) => void
  timer: NodeJS.Timeout | undefined
  room?: JobRoom | undefined
}

interface Thread {
  readonly worker: Worker
  ready: boolean
  /** Of the detectors that it has; 0: none. */
  revision: number
  current: Pending | undefined
  /** Bytes of the largest decoded body that it had, or of what one unfolded to. */
  largest: number
  idleTimer: NodeJS.Timeout | undefined
}

/**
 * A large body leaves a large heap behind; an idle thread is ended rather than kept with it. Without one it has some 60 MB, while a new thread
 * costs the next prompt half a second: whoever works with an agent pauses for longer than half a minute.
 */
const IDLE: IdleTimes = { ms: 20_000, keptMs: 300_000 }
const LARGE_BYTES = 1_048_576
/** The thread stops by itself in this part of the budget, so that its findings so far arrive in time. */
const SOFT_BUDGET = 0.8
/**
 * A thread counts the time it runs, which nothing outside can see; it may have to share its core with others. A thread that has
 * not stopped by itself after this multiple of the budget is stuck.
 */
const HARD_BUDGET = 3
/** A client with no inspection running does not wait for other clients' inspections to end. */
const SPARE_THREADS = 2
/** By how much a compressed body is expected to grow, until its size is known. */
const EXPECTED_RATIO = 8

/**
 * Threads that inspect one job at a time, in fair turns between clients. A job that outlives its budget takes its thread
 * down with it: nothing else can interrupt a parser or a pattern. Threads start when there is work, and never keep the
 * process alive while idle.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #threads = new Set<Thread>()
  readonly #queue = new FairQueue<Pending>()
  #closed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
  }

  /**
   * Undefined if the job ran out of time or memory.
   * @param gone aborted where the client has gone: the job gives up its place, unless it has begun
   * Rejects with InspectionBusyError if it waited too long for its turn or for room to unfold, its client has gone, or the pool is closed.
   */
  run(client: string, job: Job, gone?: AbortSignal): Promise<Answer> {
    if (this.#closed || gone?.aborted === true) return Promise.reject(new InspectionBusyError())
    return new Promise((resolve, reject) => {
      const isEncoded = job.headers?.['content-encoding'] !== undefined
      const cost = job.body.length * (isEncoded ? EXPECTED_RATIO : 1)
      const pending: Pending = { client, cost, job, gone, resolve, reject, timer: undefined }
      pending.timer = setTimeout(() => this.#giveUpWaiting(pending), this.#options.waitMs)
      gone?.addEventListener('abort', () => this.#giveUpWaiting(pending), { once: true })
      this.#queue.add(pending)
      this.#dispatch()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#turnAway()
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)))
  }

  #dispatch(): void {
    const { workers } = this.#options
    const threads = [...this.#threads]
    let busy = threads.filter(({ current }) => current !== undefined).length
    for (const thread of threads) {
      if (!thread.ready || thread.current !== undefined) continue
      const pending = this.#queue.take(busy >= workers)
      if (pending === undefined) break
      busy++
      this.#start(thread, pending)
    }
    if (this.#queue.size === 0) return
    const starting = threads.filter(({ ready }) => !ready).length
    const isSpare = busy >= workers
    const most = isSpare ? workers + SPARE_THREADS : workers
    // A thread costs half a second to start, and would stand idle if only clients wait that are being served already.
    if (starting < this.#queue.countReady(isSpare) && threads.length < most && starting < workers + 1) this.#spawn()
  }

  #start(thread: Thread, pending: Pending): void {
    const { budgetMs } = this.#options
    thread.current = pending
    clearTimeout(thread.idleTimer)
    thread.worker.ref()
    this.#setDeadline(thread, pending)
    const { held } = this.#options
    if (held !== undefined) pending.room = new JobRoom({ held, client: pending.client, gone: pending.gone })
    this.#tellDetectors(thread)
    const body = new Uint8Array(pending.job.body)
    const job: InspectionJob = { ...pending.job, body, budgetMs: budgetMs * SOFT_BUDGET }
    thread.worker.postMessage(job, [body.buffer])
  }

  #setDeadline(thread: Thread, pending: Pending): void {
    clearTimeout(pending.timer)
    pending.timer = setTimeout(() => void this.#end(thread), this.#options.budgetMs * HARD_BUDGET)
  }

  /** A thread that waits for others is not stuck. Where there was no room in time, that is no verdict. */
  #giveRoom(thread: Thread, question: RoomQuestion): void {
    const { current } = thread
    if (current?.room === undefined) {
      answerRoom(question, false)
      return
    }
    clearTimeout(current.timer)
    void current.room
      .answer(question)
      .catch(() => current.reject(new InspectionBusyError()))
      .then(() => {
        if (thread.current === current) this.#setDeadline(thread, current)
      })
  }

  #tellDetectors(thread: Thread): void {
    const current = this.#options.detectors?.()
    if (current === undefined || current.revision === thread.revision) return
    thread.revision = current.revision
    thread.worker.postMessage({ detectors: current.served } satisfies InspectionMessage)
  }

  #spawn(): void {
    const { maxBytes, filesMaxBytes, filesMemoryMb, partKey, heapMb, held } = this.#options
    const isCounted = held !== undefined
    const workerData: InspectionWorkerData = { maxBytes, filesMaxBytes, filesMemoryMb, partKey, isCounted }
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData,
      env: threadEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    const thread: Thread = { worker, ready: false, revision: 0, current: undefined, largest: 0, idleTimer: undefined }
    this.#threads.add(thread)
    worker.on('message', (message: 'ready' | 'reading' | RoomQuestion | InspectionAnswer) => {
      if (message === 'reading') {
        // Another thread reads its files, with a budget of its own.
        thread.current?.timer?.refresh()
        return
      }
      if (typeof message === 'object' && 'room' in message) {
        this.#giveRoom(thread, message)
        return
      }
      if (message === 'ready') thread.ready = true
      else this.#settle(thread, message)
      worker.unref()
      this.#endWhenIdle(thread)
      this.#dispatch()
    })
    // Out of memory, or a fault of ours: both end the thread, and its job is answered as not inspected.
    worker.on('error', () => void this.#end(thread))
    worker.on('exit', () => void this.#end(thread))
  }

  #endWhenIdle(thread: Thread): void {
    const { workers, idle = IDLE } = this.#options
    clearTimeout(thread.idleTimer)
    thread.idleTimer = setTimeout(() => {
      if (this.#threads.size > workers || thread.largest > LARGE_BYTES) return void this.#end(thread)
      thread.idleTimer = setTimeout(() => void this.#end(thread), idle.keptMs - idle.ms).unref()
    }, idle.ms).unref()
  }

  #settle(thread: Thread, answer: InspectionAnswer | undefined): void {
    const { current } = thread
    if (current === undefined) return
    thread.current = undefined
    clearTimeout(current.timer)
    this.#queue.charge(current, answer?.decodedBytes)
    thread.largest = Math.max(thread.largest, answer?.decodedBytes ?? 0, current.room?.taken ?? 0)
    current.room?.release()
    const isTold = answer !== undefined && this.#options.detectors !== undefined
    current.resolve(isTold ? { ...answer.inspection, detectorRevision: thread.revision } : answer?.inspection)
  }

  async #end(thread: Thread): Promise<void> {
    if (!this.#threads.delete(thread)) return
    this.#settle(thread, undefined)
    clearTimeout(thread.idleTimer)
    // A thread that cannot start would be started for ever: waiting jobs are answered, and the next job tries again.
    if (!thread.ready && this.#threads.size === 0) this.#turnAway()
    else this.#dispatch()
    await thread.worker.terminate()
  }

  #turnAway(): void {
    for (const pending of this.#queue.drain()) {
      clearTimeout(pending.timer)
      pending.reject(new InspectionBusyError())
    }
  }

  #giveUpWaiting(pending: Pending): void {
    if (!this.#queue.remove(pending)) return
    clearTimeout(pending.timer)
    pending.reject(new InspectionBusyError())
  }
}
