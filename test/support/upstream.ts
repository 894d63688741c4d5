import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAuthority } from '../../certs/authority.ts'
import { issueServerCertificate } from '../../certs/server-certificate.ts'
import { once } from './once.ts'
import type { Scope } from './scope.ts'

/** One request as it reached the fake AI service: exactly what came over the wire. */
export interface Arrival {
  readonly method: string
  readonly url: string
  readonly rawHeaders: readonly string[]
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** What a proxy needs to know of a fake AI service. */
export interface ReachableUpstream {
  /** The file of the CA that signed its certificate: what WEIR_UPSTREAM_CA takes. */
  readonly caFile: string
  /** A WEIR_CONNECT_TO entry that leads a host here. */
  connectTo(host: string, port?: number): string
}

export interface FakeUpstream extends ReachableUpstream {
  readonly port: number
  /** Every request that arrived whole, in order. */
  readonly arrivals: Arrival[]
  readonly sockets: ReadonlySet<Socket>
  readonly server: Server
}

export type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

/** AI services take the cookies of their own web apps. */
const MAX_HEADER_BYTES = 65_536

/** What services allow is about a minute. */
const KEEP_ALIVE_MS = 75_000

const OK: Answer = (_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end('{"ok":true}')
}

interface Options {
  readonly hosts: readonly string[]
  readonly answer?: Answer
  /** Replaces the good certificate, to play an upstream with a bad one. */
  readonly tls?: ServerOptions
  readonly now?: () => Date
}

/** A fake AI service on loopback, with a certificate of a CA of its own, that records what reached it. */
export async function startUpstream(scope: Scope, options: Options): Promise<FakeUpstream> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-upstream-'))
  scope.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const now = options.now ?? (() => new Date())
  const authority = openAuthority(folder, now)
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, authority.certificatePem)
  const arrivals: Arrival[] = []
  const sockets = new Set<Socket>()
  const answer = options.answer ?? OK
  const server = createServer(
    { ...(options.tls ?? issueServerCertificate(authority, options.hosts, now())), maxHeaderSize: MAX_HEADER_BYTES },
    (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('error', () => {})
      request.on('end', () => {
        const body = Buffer.concat(chunks)
        arrivals.push({
          method: request.method ?? '',
          url: request.url ?? '',
          rawHeaders: request.rawHeaders,
          headers: request.headers,
          body,
        })
        answer(request, response, body)
      })
    },
  )
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  })
  // Node's own five seconds may be over, on a crowded machine, just as a connection is used again: what is lost then is sent twice by nobody.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    caFile,
    arrivals,
    sockets,
    server,
    connectTo: (host, from = 443) => `${host}:${from}:127.0.0.1:${port}`,
  }
}
