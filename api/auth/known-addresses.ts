import { addressBlock } from '../../core/network/address-list.ts'

/** Pairs of account and address that are remembered; of more the least recently used are forgotten. */
const PAIRS_MAX = 10_000

/** From where people have signed in, as far as this process remembers. */
export class KnownAddresses {
  /** In the order of their last use. */
  readonly #pairs = new Set<string>()

  /** @param account an e-mail address, in any case */
  add(account: string, address: string): void {
    const pair = pairOf(account, address)
    this.#pairs.delete(pair)
    this.#pairs.add(pair)
    const [oldest] = this.#pairs
    if (this.#pairs.size > PAIRS_MAX && oldest !== undefined) this.#pairs.delete(oldest)
  }

  has(account: string, address: string): boolean {
    return this.#pairs.has(pairOf(account, address))
  }
}

function pairOf(account: string, address: string): string {
  return JSON.stringify([addressBlock(address), account.toLowerCase()])
}
