import { fitting, type Room } from '../new-delivery.ts'

/** How long a count is used: deliveries that other processes add in that time may exceed the bound. */
const REFRESH_MS = 2000

interface Counted {
  readonly pending: Promise<Room>
  readonly at: number
  /** What this process has added since, less what it has seen to the end. */
  readonly added: { count: number; bytes: number }
}

/**
 * How many deliveries wait for each webhook, and what their bodies take, for the bounds on it. Counting 100,000 index entries for
 * every batch of events would cost more than the events: so counts are taken now and then, and kept up with what this process does.
 */
export class Backlogs {
  readonly #max: Room
  readonly #count: (webhookId: string) => Promise<Room>
  readonly #counted = new Map<string, Counted>()

  /** @param count asks the database */
  constructor(max: Room, count: (webhookId: string) => Promise<Room>) {
    this.#max = max
    this.#count = count
  }

  /** Takes room for the first of these events. @returns those that there is room for */
  async take<E extends { readonly bytes: number }>(webhookId: string, events: readonly E[]): Promise<E[]> {
    const { pending, added } = this.#current(webhookId)
    // Nothing is awaited between reading the sums and adding to them.
    const { count, bytes } = await pending
    const taken = fitting(events, {
      count: this.#max.count - count - added.count,
      bytes: this.#max.bytes - bytes - added.bytes,
    })
    added.count += taken.length
    added.bytes += taken.reduce((sum, event) => sum + event.bytes, 0)
    return taken
  }

  ended(webhookId: string, bytes: number): void {
    const counted = this.#counted.get(webhookId)
    if (counted === undefined) return
    counted.added.count -= 1
    counted.added.bytes -= bytes
  }

  forget(webhookId: string): void {
    this.#counted.delete(webhookId)
  }

  #current(webhookId: string): Counted {
    const known = this.#counted.get(webhookId)
    if (known !== undefined && performance.now() - known.at < REFRESH_MS) return known
    const added = { count: 0, bytes: 0 }
    const fresh: Counted = { pending: this.#count(webhookId), at: performance.now(), added }
    // Who waits for the count hears why it failed; the next one takes another.
    fresh.pending.catch(() => {
      if (this.#counted.get(webhookId) === fresh) this.forget(webhookId)
    })
    this.#counted.set(webhookId, fresh)
    return fresh
  }
}
