import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { startPlainServer } from '../support/plain-server.ts'
import type { Scope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { listen } from '../support/wire.ts'

export const HOST = 'api.openai.com'
/** Says what the service is to do with a request. */
export const ORDER = 'x-soak'
export const EVENTS = 20
const EVENT_MS = 10

/** What a service of bad faith answers, and whether its client is told 502, gets the answer, or is cut off within it. */
export const LIES: readonly { readonly bytes: string; readonly outcome: RegExp }[] = [
  { bytes: 'HTTP/1.1 000 OK\r\nContent-Length: 0\r\n\r\n', outcome: /^HTTP\/1\.1 502 / },
  { bytes: 'HTTP/1.1 abc OK\r\n\r\n', outcome: /^HTTP\/1\.1 502 / },
  { bytes: 'nonsense\r\n\r\n', outcome: /^HTTP\/1\.1 502 / },
  { bytes: '', outcome: /^HTTP\/1\.1 502 / },
  { bytes: 'HTTP/1.1 200 OK\r\nContent-Le', outcome: /^HTTP\/1\.1 502 / },
  { bytes: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n', outcome: /^HTTP\/1\.1 502 / },
  {
    bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nlies!',
    outcome: /^HTTP\/1\.1 502 /,
  },
  // It says that it closes: without that, the next prompt may be on the connection already, and is not sent twice.
  {
    bytes: 'HTTP/1.1 200 O\x01K\r\nConnection: close\r\nContent-Length: 4\r\n\r\ndone',
    outcome: /^HTTP\/1\.1 200 OK\r\n.*done$/s,
  },
  { bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', outcome: /^HTTP\/1\.1 200 .*half$/s },
  // The head may be gone to the client before the chunk that breaks the rule is seen.
  {
    bytes: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nlies',
    outcome: /^HTTP\/1\.1 (502 |200 (?!.*\r\n0\r\n\r\n))/s,
  },
  {
    bytes: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    outcome: /^HTTP\/1\.1 (502 |200 (?!.*\r\n0\r\n\r\n))/s,
  },
]

export interface Services {
  readonly ai: FakeUpstream
  /** A web server without TLS that gives back the digest of what it was sent, and upgrades to an echo. */
  readonly plainPort: number
  /** Says what it was told once its client has ended its side. */
  readonly tunnelPort: number
}

/** What `ORDER` asks for; without it the digest of the body, so that every byte counts. */
function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const [order, detail] = String(request.headers[ORDER] ?? 'digest').split('-')
  if (order === 'lie') {
    request.socket.end(Buffer.from(LIES[Number(detail)]?.bytes ?? '', 'latin1'))
  } else if (order === 'stream') sendEvents(response, EVENTS)
  else if (order === 'endless') sendEvents(response, Number.POSITIVE_INFINITY)
  else if (order !== 'silence') answerDigest(response, body)
}

function answerDigest(response: ServerResponse, body: Buffer): void {
  const text = JSON.stringify({ digest: hash('sha256', body) })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
}

function sendEvents(response: ServerResponse, count: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let sent = 0
  const timer = setInterval(() => {
    if (sent < count) response.write(`data: {"event":${sent++}}\n\n`)
    else response.end('data: [DONE]\n\n')
    if (response.writableEnded) clearInterval(timer)
  }, EVENT_MS)
  response.on('close', () => clearInterval(timer))
}

/** The services that the soak's clients talk to. They keep nothing of what they were sent. */
export async function startServices(scope: Scope): Promise<Services> {
  const ai = await startUpstream(scope, {
    hosts: [HOST],
    answer: (request, response, body) => {
      ai.arrivals.length = 0
      answer(request, response, body)
    },
  })
  const plain = await startPlainServer(scope, (_request, response) => {
    const [arrival] = plain.arrivals.splice(0)
    answerDigest(response, arrival?.body ?? Buffer.alloc(0))
  })
  plain.server.on('upgrade', (_request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    socket.write(head)
    socket.pipe(socket)
  })
  const tunnel = await listen(
    scope,
    (socket) => {
      let told = ''
      socket.on('data', (chunk: Buffer) => {
        told += chunk
      })
      socket.on('end', () => socket.end(`you said ${told}`))
    },
    { allowHalfOpen: true },
  )
  return { ai, plainPort: plain.port, tunnelPort: tunnel.port }
}
