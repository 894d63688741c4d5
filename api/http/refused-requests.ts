import { randomUUID } from 'node:crypto'
import { type IncomingMessage, maxHeaderSize, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Middleware } from 'koa'
import { badRequest } from './api-error.ts'
import { codeOf } from './codes.ts'
import type { ApiState } from './context.ts'
import { requestIdOf } from './request-context.ts'

/** How long a client may take to read why its connection ends. */
const GOODBYE_MS = 1000

const MALFORMED: readonly [number, string] = [400, 'The request is not valid HTTP']

/** What Node's parser and its timeouts refuse, by the code of the error. */
const REFUSALS: Readonly<Record<string, readonly [status: number, error: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The head of the request is larger than ${maxHeaderSize} bytes`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
}

/** Answers what never becomes a request of the API in the form of all its errors (docs/reference/api-rules.md, Errors). */
export function answerRefusedRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET' || hasAnswerBegun(socket)) {
      socket.destroy()
      return
    }
    const [status, message] = REFUSALS[error.code ?? ''] ?? MALFORMED
    const { headers, body } = refusal(status, message, randomUUID())
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroy())
    setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = refusal(417, 'The only expectation that is met is 100-continue', requestIdOf(request))
    response.writeHead(417, headers).end(body)
  })
}

/** RFC 9112, 3.2. Node's own check would answer without a body. */
export function requireHost(): Middleware<ApiState> {
  return async ({ req }, next) => {
    if (req.httpVersion === '1.1' && req.headers.host === undefined) throw badRequest('The header Host is missing')
    await next()
  }
}

function refusal(status: number, error: string, requestId: string) {
  const body = JSON.stringify({ error, ...codeOf(status, error), request_id: requestId })
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    Connection: 'close',
  }
  return { headers, body }
}

/** Node keeps the answer under way at its socket, and asks the same where nobody listens for `clientError`. */
function hasAnswerBegun(socket: Duplex): boolean {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent === true
}
