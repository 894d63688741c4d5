import { setTimeout as sleep } from 'node:timers/promises'
import type { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { RedisConnections } from '../../redis/connections.ts'
import type { DueWebhook } from '../../store/delivery-store.ts'
import type { Alarm, DeliveryQueue } from '../delivery-queue.ts'
import type { Clock } from './clock.ts'
import type { TableTimer } from './table-timer.ts'

const NAME = 'deliveries'
/** BullMQ's own prefix option: it refuses ioredis' keyPrefix. */
const PREFIX = 'weir:bullmq'
/** Ringing takes no time: this is how many alarms are fetched while others are put away. */
const CONCURRENCY = 16
/** An alarm of a process that died before it triggered the webhook goes to another process after this time. */
const STALLED_MS = 30_000
const FAREWELL_MS = 1000
/** Jobs do not fail by themselves; this bounds what a broken process leaves in Redis. */
const FAILED_KEPT = { age: 24 * 60 * 60, count: 1000 }
/** The length of BullMQ's own stream of events, which Weir does not read. */
const EVENTS_MAX = 100

export interface RedisQueueOptions {
  readonly redis: RedisConnections
  /** Rings once a minute for what is overdue; in time as long as Redis is away. */
  readonly timer: TableTimer
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn' | 'info' | 'error'>
  /** The longest delay of an alarm that may have been lost with Redis. */
  readonly longestDelayMs: number
  readonly stalledMs?: number
}

type Ring = Pick<Alarm, 'tenant_id' | 'webhook_id' | 'at'>

/**
 * BullMQ on Redis: one delayed job for each attempt, which any process of the installation may get. The job only triggers the
 * webhook; the process that claims the delivery in the table makes the attempt. While Redis is down, a timer on the table
 * triggers instead, and continues for a while after Redis is back, because Redis may have lost its earlier jobs.
 */
export class RedisQueue implements DeliveryQueue {
  readonly #options: RedisQueueOptions
  readonly #producer: Redis
  /** It takes a while to load, which those without Redis need not wait for. */
  readonly #bullmq = import('bullmq')
  #queue: Queue<Ring> | undefined
  #worker: Worker<Ring> | undefined
  #patient: Redis | undefined
  #onDue: ((webhook: DueWebhook) => void) | undefined
  #cancelTimer: (() => void) | undefined
  #isTimerRelied = false
  #closed = false

  constructor(options: RedisQueueOptions) {
    this.#options = options
    // Adding fails at once while Redis is down; then the timer triggers.
    this.#producer = options.redis.open('queue', 'prompt')
  }

  schedule(alarms: readonly Alarm[]): void {
    const now = this.#options.clock.now()
    const jobs = alarms.map(({ delivery_id, attempt, tenant_id, webhook_id, at }) => ({
      name: 'due',
      data: { tenant_id, webhook_id, at },
      // Of the attempt, not of the delivery: the job of the last attempt may not be put away yet.
      opts: { jobId: `${delivery_id}-${attempt}`, delay: Math.max(0, at - now) },
    }))
    if (this.#queue === undefined) this.#scheduleOnTimer(alarms)
    else this.#queue.addBulk(jobs).catch(() => this.#scheduleOnTimer(alarms))
  }

  start(onDue: (webhook: DueWebhook) => void): void {
    this.#onDue = onDue
    this.#options.timer.start(onDue)
    this.#producer.on('ready', () => void this.#onReady())
    this.#producer.on('close', () => this.#relyOnTimer())
    if (this.#producer.status === 'ready') void this.#onReady()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#cancelTimer?.()
    await this.#options.timer.close()
    // By force: BullMQ would wait for ever for a Redis that has just gone down. Another process gets an interrupted alarm.
    const farewell = Promise.allSettled([this.#worker?.close(true), this.#queue?.close()])
    await Promise.race([farewell, sleep(FAREWELL_MS, undefined, { ref: false })])
    this.#patient?.disconnect()
    this.#producer.disconnect()
  }

  /** BullMQ never recovers from a connection that was not there when it began: so it begins when Redis is there. */
  #open({ Queue, Worker }: typeof import('bullmq')): void {
    const { redis, stalledMs = STALLED_MS } = this.#options
    this.#queue = new Queue<Ring>(NAME, {
      connection: this.#producer,
      prefix: PREFIX,
      streams: { events: { maxLen: EVENTS_MAX } },
      defaultJobOptions: { removeOnComplete: true, removeOnFail: FAILED_KEPT },
    })
    this.#patient = redis.open('queue-worker', 'patient')
    this.#worker = new Worker<Ring>(NAME, async ({ data }) => this.#ring(data), {
      connection: this.#patient,
      prefix: PREFIX,
      concurrency: CONCURRENCY,
      stalledInterval: stalledMs,
      lockDuration: stalledMs,
      removeOnComplete: { count: 0 },
      removeOnFail: FAILED_KEPT,
    })
    // The connections have said so already, once for all of them (api/redis/connections.ts).
    this.#queue.on('error', () => {})
    this.#worker.on('error', () => {})
  }

  #ring({ tenant_id, webhook_id, at }: Ring): void {
    // Clocks of two machines differ: by this one's it may not be time yet.
    if (at > this.#options.clock.now())
      this.#options.timer.schedule([{ tenant_id, webhook_id, at, delivery_id: '', attempt: 0 }])
    else if (!this.#closed) this.#onDue?.({ tenant_id, webhook_id })
  }

  #scheduleOnTimer(alarms: readonly Alarm[]): void {
    this.#relyOnTimer()
    this.#options.timer.schedule(alarms)
  }

  async #onReady(): Promise<void> {
    const bullmq = await this.#bullmq
    if (this.#closed || this.#producer.status !== 'ready') return
    const { timer } = this.#options
    if (this.#queue === undefined) this.#open(bullmq)
    if (this.#isTimerRelied) this.#relyOnTimer()
    else timer.isPunctual = false
    timer.look()
    void this.#checkPolicy()
  }

  /** The timer triggers in time, until every alarm that Redis may have lost is past. */
  #relyOnTimer(): void {
    if (this.#closed) return
    const { timer, clock, longestDelayMs } = this.#options
    this.#isTimerRelied = true
    timer.isPunctual = true
    this.#cancelTimer?.()
    this.#cancelTimer = clock.after(longestDelayMs, () => {
      if (this.#producer.status !== 'ready') return this.#relyOnTimer()
      this.#isTimerRelied = false
      timer.isPunctual = false
    })
  }

  /** A Redis that is full and evicts keys loses alarms, and worse (BullMQ, Going to production). */
  async #checkPolicy(): Promise<void> {
    const { logger } = this.#options
    try {
      const policy = /^maxmemory_policy:(\S+)/m.exec(await this.#producer.info('memory'))?.[1]
      if (policy === undefined || policy === 'noeviction') return
      const fields = { code: 'ERR_REDIS_EVICTION', maxmemory_policy: policy }
      logger.warn(fields, 'Redis may drop deliveries that wait: set its maxmemory-policy to noeviction')
    } catch {
      // Redis is down again, and is asked when it is back.
    }
  }
}
