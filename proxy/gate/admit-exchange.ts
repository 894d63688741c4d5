import type { ClientExchange } from '../http/exchange.ts'
import { hasBody } from '../http/heads.ts'
import { goneSignal, whenSettled } from '../http/when-settled.ts'
import { shareOf } from '../listen/client.ts'
import type { FairShare } from '../listen/fair-share.ts'
import type { Lease } from '../listen/lease.ts'
import { describeError } from '../respond/describe-error.ts'
import { renderProxyError } from '../respond/error-page.ts'
import { answer } from './answer.ts'
import { countWaiting } from './waiting-room.ts'

interface Budgets {
  /** Requests in progress. */
  readonly requests: FairShare
  /** What heads and bodies may hold at once. */
  readonly bytes: FairShare
}

/**
 * Handles a request as soon as there is room for one more of its client; nothing of its body is read before. An upgrade counts
 * until its connection is handed over: from then on it is a tunnel, and counted as the one that it came in.
 */
export function admitExchange(budgets: Budgets, client: ClientExchange, handle: () => void): void {
  const room = takeRoom(budgets, client)
  if (!(room instanceof Promise)) {
    begin(client, room, handle)
    return
  }
  const refuse = (error: Error) => {
    if (client.closed) return
    answer(client, renderProxyError(describeError(error), client.request.fields.get('accept')), true)
  }
  const stopCounting = countWaiting(client, budgets.bytes, refuse)
  room.then((leases) => {
    stopCounting()
    begin(client, leases, handle)
  }, refuse)
}

function begin(client: ClientExchange, leases: readonly Lease[], handle: () => void): void {
  const release = () => {
    for (const lease of leases) lease.release()
  }
  if (!client.closed) handle()
  if (client.closed) release()
  else whenSettled(client, release)
}

/** The head of a request that has a body is counted with that (request-body.ts). */
function takeRoom({ requests, bytes }: Budgets, client: ClientExchange): Lease[] | Promise<Lease[]> {
  const { request } = client
  const share = shareOf(client.connection.client)
  const size = hasBody(request) ? 0 : request.fields.size
  const place = requests.tryTake(share)
  const head = place === undefined || size === 0 ? undefined : bytes.tryTake(share, size)
  if (place !== undefined && (size === 0 || head !== undefined)) return head === undefined ? [place] : [place, head]
  return waitForRoom()

  async function waitForRoom(): Promise<Lease[]> {
    const gone = goneSignal(client)
    const first = place ?? (await requests.take(share, 1, undefined, gone))
    if (size === 0) return [first]
    try {
      return [first, await bytes.take(share, size, undefined, gone)]
    } catch (error) {
      first.release()
      throw error
    }
  }
}
