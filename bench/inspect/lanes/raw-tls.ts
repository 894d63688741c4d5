import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls, createSecureContext, TLSSocket } from 'node:tls'
import { openAuthority } from '../../../certs/authority.ts'
import { LeafContexts } from '../../../certs/contexts.ts'
import { announce, laneOptions } from './contestant.ts'

/**
 * What Node asks for at the least: it decrypts, encrypts again and passes bytes on, and knows nothing of HTTP inside. Each
 * client connection has one to the upstream. No proxy that is written in JavaScript on Node's own TLS costs less where a request
 * comes in one piece; one that knows where a request ends can send several pieces in one write.
 */
const { folder, upstreamPort, upstreamCa } = laneOptions()
const now = () => new Date()
const authority = openAuthority(join(folder, 'raw-tls'), now)
const secureContext = new LeafContexts(authority, { now }).contextFor('api.openai.com')
const upstreamContext = createSecureContext({ ca: upstreamCa })

const server = createServer({ noDelay: true }, (socket) => {
  // The CONNECT comes in one piece here, and nothing behind it before it is answered.
  socket.once('data', () => {
    socket.pause()
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    decrypt(socket)
  })
})

function decrypt(socket: Socket): void {
  const upstream = connectTls({
    host: '127.0.0.1',
    port: upstreamPort,
    secureContext: upstreamContext,
    servername: 'api.openai.com',
  })
  upstream.setNoDelay(true)
  const client = new TLSSocket(socket, { isServer: true, secureContext })
  pass(client, upstream)
  pass(upstream, client)
}

function pass(from: Socket, to: Socket): void {
  from.on('data', (bytes) => {
    if (!to.write(bytes)) from.pause()
  })
  to.on('drain', () => from.resume())
  from.on('error', () => to.destroy())
  from.on('close', () => to.destroy())
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  announce({ port: typeof address === 'object' ? (address?.port ?? 0) : 0, caPem: authority.certificatePem })
})
