import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../config/compile-cache.ts'
import { ApiError } from '../http/api-error.ts'
import type { PreparationJob, Prepared } from './preparation.ts'

/** The longest time for one job. A request that takes longer on a busy machine may be sent again. */
const PATIENCE_MS = 15_000
/** How many more may wait: each may hold ten megabytes. */
const WAITING_MAX = 16
const IDLE_MS = 30_000
const HEAP_MB = 512
const RETRY_AFTER_SECONDS = 5

interface Waiting {
  readonly job: PreparationJob
  readonly resolve: (prepared: Prepared) => void
  readonly reject: (error: Error) => void
}

/**
 * Looks rules over, one after the other, in a thread of its own: trying a pattern takes processor time that nobody else is to wait
 * for, and a pattern that takes too much is ended with its thread.
 */
export class DetectorCheckThread {
  readonly #waiting: Waiting[] = []
  readonly #patienceMs: number
  #current: Waiting | undefined
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param patienceMs for one job, on the clock of the machine */
  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs
  }

  /** @throws ApiError 503 if it is busy, or did not get done in time */
  prepare(job: PreparationJob): Promise<Prepared> {
    if (this.#waiting.length >= WAITING_MAX) return Promise.reject(busy('Too many detectors are being checked'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(busy('The service is stopping'))
    await this.#end('The service is stopping')
  }

  #next(): void {
    if (this.#current !== undefined) return
    this.#current = this.#waiting.shift()
    clearTimeout(this.#timer)
    if (this.#current === undefined) {
      this.#timer = setTimeout(() => void this.#end(''), IDLE_MS).unref()
      return
    }
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#timer = setTimeout(() => void this.#end('Checking the detector took too long'), this.#patienceMs)
    this.#worker.postMessage(this.#current.job)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      env: threadEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.on('message', (prepared: Prepared) => {
      const done = this.#current
      this.#current = undefined
      worker.unref()
      this.#next()
      done?.resolve(prepared)
    })
    const onEnd = () => {
      if (this.#worker === worker) void this.#end('Checking the detector failed')
    }
    worker.on('error', onEnd)
    worker.on('exit', onEnd)
    return worker
  }

  /** Ends the thread, including its current work. */
  async #end(reason: string): Promise<void> {
    clearTimeout(this.#timer)
    const worker = this.#worker
    const current = this.#current
    this.#worker = undefined
    this.#current = undefined
    current?.reject(busy(reason))
    if (this.#waiting.length > 0) this.#next()
    await worker?.terminate()
  }
}

function busy(reason: string): ApiError {
  return new ApiError(503, 'ERR_DETECTOR_CHECK', `${reason}: try again`, {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  })
}
