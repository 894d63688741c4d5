import type { Logger } from 'pino'
import type { Exchange, Interval } from '../../config/otlp/exchange.ts'
import type { WriteInfo } from '../../config/raw-lines.ts'
import type { EnforcedAction } from '../../core/model/interaction.ts'
import { referenceOf } from '../../core/reference.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import type { ProxyMetrics } from './metrics.ts'
import { platformLabel } from './platform-label.ts'
import { jsonOf, type RequestFields } from './request-line.ts'

/** The log fields of one request to an AI service, written when its connection is done with it. */
export interface RequestOutcome {
  /** Undefined if nothing was answered, because the client or the upstream was gone. */
  readonly status: number | undefined
  /** Whether the client got all of the answer. */
  readonly complete: boolean
}

export type RequestMetrics = Pick<
  ProxyMetrics,
  'requestOutcomes' | 'requestSeconds' | 'upstreamSeconds' | 'requestBytes' | 'responseBytes'
>

/** Told of each exchange that ended; undefined where nobody listens. */
export type OnExchange = ((exchange: Exchange) => void) | undefined

/** Does work now or a moment later. */
export type Defer = (work: () => void) => void

/** What is gathered for the line of one request, from its head to the end of its answer. */
export class RequestTrace {
  readonly #logger: Pick<Logger, 'info' | 'warn'>
  readonly #writeInfo: WriteInfo | undefined
  readonly #metrics: RequestMetrics | undefined
  readonly #later: Defer
  readonly #platform: string
  readonly #client: string
  readonly #started = performance.now()
  #judged: Pick<JudgedPrompt, 'id' | 'ruling' | 'inspection' | 'body'> | undefined
  #inspectMs: number | undefined
  #error: string | undefined
  #isUnrecorded = false
  #done = false
  #sentAt: number | undefined
  #responseBytes = 0
  readonly #onExchange: OnExchange
  #judgedAt: number | undefined
  #upstream: { from: number; to?: number } | undefined
  #linked: string | undefined

  constructor(
    logger: Pick<Logger, 'info' | 'warn'>,
    writeInfo: WriteInfo | undefined,
    metrics: RequestMetrics | undefined,
    later: Defer,
    platform: string,
    client: string,
    onExchange: OnExchange,
  ) {
    this.#onExchange = onExchange
    this.#logger = logger
    this.#writeInfo = writeInfo
    this.#metrics = metrics
    this.#later = later
    this.#platform = platform
    this.#client = client
  }

  /** @param inspectMs from the last byte of the prompt to the decision over it; undefined if there was nothing to inspect */
  judged(judged: Pick<JudgedPrompt, 'id' | 'ruling' | 'inspection' | 'body'>, inspectMs: number | undefined): void {
    this.#judged = judged
    this.#inspectMs = inspectMs
    this.#judgedAt = performance.now()
  }

  /** @param code of the error page (proxy/respond/describe-error.ts) */
  failed(code: string): void {
    this.#error = code
  }

  /** There is no record of it, so no reference either. */
  unrecorded(): void {
    this.#isUnrecorded = true
  }

  /** @param traceparent that the client sent (W3C Trace Context) */
  linked(traceparent: string | undefined): void {
    this.#linked = traceparent
  }

  /** The request is about to be written to the service; perhaps again, on another connection. */
  sending(): void {
    this.#sentAt = performance.now()
    this.#upstream ??= { from: this.#sentAt }
  }

  /** The head of the service's answer is there. */
  answered(): void {
    const now = performance.now()
    if (this.#sentAt !== undefined) this.#metrics?.upstreamSeconds.observe((now - this.#sentAt) / 1000)
    this.#sentAt = undefined
    if (this.#upstream !== undefined) this.#upstream.to = now
  }

  /** Bytes of the answer's body were passed on. */
  passed(bytes: number): void {
    this.#responseBytes += bytes
  }

  finish({ status, complete }: RequestOutcome): void {
    if (this.#done) return
    this.#done = true
    const { id, ruling, inspection, body } = this.#judged ?? {}
    const durationMs = performance.now() - this.#started
    // A prompt that could not be recorded was neither let through nor blocked by what was decided over it.
    const isStopped = this.#error === 'record_unavailable'
    const isUnrecorded = isStopped || this.#isUnrecorded
    const action = ruling === undefined || isStopped ? 'none' : loggedAction(ruling)
    // The prompt itself is not held until the line is written.
    const line: RequestLine = { id, ruling, operation: inspection?.operation, action, status, complete, durationMs }
    const requestBytes = body?.length
    if (isUnrecorded) this.#logger.warn(this.#fields(line, requestBytes, true), MESSAGE)
    else this.#later(() => this.#write(this.#fields(line, requestBytes, false)))
    const hasFailed = this.#error !== undefined
    const outcome = outcomeOf({ status, complete, hasFailed, isRefused: ruling?.refusedBy !== undefined })
    this.#metrics?.requestOutcomes.inc(platformLabel(this.#platform), action, outcome)
    this.#metrics?.requestSeconds.observe(durationMs / 1000)
    this.#metrics?.requestBytes.inc(body?.length ?? 0)
    this.#metrics?.responseBytes.inc(this.#responseBytes)
    const onExchange = this.#onExchange
    if (onExchange !== undefined) {
      const exchange = this.#exchange(line, requestBytes, isUnrecorded, outcome)
      this.#later(() => onExchange(exchange))
    }
    this.#judged = undefined
  }

  #write(fields: RequestFields): void {
    if (this.#writeInfo === undefined) this.#logger.info(fields, MESSAGE)
    else this.#writeInfo(jsonOf(fields), MESSAGE)
  }

  /** As the line of the log, without the address of the client. */
  #exchange(line: RequestLine, requestBytes: number | undefined, isUnrecorded: boolean, outcome: string): Exchange {
    const fields = this.#fields(line, requestBytes, isUnrecorded)
    const { action, platform, operation, policy_id, reference, status, complete, error, inspection } = fields
    const [judgedAt, inspectMs] = [this.#judgedAt, this.#inspectMs]
    const inspected =
      judgedAt === undefined || inspectMs === undefined ? undefined : { from: judgedAt - inspectMs, to: judgedAt }
    const startedAt = this.#started
    const endedAt = startedAt + line.durationMs
    const upstream = this.#upstream && { from: this.#upstream.from, to: this.#upstream.to ?? endedAt }
    return {
      id: isUnrecorded ? undefined : line.id,
      linked: this.#linked,
      startedAt: performance.timeOrigin + startedAt,
      endedAt: performance.timeOrigin + endedAt,
      inspected: inspected && sinceEpoch(inspected),
      upstream: upstream && sinceEpoch(upstream),
      hasFailed: outcome === 'failed',
      attributes: {
        'weir.action': action,
        'weir.platform': platformLabel(platform),
        'weir.operation': operation,
        'weir.policy_id': policy_id,
        'weir.reference': reference,
        'weir.outcome': outcome,
        'weir.complete': complete,
        'weir.inspection': inspection,
        'weir.request_bytes': requestBytes,
        'weir.response_bytes': this.#responseBytes,
        'http.response.status_code': status,
        'error.type': error,
      },
    }
  }

  #fields(line: RequestLine, requestBytes: number | undefined, isUnrecorded: boolean): RequestFields {
    const { id, ruling } = line
    return {
      event: 'request',
      action: line.action,
      observed_action: ruling?.observedAction,
      platform: this.#platform,
      operation: line.operation,
      policy: ruling?.deciding?.policy_name,
      policy_id: ruling?.deciding?.policy_id,
      interaction_id: isUnrecorded ? undefined : id,
      reference: id === undefined || isUnrecorded ? undefined : referenceOf(id),
      status: line.status,
      complete: line.complete,
      error: this.#error ?? (isUnrecorded ? 'record_unavailable' : undefined),
      inspection: ruling?.inspection.status,
      reason: ruling?.inspection.reason,
      client_address: this.#client,
      request_bytes: requestBytes,
      inspect_ms: milliseconds(this.#inspectMs),
      duration_ms: milliseconds(line.durationMs),
    }
  }
}

const MESSAGE = 'a request to an AI service'

/** What the line of a request is made of, besides what its trace keeps. */
interface RequestLine extends RequestOutcome {
  readonly id: string | undefined
  readonly ruling: JudgedPrompt['ruling'] | undefined
  readonly operation: string | undefined
  readonly action: string
  readonly durationMs: number
}

/** `cut_off`: the client did not get all of its answer. `failed`: it got an error of ours, or half of the service's answer. */
function outcomeOf({
  status,
  complete,
  hasFailed,
  isRefused,
}: RequestOutcome & { readonly hasFailed: boolean; readonly isRefused: boolean }): string {
  if (hasFailed) return 'failed'
  if (status === undefined || !complete) return 'cut_off'
  return isRefused ? 'refused' : 'passed'
}

/** As counted: a refused upgrade held no prompt, and the dashboard has it among what was logged. */
function loggedAction({ action, refusedBy, inspection }: JudgedPrompt['ruling']): EnforcedAction {
  const isRefusedUpgrade = refusedBy === 'fail_mode' && inspection.reason === 'unsupported_upgrade'
  return isRefusedUpgrade ? 'log' : action
}

/** Of times by performance.now(). */
function sinceEpoch({ from, to }: Interval): Interval {
  return { from: performance.timeOrigin + from, to: performance.timeOrigin + to }
}

function milliseconds(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 100) / 100
}
