import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../config/compile-cache.ts'
import { ApiError } from '../http/api-error.ts'
import { Turns } from '../turns/turns.ts'

const THREADS = 2
/** Whatever a tenant asks for, the other thread is there for others. */
const THREADS_OF_TENANT = 1
/** How many jobs of one tenant may wait, and how long each does. */
const WAITING_MAX = 64
const WAIT_MS = 30_000
/** For what comes before a job begins: its thread starts, and the job is made. A busy machine takes some seconds for a thread. */
const STARTING_MS = 30_000
/** An idle thread keeps some 60 MB, and a new one takes half a second to start. */
const IDLE_MS = 60_000
const HEAP_MB = 512
const RETRY_AFTER_SECONDS = 5
const STOPPING = 'The service is stopping: try again'

/** What a thread was sent and keeps, by tenant; it goes with the thread. */
export type Kept = Map<string, { readonly version: string; readonly size: number }>

export interface Work<Job> {
  readonly tenantId: string
  /** How a sentence begins that says that it failed. */
  readonly what: string
  /** How long the job may take, on the clock of the machine. */
  readonly limitMs: number
  /** Is called when the turn has come. */
  readonly makeJob: (kept: Kept) => Job | Promise<Job>
}

interface Thread {
  readonly worker: Worker
  /** Resolves when it has started, which takes as long as the machine has other things to do. */
  readonly ready: Promise<unknown>
  readonly kept: Kept
  /** Answers the job that it works on. */
  fail: (reason?: string) => void
  idleTimer: NodeJS.Timeout | undefined
}

/**
 * Threads for work that tenants may make as long as they like: one job at a time in each, in fair turns between tenants. A job that outlives
 * its limit takes its thread down with it, since nothing else can interrupt a pattern.
 */
export class TenantThreads<Job> {
  readonly #script: URL
  readonly #startingMs: number
  readonly #turns = new Turns({
    weight: THREADS,
    isShared: true,
    weightOfLine: THREADS_OF_TENANT,
    waiting: WAITING_MAX,
    waitMs: WAIT_MS,
    refusal: () => unavailable('Too many texts and detectors are being checked: try again'),
  })
  readonly #threads = new Set<Thread>()
  readonly #idle: Thread[] = []
  #closed = false

  /** @param script of the threads, which send a message when they are ready, and one for each that they get */
  constructor(script: URL, startingMs = STARTING_MS) {
    this.#script = script
    this.#startingMs = startingMs
  }

  /** @throws ApiError 503 if there is too much to do, or the job does not get done */
  run<Answer>(work: Work<Job>): Promise<Answer> {
    return this.#turns.take(work.tenantId, async () => {
      if (this.#closed) throw unavailable(STOPPING)
      const thread = this.#take(work.tenantId)
      try {
        return await this.#work<Answer>(thread, work)
      } finally {
        this.#rest(thread)
      }
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, STOPPING)))
  }

  /** An idle thread, if there is one: rather one that keeps something of this tenant's. */
  #take(tenantId: string): Thread {
    const own = this.#idle.findIndex(({ kept }) => kept.has(tenantId))
    // Else the one that rested last, so that another one may end.
    const [thread] = this.#idle.splice(own === -1 ? this.#idle.length - 1 : own, 1)
    clearTimeout(thread?.idleTimer)
    return thread ?? this.#start()
  }

  #start(): Thread {
    const worker = new Worker(this.#script, {
      env: threadEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    const ready = new Promise((resolve) => worker.once('message', resolve))
    const thread: Thread = { worker, ready, kept: new Map(), fail: () => {}, idleTimer: undefined }
    this.#threads.add(thread)
    // Out of memory, or a fault of ours.
    worker.on('error', () => void this.#end(thread))
    worker.on('exit', () => void this.#end(thread))
    return thread
  }

  async #work<Answer>(thread: Thread, { what, limitMs, makeJob }: Work<Job>): Promise<Answer> {
    const { worker, ready, kept } = thread
    const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>()
    thread.fail = (reason = `${what} failed: try again`) => reject(unavailable(reason))
    const endAfter = (ms: number, how: string) =>
      setTimeout(() => void this.#end(thread, `${what} ${how}: try again`), ms)
    // A job that is made after all changes what a thread is said to keep, without being sent to it: so that thread ends too.
    let timer = endAfter(this.#startingMs, 'did not begin in time')
    try {
      worker.ref()
      await Promise.race([ready, answer])
      const job = await Promise.race([makeJob(kept), answer])
      clearTimeout(timer)
      timer = endAfter(limitMs, 'took too long')
      worker.once('message', resolve)
      worker.postMessage(job)
      return await answer
    } finally {
      clearTimeout(timer)
      worker.off('message', resolve)
      worker.unref()
    }
  }

  #rest(thread: Thread): void {
    if (!this.#threads.has(thread)) return
    this.#idle.push(thread)
    thread.idleTimer = setTimeout(() => void this.#end(thread), IDLE_MS).unref()
  }

  async #end(thread: Thread, reason?: string): Promise<void> {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.idleTimer)
    const index = this.#idle.indexOf(thread)
    if (index !== -1) this.#idle.splice(index, 1)
    thread.fail(reason)
    await thread.worker.terminate()
  }
}

function unavailable(message: string): ApiError {
  return new ApiError(503, 'ERR_TENANT_THREADS', message, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } })
}
