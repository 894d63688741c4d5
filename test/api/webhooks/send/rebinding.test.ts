import test from 'ava'
import { checkWebhookUrl } from '../../../../api/webhooks/receiver/check-webhook-url.ts'
import { ReceiverGuard } from '../../../../api/webhooks/receiver/receiver-guard.ts'
import { newReceiverCa, startReceiver } from '../../../support/webhook-receiver.ts'
import { DELIVERY, startSender, webhookRecord } from '../../../support/webhook-sender.ts'

const never = new AbortController().signal
const ca = newReceiverCa()

test('a name that is public when it is set and private when it is used gets no connection', async (t) => {
  const inside = await startReceiver(t, { ca })
  const answers = [['8.8.8.8'], ['127.0.0.1']]
  const resolve = async () => answers.shift() ?? []
  const url = `https://receiver.test:${inside.port}/`
  const rules = { allowCidrs: [], ports: [inside.port], isOwn: () => false }
  await t.notThrowsAsync(checkWebhookUrl(url, { guard: new ReceiverGuard(rules), resolve }))
  const sender = startSender(t, { ca, allowCidrs: [], ports: [inside.port], resolve })
  const { outcome, attempt } = await sender.attempt(webhookRecord({ url }), DELIVERY, never)
  t.is(outcome, 'failed')
  t.regex(attempt.error ?? '', /^address: its host is a loopback address/)
  t.is(inside.connections(), 0)
})

test('a name whose answer turns inside between two attempts gets the first alone', async (t) => {
  const receiver = await startReceiver(t, {
    ca,
    answer: (_request, response) => void response.writeHead(204, { connection: 'close' }).end(),
  })
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1', '127.0.0.2'], ['127.0.0.1']]
  const sender = startSender(t, { ca, allowCidrs: ['127.0.0.1/32'], resolve: async () => answers.shift() ?? [] })
  const webhook = webhookRecord({ url: `https://receiver.test:${receiver.port}/` })
  const outcomes = []
  for (let n = 0; n < 4; n++) outcomes.push((await sender.attempt(webhook, DELIVERY, never)).outcome)
  t.deepEqual(outcomes, ['delivered', 'failed', 'failed', 'delivered'])
  t.is(receiver.connections(), 2)
})

test('one connection asks once, so that check and connection see the same answer', async (t) => {
  const receiver = await startReceiver(t, { ca })
  let asked = 0
  const resolve = async () => {
    asked++
    return asked === 1 ? ['127.0.0.1'] : ['10.0.0.1']
  }
  const sender = startSender(t, { ca, resolve })
  const url = `https://receiver.test:${receiver.port}/`
  t.is((await sender.attempt(webhookRecord({ url }), DELIVERY, never)).outcome, 'delivered')
  t.is(asked, 1)
})

test('the next address is tried where one refuses', async (t) => {
  const receiver = await startReceiver(t, { ca })
  const sender = startSender(t, { ca, allowCidrs: ['127.0.0.0/8'], resolve: async () => ['127.0.0.9', '127.0.0.1'] })
  const url = `https://receiver.test:${receiver.port}/`
  const { attempt } = await sender.attempt(webhookRecord({ url }), DELIVERY, never)
  t.is(attempt.error, null)
})

for (const host of ['127.0.0.1', '[::1]', '2130706433', '[::ffff:127.0.0.1]', 'metadata.google.internal']) {
  test(`${host} in a stored URL is refused without asking anybody`, async (t) => {
    const inside = await startReceiver(t, { ca })
    const resolve = () => Promise.reject(new Error('nobody is to be asked'))
    const sender = startSender(t, { ca, allowCidrs: [], ports: [inside.port], resolve })
    const url = `https://${host}:${inside.port}/`
    const { attempt } = await sender.attempt(webhookRecord({ url }), DELIVERY, never)
    t.regex(attempt.error ?? '', /^address: its host is a (?:loopback address|metadata service)/)
    t.is(inside.connections(), 0)
  })
}

for (const [url, pattern] of [
  ['http://receiver.test/', /^address: it must begin with https:/],
  ['https://user:pass@receiver.test/', /^address: it must not carry credentials/],
  ['https://receiver.test:9443/', /^address: its port is 9443/],
] as const) {
  test(`${url} is judged again at each attempt`, async (t) => {
    const sender = startSender(t, { ca, allowCidrs: [], resolve: async () => ['8.8.8.8'] })
    const { outcome, attempt } = await sender.attempt(webhookRecord({ url }), DELIVERY, never)
    t.is(outcome, 'failed')
    t.regex(attempt.error ?? '', pattern)
  })
}

test('a name that does not resolve is the reason', async (t) => {
  const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }))
  const { attempt } = await startSender(t, { ca, resolve }).attempt(webhookRecord(), DELIVERY, never)
  t.is(attempt.error, 'dns: the receiver’s name cannot be resolved (ENOTFOUND)')
})

test('name servers that are silent cost the time of the attempt', async (t) => {
  const sender = startSender(t, { ca, resolve: () => new Promise<never>(() => {}), timeoutMs: 50 })
  const { attempt } = await sender.attempt(webhookRecord(), DELIVERY, never)
  t.regex(attempt.error ?? '', /^timeout: /)
})
