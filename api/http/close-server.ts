import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long requests under way may take when the server stops. */
const DRAIN_MS = 10_000

/**
 * Follows the connections of a server from now on.
 * @returns closes it; resolves when every request has been answered, or `drainMs` have passed, whatever clients do
 */
export function closerOf(server: Server, drainMs = DRAIN_MS): () => Promise<void> {
  // Node forgets connections that were asked to be upgraded, and waits for them all the same.
  const open = new Set<Socket>()
  // Before whatever else takes the connection.
  server.prependListener('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    const timer = setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, drainMs)
    await closed
    clearTimeout(timer)
  }
}
