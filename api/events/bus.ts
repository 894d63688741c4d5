import type { Logger } from 'pino'
import type { Event, EventType } from '../../core/model/event.ts'
import { prefixedId } from '../ids.ts'

export type EventListener = (event: Event) => void

/** Carries events from where they happen to whoever listens, within this process and one tenant at a time. */
export class EventBus {
  readonly #listeners = new Map<string, Set<EventListener>>()
  readonly #identityListeners = new Set<(id: string) => void>()
  readonly #logger: Logger
  readonly #now: () => Date

  constructor(logger: Logger, now: () => Date) {
    this.#logger = logger
    this.#now = now
  }

  /** `data` is asked for only where somebody listens: at thousands of interactions a second, building it costs. */
  publish(tenantId: string, type: EventType, data: () => Record<string, unknown>): void {
    const listeners = this.#listeners.get(tenantId)
    if (listeners === undefined) return
    const event: Event = {
      id: prefixedId('evt'),
      timestamp: this.#now().toISOString(),
      event_type: type,
      tenant_id: tenantId,
      data: data(),
    }
    for (const listener of [...listeners]) this.#call(() => listener(event))
  }

  /** @returns a function that ends the subscription */
  subscribe(tenantId: string, listener: EventListener): () => void {
    const listeners = this.#listeners.get(tenantId) ?? new Set()
    this.#listeners.set(tenantId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(tenantId) === listeners) this.#listeners.delete(tenantId)
    }
  }

  /** A user's or service token's rights have changed: sessions that were granted before are to be looked at again. */
  identityChanged(id: string): void {
    for (const listener of this.#identityListeners) this.#call(() => listener(id))
  }

  /** `listener` gets the id of the user or service token. */
  onIdentityChange(listener: (id: string) => void): () => void {
    this.#identityListeners.add(listener)
    return () => this.#identityListeners.delete(listener)
  }

  /** A listener that fails must not fail the request that made the event. */
  #call(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      this.#logger.error({ err: error, code: 'ERR_EVENT_LISTENER' }, 'an event listener failed')
    }
  }
}
