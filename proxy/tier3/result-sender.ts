import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { LaterClassification } from '../../core/model/later-classification.ts'
import type { ApiClient } from '../api-client/client.ts'
import { ApiError, retryDelayMs } from '../api-client/errors.ts'
import type { DropReason, SemanticMetrics } from './semantic-metrics.ts'

/** The result of tier 3 for one interaction. */
export interface SemanticResult {
  readonly id: string
  readonly later: LaterClassification
}

interface Waiting extends SemanticResult {
  readonly madeAt: number
  /** 404s so far. */
  attempts: number
  notBefore: number
}

/**
 * With the ten requests a second that records may take this stays within the API's 1,000 a minute for each token
 * (specification, Limits).
 */
export const RESULT_INTERVAL_MS = 200
/** Waiting results with findings, a few hundred bytes each. */
const RESULTS_MAX = 1000
/** Results without findings only say that tier 3 is done: under load they are dropped first. */
const EMPTY_RESULTS_MAX = 100
/** The record is sent first: it is batched, and an early reader should see the decision on the prompt. */
const RECORD_HEAD_START_MS = 1000
/** A record may wait in the spool before the API knows it. */
const UNKNOWN_RETRY_MIN_MS = 250
const UNKNOWN_RETRY_MAX_MS = 15_000
/** How long the API may not know an interaction whose record it has been given: it was deleted. */
const UNKNOWN_PATIENCE_MS = 60_000
/** How long a result is kept: after a longer outage the API gets the records from the spool, without tier 3. */
const RESULT_AGE_MAX_MS = 900_000
/** At the end, results that are ready are tried once more. */
const CLOSE_TIMEOUT_MS = 500

export interface ResultSenderOptions {
  readonly client: Pick<ApiClient, 'addClassifications'>
  /** Records that the API has not confirmed yet. */
  readonly recordBacklog: () => number
  readonly metrics: SemanticMetrics
  readonly logger: Logger
  /** From the start of one request to the start of the next, at least. */
  readonly intervalMs: number
}

/** Takes results to the API, one at a time, until it is closed; those with findings first. */
export class ResultSender {
  readonly #options: ResultSenderOptions
  readonly #closing = new AbortController()
  readonly #givingUp = new AbortController()
  #found: Waiting[] = []
  #empty: Waiting[] = []
  #running: Promise<void> | undefined
  #woken = Promise.withResolvers<void>()
  #failures = 0

  constructor(options: ResultSenderOptions) {
    this.#options = options
  }

  get length(): number {
    return this.#found.length + this.#empty.length
  }

  add(result: SemanticResult): void {
    const { metrics } = this.#options
    const isEmpty = result.later.classifications.length === 0
    const list = isEmpty ? this.#empty : this.#found
    const now = performance.now()
    list.push({ ...result, madeAt: now, attempts: 0, notBefore: now + RECORD_HEAD_START_MS })
    if (list.length > (isEmpty ? EMPTY_RESULTS_MAX : RESULTS_MAX)) {
      list.shift()
      metrics.dropped.inc({ reason: isEmpty ? 'no_findings' : 'results_full' })
    }
    this.#running ??= this.#run()
    this.#woken.resolve()
  }

  /** Sends what can be sent within half a second; the rest is dropped, for results live in memory only. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#woken.resolve()
    const deadline = setTimeout(() => this.#givingUp.abort(), CLOSE_TIMEOUT_MS)
    await this.#running
    clearTimeout(deadline)
    if (this.length > 0) this.#options.metrics.dropped.inc({ reason: 'closing' }, this.length)
    this.#found = []
    this.#empty = []
  }

  async #run(): Promise<void> {
    for (;;) {
      this.#dropExpired()
      // At the end every result gets one try.
      const now = this.#closing.signal.aborted ? Number.POSITIVE_INFINITY : performance.now()
      const next =
        this.#found.find(({ notBefore }) => notBefore <= now) ?? this.#empty.find(({ notBefore }) => notBefore <= now)
      if (this.#closing.signal.aborted && (next === undefined || this.#givingUp.signal.aborted)) return
      if (next === undefined) await this.#wait()
      else if (!(await this.#send(next)) && this.#closing.signal.aborted) return
    }
  }

  /** Until something is added, or may be tried again. */
  async #wait(): Promise<void> {
    const due = Math.min(...[...this.#found, ...this.#empty].map(({ notBefore }) => notBefore))
    const woken = this.#woken.promise
    if (due === Number.POSITIVE_INFINITY) await woken
    else await Promise.race([woken, this.#pause(Math.max(1, due - performance.now()))])
    this.#woken = Promise.withResolvers()
  }

  /** @returns false if the API does not answer */
  async #send(result: Waiting): Promise<boolean> {
    const { client, metrics, intervalMs } = this.#options
    const startedAt = performance.now()
    try {
      await client.addClassifications(result.id, result.later, this.#givingUp.signal)
      metrics.delivered.inc()
      this.#remove(result)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) this.#postpone(result)
      else if (error.code === 'ERR_API_REFUSED' || error.code === 'ERR_API_TOO_LARGE') this.#drop(result, 'refused')
      else {
        this.#reportOutage(error)
        await this.#pause(retryDelayMs(++this.#failures, error))
        return false
      }
    }
    this.#reportRecovery()
    await this.#pause(intervalMs - (performance.now() - startedAt))
    return true
  }

  #postpone(result: Waiting): void {
    const now = performance.now()
    if (this.#closing.signal.aborted) {
      this.#drop(result, 'closing')
      return
    }
    if (now - result.madeAt > UNKNOWN_PATIENCE_MS && this.#options.recordBacklog() === 0) {
      this.#drop(result, 'unknown_interaction')
      return
    }
    result.notBefore = now + Math.min(UNKNOWN_RETRY_MIN_MS * 2 ** result.attempts, UNKNOWN_RETRY_MAX_MS)
    result.attempts++
  }

  #dropExpired(): void {
    const oldest = performance.now() - RESULT_AGE_MAX_MS
    for (const result of [...this.#found, ...this.#empty]) if (result.madeAt < oldest) this.#drop(result, 'expired')
  }

  #drop(result: Waiting, reason: DropReason): void {
    this.#options.metrics.dropped.inc({ reason })
    this.#remove(result)
  }

  #remove(result: Waiting): void {
    this.#found = this.#found.filter((other) => other !== result)
    this.#empty = this.#empty.filter((other) => other !== result)
  }

  /** One line for an outage, not for each try. */
  #reportOutage(error: ApiError): void {
    if (this.#failures > 0) return
    this.#options.logger.warn({ code: error.code, results: this.length }, 'results of tier 3 wait for the API')
  }

  #reportRecovery(): void {
    if (this.#failures === 0) return
    this.#failures = 0
    this.#options.logger.info({ results: this.length }, 'results of tier 3 go to the API again')
  }

  async #pause(ms: number): Promise<void> {
    if (ms <= 0) return
    await sleep(ms, undefined, { signal: this.#closing.signal, ref: false }).catch((error: unknown) => {
      if (!this.#closing.signal.aborted) throw error
    })
  }
}
