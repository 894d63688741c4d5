/**
 * Changes of one tenant one after the other: a client sends many at once, and each reads before it writes. Other processes
 * are kept apart by revisions and unique names in the store.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  async take<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(tenantId) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.#last.set(tenantId, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(tenantId) === mine) this.#last.delete(tenantId)
    }
  }
}
