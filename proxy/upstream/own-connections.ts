import type { Socket } from 'node:net'
import { unmapped } from '../../core/network/address-list.ts'

/** The near ends of connections that this process has made to destinations. */
const nearEnds = new Set<string>()

/** Remembers a connection until it is closed. */
export function noteOwnConnection(socket: Socket): void {
  const { localAddress, localPort } = socket
  if (localAddress === undefined || localPort === undefined) return
  const end = nearEnd(localAddress, localPort)
  nearEnds.add(end)
  socket.once('close', () => nearEnds.delete(end))
}

/**
 * Whether a connection that arrived here was made here: a rule of the network, or a name that leads to this machine, sends the
 * proxy's own connections back to it.
 */
export function isOwnConnection({ remoteAddress, remotePort }: Socket): boolean {
  return remoteAddress !== undefined && remotePort !== undefined && nearEnds.has(nearEnd(remoteAddress, remotePort))
}

function nearEnd(address: string, port: number): string {
  return `${unmapped(address)} ${port}`
}
