import test from 'ava'
import { throughProxy } from '../support/dispatchers.ts'
import { connectIntercepted, openIntercepted } from '../support/intercepted.ts'
import { post } from '../support/prompts.ts'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until, Wire } from '../support/wire.ts'

const scope = fileScope()
const OPENAI = 'api.openai.com'
/** A word of its own for each place that a client fills. */
const CANARIES = {
  text: 'quagga-of-the-text',
  path: 'quagga-of-the-path',
  query: 'quagga-of-the-query',
  header: 'quagga-of-a-header',
  token: 'quagga-of-the-token',
  agent: 'quagga-of-the-agent',
  model: 'quagga-of-the-model',
  password: 'quagga-of-a-password',
}
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [OPENAI] })
  weir = await startWeir(scope, { upstreams: { [OPENAI]: upstream }, env: { WEIR_LOG_LEVEL: 'trace' } })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No bank data'))
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind addresses'))
})

function lines(): Record<string, unknown>[] {
  return weir.product.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

async function untilLine(wanted: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  let found: Record<string, unknown> | undefined
  await until(
    () => {
      found = lines().find((line) => Object.entries(wanted).every(([name, value]) => line[name] === value))
      return found !== undefined
    },
    () => `no line ${JSON.stringify(wanted)}`,
  )
  return found ?? {}
}

test.serial('a line for each request, refusal and failure', async (t) => {
  const client = throughProxy(t, weir)
  const answer = await post(
    client,
    `https://${OPENAI}/v1/chat/completions/${CANARIES.path}?key=${CANARIES.query}`,
    {
      model: CANARIES.model,
      messages: [{ role: 'user', content: `${CANARIES.text} ${IBAN} password: ${CANARIES.password}` }],
    },
    { authorization: `Bearer ${CANARIES.token}`, 'x-own': CANARIES.header, 'user-agent': CANARIES.agent },
  )
  t.is(answer.status, 400)
  const reference = String(answer.headers['x-weir-interaction']).replaceAll('-', '').slice(-10)
  const refused = await untilLine({ event: 'request', reference })
  t.like(refused, { action: 'block', platform: 'openai-api', policy: 'No bank data', status: 400, complete: true })
  for (const name of ['inspect_ms', 'duration_ms', 'request_bytes']) t.is(typeof refused[name], 'number')
  const chat = { messages: [{ role: 'user', content: `${CANARIES.text} write to jeanne.martin@acme.fr` }] }
  t.is((await post(client, `https://${OPENAI}/v1/chat/completions`, chat)).status, 200)
  await untilLine({ event: 'request', action: 'coach', status: 200, policy: 'Mind addresses' })
  const upgrade = await openIntercepted(t, weir, OPENAI)
  await upgrade
    .send(`GET /v1/realtime HTTP/1.1\r\nHost: ${OPENAI}\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n`)
    .expectEnd()
  await untilLine({ event: 'request', operation: 'upgrade', action: 'log', status: 426 })
})

test.serial('a line for each destination that is refused, not found or not reached, and each handshake', async (t) => {
  for (const [target, event] of [
    ['127.0.0.1:9', 'destination_refused'],
    ['nowhere.invalid:443', 'lookup_failed'],
  ] as const) {
    const wire = await Wire.open(t, weir.proxyPort)
    await wire.send(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`).expectEnd()
    await untilLine({ event, host: target.split(':')[0], client_address: '127.0.0.1' })
  }
  const plain = await Wire.open(t, weir.proxyPort)
  await plain.send(`GET http://127.0.0.1/${CANARIES.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`).expect('\r\n\r\n')
  await untilLine({ event: 'destination_refused', host: '127.0.0.1', port: 80 })
  const rejecting = connectIntercepted(t, { ...weir, proxyPort: weir.proxyPort, ca: '' }, OPENAI)
  await t.throwsAsync(rejecting)
  await untilLine({ event: 'client_handshake_failed', host: OPENAI })
})

test.serial('nothing of what a client sends is in any line, at any level', (t) => {
  t.true(lines().length > 0)
  const written = weir.product.stdout + weir.product.stderr
  for (const [place, canary] of Object.entries(CANARIES)) t.false(written.includes(canary), place)
  t.notRegex(written.replaceAll(' ', ''), /FR7630006000|jeanne\.martin/)
})
