import type { ClientHttp2Session } from 'node:http2'
import test from 'ava'
import { ask, connectH2 } from '../../support/h2.ts'
import { EMAIL, IBAN, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, {
    hosts: [HOST],
    answer: (_request, response, body) => {
      response.setHeader('content-type', 'application/json')
      response.setHeader('alt-svc', 'h3=":443"')
      response.end(JSON.stringify({ got: body.length }))
    },
  })
  weir = await startWeir(scope, { upstreams: { [HOST]: upstream } })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind_addresses'))
})

function prompt(session: ClientHttp2Session, content: string) {
  const body = JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content }] })
  return ask(
    session,
    {
      ...{ ':method': 'POST', ':scheme': 'https', ':authority': HOST, ':path': '/v1/chat/completions' },
      'content-type': 'application/json',
    },
    body,
  )
}

test('several prompts at once on one connection: refused ones are answered on their stream only', async (t) => {
  const session = await connectH2(t, weir, HOST)
  const contents = Array.from({ length: 20 }, (_, at) => (at % 4 === 0 ? `pay to ${IBAN}, ${at}` : `hello ${at}`))
  const answers = await Promise.all(contents.map((content) => prompt(session, content)))
  for (const [at, { status, headers, body }] of answers.entries()) {
    t.is(status, at % 4 === 0 ? 400 : 200, `${body}`)
    t.is(headers['alt-svc'], undefined)
    if (at % 4 === 0) t.regex(`${body}`, /No IBAN/)
    else t.is(JSON.parse(`${body}`).got > 0, true)
  }
  const record = await weir.interaction(String(answers[0]?.headers['x-weir-interaction']))
  t.is(record.enforced_action, 'block')
})

test('a request for another host than that of the tunnel is misdirected', async (t) => {
  const session = await connectH2(t, weir, HOST)
  const { status } = await ask(session, { ':scheme': 'https', ':authority': 'chatgpt.com', ':path': '/' })
  t.is(status, 421)
  t.is((await prompt(session, 'hello')).status, 200)
})

test('a prompt that is coached is answered, with the headers that say so', async (t) => {
  const session = await connectH2(t, weir, HOST)
  const { status, headers } = await prompt(session, `write to ${EMAIL}`)
  t.is(status, 200)
  t.is(headers['x-weir-action'], 'coach')
  t.is(headers['x-weir-policy'], 'Mind_addresses')
})
