import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openAuthority } from '../../../certs/authority.ts'
import { LeafContexts } from '../../../certs/contexts.ts'
import { announce, laneOptions } from './contestant.ts'

/** The least that can be called a proxy that decrypts: CONNECT, a leaf, Node's own server inside. No checks, no limits. */
export function serveDecrypted(name: string, onRequest: RequestListener): void {
  const now = () => new Date()
  const authority = openAuthority(join(laneOptions().folder, name), now)
  const contexts = new LeafContexts(authority, { now })
  const inner = createTlsServer({ SNICallback: (host, done) => done(null, contexts.contextFor(host)) }, onRequest)
  const server = createServer()
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    inner.emit('connection', socket)
  })
  server.listen(0, '127.0.0.1', () => {
    announce({ port: (server.address() as AddressInfo).port, caPem: authority.certificatePem })
  })
}
