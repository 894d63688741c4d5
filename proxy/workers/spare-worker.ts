import type { Worker } from 'node:cluster'
import type { Logger } from 'pino'
import type { FromWorker } from './messages.ts'
import { restartDelay } from './restart-delay.ts'

/** How long the worker that took over has the machine for itself. */
const REFILL_MS = 1000

/**
 * One worker process that has loaded its code and waits for the place of another. Loading is most of what a start takes: a second and
 * more on a small machine.
 */
export class SpareWorker {
  readonly #fork: () => Worker
  readonly #logger: Pick<Logger, 'error'>
  #worker: Worker | undefined
  #isReady = false
  #isOpen = false
  #startedAt = 0
  #early = 0
  #timer: NodeJS.Timeout | undefined

  constructor(fork: () => Worker, logger: Pick<Logger, 'error'>) {
    this.#fork = fork
    this.#logger = logger
  }

  /** Begins to keep one. */
  open(): void {
    this.#isOpen = true
    this.#start()
  }

  /**
   * The one that waits, which is the caller's from now on; undefined if there is none. Another one is started in its place. One that is
   * not ready says so to the caller when it is: it is further on than a new one.
   */
  take(): { readonly worker: Worker; readonly isReady: boolean } | undefined {
    const worker = this.#worker
    if (worker === undefined || !worker.isConnected()) return undefined
    worker.off('message', this.#onMessage).off('exit', this.#onExit)
    this.#worker = undefined
    this.#early = 0
    this.#startIn(REFILL_MS)
    return { worker, isReady: this.#isReady }
  }

  /** Keeps none any more; one that waits is ended by who ends all workers. */
  close(): void {
    this.#isOpen = false
    clearTimeout(this.#timer)
    this.#worker?.off('exit', this.#onExit)
  }

  #startIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#start(), ms)
  }

  #start(): void {
    if (!this.#isOpen) return
    this.#isReady = false
    this.#startedAt = performance.now()
    try {
      this.#worker = this.#fork().on('message', this.#onMessage).once('exit', this.#onExit)
    } catch (error) {
      this.#logger.error({ err: error }, 'no process can be started to wait for the place of a proxy worker')
      this.#again(0)
    }
  }

  readonly #onMessage = ({ kind }: FromWorker): void => {
    if (kind === 'ready') this.#isReady = true
  }

  readonly #onExit = (code: number, signal: string): void => {
    this.#worker = undefined
    this.#logger.error({ code, signal }, 'the proxy worker that waits for the place of another ended')
    this.#again(performance.now() - this.#startedAt)
  }

  #again(livedMs: number): void {
    const delay = restartDelay(livedMs, this.#early)
    this.#early = delay.early
    this.#startIn(delay.ms)
  }
}
