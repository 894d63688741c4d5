import type { LiveEvent } from './live-event.ts'

export interface FeedListener {
  /** Whether it is here for policies alone, as proxies are. */
  readonly isForPolicies: boolean
  onEvent(event: LiveEvent): void
  /** Some events may have been lost for good. */
  onGap(): void
}

/** The source of events for clients of /ws: each event once, to all of a tenant's clients in the same order. */
export interface LiveFeed {
  /**
   * Resolves when every later event will be told.
   * @returns a function that ends it
   */
  listen(tenantId: string, listener: FeedListener): Promise<() => void>
  /**
   * What came after that event, oldest first; undefined if that cannot be said any more, to this listener.
   * @param onCut called once, at the moment up to which the answer goes: it holds all that a listener heard before, and
   *   nothing of what it hears later
   */
  since(
    tenantId: string,
    eventId: string,
    listener: FeedListener,
    onCut: () => void,
  ): Promise<readonly LiveEvent[] | undefined>
  /** Called when another process has changed the tenant's policies, as the store says. */
  policiesChanged(tenantId: string): Promise<void>
  close(): Promise<void>
}
