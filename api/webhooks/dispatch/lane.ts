import type { Logger } from 'pino'
import type { ClaimedDelivery, DueWebhook } from '../../store/delivery-store.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookRecord } from '../../store/webhook-store.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { type Clock, toIso } from './clock.ts'
import type { Slots } from './slots.ts'

/** After a failure of the database. */
const PAUSE_MS = 1000

/** What became of a claimed delivery. */
export type Handled =
  | { readonly result: 'succeeded' }
  /** It will be attempted again at the time `at`; `made` attempts were made so far. */
  | { readonly result: 'retried'; readonly made: number; readonly at: number }
  /** All attempts have failed, or the receiver wants no more: the webhook is inactive now. */
  | { readonly result: 'exhausted' }
  /** No attempt was made, or another process has the claim. */
  | { readonly result: 'none' }

export interface LaneOptions {
  readonly store: Pick<Store, 'webhooks' | 'deliveries'>
  readonly handle: (webhook: WebhookRecord, delivery: ClaimedDelivery) => Promise<Handled>
  readonly slots: Slots
  readonly concurrency: number
  /** How long a claim holds: what a process that died had claimed is attempted again after this time. */
  readonly leaseMs: number
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
  readonly onIdle: () => void
}

/** Of the deliveries that wait to be attempted again, the one with the most attempts. */
interface FrontRunner {
  readonly id: string
  readonly made: number
  readonly at: number
}

/**
 * The way to one receiver. It claims what is due from the table, a few at a time and never more than it can attempt at
 * once, until nothing is left.
 *
 * One delivery runs in front: those behind it wait for the circuit breaker and for one another, but it keeps the times of
 * the schedule. So a receiver that is down for good is found out after the schedule's time, however much waits for it.
 */
export class Lane {
  readonly #webhook: DueWebhook
  readonly #options: LaneOptions
  #breaker: CircuitBreaker
  #frontRunner: FrontRunner | undefined
  /** Whether there may be something due. */
  #wanted = false
  #isLooking = false
  #looking: Promise<void> = Promise.resolve()
  #closed = false
  readonly #underWay = new Set<Promise<void>>()
  #cancelTimer: (() => void) | undefined

  constructor(webhook: DueWebhook, options: LaneOptions) {
    this.#webhook = webhook
    this.#options = options
    this.#breaker = new CircuitBreaker(options.concurrency)
  }

  /** Whether it looks at the table again by itself, and soon. */
  get isBusy(): boolean {
    return this.#wanted
  }

  /** Something may be due. */
  readonly wake = (): void => {
    this.#wanted = true
    this.#run()
  }

  /** Forgets what went wrong before, as the webhook is not the one it was. */
  renew(): void {
    this.#breaker = new CircuitBreaker(this.#options.concurrency)
    this.#frontRunner = undefined
    this.wake()
  }

  /** Takes up nothing more; resolves when nothing is under way. */
  async close(): Promise<void> {
    this.#closed = true
    this.#cancelTimer?.()
    // What it has claimed by now is taken up yet.
    await this.#looking
    await Promise.all(this.#underWay)
  }

  #run(): void {
    if (this.#isLooking || this.#closed) return
    this.#isLooking = true
    this.#cancelTimer?.()
    this.#looking = this.#look()
  }

  /** Never rejects. Nobody can wake it between its last look and its end: both are in one turn. */
  async #look(): Promise<void> {
    try {
      while (this.#wanted && !this.#closed) {
        const room = this.#room()
        if (room === 0) {
          this.#wakeAtProbe()
          break
        }
        const slots = this.#options.slots.take(room)
        if (slots === 0) {
          this.#options.slots.wait(this.wake)
          break
        }
        this.#wanted = false
        const isAll = (await this.#takeUp(slots)) < slots
        // As many as there was room for, or nothing but the front runner: there may be more.
        if (!isAll || this.#isHeld()) this.#wanted = true
      }
    } catch (error) {
      const fields = { err: error, code: 'ERR_WEBHOOK_DISPATCH', webhook_id: this.#webhook.webhook_id }
      this.#options.logger.error(fields, 'deliveries were not looked up')
      this.#wanted = true
      this.#wakeAfter(PAUSE_MS)
    }
    this.#isLooking = false
    if (this.#isIdle()) this.#options.onIdle()
  }

  #room(): number {
    const now = this.#options.clock.now()
    const allowed = this.#breaker.allowed(now)
    const wanted = this.#isFrontRunnerDue(now) ? Math.max(allowed, 1) : allowed
    return Math.max(0, wanted - this.#underWay.size)
  }

  #isHeld(): boolean {
    return this.#breaker.allowed(this.#options.clock.now()) === 0
  }

  #isFrontRunnerDue(now: number): boolean {
    return this.#frontRunner !== undefined && this.#frontRunner.at <= now
  }

  /** @returns how many it began with */
  async #takeUp(slots: number): Promise<number> {
    let begun = 0
    try {
      const { tenant_id, webhook_id } = this.#webhook
      // Read each time: what an administrator changes, or deletes, holds from the next attempt on.
      const webhook = await this.#options.store.webhooks.get(tenant_id, webhook_id)
      if (webhook?.active !== true) {
        this.#breaker.succeeded()
        this.#frontRunner = undefined
        return 0
      }
      const claimed = await this.#claim(slots)
      for (const delivery of claimed) this.#begin(webhook, delivery)
      begun = claimed.length
      return begun
    } finally {
      this.#options.slots.release(slots - begun)
    }
  }

  async #claim(limit: number): Promise<ClaimedDelivery[]> {
    const { store, clock, leaseMs } = this.#options
    const { deliveries } = store
    const now = clock.now()
    const [from, until] = [toIso(now), toIso(now + leaseMs)]
    const claimed: ClaimedDelivery[] = []
    if (this.#frontRunner !== undefined && this.#isFrontRunnerDue(now)) {
      const { id } = this.#frontRunner
      this.#frontRunner = undefined
      const delivery = await deliveries.claim(id, from, until)
      if (delivery !== undefined) claimed.push(delivery)
    }
    const others = Math.min(limit, this.#breaker.allowed(now) - this.#underWay.size) - claimed.length
    if (others > 0) claimed.push(...(await deliveries.claimDue(this.#webhook.webhook_id, from, until, others)))
    return claimed
  }

  #begin(webhook: WebhookRecord, delivery: ClaimedDelivery): void {
    if (this.#frontRunner?.id === delivery.id) this.#frontRunner = undefined
    const handling = this.#options
      .handle(webhook, delivery)
      .then((handled) => this.#learn(delivery.id, handled))
      .catch((error: unknown) => {
        // Its claim ends by itself, and then it is attempted again.
        const fields = { err: error, code: 'ERR_WEBHOOK_DISPATCH', delivery_id: delivery.id }
        this.#options.logger.error(fields, 'what became of a delivery was not written down')
      })
      .finally(() => {
        this.#underWay.delete(handling)
        this.#options.slots.release(1)
        this.#run()
      })
    this.#underWay.add(handling)
  }

  #learn(id: string, handled: Handled): void {
    switch (handled.result) {
      case 'succeeded':
        this.#breaker.succeeded()
        break
      case 'retried': {
        this.#breaker.failed(this.#options.clock.now())
        const { made, at } = handled
        if (this.#frontRunner === undefined || made > this.#frontRunner.made) this.#frontRunner = { id, made, at }
        break
      }
      case 'exhausted':
        this.#breaker = new CircuitBreaker(this.#options.concurrency)
        this.#frontRunner = undefined
        break
      case 'none':
    }
  }

  #wakeAtProbe(): void {
    const { probeAt } = this.#breaker
    // The end of an attempt wakes the lane anyway, and it is full before.
    if (probeAt === undefined || this.#underWay.size > 0) return
    this.#wakeAfter(Math.min(probeAt, this.#frontRunner?.at ?? probeAt) - this.#options.clock.now())
  }

  #wakeAfter(ms: number): void {
    if (!this.#closed) this.#cancelTimer = this.#options.clock.after(Math.max(ms, 0), this.wake)
  }

  #isIdle(): boolean {
    const isRemembering = this.#frontRunner !== undefined || !this.#breaker.isFresh
    return !this.#wanted && !isRemembering && this.#underWay.size === 0
  }
}
