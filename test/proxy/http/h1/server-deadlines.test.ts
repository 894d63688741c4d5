import test from 'ava'
import { pathOf } from '../../../../proxy/http/request-target.ts'
import { crowding } from '../../../support/crowding.ts'
import { answerWhole, startH1 } from '../../../support/h1.ts'
import { once } from '../../../support/once.ts'
import { PATIENT_WITH_CLIENTS } from '../../../support/patience.ts'
import { Wire } from '../../../support/wire.ts'

const PATIENCE = { head: 200, body: 400, idle: 300, linger: 300, halfClosed: 300 }
const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

for (const [what, bytes] of [
  ['sends nothing', ''],
  ['sends half a head', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  ['sends half a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345'],
] as const) {
  test(`a client that ${what} is answered with 408 in time`, async (t) => {
    const { port } = await startH1(t, {
      onExchange: (exchange) => answerWhole(exchange, String),
      patience: PATIENCE,
      interval: 50,
    })
    const wire = await Wire.open(t, port)
    wire.send(bytes)
    t.regex(await wire.expectEnd(), /^HTTP\/1\.1 408 Request Timeout\r\n/)
  })
}

test('a connection that waits for its next request ends without a word', async (t) => {
  const { port } = await startH1(t, {
    onExchange: (exchange) => answerWhole(exchange, () => 'fine'),
    patience: PATIENCE,
    interval: 50,
  })
  const wire = await Wire.open(t, port)
  const answer = await wire.send(REQUEST).expectEnd()
  t.is(answer.match(/HTTP\/1\.1/g)?.length, 1)
  t.regex(answer, /fine$/)
})

test('a client that ends its side gets the answer that is on its way', async (t) => {
  const { port } = await startH1(t, {
    // Late enough that the end of the client's side is there before the answer.
    onExchange: (exchange) => void setTimeout(() => answerWhole(exchange, () => 'late'), 300 * crowding()),
    patience: { ...PATIENCE, halfClosed: 60_000 },
    interval: 50,
  })
  const wire = await Wire.open(t, port)
  wire.socket.end(REQUEST)
  t.regex(await wire.expectEnd(), /\r\nConnection: close\r\n\r\nlate$/)
})

test('a client that ends its side and is answered nothing is taken for gone', async (t) => {
  let gone = 0
  const { port } = await startH1(t, {
    onExchange: (exchange) => exchange.listen({ gone: () => gone++, drained: () => {} }),
    patience: PATIENCE,
    interval: 50,
  })
  const wire = await Wire.open(t, port)
  wire.socket.end(REQUEST)
  t.is(await wire.expectEnd(), '')
  t.is(gone, 1)
})

test('the service of a client that has left works for nobody only for seconds', async (t) => {
  const gone = Promise.withResolvers<void>()
  const { port } = await startH1(t, {
    onExchange: (exchange) => exchange.listen({ gone: () => gone.resolve(), drained: () => {} }),
    patience: PATIENT_WITH_CLIENTS,
  })
  const wire = await Wire.open(t, port)
  const begun = performance.now()
  wire.socket.end(REQUEST)
  await gone.promise
  t.true(performance.now() - begun < 5000 * crowding())
})

test('a last answer that the client still takes is not cut when the time to close is over', async (t) => {
  const size = 30_000_000
  const { port } = await startH1(t, {
    onExchange: (exchange) => answerWhole(exchange, () => 'a'.repeat(size)),
    patience: { ...PATIENCE, taking: 60_000 },
    interval: 50,
  })
  const wire = await Wire.open(t, port)
  wire.socket.pause()
  wire.send('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  let came = 0
  wire.socket.on('data', (bytes: Buffer) => {
    came += bytes.length
  })
  wire.socket.resume()
  await once(wire.socket, 'close')
  t.true(came > size, `${came} bytes`)
})

test('a CONNECT for a path is not passed on', (t) => {
  const connection = {
    client: { address: 'x' },
    target: { host: 'a', port: 443 },
    scheme: 'https',
    otherName: undefined,
  } as const
  t.throws(() => pathOf({ method: 'CONNECT', target: '/' }, connection), { message: /CONNECT/ })
})
