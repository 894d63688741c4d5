import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ApiError } from '../http/api-error.ts'
import { codeOf } from '../http/codes.ts'

export const SUBPROTOCOL = 'weir.v1'
const TOKEN_PREFIX = 'bearer.'
/** How long a client may take to read why its upgrade was refused, and to close its end. */
const GOODBYE_MS = 1000

/**
 * Browsers cannot set headers on a WebSocket: the token comes as a subprotocol, `weir.v1, bearer.<token>`, and takes the
 * header's place. A query parameter would end up in logs.
 */
export function moveTokenToHeader(request: IncomingMessage): void {
  if (request.headers.authorization !== undefined) return
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  const token = offered.find((name) => name.startsWith(TOKEN_PREFIX))?.slice(TOKEN_PREFIX.length)
  if (token !== undefined && offered.includes(SUBPROTOCOL)) request.headers.authorization = `Bearer ${token}`
}

/** Answers an upgrade that is refused as the plain HTTP request it still is. */
export function refuseUpgrade(socket: Duplex, error: ApiError, requestId: string): void {
  const body = JSON.stringify({
    error: error.message,
    ...codeOf(error.status, error.message),
    request_id: requestId,
  })
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
    Connection: 'close',
    ...error.headers,
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  // Nobody else looks after a connection that was to be upgraded: a client that keeps its end open would have it for good.
  const timer = setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
  socket.once('close', () => clearTimeout(timer))
  // What still comes is read, since a reset would make the client lose the answer.
  socket.resume()
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${head.join('')}\r\n${body}`)
}
