import type { ClientExchange, Settled } from './exchange.ts'

/** Has a listener called when nothing more comes of a request, besides those that are there already. */
export function whenSettled(client: Pick<ClientExchange, 'onSettled'>, listener: (settled: Settled) => void): void {
  const others = client.onSettled
  client.onSettled = (settled) => {
    listener(settled)
    others?.(settled)
  }
}

/** A signal for whatever waits on behalf of a request: aborted when nothing more comes of that. */
export function goneSignal(client: Pick<ClientExchange, 'onSettled' | 'closed'>): AbortSignal {
  const gone = new AbortController()
  if (client.closed) gone.abort()
  else whenSettled(client, () => gone.abort())
  return gone.signal
}
