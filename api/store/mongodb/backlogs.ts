/** How long a count is used: deliveries that other processes add in that time may exceed the bound. */
const REFRESH_MS = 2000

interface Counted {
  readonly pending: Promise<number>
  readonly at: number
  /** What this process has added since, less what it has seen to the end. */
  added: number
}

/**
 * How many deliveries wait for each webhook, for the bound on it. Counting 100,000 index entries for every batch of
 * events would cost more than the events: so counts are taken now and then, and kept up with what this process does.
 */
export class Backlogs {
  readonly #max: number
  readonly #count: (webhookId: string) => Promise<number>
  readonly #counted = new Map<string, Counted>()

  /** @param count asks the database */
  constructor(max: number, count: (webhookId: string) => Promise<number>) {
    this.#max = max
    this.#count = count
  }

  /** Takes room for up to `wanted` deliveries. @returns the number that there is room for */
  async take(webhookId: string, wanted: number): Promise<number> {
    const counted = this.#current(webhookId)
    // Nothing is awaited between reading the sum and adding to it.
    const pending = await counted.pending
    const taken = Math.max(0, Math.min(wanted, this.#max - pending - counted.added))
    counted.added += taken
    return taken
  }

  ended(webhookId: string, count: number): void {
    const counted = this.#counted.get(webhookId)
    if (counted !== undefined) counted.added -= count
  }

  forget(webhookId: string): void {
    this.#counted.delete(webhookId)
  }

  #current(webhookId: string): Counted {
    const known = this.#counted.get(webhookId)
    if (known !== undefined && performance.now() - known.at < REFRESH_MS) return known
    const fresh: Counted = { pending: this.#count(webhookId), at: performance.now(), added: 0 }
    fresh.pending.catch(() => {
      if (this.#counted.get(webhookId) === fresh) this.forget(webhookId)
    })
    this.#counted.set(webhookId, fresh)
    return fresh
  }
}
