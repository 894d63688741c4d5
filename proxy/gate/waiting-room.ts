import type { AdmissionError } from '../errors.ts'
import type { ClientExchange } from '../http/exchange.ts'
import { whenSettled } from '../http/when-settled.ts'
import { shareOf } from '../listen/client.ts'
import type { FairShare } from '../listen/fair-share.ts'
import type { Lease } from '../listen/lease.ts'

/** The room that is taken at a time. */
const STEP_BYTES = 16_384
/** A head of this size waits without being counted: those of all that may wait at once are some tens of megabytes. */
const FREE_HEAD_BYTES = 4096

/**
 * Counts what a request holds before anybody has read it: a large head, and what a client of HTTP/2 sends of its body unasked. It is here
 * already and cannot wait for room: where there is none, the request is given up.
 * @param onNoRoom called once
 * @returns ends it: somebody else counts from now on
 */
export function countWaiting(
  client: ClientExchange,
  held: FairShare,
  onNoRoom: (error: AdmissionError) => void,
): () => void {
  const ofHead = Math.max(0, client.request.fields.size - FREE_HEAD_BYTES)
  const share = shareOf(client.connection.client)
  let lease: Lease | undefined
  let isOver = false
  const release = () => {
    isOver = true
    lease?.release()
  }
  const count = (unread: number) => {
    const bytes = ofHead + unread
    const more = Math.max(STEP_BYTES, bytes - (lease?.amount ?? 0))
    if (isOver || bytes <= (lease?.amount ?? 0) || lease?.tryGrow(more) === true) return
    if (lease === undefined) lease = held.tryTake(share, more)
    if (lease !== undefined && lease.amount >= bytes) return
    release()
    onNoRoom(held.noRoom())
  }
  whenSettled(client, release)
  client.onUnread = count
  count(client.unread ?? 0)
  return release
}
