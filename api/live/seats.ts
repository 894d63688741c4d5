import { tooManyRequests } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import { callerId } from '../http/request.ts'

const RETRY_AFTER_SECONDS = 30
/** Of a tenant's connections, what its viewers have together at most. */
const SHARE_OF_VIEWERS = 0.5
/** What viewers and service tokens have together: the rest is left to administrators. */
const SHARE_OF_OTHERS = 0.9

export interface SeatLimits {
  /** Connections of one tenant. */
  readonly tenant: number
  readonly user: number
  readonly serviceToken: number
}

/** Connections that are open, and that are being opened: who may have how many of them. */
export class Seats {
  readonly #limits: SeatLimits
  readonly #taken = new Map<string, number>()

  constructor(limits: SeatLimits) {
    this.#limits = limits
  }

  /**
   * @returns gives the seat back; called once
   * @throws ApiError 429 where the caller, those like it, or the tenant have all of theirs
   */
  take(caller: Caller): () => void {
    const seats = this.#bounds(caller)
    if (seats.some(([name, most]) => (this.#taken.get(name) ?? 0) >= most)) throw tooManyRequests(RETRY_AFTER_SECONDS)
    for (const [name] of seats) this.#taken.set(name, (this.#taken.get(name) ?? 0) + 1)
    return () => {
      for (const [name] of seats) {
        const left = (this.#taken.get(name) ?? 0) - 1
        if (left > 0) this.#taken.set(name, left)
        else this.#taken.delete(name)
      }
    }
  }

  /** By whom a seat is counted, and the most that there may be. */
  #bounds(caller: Caller): [name: string, most: number][] {
    const { tenant, user, serviceToken } = this.#limits
    const share = (part: number) => Math.max(1, Math.floor(tenant * part))
    const isViewer = caller.kind === 'user' && caller.user.role !== 'admin'
    const bounds: [string, number][] = [
      [`tenant ${caller.tenantId}`, tenant],
      [`caller ${callerId(caller)}`, caller.kind === 'user' ? user : serviceToken],
    ]
    if (isViewer) bounds.push([`viewers ${caller.tenantId}`, share(SHARE_OF_VIEWERS)])
    if (isViewer || caller.kind === 'service') bounds.push([`others ${caller.tenantId}`, share(SHARE_OF_OTHERS)])
    return bounds
  }
}
