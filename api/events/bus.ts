import type { Logger } from 'pino'
import type { Event, EventType } from '../../core/model/event.ts'
import { prefixedId } from '../ids.ts'
import type { ChangeListener, Topic } from '../store/change-feed.ts'
import type { Outbox } from '../store/outbox.ts'

/** `isRelayed`: another process has committed the event, and its own listeners had it there (EventBus.relay). */
export type EventListener = (event: Event, isRelayed: boolean) => void

/** Whether a listener wants this tenant's events of this type. */
export type Wants = (tenantId: string, type: EventType) => boolean

/** Whether a listener of one tenant wants events of this type now. */
export type WantsType = (type: EventType) => boolean

/** Gets the tenant and the ids of the interactions. */
export type ErasureListener = (tenantId: string, ids: ReadonlySet<string>) => void

/** Carries committed events to the listeners within this process. */
export class EventBus {
  readonly #listeners = new Map<string, Map<EventListener, WantsType>>()
  readonly #everywhere = new Map<EventListener, Wants>()
  readonly #identityListeners = new Set<(id: string, tenantId: string) => void>()
  readonly #erasureListeners = new Set<ErasureListener>()
  readonly #changeListeners = new Set<ChangeListener>()
  readonly #logger: Logger
  readonly #now: () => Date

  constructor(logger: Logger, now: () => Date) {
    this.#logger = logger
    this.#now = now
  }

  /**
   * Carries what this outbox commits from now on.
   * @returns a function that ends it
   */
  follow(outbox: Outbox): () => void {
    return outbox.onCommitted(
      ({ events }) => {
        for (const event of events) this.#carry(event)
      },
      (tenantId, type) => this.wants(tenantId, type),
    )
  }

  /** Whether there is a listener: at thousands of interactions a second, building unwanted events is expensive. */
  wants(tenantId: string, type: EventType): boolean {
    for (const wants of this.#listeners.get(tenantId)?.values() ?? []) if (wants(type)) return true
    for (const wants of this.#everywhere.values()) if (wants(tenantId, type)) return true
    return false
  }

  /**
   * To the events of one tenant.
   * @param wants asked often, and before an event is built; the listener gets no others
   * @returns a function that ends the subscription
   */
  subscribe(tenantId: string, listener: EventListener, wants: WantsType = () => true): () => void {
    const listeners = this.#listeners.get(tenantId) ?? new Map<EventListener, WantsType>()
    this.#listeners.set(tenantId, listeners.set(listener, wants))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(tenantId) === listeners) this.#listeners.delete(tenantId)
    }
  }

  /**
   * To events of every tenant, each once in all processes together: not to those that are relayed.
   * @param wants asked often, and before an event is built; the listener may get others all the same
   * @returns a function that ends the subscription
   */
  subscribeAll(listener: EventListener, wants: Wants = () => true): () => void {
    this.#everywhere.set(listener, wants)
    return () => this.#everywhere.delete(listener)
  }

  /** Gives the listeners of one tenant an event that another process has committed. Webhooks do not get it. */
  relay(tenantId: string, type: EventType, data: Record<string, unknown>): void {
    const timestamp = this.#now().toISOString()
    this.#hand({ id: prefixedId('evt'), timestamp, event_type: type, tenant_id: tenantId, data }, true)
  }

  /** A user's or service token's rights have changed: sessions that were granted before are to be looked at again. */
  identityChanged({ id, tenant_id }: { readonly id: string; readonly tenant_id: string }): void {
    for (const listener of this.#identityListeners) this.#call(() => listener(id, tenant_id))
  }

  /** `listener` gets the id of the user or service token, and of its tenant. */
  onIdentityChange(listener: (id: string, tenantId: string) => void): () => void {
    this.#identityListeners.add(listener)
    return () => this.#identityListeners.delete(listener)
  }

  /** Interactions are gone: whoever keeps events drops what is about them. */
  interactionsErased(tenantId: string, ids: readonly string[]): void {
    const erased = new Set(ids)
    for (const listener of this.#erasureListeners) this.#call(() => listener(tenantId, erased))
  }

  onInteractionsErased(listener: ErasureListener): () => void {
    this.#erasureListeners.add(listener)
    return () => this.#erasureListeners.delete(listener)
  }

  /** Called when this process has changed something of which proxies and caches keep copies. It makes no event: no webhook and no client of /ws gets it. */
  changed(tenant_id: string, topic: Topic): void {
    for (const listener of this.#changeListeners) this.#call(() => listener({ tenant_id, topic }))
  }

  onChanged(listener: ChangeListener): () => void {
    this.#changeListeners.add(listener)
    return () => this.#changeListeners.delete(listener)
  }

  #carry(event: Event): void {
    this.#hand(event, false)
    for (const [listener, wants] of [...this.#everywhere]) {
      if (wants(event.tenant_id, event.event_type)) this.#call(() => listener(event, false))
    }
  }

  #hand(event: Event, isRelayed: boolean): void {
    for (const [listener, wants] of [...(this.#listeners.get(event.tenant_id) ?? [])]) {
      if (wants(event.event_type)) this.#call(() => listener(event, isRelayed))
    }
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
