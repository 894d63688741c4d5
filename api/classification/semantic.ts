import type { Classification } from '../../core/model/classification.ts'
import { newFindings } from '../../core/tier3/merge.ts'
import { type SemanticProvider, Tier3Error } from '../../tier3/provider.ts'
import { ApiError, badRequest } from '../http/api-error.ts'
import type { Metrics } from '../metrics.ts'

/** Texts at the provider or waiting for it; each may be 100,000 characters long. */
const IN_FLIGHT_MAX = 32
const RETRY_AFTER_SECONDS = 5

export interface SemanticOptions {
  /** Undefined if WEIR_TIER3 is off. */
  readonly provider: SemanticProvider | undefined
  /** WEIR_TIER3_TIMEOUT_MS */
  readonly timeoutMs: number
  readonly metrics: Metrics
}

/** Tier 3 on request. If it cannot answer, the request fails: a text that was only half analysed must not seem clean. */
export class SemanticClassification {
  readonly #options: SemanticOptions
  #inFlight = 0

  constructor(options: SemanticOptions) {
    this.#options = options
  }

  /**
   * `known` and what tier 3 finds besides, in order of the text.
   * @throws ApiError 400 if tier 3 is switched off, 503 if it does not answer
   */
  async add(text: string, known: readonly Classification[]): Promise<Classification[]> {
    const { provider, timeoutMs, metrics } = this.#options
    if (provider === undefined) {
      throw badRequest('Tier 3 is switched off', [{ path: 'tier', message: 'must be 1 or 2 while WEIR_TIER3 is off' }])
    }
    if (this.#inFlight >= IN_FLIGHT_MAX) throw this.#unavailable('busy')
    this.#inFlight++
    const stop = metrics.semanticSeconds.startTimer()
    try {
      const found = await provider.classify(text, { budgetMs: timeoutMs, known })
      return [...known, ...newFindings(known, found)].sort((a, b) => a.start - b.start || a.end - b.end)
    } catch (error) {
      if (!(error instanceof Tier3Error)) throw error
      throw this.#unavailable(error.code)
    } finally {
      stop()
      this.#inFlight--
    }
  }

  #unavailable(reason: string): ApiError {
    this.#options.metrics.semanticFailures.inc({ reason })
    const message = 'Tier 3 does not answer now: try again later, or ask for tier 2'
    return new ApiError(503, 'ERR_TIER3', message, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } })
  }
}
