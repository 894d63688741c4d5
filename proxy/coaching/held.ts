import type { FairShare } from '../listen/fair-share.ts'
import type { Holder, Lease } from '../listen/lease.ts'
import { coachingLimits } from './limits.ts'

/** The room for the part of a value that has arrived while the rest has not: a little for every answer, more out of WEIR_HELD_BYTES. */
export class Held implements Holder {
  readonly #share: Pick<FairShare, 'tryTake'>
  readonly #owner: string
  #lease: Lease | undefined
  #isRevoked = false

  constructor(share: Pick<FairShare, 'tryTake'>, owner: string) {
    this.#share = share
    this.#owner = owner
  }

  hasRoom(bytes: number): boolean {
    if (this.#isRevoked || bytes > coachingLimits.valueBytes) return false
    if (bytes <= coachingLimits.freeBytes) return true
    this.#lease ??= this.#share.tryTake(this.#owner, coachingLimits.valueBytes, this)
    return this.#lease !== undefined
  }

  release(): void {
    this.#lease?.release()
    this.#lease = undefined
  }

  // Always the same, so that it counts as stalled and is taken back first: a prompt that waits for room matters more than a line.
  progress(): number {
    return 0
  }

  revoke(): void {
    this.#isRevoked = true
    this.release()
  }
}
