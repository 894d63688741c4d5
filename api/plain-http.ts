import type { Server } from 'node:https'
import type { Socket } from 'node:net'

/** The first byte of a TLS record that begins a handshake (RFC 8446, 5.1). */
const TLS_HANDSHAKE = 22
/** How long the first byte may take to come. */
const FIRST_BYTE_TIMEOUT_MS = 10_000

const BODY = `${JSON.stringify({ error: 'This port accepts https:// only, but the request used http://.' })}\n`
const ANSWER = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(BODY)}`,
  'Cache-Control: no-store',
  'X-Content-Type-Options: nosniff',
  'Connection: close',
  '',
  BODY,
].join('\r\n')

/**
 * Has a TLS server answer plain HTTP with a sentence that says https, where it would hang up otherwise. Each connection is
 * looked at before the server gets it.
 * @returns ends connections on which nothing has come yet
 */
export function answerPlainHttp(server: Server): () => void {
  const waiting = new Set<Socket>()
  const secure = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    waiting.add(socket)
    const end = () => socket.destroy()
    const forget = () => waiting.delete(socket)
    socket.setTimeout(FIRST_BYTE_TIMEOUT_MS, end)
    // A client that hangs up before it has sent anything is not an error.
    socket.on('error', end)
    socket.on('close', forget)
    socket.once('readable', () => {
      const first: Buffer | null = socket.read()
      if (first === null) {
        end()
        return
      }
      forget()
      socket.setTimeout(0)
      socket.off('timeout', end)
      socket.off('error', end)
      socket.off('close', forget)
      if (first[0] === TLS_HANDSHAKE) {
        socket.unshift(first)
        for (const listener of secure) listener.call(server, socket)
      } else {
        socket.on('error', end)
        socket.setTimeout(FIRST_BYTE_TIMEOUT_MS, end)
        // The rest of the client's bytes is read, because a reset would make the client lose the answer.
        socket.resume()
        socket.end(ANSWER)
      }
    })
  })
  return () => {
    for (const socket of waiting) socket.destroy()
  }
}
