import type { KeyObject, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer as createHttpsServer, type Server, type ServerOptions } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { ecKey, makeCa } from './certificate-files.ts'
import { makeLeaf } from './leaf-certificate.ts'
import type { Scope } from './scope.ts'
import type { Answer } from './upstream.ts'

/** One delivery as it reached a receiver. */
export interface ReceivedDelivery {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
}

export interface WebhookReceiver {
  readonly port: number
  /** Every request that arrived whole, in order. */
  readonly deliveries: ReceivedDelivery[]
  /** Connections that are open now. */
  readonly sockets: ReadonlySet<Socket>
  /** Connections there have been. */
  readonly connections: () => number
}

/** A CA whose receivers a test trusts. */
export interface ReceiverCa {
  readonly certificate: X509Certificate
  readonly key: KeyObject
}

export function newReceiverCa(commonName = 'Receiver CA'): ReceiverCa {
  const key = ecKey()
  return { certificate: makeCa({ key, commonName }), key }
}

interface Tls {
  readonly ca: ReceiverCa
  readonly names?: readonly string[]
  /** Replaces the good certificate, to play a receiver with a bad one. */
  readonly tls?: ServerOptions
}

/** A receiver of webhooks at `receiver.test` and on loopback. */
export async function startReceiver(
  scope: Scope,
  options: Tls & { readonly answer?: Answer },
): Promise<WebhookReceiver> {
  const answer: Answer = options.answer ?? ((_request, response) => void response.writeHead(204).end())
  const deliveries: ReceivedDelivery[] = []
  const server = createHttpsServer(credentials(options), (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {})
    response.on('error', () => {})
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { method = '', url = '', headers, rawHeaders } = request
      deliveries.push({ method, url, headers, rawHeaders, body })
      answer(request, response, body)
    })
  })
  scope.teardown(() => server.closeAllConnections())
  return { deliveries, ...(await listen(scope, server)) }
}

/** A receiver that does whatever a test wants with the bytes of a connection. */
export async function startRawReceiver(
  scope: Scope,
  options: Tls & { readonly onConnection: (socket: TLSSocket) => void },
): Promise<Omit<WebhookReceiver, 'deliveries'>> {
  const server = createTlsServer(credentials(options), (socket) => {
    socket.on('error', () => {})
    options.onConnection(socket)
  })
  return listen(scope, server)
}

function credentials({ ca, names = ['receiver.test'], tls }: Tls): ServerOptions {
  return tls ?? makeLeaf({ issuer: ca, names })
}

async function listen(scope: Scope, server: Server | ReturnType<typeof createTlsServer>) {
  const sockets = new Set<Socket>()
  let count = 0
  server.on('connection', (socket: Socket) => {
    count++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, sockets, connections: () => count }
}
