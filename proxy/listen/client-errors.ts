import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorCode } from '../errors.ts'
import { writeProxyError } from '../respond/error-page.ts'

/** The errors of Node's parser that mean that the client is gone, not that it is wrong. */
const GONE = new Set(['ECONNRESET', 'EPIPE'])

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Answers what a server's parser refuses (bytes that are no HTTP, headers too large or too slow) where the connection still
 * takes an answer, and closes it. Behind a request that is being answered, or was for the last time, nothing is written: the
 * client would take it for a part of that answer.
 */
export function answerClientErrors(server: Server, onBadRequest: () => void): void {
  const exchanges = new WeakMap<Duplex, Exchange>()
  const refused = new WeakSet<Duplex>()
  server.on('request', (request, response) => exchanges.set(request.socket, { request, response }))
  server.on('clientError', (error, socket) => {
    if (refused.has(socket)) return
    refused.add(socket)
    const code = errorCode(error) ?? 'unknown'
    if (GONE.has(code)) return void socket.destroy()
    onBadRequest()
    const exchange = exchanges.get(socket)
    if (exchange === undefined || takesAnswer(exchange)) {
      writeProxyError(socket, {
        status: statusOf(code),
        code: 'bad_request',
        message: `The request could not be read as HTTP (${code}).`,
        retry: false,
      })
    } else if (!exchange.response.writableEnded) socket.destroy()
  })
}

/** Between two requests, or in the middle of one. */
function takesAnswer({ request, response }: Exchange): boolean {
  return response.writableFinished || (!request.complete && !response.headersSent)
}

function statusOf(code: string): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
