import { unmapped } from '../../core/network/address-list.ts'

interface Connection {
  readonly remoteAddress?: string | undefined
}

/** Of connections that a balancer has announced (proxy-protocol.ts): who is at their other end. */
const announced = new WeakMap<Connection, string>()

/** The address at the other end of a connection: the peer's, or what a balancer before it says with the PROXY protocol. */
export function peerOf(connection: Connection): string {
  return announced.get(connection) ?? unmapped(connection.remoteAddress ?? '')
}

export function announcePeer(connection: Connection, address: string): void {
  announced.set(connection, unmapped(address))
}
