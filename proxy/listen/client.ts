import type { IncomingHttpHeaders } from 'node:http'
import { addressBlock, clientAddress, matchAddresses } from '../../core/network/address-list.ts'
import type { Client } from '../intercept/interceptor.ts'

/** What is needed of a request to know whose it is. */
interface Arrival {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Tells who a request comes from: the peer, or whom WEIR_TRUSTED_PROXIES name in X-Forwarded-For. */
export type ReadClient = (arrival: Arrival) => Client

export function createReadClient(trustedProxies: readonly string[]): ReadClient {
  const isTrusted = matchAddresses(trustedProxies)
  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-for']
    return { address: clientAddress(socket.remoteAddress ?? '', forwarded?.toString(), isTrusted) }
  }
}

/** Whose portion of what the proxy gives out this is: a user's, where one is known, else that of an address or a /64. */
export function shareOf(client: Client & { readonly user?: string | undefined }): string {
  return client.user === undefined ? addressBlock(client.address) : `user ${client.user}`
}
