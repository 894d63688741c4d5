import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type SecureClientSessionOptions,
} from 'node:http2'
import type { ExecutionContext } from 'ava'
import { H2Server } from '../../proxy/http/h2/client-side/server.ts'
import type { H2ServerOptions } from '../../proxy/http/h2/client-side/server-context.ts'
import { connectIntercepted } from './intercepted.ts'
import { PATIENT_WITH_CLIENTS } from './patience.ts'
import type { Scope } from './scope.ts'
import type { Weir } from './weir.ts'
import { listen } from './wire.ts'

export interface H2Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly trailers: IncomingHttpHeaders
  /** The code its stream was closed with. */
  readonly code: number
}

/** Asks on a stream of its own; resolves when the stream has closed, however. */
export async function ask(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string | Uint8Array,
): Promise<H2Answer> {
  const stream = session.request(headers, { endStream: body === undefined })
  if (body !== undefined) stream.end(body)
  return answerOf(stream)
}

/** What comes on a stream until it has closed. */
export async function answerOf(stream: ClientHttp2Stream): Promise<H2Answer> {
  let headers: IncomingHttpHeaders = {}
  let trailers: IncomingHttpHeaders = {}
  const chunks: Buffer[] = []
  stream.on('response', (came) => {
    headers = came
  })
  stream.on('trailers', (came) => {
    trailers = came
  })
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.on('error', () => {})
  if (!stream.destroyed) await new Promise((resolve) => stream.once('close', resolve))
  const status = Number(headers[constants.HTTP2_HEADER_STATUS] ?? 0)
  return { status, headers, body: Buffer.concat(chunks), trailers, code: stream.rstCode ?? 0 }
}

/** An H2Server that is handed every connection to a free port, as from a CONNECT to `host`, and a client's session to it. */
export async function startH2(
  t: ExecutionContext,
  options: Pick<H2ServerOptions, 'onExchange'> & Partial<H2ServerOptions>,
  host = 'a',
): Promise<{ readonly port: number; readonly server: H2Server; readonly session: ClientHttp2Session }> {
  const refuse: H2ServerOptions['onBadRequest'] = (exchange, status, message) => {
    exchange.begin({ status, reason: '', fields: 'x-refused: yes\r\n', body: 'streamed' })
    exchange.write(Buffer.from(message))
    exchange.end()
  }
  const server = new H2Server({
    patience: PATIENT_WITH_CLIENTS,
    onBadRequest: refuse,
    onLate: (exchange, message) => refuse(exchange, 408, message),
    onFault: (error) => t.fail(error.stack),
    maxStreams: 100,
    ...options,
  })
  t.teardown(() => server.closeAll())
  const { port } = await listen(
    t,
    (socket) =>
      server.accept(socket, {
        client: { address: '127.0.0.1' },
        target: { host, port: 443 },
        scheme: 'https',
        otherName: undefined,
      }),
    { allowHalfOpen: true },
  )
  return { port, server, session: openSession(t, port) }
}

/** A session over a connection that is not encrypted; requests say https, as in a tunnel. */
export function openSession(scope: Scope, port: number, options: SecureClientSessionOptions = {}): ClientHttp2Session {
  const session = connect(`http://127.0.0.1:${port}`, {
    strictSingleValueFields: false,
    // A client's own bounds are not what is tested.
    ...{ maxSessionMemory: 1000, maxSendHeaderBlockLength: 1_000_000 },
    ...options,
  } as typeof options)
  session.on('error', () => {})
  scope.teardown(() => session.destroy())
  return session
}

/** A session through CONNECT and the proxy's leaf. */
export async function connectH2(
  scope: Scope,
  weir: Pick<Weir, 'proxyPort' | 'ca'>,
  host: string,
  options: SecureClientSessionOptions = {},
): Promise<ClientHttp2Session> {
  const tls = await connectIntercepted(scope, weir, host, { protocols: ['h2'] })
  const session = connect(`https://${host}`, { ...options, createConnection: () => tls })
  session.on('error', () => {})
  scope.teardown(() => session.destroy())
  return session
}
