import type { ClientExchange } from '../http/exchange.ts'
import { shareOf } from '../listen/client.ts'
import type { FairShare } from '../listen/fair-share.ts'
import type { Lease } from '../listen/lease.ts'
import { describeError } from '../respond/describe-error.ts'
import { renderProxyError } from '../respond/error-page.ts'
import { answer } from './answer.ts'

/** Handles a request as soon as there is room for one more of its client; nothing of its body is read before. */
export function admitExchange(requests: FairShare, client: ClientExchange, handle: () => void): void {
  const share = shareOf(client.connection.client)
  const begin = (lease: Lease) => {
    if (!client.closed) handle()
    if (client.closed) {
      lease.release()
      return
    }
    const settled = client.onSettled
    client.onSettled = (how) => {
      lease.release()
      settled?.(how)
    }
  }
  const lease = requests.tryTake(share)
  if (lease !== undefined) {
    begin(lease)
    return
  }
  requests.take(share).then(begin, (error: Error) => {
    if (client.closed) return
    answer(client, renderProxyError(describeError(error), client.request.fields.get('accept')), true)
  })
}
