import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type AddressMatcher, addressNetwork } from '../../core/network/address-list.ts'

/**
 * Bounds how many connections one network has open at once (IPv4 by /24, IPv6 by /48), so that a few machines cannot take
 * the room of all others. Further ones are closed.
 * @param isExempt whether an address stands for many clients, as a balancer does
 */
export function boundNetworks(server: Server, max: number, isExempt: AddressMatcher): void {
  const open = new Map<string, number>()
  // Before whatever else looks at the connection.
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isExempt(address)) return
    const network = addressNetwork(address)
    const count = open.get(network) ?? 0
    if (count >= max) {
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
