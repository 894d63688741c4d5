import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { ExecutionContext } from 'ava'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Policy } from '../../core/model/policy.ts'

export const FAKE_TOKEN = 'wst_fake_token_that_must_never_be_seen'

export interface FakeRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** What to do instead of the usual: an answer, a broken connection, no answer at all, or the work without the answer. */
export type Interference =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | 'reset'
  | 'hang'
  | 'lose answer'

type StoredRecord = { readonly id: string; readonly [field: string]: unknown }

/** A management API with the three doors a proxy uses: batches of interactions, policies, live updates. */
export class FakeApi {
  /** By id, as the API stores them: the same id again changes nothing. */
  readonly records = new Map<string, StoredRecord>()
  readonly batches: { readonly ids: string[]; readonly at: number }[] = []
  readonly policyRequests: FakeRequest[] = []
  readonly detectorRequests: FakeRequest[] = []
  readonly channels = new Set<WebSocket>()
  policies: readonly Policy[] = []
  /** Undefined as long as this API is older than detectors. */
  detectors: readonly unknown[] | undefined
  pageSize = 500
  /** Undefined lets a request through to the usual answer. */
  interfere: (request: FakeRequest) => Interference | undefined = () => undefined
  isValid: (record: StoredRecord) => boolean = () => true
  acceptChannels = true
  /** Made since the start. */
  connections = 0
  #port = 0
  #server: Server | undefined
  readonly #sockets = new Set<Socket>()
  readonly #tls: { readonly cert: string; readonly key: string } | undefined

  private constructor(tls: { readonly cert: string; readonly key: string } | undefined) {
    this.#tls = tls
  }

  static async start(t: ExecutionContext<unknown>, tls?: { cert: string; key: string }): Promise<FakeApi> {
    const api = new FakeApi(tls)
    await api.start()
    t.teardown(() => api.stop())
    return api
  }

  get url(): string {
    return `${this.#tls ? 'https' : 'http'}://127.0.0.1:${this.#port}/api/v1`
  }

  /** Listens, after stop() on the same port again. */
  async start(): Promise<void> {
    const handler = (request: IncomingMessage, response: ServerResponse) => void this.#answer(request, response)
    this.#server = this.#tls ? createTlsServer(this.#tls, handler) : createServer(handler)
    this.#server.on('connection', (socket: Socket) => {
      this.connections++
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
    const webSockets = new WebSocketServer({ noServer: true })
    this.#server.on('upgrade', (request, socket, head) => {
      // A proxy that is refused may end before it has read why.
      socket.on('error', () => {})
      if (!this.acceptChannels || request.url !== '/api/v1/ws' || !isAuthorised(request)) {
        socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      webSockets.handleUpgrade(request, socket, head, (channel) => this.#welcome(channel))
    })
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    if (this.#server === undefined) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server = undefined
    for (const channel of this.channels) channel.terminate()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  /** Changes the policies and tells every subscribed channel, as the API does. */
  change(policies: readonly Policy[], eventType = 'policy.updated'): void {
    this.policies = policies
    this.push({ type: 'event', id: 'evt_1', event_type: eventType, tenant_id: 'x', data: {} })
  }

  push(message: unknown): void {
    for (const channel of this.channels) channel.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const received: FakeRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    const path = received.path.replace(/\?.*/, '')
    if (path === '/api/v1/policies') this.policyRequests.push(received)
    if (path === '/api/v1/detectors') this.detectorRequests.push(received)
    const interference = this.interfere(received)
    if (interference === 'hang') return
    if (interference === 'reset') {
      request.socket.destroy()
      return
    }
    if (interference === 'lose answer') response.end = () => response.destroy()
    else if (interference !== undefined) {
      response.writeHead(interference.status, interference.headers).end(interference.body ?? '{"error":"interference"}')
      return
    }
    if (!isAuthorised(request)) response.writeHead(401).end('{"error":"token"}')
    else if (path === '/api/v1/interactions/batch') this.#takeBatch(received, response)
    else if (path === '/api/v1/policies') this.#givePolicies(received, response)
    else if (path === '/api/v1/detectors' && this.detectors !== undefined) this.#giveDetectors(received, response)
    else response.writeHead(404).end('{"error":"not found"}')
  }

  #takeBatch({ body }: FakeRequest, response: ServerResponse): void {
    const batch = JSON.parse(body) as StoredRecord[]
    this.batches.push({ ids: batch.map(({ id }) => id), at: performance.now() })
    const valid = batch.filter((record) => this.isValid(record))
    for (const record of valid) if (!this.records.has(record.id)) this.records.set(record.id, record)
    response.writeHead(200).end(JSON.stringify({ received: batch.length, stored: valid.length }))
  }

  #givePolicies({ path, headers }: FakeRequest, response: ServerResponse): void {
    const page = Number(new URLSearchParams(path.replace(/^[^?]*\?/, '')).get('page') ?? 1)
    const policies = this.policies.slice((page - 1) * this.pageSize, page * this.pageSize)
    const body = JSON.stringify({ policies, total: this.policies.length })
    const etag = `"${createHash('sha256').update(body).digest('base64')}"`
    if (headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
    else response.writeHead(200, { etag }).end(body)
  }

  #giveDetectors({ headers }: FakeRequest, response: ServerResponse): void {
    const body = JSON.stringify({ detectors: this.detectors, total: this.detectors?.length })
    const etag = `"${createHash('sha256').update(body).digest('base64')}"`
    if (headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
    else response.writeHead(200, { etag }).end(body)
  }

  #welcome(channel: WebSocket): void {
    channel.send(JSON.stringify({ type: 'hello', connection_id: 'c' }))
    channel.on('error', () => {})
    channel.on('close', () => this.channels.delete(channel))
    channel.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; events?: string[] }
      if (message.type !== 'subscribe') return
      this.channels.add(channel)
      channel.send(JSON.stringify({ type: 'subscribed', events: message.events }))
    })
  }
}

function isAuthorised(request: IncomingMessage): boolean {
  return request.headers.authorization === `Bearer ${FAKE_TOKEN}`
}
