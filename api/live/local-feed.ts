import type { EventType } from '../../core/model/event.ts'
import type { EventBus } from '../events/bus.ts'
import { Audiences } from './audiences.ts'
import type { FeedListener, LiveFeed } from './feed.ts'
import { Journal, type ResumeLimits } from './journal.ts'
import { type LiveEvent, toLiveEvent } from './live-event.ts'
import { isOfPolicies, type PolicyRelay } from './policy-relay.ts'

interface State {
  readonly journal: Journal
  readonly unsubscribe: () => void
  /** How many listen for more than policies. */
  forAll: number
  /** Set while nobody listens: until this time a client may come back. */
  allUntil: number
}

/** The events of this process, for its own clients: all there is without Redis. */
export class LocalFeed implements LiveFeed {
  readonly #policies: PolicyRelay
  readonly #audiences: Audiences<State>
  readonly #lingerMs: number
  readonly #stopErasing: () => void
  readonly #now: () => Date

  constructor(events: EventBus, policies: PolicyRelay, limits: ResumeLimits, now: () => Date) {
    this.#policies = policies
    this.#lingerMs = limits.seconds * 1000
    this.#now = now
    this.#stopErasing = events.onInteractionsErased((tenantId, ids) => {
      this.#audiences.get(tenantId)?.state.journal.erase(ids)
    })
    this.#audiences = new Audiences({
      begin: (tenantId) => {
        const journal = new Journal(limits, now)
        const tell = (event: Parameters<typeof toLiveEvent>[0]) => this.#tell(tenantId, toLiveEvent(event))
        const unsubscribe = events.subscribe(tenantId, tell, (type) => this.#wants(tenantId, type))
        return { journal, unsubscribe, forAll: 0, allUntil: 0 }
      },
      end: (tenantId, { unsubscribe }) => {
        unsubscribe()
        policies.forget(tenantId)
      },
      lingerSeconds: limits.seconds,
    })
  }

  async listen(tenantId: string, listener: FeedListener): Promise<() => void> {
    const { state } = this.#audiences.join(tenantId, listener)
    const leave = listener.isForPolicies ? () => {} : this.#beginAll(state)
    const stop = () => {
      leave()
      this.#audiences.leave(tenantId, listener)
    }
    try {
      await this.#policies.follow(tenantId)
    } catch (error) {
      stop()
      throw error
    }
    return stop
  }

  async since(
    tenantId: string,
    eventId: string,
    listener: FeedListener,
    onCut: () => void,
  ): Promise<readonly LiveEvent[] | undefined> {
    onCut()
    return this.#audiences.get(tenantId)?.state.journal.since(eventId, !listener.isForPolicies)
  }

  async policiesChanged(tenantId: string): Promise<void> {
    await this.#policies.catchUp(tenantId)
  }

  async close(): Promise<void> {
    this.#stopErasing()
    this.#audiences.close()
  }

  /** Every prompt is several events: where proxies alone listen, none is built, and none is kept. */
  #wants(tenantId: string, type: EventType): boolean {
    if (isOfPolicies(type)) return true
    const state = this.#audiences.get(tenantId)?.state
    return state !== undefined && this.#isForAll(state)
  }

  #isForAll({ forAll, allUntil }: State): boolean {
    return forAll > 0 || this.#now().getTime() < allUntil
  }

  /** @returns called once, when the listener goes */
  #beginAll(state: State): () => void {
    if (!this.#isForAll(state)) state.journal.beginAll()
    state.forAll += 1
    return () => {
      state.forAll -= 1
      state.allUntil = this.#now().getTime() + this.#lingerMs
    }
  }

  #tell(tenantId: string, event: LiveEvent): void {
    const audience = this.#audiences.get(tenantId)
    // After a crash an outbox may deliver an event again.
    if (audience === undefined || !audience.state.journal.add(event)) return
    for (const listener of [...audience.listeners]) listener.onEvent(event)
  }
}
