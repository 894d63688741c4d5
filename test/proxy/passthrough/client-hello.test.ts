import { connect } from 'node:tls'
import test from 'ava'
import { readClientHello } from '../../../proxy/passthrough/client-hello.ts'
import { listen, until } from '../../support/wire.ts'

/** The first bytes a real TLS client sends. */
async function clientHello(t: Parameters<typeof listen>[0], servername: string | undefined): Promise<Buffer> {
  let received: Buffer | undefined
  const { port } = await listen(t, (socket) => {
    socket.once('data', (chunk: Buffer) => {
      received = chunk
      socket.destroy()
    })
  })
  const client = connect({
    port,
    host: '127.0.0.1',
    ...(servername !== undefined && { servername }),
    rejectUnauthorized: false,
  })
  client.on('error', () => {})
  await until(
    () => client.closed,
    () => 'the hello was not answered with the end of the connection',
  )
  if (received === undefined) throw new Error('no hello arrived')
  return received
}

/** The same handshake message, split over records of `size` bytes. */
function fragment(hello: Buffer, size: number): Buffer {
  const payload = hello.subarray(5)
  const records: Buffer[] = []
  for (let at = 0; at < payload.length; at += size) {
    const part = payload.subarray(at, at + size)
    const header = Buffer.from([22, 3, 1, 0, 0])
    header.writeUInt16BE(part.length, 3)
    records.push(header, part)
  }
  return Buffer.concat(records)
}

test('the server name of a real hello is read, in lower case and without a trailing dot', async (t) => {
  const hello = await clientHello(t, 'API.OpenAI.com')
  t.deepEqual(readClientHello(hello), { kind: 'tls', name: 'api.openai.com' })
})

test('a hello without a server name is TLS without a name', async (t) => {
  t.deepEqual(readClientHello(await clientHello(t, undefined)), { kind: 'tls', name: undefined })
})

test('a hello split over many records is read all the same', async (t) => {
  const hello = await clientHello(t, 'api.openai.com')
  t.deepEqual(readClientHello(fragment(hello, 7)), { kind: 'tls', name: 'api.openai.com' })
})

test('every prefix of a hello is incomplete, never misread', async (t) => {
  const hello = await clientHello(t, 'api.openai.com')
  for (let length = 0; length < hello.length; length++) {
    t.is(readClientHello(hello.subarray(0, length)).kind, 'incomplete', `${length} bytes`)
  }
})

test('bytes that are no TLS hello are told apart at once', (t) => {
  for (const bytes of [
    'GET / HTTP/1.1\r\n',
    'SSH-2.0-OpenSSH',
    '\x17\x03\x03\x00\x01a',
    '\x16\x03\x01\x00\x04\x02\x00\x00\x00',
    '\x15\x03\x01\x01\x03abc',
    '\x16\x10\x01',
  ]) {
    t.is(readClientHello(Buffer.from(bytes, 'latin1')).kind, 'not_tls', bytes)
  }
})

test('a hello with any one byte changed never throws', async (t) => {
  const hello = await clientHello(t, 'api.openai.com')
  for (let at = 0; at < hello.length; at++) {
    for (const value of [0, 1, 127, 255]) {
      const changed = Buffer.from(hello)
      changed[at] = value
      t.notThrows(() => readClientHello(changed))
    }
  }
})
