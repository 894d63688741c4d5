import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends a connection on which more requests wait for their answers than `max`. Node reads hundreds at once, each with a
 * context of its own, and while nobody reads the first answer they stay in memory. Programs ask one after the other, or on
 * several connections.
 */
export function boundPipelines(listener: RequestListener, max: number): RequestListener {
  const unanswered = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count > max) socket.destroy()
    // What was read together with the one too many still comes.
    if (!socket.destroyed) listener(request, response)
  }
}
