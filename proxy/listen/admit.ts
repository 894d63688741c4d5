import type { FairShare } from './fair-share.ts'
import type { Lease } from './lease.ts'

/** A response or a connection. */
interface Lasting {
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
}

/**
 * Takes a portion for as long as a response or a connection lasts. Where there is room nothing waits, not even a turn of the
 * event loop.
 * Rejects with AdmissionError, also where the client goes while it waits.
 */
export function admit(share: FairShare, client: string, lasting: Lasting, amount = 1): Lease | Promise<Lease> {
  const lease = share.tryTake(client, amount)
  return lease === undefined ? wait(share, client, lasting, amount) : bind(lease, lasting)
}

async function wait(share: FairShare, client: string, lasting: Lasting, amount: number): Promise<Lease> {
  const gone = new AbortController()
  lasting.once('close', () => gone.abort())
  if (lasting.destroyed) gone.abort()
  return bind(await share.take(client, amount, undefined, gone.signal), lasting)
}

function bind(lease: Lease, lasting: Lasting): Lease {
  lasting.once('close', () => lease.release())
  if (lasting.destroyed) lease.release()
  return lease
}
