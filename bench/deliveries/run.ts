import { randomBytes, randomUUID, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { AuditLog } from '../../api/audit/audit-log.ts'
import { prefixedId } from '../../api/ids.ts'
import { Metrics } from '../../api/metrics.ts'
import { RedisConnections } from '../../api/redis/connections.ts'
import { deliveredEvent, newDelivery } from '../../api/store/new-delivery.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import type { Store } from '../../api/store/store.ts'
import type { WebhookRecord } from '../../api/store/webhook-store.ts'
import { WebhookService } from '../../api/webhooks/dispatch/service.ts'
import { Sealer } from '../../api/webhooks/sealing.ts'
import { createSigningSecret } from '../../api/webhooks/signatures.ts'
import type { Event } from '../../core/model/event.ts'
import { fixedKeys } from '../../test/support/fixed-keys.ts'
import { TestRedis } from '../../test/support/redis.ts'
import type { Scope } from '../../test/support/scope.ts'
import { startSender } from '../../test/support/webhook-sender.ts'
import { Child } from '../child.ts'
import { BenchError } from '../errors.ts'
import type { Options } from './options.ts'

export const QUEUES = ['timer', 'BullMQ'] as const
export type QueueName = (typeof QUEUES)[number]

/** Deliveries that wait while events flow, so that none piles up. */
const FLOW_MAX = 64
const STUCK_MS = 30_000

export interface QueueResult {
  readonly queue: QueueName
  /** Deliveries a second that were written before the queue started. */
  readonly backlog: number
  /** Deliveries a second that are written one by one meanwhile, and the CPU time of each in microseconds. */
  readonly flow: number
  readonly flowCpu: number
}

export interface Report {
  readonly comparison: 'deliveries'
  readonly node: string
  readonly deliveries: number
  readonly webhooks: number
  readonly results: readonly QueueResult[]
  readonly missing: readonly QueueName[]
}

type Progress = (line: string) => void

/** @throws BenchError */
export async function runDeliveries(options: Options, progress: Progress, signal: AbortSignal): Promise<Report> {
  const receiver = new Child('the receiver', 'bench/deliveries/receiver.ts')
  const stop = () => receiver.stop()
  signal.addEventListener('abort', stop)
  try {
    const target = await receiver.answer<Target>()
    const queues = QUEUES.filter((queue) => queue === 'timer' || TestRedis.isThere)
    const results: QueueResult[] = []
    for (const queue of queues) {
      progress(`deliveries: ${queue}`)
      results.push(await measure(queue, target, options, signal))
    }
    const missing = QUEUES.filter((queue) => !queues.includes(queue))
    const { deliveries, webhooks } = options
    return { comparison: 'deliveries', node: process.version, deliveries, webhooks, results, missing }
  } finally {
    signal.removeEventListener('abort', stop)
    await stop()
  }
}

interface Target {
  readonly port: number
  readonly ca: string
}

async function measure(queue: QueueName, target: Target, options: Options, signal: AbortSignal): Promise<QueueResult> {
  const cleanUps: (() => unknown)[] = []
  const scope: Scope = { teardown: (cleanUp) => void cleanUps.push(cleanUp) }
  try {
    const sealer = new Sealer(fixedKeys(randomBytes(32)))
    const { store, webhooks } = await aStore(scope, target, options.webhooks, sealer)
    const logger = pino({ level: 'silent' })
    const redis =
      queue === 'timer' ? undefined : new RedisConnections(new URL((await TestRedis.start(scope)).url), logger)
    const now = () => new Date()
    const service = new WebhookService({
      dependencies: {
        store,
        logger,
        now,
        audit: new AuditLog(store, now, logger),
        mailer: { send: async () => {} },
        metrics: new Metrics(),
        publicUrl: () => 'https://weir.test',
      },
      settings: { webhookSchedule: [0, 5], webhookConcurrency: 8, webhookTimeoutMs: 5000 },
      sender: startSender(scope, { ca: { certificate: new X509Certificate(target.ca) }, ports: [target.port], sealer }),
      redis,
    })
    cleanUps.push(async () => {
      await service.close()
      redis?.close()
    })
    const write = async (index: number) => {
      const webhook = webhooks[index % webhooks.length]
      if (webhook === undefined) throw new BenchError('there is no webhook')
      const delivery = newDelivery(deliveredEvent(anEvent(webhook)), webhook.id)
      await store.deliveries.insert(delivery)
      return delivery
    }
    const pending = async () => (await store.deliveries.totals()).pending
    for (let index = 0; index < options.deliveries; index++) await write(index)
    const backlogBegan = performance.now()
    service.start()
    await drained(pending, 0, signal)
    const backlogSeconds = (performance.now() - backlogBegan) / 1000

    const cpu = process.cpuUsage()
    const flowBegan = performance.now()
    for (let index = 0; index < options.deliveries; index++) {
      service.enqueue([await write(index)])
      if (index % FLOW_MAX === 0) await drained(pending, FLOW_MAX, signal)
    }
    await drained(pending, 0, signal)
    const flowSeconds = (performance.now() - flowBegan) / 1000
    const { user, system } = process.cpuUsage(cpu)
    return {
      queue,
      backlog: options.deliveries / backlogSeconds,
      flow: options.deliveries / flowSeconds,
      flowCpu: (user + system) / options.deliveries,
    }
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  }
}

async function aStore(
  scope: Scope,
  { port }: Target,
  count: number,
  sealer: Sealer,
): Promise<{ store: Store; webhooks: WebhookRecord[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-bench-'))
  scope.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const store = openSqliteStore(join(folder, 'weir.sqlite'))
  scope.teardown(() => store.close())
  const tenant_id = randomUUID()
  const at = new Date().toISOString()
  await store.tenants.insert({ id: tenant_id, name: 'bench', created_at: at })
  const webhooks = Array.from({ length: count }, () => prefixedId('whk')).map(
    (id): WebhookRecord => ({
      id,
      tenant_id,
      url: `https://${id.slice(-8)}.receiver.test:${port}/`,
      events: ['interaction.created'],
      description: '',
      active: true,
      headers: {},
      auth_token: null,
      signing_secret: sealer.seal(createSigningSecret(), {
        tenantId: tenant_id,
        webhookId: id,
        field: 'signing_secret',
      }),
      previous_secret: null,
      created_at: at,
      updated_at: at,
      created_by: 'bench@weir.test',
      last_delivery: null,
      delivery_count: 0,
    }),
  )
  for (const webhook of webhooks) await store.webhooks.insert(webhook)
  return { store, webhooks }
}

function anEvent({ tenant_id }: WebhookRecord): Event {
  return {
    id: prefixedId('evt'),
    timestamp: new Date().toISOString(),
    event_type: 'interaction.created',
    tenant_id,
    data: { id: randomUUID(), platform_id: 'openai-api', risk_score: 0, classifications: [], policy_decisions: [] },
  }
}

/** @throws BenchError when `signal` aborts, or nothing arrives any more */
async function drained(pending: () => Promise<number>, most: number, signal: AbortSignal): Promise<void> {
  let [least, since] = [Number.POSITIVE_INFINITY, performance.now()]
  for (;;) {
    const left = await pending()
    if (left <= most) return
    if (left < least) [least, since] = [left, performance.now()]
    if (signal.aborted) throw new BenchError('interrupted')
    if (performance.now() - since > STUCK_MS) throw new BenchError(`${left} deliveries do not arrive`)
    await sleep(1)
  }
}
