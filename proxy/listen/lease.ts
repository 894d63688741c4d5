import type { AdmissionError } from '../errors.ts'

/** Who holds a lease, as far as taking it back is concerned. */
export interface Holder {
  /** A number that grows whenever the holder gets on: bytes read and written. Asked only while somebody waits. */
  progress(): number
  /** Ends the holder; it releases its lease. */
  revoke(reason: AdmissionError): void
}

/** What leases are portions of (fair-share.ts). */
interface Share {
  tryGrow(lease: Lease, amount: number): boolean
  grow(lease: Lease, amount: number, gone?: AbortSignal): Promise<void>
  giveBack(lease: Lease, amount: number): void
}

/** A portion of a resource that one client holds, until it is released: once, however often that is asked for. */
export class Lease {
  readonly client: string
  readonly #share: Share
  readonly #holder: Holder | undefined
  #amount: number
  #released = false
  #revoked = false
  /** What the holder's progress was, and when that was last seen to be new; undefined while nobody waits. */
  #seen: { progress: number; at: number } | undefined

  constructor(share: Share, client: string, amount: number, holder: Holder | undefined) {
    this.#share = share
    this.client = client
    this.#amount = amount
    this.#holder = holder
  }

  get amount(): number {
    return this.#amount
  }

  get released(): boolean {
    return this.#released
  }

  /** Takes more at once. @returns false where that has to wait: see `grow` */
  tryGrow(amount: number): boolean {
    if (this.#released) return true
    if (!this.#share.tryGrow(this, amount)) return false
    this.#amount += amount
    return true
  }

  /** Takes more when there is room; rejects with AdmissionError. */
  grow(amount: number, gone?: AbortSignal): Promise<void> {
    return this.tryGrow(amount) ? Promise.resolve() : this.#share.grow(this, amount, gone)
  }

  release(): void {
    if (this.#released) return
    this.#released = true
    this.#share.giveBack(this, this.#amount)
  }

  /** @internal */
  grown(amount: number): void {
    this.#amount += amount
  }

  /** @internal Milliseconds without progress, counted from when somebody began to wait. */
  stalledFor(now: number): number {
    if (this.#holder === undefined || this.#revoked) return 0
    const progress = this.#holder.progress()
    if (this.#seen?.progress !== progress) this.#seen = { progress, at: now }
    return now - this.#seen.at
  }

  /** @internal */
  forget(): void {
    this.#seen = undefined
  }

  /** @internal */
  revoke(reason: AdmissionError): void {
    this.#revoked = true
    this.#holder?.revoke(reason)
  }
}
