import type { AdmissionError } from '../errors.ts'
import type { FairShare } from '../listen/fair-share.ts'
import type { Holder, Lease } from '../listen/lease.ts'
import { socketLimits } from './limits.ts'

/**
 * What one side of a WebSocket holds: a message that is not whole, messages that wait for their verdict, and what the other
 * side has not taken yet. It counts to its client's part of WEIR_HELD_BYTES, as bodies do.
 */
export class Room implements Holder {
  readonly #held: FairShare
  readonly #client: string
  readonly #gone: AbortSignal
  readonly #onRevoked: (reason: AdmissionError) => void
  #lease: Lease | undefined
  #used = 0
  #progress = 0

  constructor(held: FairShare, client: string, gone: AbortSignal, onRevoked: (reason: AdmissionError) => void) {
    this.#held = held
    this.#client = client
    this.#gone = gone
    this.#onRevoked = onRevoked
  }

  /** @returns a promise where there is no room yet; it rejects with AdmissionError */
  add(bytes: number): undefined | Promise<void> {
    this.#used += bytes
    this.#progress += bytes
    const wanted = this.#used
    if (wanted <= socketLimits.freeBytes || wanted <= (this.#lease?.amount ?? 0)) return undefined
    const more = Math.max(socketLimits.stepBytes, wanted - (this.#lease?.amount ?? 0))
    if (this.#lease !== undefined) return this.#lease.tryGrow(more) ? undefined : this.#lease.grow(more, this.#gone)
    this.#lease = this.#held.tryTake(this.#client, more, this)
    if (this.#lease !== undefined) return undefined
    return this.#held.take(this.#client, more, this, this.#gone).then((lease) => {
      if (this.#gone.aborted) lease.release()
      else this.#lease = lease
    })
  }

  /** What is there already, and cannot wait: room for it is taken as far as there is some. */
  note(bytes: number): void {
    this.#used += bytes
    this.#progress += bytes
    const wanted = this.#used - (this.#lease?.amount ?? 0)
    if (this.#used <= socketLimits.freeBytes || wanted <= 0) return
    if (this.#lease === undefined) this.#lease = this.#held.tryTake(this.#client, wanted, this)
    else this.#lease.tryGrow(wanted)
  }

  remove(bytes: number): void {
    this.#used = Math.max(0, this.#used - bytes)
    this.#progress += bytes
    if (this.#used <= socketLimits.freeBytes) this.release()
    else this.#lease?.shrink(this.#used + socketLimits.stepBytes)
  }

  release(): void {
    this.#lease?.release()
    this.#lease = undefined
  }

  progress(): number {
    return this.#progress
  }

  revoke(reason: AdmissionError): void {
    this.#onRevoked(reason)
  }
}
