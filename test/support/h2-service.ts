import {
  createServer,
  type Http2Server,
  type Http2Session,
  type ServerHttp2Stream,
  type ServerOptions,
} from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { ExecutionContext } from 'ava'
import type { InterceptedConnection } from '../../proxy/http/connection.ts'
import type { AnswerHead, ExchangeRequest, Exchanger } from '../../proxy/http/exchange.ts'
import { createH1Exchanger } from '../../proxy/http/h1/service-side/exchanger.ts'
import { ServiceSessions } from '../../proxy/http/h2/service-side/sessions.ts'
import { once } from './once.ts'
import { PATIENT_POOLS, PATIENT_WITH_SERVICES } from './patience.ts'

/** What came of one request. */
export interface H2Outcome {
  readonly head: AnswerHead | undefined
  readonly body: string
  readonly trailers: string
  readonly error: Error | undefined
}

export interface H2Service {
  readonly server: Http2Server
  /** Sessions in the order they came. */
  readonly sessions: Http2Session[]
  /** What was offered in ALPN, one entry a connection. */
  readonly dialled: (readonly string[])[]
  readonly exchanger: Exchanger
  ask(request?: Partial<ExchangeRequest>): Promise<H2Outcome>
}

/** How long a connection is kept, and how many requests one origin takes. */
interface Bounds {
  readonly idleMs?: number | undefined
  readonly lifeMs?: number | undefined
  readonly pool?: { readonly maxConnections: number; readonly maxWaiting: number } | undefined
}

export type OnStream = (stream: ServerHttp2Stream, headers: Readonly<Record<string, unknown>>) => void

/** Whose request it is. */
export function clientAt(address: string): InterceptedConnection {
  return { client: { address }, target: { host: 'a', port: 443 }, scheme: 'https', otherName: undefined }
}

/** A service that speaks HTTP/2 alone, and the exchanger in front of it; the handshake is left out. */
export async function startH2Service(
  t: ExecutionContext,
  onStream: OnStream,
  { idleMs, lifeMs, pool, ...options }: ServerOptions & Bounds = {},
): Promise<H2Service> {
  const server = createServer(options)
  const sessions: Http2Session[] = []
  server.on('session', (session) => sessions.push(session.on('error', () => {})))
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => {})
    onStream(stream, headers)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { exchanger, dialled } = startExchanger(t, port, { idleMs, lifeMs, pool })
  t.teardown(() => {
    for (const session of sessions) session.destroy()
    server.close()
  })
  return { server, sessions, dialled, exchanger, ask: (request) => askFor(exchanger, request) }
}

/** What speaks HTTP/2 to a port, as if that had been agreed on. `dialled`: what was offered in ALPN, one entry a connection. */
export function startExchanger(
  t: ExecutionContext,
  port: number,
  { idleMs = 30_000, lifeMs, pool: bounds }: Bounds = {},
  dial: (protocol: string) => Promise<Socket> = () => connected(port),
): { readonly exchanger: Exchanger; readonly dialled: (readonly string[])[] } {
  const dialled: (readonly string[])[] = []
  const patience = { ...PATIENT_WITH_SERVICES, idle: idleMs, ...(lifeMs !== undefined && { life: lifeMs }) }
  const pool = new ServiceSessions({
    dial: async (_intercepted, protocols) => {
      dialled.push(protocols)
      const [protocol = ''] = protocols
      return Object.assign(await dial(protocol), { alpnProtocol: protocol })
    },
    patience,
    isOffered: true,
  })
  const exchanger = createH1Exchanger({
    connect: (intercepted, isAlone) => pool.connect(intercepted, isAlone),
    mayShare: (intercepted) => pool.mayShare(intercepted),
    weigh: (request) => pool.weigh(request),
    maxConnections: 500,
    ...PATIENT_POOLS,
    ...bounds,
    patience,
    onFault: (error) => t.fail(error.stack),
  })
  t.teardown(async () => {
    await exchanger.close()
    pool.close()
  })
  return { exchanger, dialled }
}

export async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

export function askFor(exchanger: Exchanger, request: Partial<ExchangeRequest> = {}): Promise<H2Outcome> {
  const { promise, resolve } = Promise.withResolvers<H2Outcome>()
  let head: AnswerHead | undefined
  let body = ''
  const done = (trailers: string, error?: Error) => resolve({ head, body, trailers, error })
  exchanger.start(
    { connection: clientAt('10.0.0.1'), method: 'GET', path: '/', fields: 'Host: a\r\n', body: null, ...request },
    {
      beforeSending: () => {},
      head: (came) => {
        head = came
      },
      data: (chunk) => {
        body += chunk.toString('latin1')
      },
      flush: () => true,
      end: done,
      failed: (error) => done('', error),
    },
  )
  return promise
}
