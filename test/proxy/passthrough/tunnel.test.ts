import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { openTunnel, type TunnelEnd, type TunnelPatience } from '../../../proxy/passthrough/tunnel.ts'
import { once } from '../../support/once.ts'
import { listen, until, Wire } from '../../support/wire.ts'

/** A client and a destination joined by a tunnel; `ends` tells how it ended. */
async function join(
  t: ExecutionContext<unknown>,
  { head = '', patience = { idleMs: 60_000, helloMs: 60_000 } }: { head?: string; patience?: TunnelPatience } = {},
) {
  const ends: TunnelEnd[] = []
  const bytes: { sent: number; received: number }[] = []
  const arrived = Promise.withResolvers<Wire>()
  const { port: destinationPort } = await listen(t, (socket) => {
    socket.allowHalfOpen = true
    arrived.resolve(new Wire(socket))
  })
  const { port } = await listen(t, (socket) => {
    const upstream = connect({ port: destinationPort, host: '127.0.0.1' })
    upstream.once('connect', () => {
      openTunnel(socket, upstream, Buffer.from(head), {
        isIntercepted: (host) => host === 'api.openai.com',
        patience,
        onEnd: (end, counted) => {
          ends.push(end)
          bytes.push(counted)
        },
      })
    })
  })
  const clientSocket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  t.teardown(() => clientSocket.destroy())
  await once(clientSocket, 'connect')
  return { client: new Wire(clientSocket), destination: await arrived.promise, ends, bytes, port }
}

test('bytes pass both ways as they are, those sent along with CONNECT first', async (t) => {
  const { client, destination } = await join(t, { head: 'early ' })
  client.send(Buffer.from([0, 255, 13, 10]))
  await destination.expect('early \x00\xff\r\n')
  destination.send('answer')
  await client.expect('answer')
  t.pass()
})

test('the end of one direction leaves the other open', async (t) => {
  const { client, destination, ends, bytes } = await join(t)
  client.send('question')
  client.socket.end()
  await destination.expectEnd()
  destination.send('late answer')
  await client.expect('late answer')
  destination.socket.end()
  await until(
    () => ends.length === 1,
    () => 'waited for the tunnel to end',
  )
  t.deepEqual(ends, ['closed'])
  t.deepEqual(bytes, [{ sent: 8, received: 11 }])
})

test("the destination's end is passed on while the client goes on sending", async (t) => {
  const { client, destination, ends, bytes } = await join(t)
  client.send('question')
  await destination.expect('question')
  destination.send('answer')
  destination.socket.end()
  t.is(await client.expectEnd(), 'answer')
  client.send(' and another')
  await destination.expect(' and another')
  client.socket.end()
  await until(
    () => ends.length === 1,
    () => 'waited for the tunnel to end',
  )
  t.deepEqual(ends, ['closed'])
  t.deepEqual(bytes, [{ sent: 20, received: 6 }])
})

test('a tunnel that is silent for too long ends', async (t) => {
  const { client, ends } = await join(t, { patience: { idleMs: 50, helloMs: 60_000 } })
  await client.expectEnd()
  t.deepEqual(ends, ['idle'])
})

for (const side of ['client', 'destination'] as const) {
  test(`a ${side} that resets takes the other side down`, async (t) => {
    const { client, destination, ends } = await join(t)
    client.send('x')
    await destination.expect('x')
    const [resetting, other] = side === 'client' ? [client, destination] : [destination, client]
    resetting.socket.resetAndDestroy()
    await other.expectEnd()
    await until(
      () => ends.length === 1,
      () => 'waited for the tunnel to end',
    )
    t.is(ends.length, 1)
  })
}

test('a TLS hello that names an intercepted host ends the tunnel', async (t) => {
  const { port, ends } = await join(t)
  const tls = connectTls({ port, host: '127.0.0.1', servername: 'api.openai.com', rejectUnauthorized: false })
  tls.on('error', () => {})
  await until(
    () => tls.closed,
    () => 'the connection has not ended',
  )
  await until(
    () => ends.length > 0,
    () => 'waited for the tunnel to end',
  )
  t.deepEqual(ends, ['forbidden_name'])
})

/** unrecognized_name, as a warning. */
const WARNING = Buffer.from([21, 3, 1, 0, 2, 1, 112])
const EMPTY = Buffer.from([22, 3, 1, 0, 0])

/** A hello cut into records of one byte each, which TLS allows. */
function inTinyRecords(hello: Buffer): Buffer {
  return Buffer.concat([...hello.subarray(5)].map((byte) => Buffer.from([22, 3, 1, 0, 1, byte])))
}

/** A hello with so many session tickets before its name that the name is out of sight. */
function padded(hello: Buffer, bytes: number): Buffer {
  const before = 5 + 4 + 2 + 32
  const session = 1 + (hello[before] ?? 0)
  const suites = hello.readUInt16BE(before + session)
  const padding = Buffer.alloc(bytes)
  const grown = Buffer.concat([
    hello.subarray(5, before + session),
    Buffer.from([(suites + bytes) >> 8, (suites + bytes) & 255]),
    padding,
    hello.subarray(before + session + 2),
  ])
  grown.writeUIntBE(grown.length - 4, 1, 3)
  const records: Buffer[] = []
  for (let at = 0; at < grown.length; at += 16_000) {
    const part = grown.subarray(at, at + 16_000)
    records.push(Buffer.from([22, 3, 1, part.length >> 8, part.length & 255]), part)
  }
  return Buffer.concat(records)
}

for (const [what, pieces] of [
  ['split over records', (hello: Buffer) => [inTinyRecords(hello)]],
  ['behind a warning alert, which Go ignores', (hello: Buffer) => [Buffer.concat([WARNING, hello])]],
  [
    'behind three alerts, in pieces',
    (hello: Buffer) => [
      Buffer.from([21, 3, 0, 0, 4, 1, 0, 1, 112]),
      WARNING.subarray(0, 6),
      Buffer.concat([WARNING.subarray(6), WARNING]),
      hello,
    ],
  ],
  [
    'with alerts between its records',
    (hello: Buffer) => [
      Buffer.concat([inTinyRecords(hello).subarray(0, 60), WARNING, inTinyRecords(hello).subarray(60)]),
    ],
  ],
  [
    'with empty records',
    (hello: Buffer) => [
      Buffer.concat([EMPTY, EMPTY, inTinyRecords(hello).subarray(0, 60), EMPTY, inTinyRecords(hello).subarray(60)]),
    ],
  ],
  ['with the version of no TLS', (hello: Buffer) => [Buffer.concat([Buffer.from([22, 2]), hello.subarray(2)])]],
  ['sent in pieces', (hello: Buffer) => [hello.subarray(0, 3), hello.subarray(3, 60), hello.subarray(60)]],
] as const) {
  test(`a TLS hello ${what} is read all the same`, async (t) => {
    const { client, destination, ends } = await join(t)
    const hello = await realHello(t, 'api.openai.com')
    for (const piece of pieces(hello)) {
      client.send(piece)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await client.expectEnd()
    t.deepEqual(ends, ['forbidden_name'])
    t.false(destination.received.includes('openai.com'), 'the name has not passed')
    t.true(destination.received.length < hello.length, 'the end of the hello has not passed')
  })
}

test('a request in plain HTTP that names an intercepted host ends the tunnel before it has passed', async (t) => {
  for (const [pieces, passed] of [
    [['POST / HTTP/1.1\r\nHost: api.openai.com\r\n\r\nsecret'], ''],
    [['POST / HTTP/1.1\r\nhost:API.openai.com.:80\r\n\r\nsecret'], ''],
    [['POST http://api.openai.com/ HTTP/1.1\r\nHost: x.example\r\n\r\nsecret'], ''],
    [['POST / HTTP/1.1\r\nA: b\r\n', 'Host: api.open', 'ai.com\r\n'], 'POST / HTTP/1.1\r\nA: b\r\nHost: api.open'],
    [['POST / HTTP/1.1\nHost: api.openai.com\n\nsecret'], ''],
    [['\r\n\r\nPOST / HTTP/1.1\r\nHost: api.openai.com\r\n\r\nsecret'], ''],
  ] as const) {
    const { client, destination, ends } = await join(t)
    let expected = ''
    for (const piece of pieces) {
      client.send(piece)
      expected += piece
      if (passed.startsWith(expected)) await destination.expect(expected)
    }
    t.is(await destination.expectEnd(), passed)
    t.deepEqual(ends, ['forbidden_name'])
  }
})

test('other plain text passes, and a head that is too large to be read does not', async (t) => {
  for (const text of [
    'POST / HTTP/1.1\r\nHost: x.example\r\n\r\nHost: api.openai.com\r\n',
    'SSH-2.0-x\r\nHost: api.openai.com\r\n',
    'EHLO there\r\nHost: api.openai.com\r\n',
    `EHLO ${'x'.repeat(20_000)}\r\n`,
    'some text without a line end '.repeat(700),
    'GET / HTTP/1.1\r\nHost: ',
  ]) {
    const { client, destination, ends } = await join(t, { patience: { idleMs: 60_000, helloMs: 1 } })
    client.send(text)
    await destination.expect(text)
    t.deepEqual(ends, [])
  }
  const { client, ends } = await join(t)
  client.send(`GET / HTTP/1.1\r\nA: ${'b'.repeat(20_000)}`)
  await client.expectEnd()
  t.deepEqual(ends, ['hello_too_large'])
})

test('a TLS hello that cannot be read ends the tunnel, as another server may read it', async (t) => {
  const hello = await realHello(t, 'api.openai.com')
  const long = Buffer.from(hello)
  // A list of cipher suites that is longer than the hello.
  long.writeUInt16BE(0xffff, 5 + 4 + 2 + 32 + 1 + (hello[5 + 4 + 2 + 32] ?? 0))
  for (const broken of [
    Buffer.concat([
      inTinyRecords(hello).subarray(0, 60),
      Buffer.from([23, 3, 1, 0, 1, 0]),
      inTinyRecords(hello).subarray(60),
    ]),
    Buffer.concat([WARNING, Buffer.from('GET / HTTP/1.1')]),
    long,
  ]) {
    const { client, destination, ends } = await join(t)
    client.send(broken)
    await client.expectEnd()
    t.deepEqual(ends, ['hello_malformed'])
    t.is(destination.received, '')
  }
})

test('a TLS hello that is too large to be read ends the tunnel before its name has passed', async (t) => {
  const { client, destination, ends } = await join(t)
  const hello = padded(await realHello(t, 'api.openai.com'), 40_000)
  // Not all of it: what arrives at once and whole is read, and its name is forbidden.
  client.send(hello.subarray(0, 30_000))
  await client.expectEnd()
  t.deepEqual(ends, ['hello_too_large'])
  t.false(destination.received.includes('api.openai.com'))
})

test('a TLS hello that is never finished ends the tunnel in time, one that is finished or none does not', async (t) => {
  const patience = { idleMs: 60_000, helloMs: 100 }
  const hello = await realHello(t, 'example.com')
  const unfinished = await join(t, { patience })
  const finished = await join(t, { patience })
  const other = await join(t, { patience })
  const silent = await join(t, { patience })
  unfinished.client.send(hello.subarray(0, 50))
  finished.client.send(hello)
  other.client.send('SSH-2.0-OpenSSH')
  await unfinished.client.expectEnd()
  t.deepEqual(unfinished.ends, ['hello_timeout'])
  await new Promise((resolve) => setTimeout(resolve, 150))
  for (const { ends } of [finished, other, silent]) t.deepEqual(ends, [])
})

test('a TLS hello for another host passes', async (t) => {
  const { client, destination } = await join(t)
  const hello = await realHello(t, 'example.com')
  client.send(hello)
  await until(
    () => destination.received.length === hello.length,
    () => 'waited for the whole hello',
  )
  destination.send('ok')
  await client.expect('ok')
  t.pass()
})

async function realHello(t: ExecutionContext<unknown>, servername: string): Promise<Buffer> {
  const hello = Promise.withResolvers<Buffer>()
  const { port } = await listen(t, (socket) => socket.once('data', hello.resolve))
  const tls = connectTls({ port, host: '127.0.0.1', servername })
  tls.on('error', () => {})
  t.teardown(() => tls.destroy())
  return hello.promise
}
