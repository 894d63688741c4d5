import test from 'ava'
import { createSigningSecret, signBody, signMessage } from '../../../../api/webhooks/signatures.ts'
import { newReceiverCa, startReceiver } from '../../../support/webhook-receiver.ts'
import { DELIVERY, startSender, webhookRecord } from '../../../support/webhook-sender.ts'

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
