import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { WeirError } from '../../core/errors.ts'
import type { InteractionRecord } from '../../core/model/interaction.ts'
import type { ApiClient } from '../api-client/client.ts'
import { type RecordMetrics, recordMetrics } from './record-metrics.ts'
import { RejectedRecords } from './rejected-records.ts'
import { Sender } from './sender.ts'
import { SPOOL_MAX_BYTES, Spool } from './spool/spool.ts'
import { abandonedDirectories, REJECTED_DIRECTORY } from './spool/spool-directory.ts'
import { SpoolError, type SpoolErrorCode } from './spool/spool-errors.ts'

/** Ten requests a second leave room within the API's 1,000 a minute for each token (specification, Limits). */
const REQUEST_INTERVAL_MS = 100
/** A record is sent within a second, however many workers share the token. */
const MAX_REQUEST_INTERVAL_MS = 750

export interface RecorderOptions {
  /** DATA_DIR/spool: each worker has a directory of its own in it. */
  readonly directory: string
  readonly worker: string
  /** The names of all workers on this data directory, this one included. The first takes over what others left. */
  readonly workers: readonly string[]
  readonly client: ApiClient
  readonly logger: Logger
  readonly metrics: Registry
  /** Bound on the spools of all workers together. */
  readonly maxBytes?: number
  /** How long close() may take to send what is left; undefined: two seconds. */
  readonly stopTimeoutMs?: number | undefined
}

/** The least time between two trial writes when a caller asks whether the disk takes records. */
const TRY_INTERVAL_MS = 1_000

interface Flush {
  readonly target: number
  readonly done: PromiseWithResolvers<void>
}

/** Takes interactions to the API: at least once on the way, exactly once in the end, for the API knows them by their id. */
export class Recorder {
  readonly #spool: Spool
  readonly #sender: Sender
  readonly #logger: Logger
  readonly #metrics: RecordMetrics
  /** Records taken so far, those found at the start included. */
  #taken: number
  #flushes: Flush[] = []
  #spoolFailure: SpoolErrorCode | undefined

  #triedAt = Number.NEGATIVE_INFINITY
  #isWritable = true

  private constructor(options: RecorderOptions, spool: Spool) {
    this.#spool = spool
    this.#taken = spool.lines
    this.#logger = options.logger
    this.#metrics = recordMetrics(options.metrics, () => ({ records: spool.lines, bytes: spool.bytes }))
    this.#sender = new Sender({
      spool,
      client: options.client,
      rejected: new RejectedRecords(join(options.directory, REJECTED_DIRECTORY, `${options.worker}.jsonl`)),
      logger: options.logger,
      metrics: this.#metrics,
      stopTimeoutMs: options.stopTimeoutMs,
      intervalMs: Math.min(REQUEST_INTERVAL_MS * options.workers.length, MAX_REQUEST_INTERVAL_MS),
      onProgress: () => this.#settleFlushes(),
    })
  }

  /** Starts sending what earlier processes left. Throws SpoolError if the directory cannot be used. */
  static async open(options: RecorderOptions): Promise<Recorder> {
    const { directory, worker, workers, maxBytes = SPOOL_MAX_BYTES } = options
    const spool = await Spool.open({
      directory: join(directory, worker),
      adopt: worker === workers[0] ? abandonedDirectories(directory, workers) : [],
      maxBytes: Math.floor(maxBytes / workers.length),
    })
    return new Recorder(options, spool)
  }

  /**
   * When this returns, the record outlives a kill of the process; of several all, or none, as they are written together. Throws SpoolError if
   * that cannot be promised; the caller then follows WEIR_FAIL_MODE.
   */
  record(...records: readonly InteractionRecord[]): void {
    try {
      this.#spool.append(...records.map((record) => JSON.stringify(record)))
    } catch (error) {
      if (error instanceof SpoolError) this.#reportFailure(error)
      throw error
    }
    this.#taken += records.length
    this.#metrics.appended(records.length)
    if (this.#spoolFailure !== undefined) this.#reportRecovery()
    this.#sender.wake()
  }

  /** Whether a record could be stored now. Tries a write at most once a second, because clients that are refused send no prompts. */
  get isWritable(): boolean {
    const now = performance.now()
    if (now - this.#triedAt >= TRY_INTERVAL_MS) {
      this.#triedAt = now
      this.#isWritable = this.#spool.hasRoom()
    }
    return this.#isWritable
  }

  /** Why the last record could not be kept; undefined if it was. */
  get failure(): SpoolErrorCode | undefined {
    return this.#spoolFailure
  }

  /** Records that the API has not confirmed yet. */
  get backlog(): number {
    return this.#spool.lines
  }

  /** Resolves when all earlier records have left the spool, however long the API is down. */
  async flush(): Promise<void> {
    if (this.backlog === 0) return
    const done = Promise.withResolvers<void>()
    this.#flushes.push({ target: this.#taken, done })
    await done.promise
  }

  /** Sends what is left as long as the API takes it, for two seconds at most; the rest waits for the next start. */
  async close(): Promise<void> {
    await this.#sender.stop()
    this.#leaveSpool()
  }

  /** Leaves everything that is not confirmed in the spool, for the next one that opens it. */
  async abandon(): Promise<void> {
    await this.#sender.abandon()
    this.#leaveSpool()
  }

  #leaveSpool(): void {
    try {
      this.#spool.close()
    } catch (error) {
      if (!(error instanceof SpoolError)) throw error
      this.#reportFailure(error)
    }
    this.#settleFlushes()
    for (const { done } of this.#flushes) {
      done.reject(new WeirError('ERR_RECORDER_CLOSED', 'the recorder was closed before all records were sent'))
    }
    this.#flushes = []
  }

  #settleFlushes(): void {
    const settled = this.#taken - this.backlog
    for (const { target, done } of this.#flushes) if (target <= settled) done.resolve()
    this.#flushes = this.#flushes.filter(({ target }) => target > settled)
  }

  /** One line for each kind of failure, not for each record: a full disk fails thousands of them. */
  #reportFailure(error: SpoolError): void {
    this.#metrics.spoolFailed(error.code)
    if (this.#spoolFailure === error.code) return
    this.#spoolFailure = error.code
    this.#logger.error({ err: error, backlog: this.backlog }, 'the spool refuses records')
  }

  #reportRecovery(): void {
    this.#spoolFailure = undefined
    this.#logger.info({ backlog: this.backlog }, 'records are kept again')
  }
}
