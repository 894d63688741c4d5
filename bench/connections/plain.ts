import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'

/**
 * The least that Node asks for: CONNECT to port 443 is a TLS server with a certificate that is there, any other is `socket.pipe` both ways.
 * Arguments: the files of a certificate and its key.
 */
const [certificate = '', key = ''] = process.argv.slice(2)
const secureContext = createSecureContext({
  cert: readFileSync(certificate),
  key: readFileSync(key),
  minVersion: 'TLSv1.2',
})

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy())
  // The CONNECT comes in one piece here, and nothing behind it before it is answered.
  socket.once('data', (head: Buffer) => {
    const port = Number(/^CONNECT [^:]+:(\d+) /.exec(head.toString('latin1'))?.[1])
    socket.pause()
    if (port === 443) endTls(socket)
    else pipe(socket, port)
  })
})

function endTls(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n\r\n')
  const tls = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] })
  tls.on('error', () => tls.destroy())
}

function pipe(socket: Socket, port: number): void {
  const far = connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.pipe(far)
    far.pipe(socket)
  })
  far.on('error', () => socket.destroy()).on('close', () => socket.destroy())
  socket.on('close', () => far.destroy())
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
