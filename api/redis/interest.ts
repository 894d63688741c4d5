import type { Redis } from 'ioredis'

const KEY = 'weir:live:interest'
/** Its messages name a tenant whose events have a new listener. */
export const INTEREST_CHANNEL = 'weir:live:interest'

/** Longer than two refreshes: one that fails changes nothing. */
const LEASE_MS = 3 * 60_000

/** Which tenants have clients of /ws in some process: events of others need not be built, nor sent to Redis. */
export class Interest {
  readonly #redis: Redis
  readonly #now: () => Date
  /** Until when, in milliseconds. */
  readonly #tenants = new Map<string, number>()

  constructor(redis: Redis, now: () => Date) {
    this.#redis = redis
    this.#now = now
  }

  has(tenantId: string): boolean {
    return (this.#tenants.get(tenantId) ?? 0) > this.#now().getTime()
  }

  /** Heard on the channel. */
  note(tenantId: string): void {
    this.#tenants.set(tenantId, this.#now().getTime() + LEASE_MS)
  }

  /** Tells every process that a client here listens. */
  async register(tenantIds: readonly string[]): Promise<void> {
    if (tenantIds.length === 0) return
    const until = this.#now().getTime() + LEASE_MS
    for (const tenantId of tenantIds) this.#tenants.set(tenantId, until)
    const commands = this.#redis.pipeline().hset(KEY, Object.fromEntries(tenantIds.map((id) => [id, until])))
    for (const tenantId of tenantIds) commands.publish(INTEREST_CHANNEL, tenantId)
    for (const [error] of (await commands.exec()) ?? []) if (error !== null) throw error
  }

  /** Reads what was registered while this process did not listen, and removes expired entries. */
  async refresh(): Promise<void> {
    const now = this.#now().getTime()
    const over: string[] = []
    for (const [tenantId, until] of Object.entries(await this.#redis.hgetall(KEY))) {
      if (Number(until) > now) this.#tenants.set(tenantId, Number(until))
      else over.push(tenantId)
    }
    for (const [tenantId, until] of this.#tenants) if (until <= now) this.#tenants.delete(tenantId)
    if (over.length > 0) await this.#redis.hdel(KEY, ...over)
  }
}
