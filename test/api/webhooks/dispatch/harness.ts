import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { AuditLog } from '../../../../api/audit/audit-log.ts'
import { prefixedId } from '../../../../api/ids.ts'
import type { Mail } from '../../../../api/mail/mailer.ts'
import type { DeliveryRecord } from '../../../../api/store/delivery-store.ts'
import { openSqliteStore } from '../../../../api/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../../api/store/store.ts'
import type { WebhookRecord } from '../../../../api/store/webhook-store.ts'
import type { AttemptResult, AttemptSender, OutgoingDelivery } from '../../../../api/webhooks/attempt.ts'
import type { DeliveryQueue } from '../../../../api/webhooks/delivery-queue.ts'
import { type Clock, toIso } from '../../../../api/webhooks/dispatch/clock.ts'
import { Disablement } from '../../../../api/webhooks/dispatch/disablement.ts'
import { Dispatcher } from '../../../../api/webhooks/dispatch/dispatcher.ts'
import { WebhookMetrics } from '../../../../api/webhooks/dispatch/metrics.ts'
import { RetrySchedule } from '../../../../api/webhooks/dispatch/retry-schedule.ts'
import { TableTimer } from '../../../../api/webhooks/dispatch/table-timer.ts'
import { logLines } from '../../../support/log-lines.ts'
import type { Scope } from '../../../support/scope.ts'
import { temporaryFolder } from '../../../support/temp.ts'
import { aDelivery, aUser, aWebhook } from '../../store/fixtures.ts'
import { FakeClock } from './fake-clock.ts'

export const START = '2026-11-21T10:00:00.000Z'
/** Of the specification, in seconds. */
export const SCHEDULE = [0, 5, 30, 300, 1800]
export const TIMEOUT_MS = 5000
export const LEASE_MS = 15_000

/** What a receiver does with an attempt; undefined where it never answers. */
export type Answer = { readonly status: number; readonly retryAfterMs?: number } | undefined
export type Receiver = (delivery: OutgoingDelivery, webhook: WebhookRecord) => Answer | Promise<Answer>

export interface Sent {
  readonly id: string
  readonly event_id: string
  readonly webhook: WebhookRecord
  /** Seconds since START. */
  readonly at: number
}

/** Stands for the sender: takes no time for an answer, the time-out's for none. */
export class FakeSender implements AttemptSender {
  readonly sent: Sent[] = []
  readonly #clock: Clock & { sleep(ms: number, signal?: AbortSignal): Promise<void> }
  readonly #receiver: Receiver
  underWay = 0
  mostUnderWay = 0

  constructor(clock: Clock & { sleep(ms: number, signal?: AbortSignal): Promise<void> }, receiver: Receiver) {
    this.#clock = clock
    this.#receiver = receiver
  }

  async attempt(webhook: WebhookRecord, delivery: OutgoingDelivery, signal: AbortSignal): Promise<AttemptResult> {
    const start = this.#clock.now()
    const { id, event_id } = delivery
    this.sent.push({ id, event_id, webhook, at: (start - Date.parse(START)) / 1000 })
    this.underWay += 1
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay)
    try {
      const answer = await this.#receiver(delivery, webhook)
      if (answer === undefined) await this.#clock.sleep(TIMEOUT_MS, signal)
      return outcomeOf(answer, toIso(start), this.#clock.now() - start)
    } finally {
      this.underWay -= 1
    }
  }
}

function outcomeOf(answer: Answer, timestamp: string, response_time_ms: number): AttemptResult {
  const isWell = answer !== undefined && answer.status >= 200 && answer.status < 300
  const error = isWell ? null : answer === undefined ? 'timeout: no answer within 5 s' : `status: ${answer.status}`
  return {
    attempt: { timestamp, status_code: answer?.status ?? null, response_time_ms, error },
    outcome: isWell ? 'delivered' : answer?.status === 410 ? 'gone' : 'failed',
    ...(answer?.retryAfterMs !== undefined && { retryAfterMs: answer.retryAfterMs }),
  }
}

export interface WorldOptions {
  readonly receiver: Receiver
  readonly concurrency?: number
  readonly schedule?: readonly number[]
  readonly random?: () => number
  /** Of an installation that is there already: a second API process. */
  readonly world?: World
  readonly queue?: DeliveryQueue
}

export interface World {
  readonly clock: FakeClock
  readonly store: Store
  readonly sender: FakeSender
  readonly dispatcher: Dispatcher
  readonly mails: Mail[]
  readonly registry: Registry
  readonly lines: readonly string[]
  readonly tenantId: string
  readonly owner: string
  addWebhook(fields?: Partial<WebhookRecord>): Promise<WebhookRecord>
  /** Writes deliveries as the outbox does, and tells the dispatcher. */
  deliver(webhook: WebhookRecord, count?: number): Promise<DeliveryRecord[]>
  delivery(of: DeliveryRecord): Promise<DeliveryRecord>
  webhook(of: WebhookRecord): Promise<WebhookRecord>
}

/** A dispatcher on a table of its own, whose time is the test's. */
export async function aWorld(scope: Scope, options: WorldOptions): Promise<World> {
  const { concurrency = 8, schedule = SCHEDULE, random = () => 0, world: other } = options
  const clock = other?.clock ?? new FakeClock(START)
  const store = other?.store ?? openSqliteStore(join(temporaryFolder(scope), 'weir.sqlite'))
  if (other === undefined) scope.teardown(() => store.close())
  const tenantId = other?.tenantId ?? randomUUID()
  const owner = other?.owner ?? 'owner@example.com'
  if (other === undefined) {
    await store.tenants.insert({ id: tenantId, name: 'Example', created_at: START })
    await store.users.insert(aUser(tenantId, { email: owner }))
  }
  const { logger, lines } = logLines()
  const mails: Mail[] = []
  const now = () => new Date(clock.now())
  const sender = new FakeSender(clock, options.receiver)
  const registry = new Registry()
  const metrics = new WebhookMetrics(registry, () => store.deliveries.totals())
  const disablement = new Disablement({
    store,
    metrics,
    logger,
    now,
    audit: new AuditLog(store, now, logger),
    mailer: { send: async (mail) => void mails.push(mail) },
    publicUrl: () => 'https://weir.example.com',
  })
  const dispatcher = new Dispatcher({
    store,
    sender,
    metrics,
    disablement,
    clock,
    logger,
    concurrency,
    leaseMs: LEASE_MS,
    schedule: new RetrySchedule(schedule, random),
    queue: options.queue ?? new TableTimer({ deliveries: store.deliveries, clock, logger }),
  })
  dispatcher.start()
  scope.teardown(async () => {
    const closed = dispatcher.close(0)
    // Receivers that take their time are done by then.
    await clock.pass(TIMEOUT_MS)
    await closed
  })

  return {
    clock,
    store,
    sender,
    dispatcher,
    mails,
    registry,
    lines,
    tenantId,
    owner,
    addWebhook: async (fields = {}) => {
      const webhook = aWebhook(tenantId, { created_by: owner, ...fields })
      await store.webhooks.insert(webhook)
      return webhook
    },
    deliver: async (webhook, count = 1) => {
      const at = toIso(clock.now())
      const deliveries = Array.from({ length: count }, () =>
        aDelivery(webhook, { id: prefixedId('dlv'), created_at: at, next_attempt_at: at }),
      )
      for (const delivery of deliveries) await store.deliveries.insert(delivery)
      dispatcher.enqueue(deliveries)
      return deliveries
    },
    delivery: async ({ tenant_id, webhook_id, id }) => {
      const delivery = await store.deliveries.get(tenant_id, webhook_id, id)
      if (delivery === undefined) throw new Error('the delivery is gone')
      return delivery
    },
    webhook: async ({ tenant_id, id }) => {
      const webhook = await store.webhooks.get(tenant_id, id)
      if (webhook === undefined) throw new Error('the webhook is gone')
      return webhook
    },
  }
}
