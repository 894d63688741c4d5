import type { IncomingHttpHeaders } from 'node:http'
import { addressBlock, clientAddress, matchAddresses } from '../../core/network/address-list.ts'
import type { Client } from '../intercept/interceptor.ts'
import { peerOf } from './peers.ts'

/** The parts of a request that tell whose it is. */
interface Arrival {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Tells who sent a request: the peer or, if the peer is one of WEIR_TRUSTED_PROXIES, the client in X-Forwarded-For. */
export type ReadClient = (arrival: Arrival) => Client

export function createReadClient(trustedProxies: readonly string[]): ReadClient {
  const isTrusted = matchAddresses(trustedProxies)
  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-for']
    return { address: clientAddress(peerOf(socket), forwarded?.toString(), isTrusted) }
  }
}

/** The owner of a share of the proxy's resources: a user if one is known, otherwise an address or a /64. */
export function shareOf({ userId, user = userId, address }: Client): string {
  return user === undefined ? addressBlock(address) : `user ${user}`
}
