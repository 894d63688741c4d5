import { Worker } from 'node:worker_threads'
import type { RequestInspection } from './inspect-request.ts'
import type { InspectionJob, InspectionMessage, InspectionWorkerData } from './worker.ts'

export interface WorkerPoolOptions {
  readonly maxBytes: number
  readonly budgetMs: number
  readonly workers: number
  /** Memory of one thread's JavaScript heap; a body that needs more ends the thread. */
  readonly heapMb: number
  /** What every thread is told before its next job once the revision is another. */
  readonly detectors?: (() => { readonly served: readonly unknown[]; readonly revision: number }) | undefined
}

type Job = Omit<InspectionJob, 'budgetMs'>
type Answer = RequestInspection | undefined

interface Pending {
  readonly job: Job
  readonly answer: (inspection: Answer) => void
  timer: NodeJS.Timeout | undefined
}

interface Thread {
  readonly worker: Worker
  ready: boolean
  /** Of the detectors that it has; 0: none. */
  revision: number
  current: Pending | undefined
  idleTimer: NodeJS.Timeout | undefined
}

/** Jobs that may wait, each with its copy of a body. */
const MAX_WAITING = 64
/** How long a job may wait for a thread, its start included. */
const MAX_WAIT_MS = 10_000
/** A large body leaves a large heap behind; an idle thread is ended rather than kept with it. */
const MAX_IDLE_MS = 30_000
/** The thread stops by itself in this part of the budget, so that what it has found so far arrives in time. */
const SOFT_BUDGET = 0.8

/**
 * Threads that inspect one job at a time. A job that outlives its budget takes its thread down with it: nothing else can
 * interrupt a parser or a pattern. Threads start when there is work, and never keep the process alive while idle.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #threads = new Set<Thread>()
  readonly #waiting: Pending[] = []
  #closed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
  }

  /** Undefined where the job could not be done: too many wait, it ran out of time or memory, or the pool is closed. */
  run(job: Job): Promise<Answer> {
    if (this.#closed || this.#waiting.length >= MAX_WAITING) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const pending: Pending = { job, answer: resolve, timer: undefined }
      pending.timer = setTimeout(() => this.#giveUpWaiting(pending), MAX_WAIT_MS)
      this.#waiting.push(pending)
      this.#dispatch()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const pending of this.#waiting.splice(0)) settle(pending, undefined)
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)))
  }

  #dispatch(): void {
    for (const thread of this.#threads) {
      if (!thread.ready || thread.current !== undefined) continue
      const pending = this.#waiting.shift()
      if (pending === undefined) return
      this.#start(thread, pending)
    }
    const starting = [...this.#threads].filter((thread) => !thread.ready).length
    if (this.#waiting.length > starting && this.#threads.size < this.#options.workers) this.#spawn()
  }

  #start(thread: Thread, pending: Pending): void {
    const { budgetMs } = this.#options
    thread.current = pending
    clearTimeout(thread.idleTimer)
    thread.worker.ref()
    clearTimeout(pending.timer)
    pending.timer = setTimeout(() => void this.#end(thread), budgetMs)
    this.#tellDetectors(thread)
    const job: InspectionJob = { ...pending.job, budgetMs: budgetMs * SOFT_BUDGET }
    thread.worker.postMessage(job, [job.body.buffer])
  }

  #tellDetectors(thread: Thread): void {
    const current = this.#options.detectors?.()
    if (current === undefined || current.revision === thread.revision) return
    thread.revision = current.revision
    thread.worker.postMessage({ detectors: current.served } satisfies InspectionMessage)
  }

  #spawn(): void {
    const { maxBytes, heapMb } = this.#options
    const workerData: InspectionWorkerData = { maxBytes }
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    const thread: Thread = { worker, ready: false, revision: 0, current: undefined, idleTimer: undefined }
    this.#threads.add(thread)
    worker.on('message', (message: 'ready' | RequestInspection) => {
      if (message === 'ready') {
        thread.ready = true
      } else if (thread.current !== undefined) {
        settle(thread.current, message)
        thread.current = undefined
      }
      worker.unref()
      thread.idleTimer = setTimeout(() => void this.#end(thread), MAX_IDLE_MS).unref()
      this.#dispatch()
    })
    // Out of memory, or a fault of ours: both end the thread, and its job is answered as not inspected.
    worker.on('error', () => void this.#end(thread))
    worker.on('exit', () => void this.#end(thread))
  }

  async #end(thread: Thread): Promise<void> {
    if (!this.#threads.delete(thread)) return
    if (thread.current !== undefined) settle(thread.current, undefined)
    thread.current = undefined
    clearTimeout(thread.idleTimer)
    // A thread that cannot even start would start again for ever: what waits is answered, the next job tries anew.
    if (!thread.ready) for (const pending of this.#waiting.splice(0)) settle(pending, undefined)
    else this.#dispatch()
    await thread.worker.terminate()
  }

  #giveUpWaiting(pending: Pending): void {
    const index = this.#waiting.indexOf(pending)
    if (index === -1) return
    this.#waiting.splice(index, 1)
    settle(pending, undefined)
  }
}

function settle(pending: Pending, inspection: Answer): void {
  clearTimeout(pending.timer)
  pending.answer(inspection)
}
