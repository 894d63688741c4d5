import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Settings } from '../../config/settings.ts'
import { recordClassifications } from '../../core/inspect/mask.ts'
import { asKept, type Classification } from '../../core/model/classification.ts'
import { isTopic } from '../../core/model/type-names.ts'
import { newFindings, raisedRisk } from '../../core/tier3/merge.ts'
import { type SemanticProvider, Tier3Error, type Tier3ErrorCode } from '../../tier3/provider.ts'
import type { ApiClient } from '../api-client/client.ts'
import { Pace } from './pace.ts'
import { RESULT_INTERVAL_MS, ResultSender } from './result-sender.ts'
import { createSemanticMetrics, type SemanticMetrics } from './semantic-metrics.ts'
import { TextQueue } from './text-queue.ts'

/** A recorded prompt and its data. */
export interface RecordedPrompt {
  /** Of its record. */
  readonly id: string
  /** The newest turn's text, which offsets point into; at most SEMANTIC_TEXT_MAX of it. */
  readonly text: string
  /** Stretches of the text that are not the person's: they are not used for topics. */
  readonly boilerplate?: readonly { readonly start: number; readonly end: number }[]
  readonly classifications: readonly Classification[]
  readonly riskScore: number
}

export interface SemanticFollowUpOptions {
  readonly provider: SemanticProvider
  readonly settings: Pick<
    Settings,
    'tier3' | 'tier3TimeoutMs' | 'tier3Queue' | 'tier3QueueBytes' | 'tier3Concurrency' | 'recordValues'
  >
  readonly client: Pick<ApiClient, 'addClassifications'>
  readonly recordBacklog: () => number
  readonly logger: Logger
  readonly metrics: Registry
  /** Processes that share the API's rate limit. */
  readonly workers: number
}

/** At most: texts of Latin letters take half. */
const BYTES_PER_UNIT = 2
/** With more texts than this waiting, results without findings are not sent. */
const EMPTY_RESULT_BACKLOG = 20
/** The pause after a failure, so that a server that is down is not asked again for every prompt. */
const FAILURE_PAUSE_MS = 1000

/**
 * Tier 3 after the record: the text waits in memory, bounded, is classified off the event loop, and what is found is added to the
 * record at the API. Nothing here holds up a prompt; what cannot be done in time is dropped and counted.
 */
export class SemanticFollowUp {
  readonly #options: SemanticFollowUpOptions
  readonly #queue: TextQueue<RecordedPrompt>
  readonly #sender: ResultSender
  readonly #pace: Pace
  readonly #metrics: SemanticMetrics
  readonly #closing = new AbortController()
  readonly #lanes = new Set<Promise<void>>()
  /** It uses the cores that prompts need, in one thread. */
  readonly #isOnThisMachine: boolean
  readonly #concurrency: number
  #failure: Tier3ErrorCode | undefined

  constructor(options: SemanticFollowUpOptions) {
    const { settings, client, recordBacklog, logger, metrics, workers } = options
    this.#options = options
    this.#isOnThisMachine = settings.tier3 === 'builtin' || settings.tier3 === 'model'
    this.#concurrency = this.#isOnThisMachine ? 1 : settings.tier3Concurrency
    this.#queue = new TextQueue(settings.tier3Queue, settings.tier3QueueBytes)
    this.#metrics = createSemanticMetrics(metrics, () => ({
      texts: this.#queue.length,
      bytes: this.#queue.bytes,
      results: this.#sender.length,
    }))
    const intervalMs = RESULT_INTERVAL_MS * workers
    this.#pace = new Pace(intervalMs, () => performance.now())
    this.#sender = new ResultSender({ client, recordBacklog, metrics: this.#metrics, logger, intervalMs })
  }

  /** Takes a prompt whose record is on disk. Costs the caller no more than a place in a list. */
  add(prompt: RecordedPrompt): void {
    if (prompt.text === '' || this.#closing.signal.aborted) return
    this.#pace.arrived()
    const dropped = this.#queue.push(prompt, BYTES_PER_UNIT * prompt.text.length)
    if (dropped > 0) this.#metrics.dropped.inc({ reason: 'queue_full' }, dropped)
    if (this.#lanes.size >= this.#concurrency) return
    const lane = this.#work()
    this.#lanes.add(lane)
    void lane.finally(() => this.#lanes.delete(lane))
  }

  /** Drops waiting texts, and gives results half a second to be sent. */
  async close(): Promise<void> {
    this.#closing.abort()
    const dropped = this.#queue.clear()
    if (dropped > 0) this.#metrics.dropped.inc({ reason: 'closing' }, dropped)
    await this.#options.provider.close()
    await Promise.all(this.#lanes)
    await this.#sender.close()
  }

  async #work(): Promise<void> {
    // Not in the turn of the event loop that answers the prompt.
    await sleep(0)
    for (let prompt = this.#queue.shift(); prompt !== undefined; prompt = this.#queue.shift()) {
      const started = performance.now()
      const done = await this.#classify(prompt)
      const took = performance.now() - started
      if (!done) await this.#pause(FAILURE_PAUSE_MS)
      else if (this.#isOnThisMachine) await this.#pause(this.#pace.restMs(took, this.#queue.length))
    }
  }

  async #classify({ id, text, boilerplate = [], classifications, riskScore }: RecordedPrompt): Promise<boolean> {
    const { provider, settings } = this.#options
    const stop = this.#metrics.seconds.startTimer()
    try {
      const found = await provider.classify(text, {
        budgetMs: settings.tier3TimeoutMs,
        known: classifications,
        boilerplate,
        signal: this.#closing.signal,
      })
      stop()
      // Other providers than builtin read all of it.
      const own = found.filter((finding) => !isTopic(finding) || !startsIn(boilerplate, finding))
      const added = newFindings(classifications, own)
      // A result without findings is sent only if there is time.
      if (added.length === 0 && this.#queue.length > EMPTY_RESULT_BACKLOG) {
        this.#metrics.dropped.inc({ reason: 'no_findings' })
        return true
      }
      this.#sender.add({
        id,
        later: {
          tier: 3,
          classifications: recordClassifications(added, settings.recordValues).map(asKept),
          // From the values as they are: masked ones may look the same.
          risk_score: raisedRisk(riskScore, added),
        },
      })
      this.#reportRecovery()
      return true
    } catch (error) {
      if (!(error instanceof Tier3Error)) throw error
      if (error.code !== 'ERR_TIER3_CLOSED') this.#reportFailure(error)
      return false
    }
  }

  /** One line for each kind of failure, not for each text. */
  #reportFailure(error: Tier3Error): void {
    this.#metrics.failures.inc({ reason: error.code })
    if (this.#failure === error.code) return
    this.#failure = error.code
    this.#options.logger.warn({ code: error.code, reason: error.message }, 'tier 3 does not classify')
  }

  #reportRecovery(): void {
    if (this.#failure === undefined) return
    this.#failure = undefined
    this.#options.logger.info('tier 3 classifies again')
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal, ref: false }).catch((error: unknown) => {
      if (!this.#closing.signal.aborted) throw error
    })
  }
}

function startsIn(
  spans: readonly { readonly start: number; readonly end: number }[],
  { start }: Classification,
): boolean {
  return spans.some((span) => span.start <= start && start < span.end)
}
