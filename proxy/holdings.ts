/** What one client holds of something that is shared; to be used at once, not kept. */
export interface Holding {
  readonly client: string
  held: number
}

/** How many clients that hold nothing any more may stay: a client mostly comes back at once. */
const MAX_EMPTY = 64

/**
 * Who holds how much. A client is not taken out with each request that ends: V8 makes a Map anew after a number of entries were put in, and the
 * old copy refers to the new one. Once such a copy has grown old it keeps all that follow it, and what was in them, from being freed by
 * anything but a full collection. Measured with a Set of what requests hold: 3 kB a request.
 */
export class Holdings {
  readonly #byClient = new Map<string, Holding>()
  /** Clients that hold something. */
  #holders = 0

  get holders(): number {
    return this.#holders
  }

  /** Its entry, which is made where there is none. */
  of(client: string): Holding {
    const known = this.#byClient.get(client)
    if (known !== undefined) return known
    if (this.#byClient.size >= this.#holders + MAX_EMPTY) this.#forgetEmpty()
    const made = { client, held: 0 }
    this.#byClient.set(client, made)
    return made
  }

  heldBy(client: string): number {
    return this.#byClient.get(client)?.held ?? 0
  }

  /** @param amount less than 0 where it is given back */
  add(holding: Holding, amount: number): void {
    const before = holding.held
    holding.held += amount
    if (before === 0 && holding.held !== 0) this.#holders++
    else if (before !== 0 && holding.held === 0) this.#holders--
  }

  /** The clients that hold something. */
  *clients(): Iterable<string> {
    for (const { client, held } of this.#byClient.values()) if (held !== 0) yield client
  }

  #forgetEmpty(): void {
    for (const [client, { held }] of this.#byClient) if (held === 0) this.#byClient.delete(client)
  }
}
