import type { AdmissionError } from '../errors.ts'

/** The holder of a lease, as needed to take it back. */
export interface Holder {
  /** A number that grows whenever the holder makes progress: bytes read and written. Asked only while others wait. */
  progress(): number
  /** Ends the holder; it releases its lease. */
  revoke(reason: AdmissionError): void
}

/** The resource that leases are portions of (fair-share.ts). */
interface Share {
  tryGrow(lease: Lease, amount: number): boolean
  grow(lease: Lease, amount: number, gone?: AbortSignal): Promise<void>
  shrink(lease: Lease, amount: number): void
  giveBack(lease: Lease, amount: number): void
}

/** A portion of a resource that one client holds until it is released. Releasing it again does nothing. */
export class Lease {
  readonly client: string
  /** @internal Where it stands among those that may be taken back; -1 where it does not. */
  place = -1
  readonly #share: Share
  readonly #holder: Holder | undefined
  #amount: number
  #released = false
  #revoked = false
  /** The holder's progress, and when it last changed; undefined while no client waits. */
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

  /** Takes more at once. @returns false if that has to wait: see `grow` */
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

  /** Gives back what it has beyond an amount. */
  shrink(to: number): void {
    const less = this.#amount - Math.max(0, to)
    if (this.#released || less <= 0) return
    this.#amount -= less
    this.#share.shrink(this, less)
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

  /** @internal Milliseconds without progress, counted from when a client began to wait. */
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
