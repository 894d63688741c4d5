import type { FeedListener } from './feed.ts'

/** One tenant's listeners, and what a feed keeps for them. */
export interface Audience<State> {
  readonly state: State
  readonly listeners: ReadonlySet<FeedListener>
}

interface Kept<State> extends Audience<State> {
  readonly listeners: Set<FeedListener>
  leaving?: NodeJS.Timeout
}

/** The listeners by tenant. A tenant without listeners is kept for a while: a client that lost its connection may come back. */
export class Audiences<State> {
  readonly #tenants = new Map<string, Kept<State>>()
  readonly #begin: (tenantId: string) => State
  readonly #end: (tenantId: string, state: State) => void
  readonly #lingerMs: number

  constructor(options: {
    readonly begin: (tenantId: string) => State
    readonly end: (tenantId: string, state: State) => void
    readonly lingerSeconds: number
  }) {
    this.#begin = options.begin
    this.#end = options.end
    this.#lingerMs = options.lingerSeconds * 1000
  }

  get(tenantId: string): Audience<State> | undefined {
    return this.#tenants.get(tenantId)
  }

  all(): [tenantId: string, Audience<State>][] {
    return [...this.#tenants]
  }

  join(tenantId: string, listener: FeedListener): Audience<State> {
    const audience = this.#tenants.get(tenantId) ?? { state: this.#begin(tenantId), listeners: new Set() }
    this.#tenants.set(tenantId, audience)
    clearTimeout(audience.leaving)
    audience.listeners.add(listener)
    return audience
  }

  leave(tenantId: string, listener: FeedListener): void {
    const audience = this.#tenants.get(tenantId)
    if (audience === undefined || !audience.listeners.delete(listener) || audience.listeners.size > 0) return
    audience.leaving = setTimeout(() => this.#drop(tenantId), this.#lingerMs).unref()
  }

  close(): void {
    for (const tenantId of this.#tenants.keys()) this.#drop(tenantId)
  }

  #drop(tenantId: string): void {
    const audience = this.#tenants.get(tenantId)
    if (audience === undefined) return
    clearTimeout(audience.leaving)
    this.#tenants.delete(tenantId)
    this.#end(tenantId, audience.state)
  }
}
