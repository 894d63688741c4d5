import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ApiClient, BatchAnswer } from '../api-client/client.ts'
import { ApiError, retryDelayMs } from '../api-client/errors.ts'
import { deliver, isFaultOfBatch } from './delivery.ts'
import type { RecordMetrics } from './record-metrics.ts'
import type { RejectedRecords } from './rejected-records.ts'
import type { Spool } from './spool/spool.ts'
import { SpoolError } from './spool/spool-errors.ts'

/** The API takes 500 items (specification, Limits) and 10 MiB (docs/reference/api-rules.md, Errors); less passes slow lines in time. */
const BATCH_LIMITS = { items: 500, bytes: 4 * 1024 * 1024 }
/**
 * A batch of this size means load: two hundred records a second. Records then wait longer, to go in larger batches, as what a batch
 * costs is shared by all of its records: at five hundred a second the API takes a quarter less for each.
 */
const BUSY_ITEMS = 20
const BUSY_INTERVAL_MS = 200
/** The first record after a quiet time waits this long for others to go with it. */
const LINGER_MS = 20
/** After a fault of the spool, or an API that contradicts itself, before the same records are tried again. */
const FAULT_PAUSE_MS = 1_000
/** How long stop() lets the last batches go out. */
const STOP_TIMEOUT_MS = 2_000
/** The most ids of refused records in one log line. */
const LOGGED_IDS = 10

export interface SenderOptions {
  readonly spool: Spool
  readonly client: ApiClient
  readonly rejected: RejectedRecords
  readonly logger: Logger
  readonly metrics: RecordMetrics
  /** How long what is left may take when it is stopped; undefined: two seconds. */
  readonly stopTimeoutMs?: number | undefined
  /** From the start of one request to the start of the next, at least. */
  readonly intervalMs: number
  /** After each step that takes records from the backlog. */
  readonly onProgress: () => void
}

/** Takes records from the spool to the API, one batch at a time, until it is stopped. */
export class Sender {
  readonly #options: SenderOptions
  readonly #stopping = new AbortController()
  readonly #givingUp = new AbortController()
  readonly #running: Promise<void>
  #woken = Promise.withResolvers<void>()
  #nextRequestAt = 0
  /** Ends a wait for the next request, for a full batch that may go at once. */
  #endWait: (() => void) | undefined
  /** The failure that was logged last, while it lasts. */
  #outage: ApiError['code'] | undefined

  constructor(options: SenderOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** Something was appended to the spool. */
  wake(): void {
    this.#woken.resolve()
    if (this.#endWait !== undefined && this.#hasFullBatch) this.#endWait()
  }

  /** Sends what is left as long as the API takes it, for `stopTimeoutMs` at most; the rest stays in the spool. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.wake()
    const deadline = setTimeout(() => this.#givingUp.abort(), this.#options.stopTimeoutMs ?? STOP_TIMEOUT_MS)
    await this.#running
    clearTimeout(deadline)
  }

  /** Stops at once: a record on its way may arrive twice, and is recognised by its id. */
  async abandon(): Promise<void> {
    this.#stopping.abort()
    this.#givingUp.abort()
    this.wake()
    // What ended it, if anything did, is a fault of its own, and may be why the proxy starts again.
    await this.#running.catch(() => {})
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  async #run(): Promise<void> {
    for (;;) {
      if (this.#options.spool.drained) {
        if (this.#isStopping) return
        await this.#woken.promise
        this.#woken = Promise.withResolvers()
        await pause(LINGER_MS, this.#stopping.signal)
        continue
      }
      try {
        await this.#deliverNext()
      } catch (error) {
        if (error instanceof SpoolError) this.#reportFault(error)
        else if (error instanceof ApiError) this.#reportOutage(error)
        else throw error
        if (this.#isStopping) return
        await pause(FAULT_PAUSE_MS, this.#stopping.signal)
      }
      this.#options.onProgress()
    }
  }

  async #deliverNext(): Promise<void> {
    const { spool, metrics, logger } = this.#options
    // Before the batch is read: what comes meanwhile goes with it.
    await this.#pace()
    const batch = await spool.read(BATCH_LIMITS)
    if (batch === undefined) return
    if (batch.damaged > 0) {
      metrics.damaged(batch.damaged)
      logger.warn({ segment: batch.segment.sequence, damaged: batch.damaged }, 'damaged lines of the spool are skipped')
    }
    const refused = await deliver(batch.items, (items) => this.#send(items))
    if (refused.length > 0) await this.#setApart(refused)
    metrics.delivered(batch.items.length - refused.length)
    await spool.acknowledge(batch)
  }

  /** One request, tried again until the API answers; rejects if the batch is at fault, or at the first failure while stopping. */
  async #send(items: readonly Buffer[]): Promise<BatchAnswer> {
    const { client, metrics } = this.#options
    for (let failures = 1; ; failures++) {
      await this.#pace()
      this.#nextRequestAt = performance.now() + this.#intervalAfter(items.length)
      try {
        const answer = await client.sendBatch(items, this.#givingUp.signal)
        metrics.batchAnswered('ok')
        this.#reportRecovery()
        return answer
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        metrics.batchAnswered(error.code)
        if (this.#isStopping || isFaultOfBatch(error)) throw error
        this.#reportOutage(error)
        await pause(retryDelayMs(failures, error), this.#stopping.signal)
      }
    }
  }

  async #pace(): Promise<void> {
    const wait = this.#nextRequestAt - performance.now()
    if (wait <= 0 || this.#hasFullBatch) return
    const waited = Promise.withResolvers<void>()
    const timer = setTimeout(waited.resolve, wait)
    this.#endWait = waited.resolve
    await waited.promise
    this.#endWait = undefined
    clearTimeout(timer)
  }

  /**
   * To wait longer would not make it larger, and what does not leave memory soon is promoted by the garbage collector, or read back from the disk. Over HTTP
   * the requests of a token are counted.
   */
  get #hasFullBatch(): boolean {
    const { spool, client } = this.#options
    return spool.lines >= BATCH_LIMITS.items && client.handsOver()
  }

  /** A full batch leaves others waiting, and whoever stops has little time. */
  #intervalAfter(items: number): number {
    const { intervalMs } = this.#options
    const isBusy = items >= BUSY_ITEMS && items < BATCH_LIMITS.items && !this.#isStopping
    return isBusy ? Math.max(intervalMs, BUSY_INTERVAL_MS) : intervalMs
  }

  async #setApart(refused: readonly Buffer[]): Promise<void> {
    const { rejected, logger, metrics } = this.#options
    let kept = false
    try {
      kept = await rejected.keep(refused)
    } catch (error) {
      logger.error({ err: error }, 'refused records cannot be kept')
    }
    metrics.rejected(refused.length, kept)
    const ids = refused.slice(0, LOGGED_IDS).map(idOf)
    logger.error({ count: refused.length, ids, kept }, 'the API refused records')
  }

  #reportFault(error: SpoolError): void {
    this.#options.metrics.spoolFailed(error.code)
    this.#options.logger.error({ err: error }, 'the spool of records has a fault')
  }

  #reportOutage(error: ApiError): void {
    if (this.#outage === error.code) return
    this.#outage = error.code
    const { logger, spool } = this.#options
    logger.warn({ code: error.code, reason: error.message, backlog: spool.lines }, 'records wait in the spool')
  }

  #reportRecovery(): void {
    if (this.#outage === undefined) return
    this.#outage = undefined
    this.#options.logger.info({ backlog: this.#options.spool.lines }, 'records go to the API again')
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

function idOf(item: Buffer): unknown {
  const record: unknown = JSON.parse(item.toString())
  return typeof record === 'object' && record !== null && 'id' in record ? record.id : undefined
}
