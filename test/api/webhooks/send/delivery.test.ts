import { randomBytes } from 'node:crypto'
import test from 'ava'
import { Sealer } from '../../../../api/webhooks/sealing.ts'
import { createSigningSecret, signBody, signMessage } from '../../../../api/webhooks/signatures.ts'
import { fixedKeys } from '../../../support/fixed-keys.ts'
import { newReceiverCa, startRawReceiver, startReceiver } from '../../../support/webhook-receiver.ts'
import { DELIVERY, startSender, webhookRecord } from '../../../support/webhook-sender.ts'
import { listen, until } from '../../../support/wire.ts'

const never = new AbortController().signal

test('a delivery is one POST of the very bytes, with every header that receivers check', async (t) => {
  const ca = newReceiverCa()
  const receiver = await startReceiver(t, { ca })
  const at = new Date('2026-11-21T12:00:00.900Z')
  const sender = startSender(t, { ca, now: () => at })
  const secret = createSigningSecret()
  const webhook = webhookRecord({
    url: `https://receiver.test:${receiver.port}/hook?token=a%20b`,
    secret,
    authToken: 'tok-1',
    headers: { 'X-Team': 'soc' },
  })
  const result = await sender.attempt(webhook, DELIVERY, never)
  t.is(result.outcome, 'delivered')
  t.like(result.attempt, { status_code: 204, error: null, timestamp: '2026-11-21T12:00:00.900Z' })
  t.is(receiver.deliveries.length, 1)
  const [arrived] = receiver.deliveries
  t.is(arrived?.method, 'POST')
  t.is(arrived?.url, '/hook?token=a%20b')
  t.is(arrived?.body.toString('utf8'), DELIVERY.body)
  t.deepEqual(arrived?.headers, {
    host: `receiver.test:${receiver.port}`,
    connection: 'keep-alive',
    'content-length': String(Buffer.byteLength(DELIVERY.body)),
    'content-type': 'application/json',
    'user-agent': 'Weir/1.2.3',
    authorization: 'Bearer tok-1',
    'x-team': 'soc',
    'x-service-signature': signBody(secret, Buffer.from(DELIVERY.body)),
    'webhook-id': DELIVERY.event_id,
    'webhook-timestamp': '1795262400',
    'webhook-signature': signMessage(secret, DELIVERY.event_id, 1795262400, Buffer.from(DELIVERY.body)),
  })
})

const BODY = Buffer.from(DELIVERY.body)

test('for a day after a rotation the old secret signs as well, then no more', async (t) => {
  const ca = newReceiverCa()
  const receiver = await startReceiver(t, { ca })
  let at = new Date('2026-11-21T12:00:00Z')
  const sender = startSender(t, { ca, now: () => at })
  const [secret, old] = [createSigningSecret(), createSigningSecret()]
  const webhook = webhookRecord({
    url: `https://receiver.test:${receiver.port}/`,
    secret,
    previous: { secret: old, expiresAt: new Date('2026-11-22T10:00:00Z') },
  })
  await sender.attempt(webhook, DELIVERY, never)
  at = new Date('2026-11-22T09:59:59Z')
  await sender.attempt(webhook, DELIVERY, never)
  at = new Date('2026-11-22T10:00:00Z')
  await sender.attempt(webhook, DELIVERY, never)
  const [first, last, after] = receiver.deliveries.map(({ headers }) => headers)
  for (const headers of [first, last]) {
    const timestamp = Number(headers?.['webhook-timestamp'])
    t.is(headers?.['x-service-signature'], signBody(secret, BODY))
    t.is(headers?.['x-service-signature-previous'], signBody(old, BODY))
    t.is(
      headers?.['webhook-signature'],
      `${signMessage(secret, DELIVERY.event_id, timestamp, BODY)} ${signMessage(old, DELIVERY.event_id, timestamp, BODY)}`,
    )
  }
  t.is(after?.['x-service-signature'], signBody(secret, BODY))
  t.false('x-service-signature-previous' in (after ?? {}))
  t.is(after?.['webhook-signature'], signMessage(secret, DELIVERY.event_id, Number(after?.['webhook-timestamp']), BODY))
})

test('a custom header never replaces one of ours, however the record came by it', async (t) => {
  const ca = newReceiverCa()
  const receiver = await startReceiver(t, { ca })
  const secret = createSigningSecret()
  const webhook = webhookRecord({
    url: `https://receiver.test:${receiver.port}/`,
    secret,
    authToken: 'ours',
    headers: {
      'X-SERVICE-SIGNATURE': 'sha256=00',
      'Webhook-Id': 'evt_forged',
      Authorization: 'theirs',
      'x-team': 'soc',
    },
  })
  t.is((await startSender(t, { ca }).attempt(webhook, DELIVERY, never)).outcome, 'delivered')
  t.like(receiver.deliveries[0]?.headers, {
    'x-service-signature': signBody(secret, BODY),
    'webhook-id': DELIVERY.event_id,
    authorization: 'Bearer ours',
    'x-team': 'soc',
  })
})

for (const [what, headers] of [
  ['a line break in its value', { 'x-team': 'soc\r\nx-evil: 1' }],
  ['a name that is none', { 'x team': 'soc' }],
  ['a framing header', { 'transfer-encoding': 'chunked' }],
] as const) {
  test(`a stored header with ${what} fails the attempt and sends nothing`, async (t) => {
    const ca = newReceiverCa()
    const receiver = await startReceiver(t, { ca })
    const webhook = webhookRecord({ url: `https://receiver.test:${receiver.port}/`, headers })
    const { outcome, attempt } = await startSender(t, { ca }).attempt(webhook, DELIVERY, never)
    t.is(outcome, 'failed')
    t.regex(attempt.error ?? '', /^request: /)
    t.is(receiver.deliveries.length, 0)
  })
}

test('a secret that cannot be opened is the reason, and nothing is sent', async (t) => {
  const ca = newReceiverCa()
  const receiver = await startReceiver(t, { ca })
  const url = `https://receiver.test:${receiver.port}/`
  const sender = startSender(t, { ca, sealer: new Sealer(fixedKeys(randomBytes(32))) })
  for (const webhook of [webhookRecord({ url }), { ...webhookRecord({ url }), signing_secret: 'whsec_plain' }]) {
    const { outcome, attempt } = await sender.attempt(webhook, DELIVERY, never)
    t.is(outcome, 'failed')
    t.regex(attempt.error ?? '', /^secret: the stored signing_secret /)
  }
  t.is(receiver.connections(), 0)
})

test('deliveries to one receiver share a connection', async (t) => {
  const ca = newReceiverCa()
  const receiver = await startReceiver(t, { ca })
  const sender = startSender(t, { ca })
  const webhook = webhookRecord({ url: `https://receiver.test:${receiver.port}/` })
  for (let n = 0; n < 5; n++) {
    t.is((await sender.attempt(webhook, DELIVERY, never)).outcome, 'delivered')
    // undici takes the connection back after it has told the end of the answer.
    await new Promise(setImmediate)
  }
  t.is(receiver.connections(), 1)
})

test('of a hundred deliveries at once a few connections are kept', async (t) => {
  const ca = newReceiverCa()
  const receiver = await startReceiver(t, { ca })
  const sender = startSender(t, { ca })
  const webhook = webhookRecord({ url: `https://receiver.test:${receiver.port}/` })
  const results = await Promise.all(Array.from({ length: 100 }, () => sender.attempt(webhook, DELIVERY, never)))
  t.true(results.every(({ outcome }) => outcome === 'delivered'))
  t.is(receiver.deliveries.length, 100)
  const kept = receiver.deliveries.filter(({ headers }) => headers.connection === 'keep-alive')
  t.is(kept.length, 16)
})

test('a webhook whose path is slow does not hold up another at the same receiver', async (t) => {
  const ca = newReceiverCa()
  const receiver = await startReceiver(t, {
    ca,
    answer: (request, response) => {
      if (request.url === '/quick') response.writeHead(204).end()
    },
  })
  const sender = startSender(t, { ca })
  const at = (path: string) => webhookRecord({ url: `https://receiver.test:${receiver.port}${path}` })
  const controller = new AbortController()
  const slow = Array.from({ length: 20 }, () => sender.attempt(at('/slow'), DELIVERY, controller.signal))
  await until(
    () => receiver.deliveries.length === 20,
    () => `${receiver.deliveries.length} arrived`,
  )
  t.is((await sender.attempt(at('/quick'), DELIVERY, never)).outcome, 'delivered')
  controller.abort()
  await Promise.allSettled(slow)
})

test('closing ends attempts under way and every connection', async (t) => {
  const ca = newReceiverCa()
  const good = await startReceiver(t, { ca })
  const arrived = Promise.withResolvers<void>()
  const silent = await startRawReceiver(t, {
    ca,
    onConnection: (socket) => socket.once('data', () => arrived.resolve()),
  })
  const sender = startSender(t, { ca })
  const at = (port: number) => webhookRecord({ url: `https://receiver.test:${port}/` })
  await sender.attempt(at(good.port), DELIVERY, never)
  const underWay = sender.attempt(at(silent.port), DELIVERY, never)
  await arrived.promise
  await sender.close()
  t.regex((await underWay).attempt.error ?? '', /^reset: Weir is stopping$/)
  await until(
    () => sender.connections + good.sockets.size + silent.sockets.size === 0,
    () => 'a socket stays open',
  )
  const { attempt } = await sender.attempt(at(good.port), DELIVERY, never)
  t.regex(attempt.error ?? '', /^reset: Weir is stopping$/)
})

test('closing ends connections that are being opened', async (t) => {
  const accepted = Promise.withResolvers<void>()
  const silent = await listen(t, (socket) => {
    socket.resume()
    accepted.resolve()
  })
  const sender = startSender(t, { ca: newReceiverCa(), timeoutMs: 600_000 })
  const underWay = sender.attempt(webhookRecord({ url: `https://receiver.test:${silent.port}/` }), DELIVERY, never)
  await accepted.promise
  await sender.close()
  t.regex((await underWay).attempt.error ?? '', /^reset: Weir is stopping$/)
  await until(
    () => sender.connections + silent.sockets.size === 0,
    () => 'a socket stays open',
  )
})

test('the caller can end an attempt; then it rejects with the reason and leaves nothing behind', async (t) => {
  const ca = newReceiverCa()
  const arrived = Promise.withResolvers<void>()
  const silent = await startRawReceiver(t, {
    ca,
    onConnection: (socket) => socket.once('data', () => arrived.resolve()),
  })
  const sender = startSender(t, { ca })
  const webhook = webhookRecord({ url: `https://receiver.test:${silent.port}/` })
  const controller = new AbortController()
  const underWay = sender.attempt(webhook, DELIVERY, controller.signal)
  await arrived.promise
  const reason = new Error('shutting down')
  controller.abort(reason)
  t.is(await t.throwsAsync(underWay), reason)
  await until(
    () => sender.connections + silent.sockets.size === 0,
    () => 'a socket stays open',
  )
  t.is(await t.throwsAsync(sender.attempt(webhook, DELIVERY, controller.signal)), reason)
})

test('an attempt that ends while it connects is never sent', async (t) => {
  const ca = newReceiverCa()
  const receiver = await startReceiver(t, { ca })
  const answered = Promise.withResolvers<readonly string[]>()
  const asked = Promise.withResolvers<void>()
  const resolve = () => {
    asked.resolve()
    return answered.promise
  }
  const sender = startSender(t, { ca, resolve })
  const controller = new AbortController()
  const webhook = webhookRecord({ url: `https://receiver.test:${receiver.port}/` })
  const underWay = sender.attempt(webhook, DELIVERY, controller.signal)
  await asked.promise
  controller.abort(new Error('shutting down'))
  await t.throwsAsync(underWay, { message: 'shutting down' })
  answered.resolve(['127.0.0.1'])
  await until(
    () => receiver.connections() === 1 && sender.connections === 0,
    () => `${sender.connections} connections stay open`,
  )
  t.is(receiver.deliveries.length, 0)
})
