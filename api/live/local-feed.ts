import type { EventBus } from '../events/bus.ts'
import { Audiences } from './audiences.ts'
import type { FeedListener, LiveFeed } from './feed.ts'
import { Journal, type ResumeLimits } from './journal.ts'
import { type LiveEvent, toLiveEvent } from './live-event.ts'
import type { PolicyRelay } from './policy-relay.ts'

interface State {
  readonly journal: Journal
  readonly unsubscribe: () => void
}

/** The events of this process, for its own clients: all there is without Redis. */
export class LocalFeed implements LiveFeed {
  readonly #policies: PolicyRelay
  readonly #audiences: Audiences<State>

  constructor(events: EventBus, policies: PolicyRelay, limits: ResumeLimits, now: () => Date) {
    this.#policies = policies
    this.#audiences = new Audiences({
      begin: (tenantId) => {
        const journal = new Journal(limits, now)
        const unsubscribe = events.subscribe(tenantId, (event) => this.#tell(tenantId, toLiveEvent(event)))
        return { journal, unsubscribe }
      },
      end: (tenantId, { unsubscribe }) => {
        unsubscribe()
        policies.forget(tenantId)
      },
      lingerSeconds: limits.seconds,
    })
  }

  async listen(tenantId: string, listener: FeedListener): Promise<() => void> {
    this.#audiences.join(tenantId, listener)
    const stop = () => this.#audiences.leave(tenantId, listener)
    try {
      await this.#policies.follow(tenantId)
    } catch (error) {
      stop()
      throw error
    }
    return stop
  }

  async since(tenantId: string, eventId: string, onCut: () => void): Promise<readonly LiveEvent[] | undefined> {
    onCut()
    return this.#audiences.get(tenantId)?.state.journal.since(eventId)
  }

  async policiesChanged(tenantId: string): Promise<void> {
    await this.#policies.catchUp(tenantId)
  }

  async close(): Promise<void> {
    this.#audiences.close()
  }

  #tell(tenantId: string, event: LiveEvent): void {
    const audience = this.#audiences.get(tenantId)
    // After a crash an outbox may deliver an event again.
    if (audience === undefined || !audience.state.journal.add(event)) return
    for (const listener of [...audience.listeners]) listener.onEvent(event)
  }
}
