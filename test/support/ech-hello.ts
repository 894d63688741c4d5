import { type ConnectionOptions, connect } from 'node:tls'
import type { Scope } from './scope.ts'
import { listen } from './wire.ts'

/**
 * The hello of a TLS client whose name is encrypted (RFC 9849): `front` stands where the server's name would. What is in the
 * extension nobody here can decrypt, as nobody on the way can.
 */
export async function echHello(scope: Scope, front: string, options: ConnectionOptions = {}): Promise<Buffer> {
  const hello = await helloOf(scope, { ...options, servername: front })
  // Past record (5), message (4), version (2), random (32), session id, ciphers and compressions.
  let at = 5 + 4 + 2 + 32
  at += 1 + hello.readUInt8(at)
  at += 2 + hello.readUInt16BE(at)
  at += 1 + hello.readUInt8(at)
  const extension = Buffer.alloc(4 + 120, 0x5a)
  extension.writeUInt16BE(0xfe0d, 0)
  extension.writeUInt16BE(120, 2)
  const longer = Buffer.concat([hello, extension])
  const added = extension.length
  longer.writeUInt16BE(hello.readUInt16BE(3) + added, 3)
  longer.writeUIntBE(hello.readUIntBE(6, 3) + added, 6, 3)
  longer.writeUInt16BE(hello.readUInt16BE(at) + added, at)
  return longer
}

/** The first bytes of a TLS client. */
export async function helloOf(scope: Scope, options: ConnectionOptions): Promise<Buffer> {
  const arrived = Promise.withResolvers<Buffer>()
  const { port } = await listen(scope, (socket) => {
    socket.once('data', (chunk: Buffer) => {
      arrived.resolve(Buffer.from(chunk))
      socket.destroy()
    })
  })
  const client = connect({ port, host: '127.0.0.1', ...options }).on('error', () => {})
  scope.teardown(() => client.destroy())
  return arrived.promise
}
