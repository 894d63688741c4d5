import test from 'ava'
import { curl, curlJson, curlTest } from '../support/curl.ts'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const HOSTS = ['intranet.example', 'api.openai.com', 'files.openai.com', 'chat.corp.example', 'eu.chat.corp.example']
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: HOSTS })
  weir = await startWeir(scope, {
    upstreams: Object.fromEntries(HOSTS.map((host) => [host, upstream])),
    env: {
      WEIR_BYPASS_HOSTS: 'api.openai.com',
      WEIR_INTERCEPT_HOSTS: 'chat.corp.example,*.chat.corp.example',
    },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
})

const secret = { messages: [{ role: 'user', content: `pay ${IBAN}` }] }

curlTest(
  'a host that is no AI service is tunnelled: the client sees its own certificate, the service its own bytes',
  async (t) => {
    const opened = await weir.metric('weir_proxy_connects_total', { outcome: 'tunnelled' })
    const answer = await curlJson(weir, 'https://intranet.example/notes', secret, ['--cacert', upstream.caFile])
    t.is(answer.status, 200)
    t.is(answer.text, '{"ok":true}')
    t.is(upstream.arrivals.find(({ url }) => url === '/notes')?.body.toString(), JSON.stringify(secret))
    t.true((await weir.metric('weir_proxy_connects_total', { outcome: 'tunnelled' })) > opened)
    const distrusting = await curlJson(weir, 'https://intranet.example/notes', secret)
    t.is(distrusting.exitCode, 60, 'the certificate is not one of ours')
  },
)

curlTest('a host of WEIR_BYPASS_HOSTS is never decrypted', async (t) => {
  const url = 'https://api.openai.com/v1/chat/completions'
  const answer = await curlJson(weir, url, secret, ['--cacert', upstream.caFile])
  t.is(answer.status, 200)
  t.is(upstream.arrivals.filter(({ headers }) => headers.host === 'api.openai.com').length, 1)
})

curlTest('a host of WEIR_INTERCEPT_HOSTS is decrypted and read, and so are those below its suffix', async (t) => {
  for (const host of ['chat.corp.example', 'eu.chat.corp.example']) {
    const blocked = await curlJson(weir, `https://${host}/ask`, { question: `${host} ${IBAN}` })
    t.is(blocked.headers.get('x-weir-action'), 'block', host)
    const passed = await curlJson(weir, `https://${host}/ask`, { question: `may ${host} pass?` })
    t.is(passed.status, 200, host)
    t.is((await weir.interactionsOf(`may ${host} pass?`)).length, 1)
    t.is(upstream.arrivals.filter(({ headers }) => headers.host === host).length, 1, host)
  }
})

curlTest('what is tunnelled is counted in bytes and leaves no record', async (t) => {
  const answer = await curl(weir, ['https://intranet.example/big', '--cacert', upstream.caFile], {
    body: 'x'.repeat(1e6),
  })
  t.is(answer.status, 200)
  await weir.untilMetric('weir_proxy_tunnel_bytes_total', { direction: 'sent' }, 1e6)
  await weir.untilMetric('weir_proxy_tunnel_ends_total', { reason: 'closed' }, 1)
  const records = await weir.listed(() => true, 0)
  t.false(records.some(({ content_metadata }) => content_metadata.host === 'intranet.example'))
})
