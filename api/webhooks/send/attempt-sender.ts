import { createSecureContext, type SecureContext } from 'node:tls'
import type { Agent } from 'undici'
import type { DeliveryAttempt } from '../../../core/model/webhook.ts'
import type { WebhookRecord } from '../../store/webhook-store.ts'
import type { AttemptResult, AttemptSender, OutgoingDelivery } from '../attempt.ts'
import { parseWebhookUrl } from '../receiver/check-webhook-url.ts'
import type { ReceiverGuard } from '../receiver/receiver-guard.ts'
import type { Resolve } from '../receiver/resolve.ts'
import type { Sealer } from '../sealing.ts'
import { AttemptError, toAttemptError } from './errors.ts'
import { type Answer, post } from './exchange.ts'
import { deliveryHeaders } from './headers.ts'
import { parseRetryAfter } from './retry-after.ts'
import { SecureConnector } from './secure-connector.ts'

export interface AttemptSenderOptions {
  readonly guard: ReceiverGuard
  readonly resolve: Resolve
  readonly sealer: Sealer
  /** Whom receivers are verified against, in PEM. */
  readonly roots: () => readonly string[]
  /** WEIR_WEBHOOK_TIMEOUT_MS. */
  readonly timeoutMs: number
  /** The release, as the user agent tells it. */
  readonly version: string
  readonly now: () => Date
}

/**
 * Of more deliveries at once to one receiver, the connections of the others are closed afterwards. They do not wait: a
 * receiver may be slow at the path of one webhook and quick at another's.
 */
const KEPT_PER_RECEIVER_MAX = 16
/** With more open connections than this, each is closed after its delivery. */
const KEPT_CONNECTIONS_MAX = 256
const KEEP_ALIVE_MS = 10_000
const KEEP_ALIVE_MAX_MS = 30_000
const ANSWER_HEAD_MAX_BYTES = 16_384
const RETRY_AFTER_STATUSES: ReadonlySet<number> = new Set([429, 503])

/** Sends deliveries over connections of its own, which no proxy variable of the environment leads elsewhere. */
export class HttpsAttemptSender implements AttemptSender {
  readonly #options: AttemptSenderOptions
  readonly #connector: SecureConnector
  #agent: Promise<Agent> | undefined
  #isClosed = false
  /** Attempts under way to each origin. */
  readonly #underWay = new Map<string, number>()
  #context: SecureContext | undefined

  constructor(options: AttemptSenderOptions) {
    this.#options = options
    this.#connector = new SecureConnector({
      guard: options.guard,
      resolve: options.resolve,
      timeoutMs: options.timeoutMs,
      secureContext: () => this.#secureContext(),
    })
  }

  /** Connections that are open, in use or kept. */
  get connections(): number {
    return this.#connector.size
  }

  async attempt(webhook: WebhookRecord, delivery: OutgoingDelivery, signal: AbortSignal): Promise<AttemptResult> {
    signal.throwIfAborted()
    const at = this.#options.now()
    const start = performance.now()
    const answer: Answer = { status: undefined, retryAfter: undefined }
    let failure: AttemptError | undefined
    try {
      await this.#send(webhook, delivery, { at, answer, signal })
    } catch (error) {
      signal.throwIfAborted()
      failure = toAttemptError(error)
    }
    // A status other than 2xx says why, whatever became of the rest of the answer.
    failure = judgeStatus(answer.status) ?? failure
    const attempt: DeliveryAttempt = {
      timestamp: at.toISOString(),
      status_code: answer.status ?? null,
      response_time_ms: Math.round(performance.now() - start),
      error: failure === undefined ? null : `${failure.failure}: ${failure.message}`,
    }
    if (failure === undefined) return { attempt, outcome: 'delivered' }
    if (failure.failure === 'gone') return { attempt, outcome: 'gone' }
    const retryAfterMs = RETRY_AFTER_STATUSES.has(answer.status ?? 0)
      ? parseRetryAfter(answer.retryAfter, this.#options.now())
      : undefined
    return { attempt, outcome: 'failed', ...(retryAfterMs !== undefined && { retryAfterMs }) }
  }

  /** Ends attempts under way and closes every connection. */
  async close(): Promise<void> {
    this.#isClosed = true
    const destroyed = this.#agent?.then((agent) => agent.destroy(stopping()))
    this.#connector.destroy()
    await destroyed
  }

  /** The client takes eight megabytes, which nobody needs before there is a delivery. */
  #openAgent(): Promise<Agent> {
    if (this.#isClosed) throw stopping()
    this.#agent ??= import('undici').then(
      (undici) =>
        new undici.Agent({
          connect: this.#connector.connect,
          pipelining: 1,
          keepAliveTimeout: KEEP_ALIVE_MS,
          keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
          maxHeaderSize: ANSWER_HEAD_MAX_BYTES,
          allowH2: false,
        }),
    )
    return this.#agent
  }

  async #send(
    webhook: WebhookRecord,
    delivery: OutgoingDelivery,
    { at, answer, signal }: { readonly at: Date; readonly answer: Answer; readonly signal: AbortSignal },
  ): Promise<void> {
    const { timeoutMs, version } = this.#options
    const { origin, path } = parseWebhookUrl(webhook.url)
    const body = Buffer.from(delivery.body, 'utf8')
    const headers = deliveryHeaders(
      { eventId: delivery.event_id, body, at, secrets: this.#secretsOf(webhook, at) },
      { custom: webhook.headers, authToken: this.#authTokenOf(webhook), userAgent: `Weir/${version}` },
    )
    const agent = await this.#openAgent()
    const underWay = this.#underWay.get(origin) ?? 0
    const closes = underWay >= KEPT_PER_RECEIVER_MAX || this.#connector.size >= KEPT_CONNECTIONS_MAX
    const request = { origin, path, headers, body, closes }
    this.#underWay.set(origin, underWay + 1)
    const deadline = performance.now() + timeoutMs
    try {
      await post(agent, request, answer, { timeoutMs, signal })
    } catch (error) {
      const left = deadline - performance.now()
      if (answer.status !== undefined || left <= 0 || !this.#connector.brokeWhenReused(error)) throw error
      await post(agent, { ...request, closes: true }, answer, { timeoutMs: left, signal })
    } finally {
      const others = (this.#underWay.get(origin) ?? 1) - 1
      if (others === 0) this.#underWay.delete(origin)
      else this.#underWay.set(origin, others)
    }
  }

  /** The current secret, and the one before it while it still signs. */
  #secretsOf(webhook: WebhookRecord, at: Date): string[] {
    const previous = webhook.previous_secret
    const sealed = [webhook.signing_secret]
    if (previous !== null && Date.parse(previous.expires_at) > at.getTime()) sealed.push(previous.signing_secret)
    return sealed.map((secret) => this.#open(webhook, 'signing_secret', secret))
  }

  #authTokenOf(webhook: WebhookRecord): string | undefined {
    return webhook.auth_token === null ? undefined : this.#open(webhook, 'auth_token', webhook.auth_token)
  }

  #open(webhook: WebhookRecord, field: 'signing_secret' | 'auth_token', sealed: string): string {
    return this.#options.sealer.open(sealed, { tenantId: webhook.tenant_id, webhookId: webhook.id, field })
  }

  /** Made when it is first needed: reading all roots takes a while, and many never use a webhook. */
  #secureContext(): SecureContext {
    this.#context ??= createSecureContext({ ca: [...this.#options.roots()], minVersion: 'TLSv1.2' })
    return this.#context
  }
}

/** What a status says went wrong; undefined for 2xx, and where none came. */
function judgeStatus(status: number | undefined): AttemptError | undefined {
  if (status === undefined || (status >= 200 && status <= 299)) return undefined
  if (status === 410) return new AttemptError('gone', 'the receiver answered 410: it no longer wants deliveries')
  if (status >= 300 && status <= 399) {
    return new AttemptError('redirect', `the receiver answered ${status}; redirects are not followed`)
  }
  return new AttemptError('status', `the receiver answered ${status}`)
}

function stopping(): AttemptError {
  return new AttemptError('reset', 'Weir is stopping')
}
