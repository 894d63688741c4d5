import type { LiveEvent } from './live-event.ts'

export interface FeedListener {
  onEvent(event: LiveEvent): void
  /** Events may have been lost that nobody can send any more. */
  onGap(): void
}

/** Where the clients of /ws have their events from: each event once, to all of a tenant's clients in the same order. */
export interface LiveFeed {
  /**
   * Resolves when every later event will be told.
   * @returns a function that ends it
   */
  listen(tenantId: string, listener: FeedListener): Promise<() => void>
  /**
   * What came after that event, oldest first; undefined where that cannot be said any more. Whatever a listener hears
   * after this call is not among it, and all that it heard before is.
   */
  since(tenantId: string, eventId: string): Promise<readonly LiveEvent[] | undefined>
  /** Called when another process has changed the tenant's policies, as the store says. */
  policiesChanged(tenantId: string): Promise<void>
  close(): Promise<void>
}
