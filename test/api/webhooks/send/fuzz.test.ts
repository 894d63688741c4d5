import test from 'ava'
import fc from 'fast-check'
import { newReceiverCa, startRawReceiver } from '../../../support/webhook-receiver.ts'
import { DELIVERY, startSender, webhookRecord } from '../../../support/webhook-sender.ts'
import { until } from '../../../support/wire.ts'

const never = new AbortController().signal

/** Pieces that HTTP answers are made of, and pieces that they are not. */
const PIECE = fc.constantFrom(
  'HTTP/1.1 200 OK\r\n',
  'HTTP/1.1 204 No Content\r\n',
  'HTTP/1.1 103 Early Hints\r\n',
  'HTTP/1.0 500 No\r\n',
  'HTTP/1.1 410 Gone\r\n',
  'HTTP/9.9 200\r\n',
  'Content-Length: 3\r\n',
  'Content-Length: -1\r\n',
  'Content-Length: 99999999999999999999\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Connection: close\r\n',
  'Connection: keep-alive\r\n',
  'Keep-Alive: timeout=-5\r\n',
  'Retry-After: 1\r\n',
  'Upgrade: h2c\r\nConnection: Upgrade\r\n',
  'X: \r\n',
  ': \r\n',
  '\r\n',
  '\r',
  '\n',
  '\0',
  'abc',
  '3\r\nabc\r\n',
  '0\r\n\r\n',
  'ffffffffffffffff\r\n',
)
const ANSWER = fc.oneof(
  fc.array(PIECE, { maxLength: 12 }).map((pieces) => Buffer.from(['HTTP/1.1 200 OK\r\n', ...pieces].join(''))),
  fc.array(PIECE, { maxLength: 12 }).map((pieces) => Buffer.from(pieces.join(''))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)

test('whatever bytes a receiver answers, the attempt ends with a result that says why', async (t) => {
  const ca = newReceiverCa()
  let answer: Buffer = Buffer.alloc(0)
  const receiver = await startRawReceiver(t, {
    ca,
    onConnection: (socket) => socket.on('data', () => socket.end(answer)),
  })
  const sender = startSender(t, { ca })
  const webhook = webhookRecord({ url: `https://receiver.test:${receiver.port}/` })
  await fc.assert(
    fc.asyncProperty(ANSWER, async (bytes) => {
      answer = bytes
      const { outcome, attempt } = await sender.attempt(webhook, DELIVERY, never)
      if (outcome === 'delivered') return attempt.error === null && /^2\d\d$/.test(String(attempt.status_code))
      return /^(?:reset|protocol|status|gone|redirect): /.test(attempt.error ?? '')
    }),
    { numRuns: 300 },
  )
  await until(
    () => sender.connections === 0 && receiver.sockets.size === 0,
    () => `${sender.connections} connections stay open`,
  )
  t.pass()
})
