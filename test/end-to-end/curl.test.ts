import { hash } from 'node:crypto'
import test from 'ava'
import { curl, curlJson, curlTest } from '../support/curl.ts'
import { EMAIL, IBAN, PHONE, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const CHAT = 'https://api.openai.com/v1/chat/completions'
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: ['api.openai.com', 'chatgpt.com'] })
  weir = await startWeir(scope, {
    upstreams: { 'api.openai.com': upstream, 'chatgpt.com': upstream },
    env: { WEIR_CONTACT: 'dpo@corp.example' },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Courriels: prudence à 100 %'))
  await weir.createPolicy(policyOn('PHONE', 'log', 'Phone numbers'))
})

function chat(content: string) {
  return { model: 'gpt-5', messages: [{ role: 'user', content }] }
}

function arrivalsOf(content: string) {
  return upstream.arrivals.filter(({ body }) => body.includes(content))
}

function weirHeaders(headers: ReadonlyMap<string, string>): string[] {
  return [...headers.keys()].filter((name) => name.startsWith('x-weir-')).sort()
}

curlTest(
  'a prompt that no policy matches is forwarded as it came, answered as the service answers, and recorded',
  async (t) => {
    const body = JSON.stringify(chat('what is a weir?'), undefined, 1)
    const answer = await curlJson(weir, CHAT, body, [
      '--header',
      'authorization: Bearer sk-test',
      '--user-agent',
      'me/1',
    ])
    t.is(answer.status, 200)
    t.is(answer.text, '{"ok":true}')
    t.deepEqual(weirHeaders(answer.headers), [])
    const [arrival] = arrivalsOf('what is a weir?')
    t.is(arrival?.body.toString(), body)
    t.is(arrival?.headers.authorization, 'Bearer sk-test')
    t.is(arrival?.headers['user-agent'], 'me/1')
    const [record] = await weir.interactionsOf('what is a weir?')
    t.is(record?.enforced_action, 'allow')
    t.deepEqual(record?.policy_decisions, [])
  },
)

curlTest('a prompt that a log policy matches passes silently', async (t) => {
  const content = `call me at ${PHONE}`
  const answer = await curlJson(weir, CHAT, chat(content))
  t.is(answer.status, 200)
  t.deepEqual(weirHeaders(answer.headers), [])
  t.is(arrivalsOf(content).length, 1)
  const [record] = await weir.interactionsOf(content)
  t.is(record?.enforced_action, 'log')
  t.deepEqual(
    record?.policy_decisions.map(({ policy_name, action }) => [policy_name, action]),
    [['Phone numbers', 'log']],
  )
})

curlTest('a coached prompt passes, and its answer names policy, reason and whom to ask in headers', async (t) => {
  const content = `write to ${EMAIL}`
  const answer = await curlJson(weir, CHAT, chat(content))
  t.is(answer.status, 200)
  t.is(answer.text, '{"ok":true}')
  t.is(arrivalsOf(content).length, 1)
  t.deepEqual(weirHeaders(answer.headers), ['x-weir-action', 'x-weir-interaction', 'x-weir-message', 'x-weir-policy'])
  t.is(answer.headers.get('x-weir-action'), 'coach')
  t.is(answer.headers.get('x-weir-policy'), 'Courriels: prudence %C3%A0 100 %25')
  const message = decodeURIComponent(answer.headers.get('x-weir-message') ?? '')
  t.regex(message, /"Courriels: prudence à 100 %"/)
  t.regex(message, /an email address/)
  t.regex(message, /dpo@corp\.example/)
  t.false(message.includes(EMAIL))
  const record = await weir.interaction(answer.headers.get('x-weir-interaction') ?? '')
  t.is(record.content_hash, hash('sha256', content))
  t.is(record.enforced_action, 'coach')
})

curlTest('a blocked prompt is refused in the words of its API and never reaches the service', async (t) => {
  const content = `pay to ${IBAN}`
  const answer = await curlJson(weir, CHAT, chat(content))
  t.is(answer.status, 400)
  const { error } = JSON.parse(answer.text) as { error: Record<string, string> }
  t.is(error.type, 'invalid_request_error')
  t.is(error.code, 'policy_violation')
  t.regex(error.message ?? '', /"No IBAN".*an IBAN.*dpo@corp\.example/)
  t.false(answer.text.includes('3000 6000'))
  t.is(answer.headers.get('x-should-retry'), 'false')
  t.is(answer.headers.get('x-weir-action'), 'block')
  t.is(answer.headers.get('x-weir-policy'), 'No IBAN')
  t.is(arrivalsOf(content).length, 0)
  const record = await weir.interaction(answer.headers.get('x-weir-interaction') ?? '')
  t.is(record.enforced_action, 'block')
  t.is(record.content_hash, hash('sha256', content))
})

curlTest('the strictest of several matching policies is enforced, and all of them are on record', async (t) => {
  const content = `${EMAIL}, ${PHONE}, ${IBAN}`
  const answer = await curlJson(weir, CHAT, chat(content))
  t.is(answer.status, 400)
  const [record] = await weir.interactionsOf(content)
  t.deepEqual(record?.policy_decisions.map(({ action }) => action).sort(), ['block', 'coach', 'log'])
})

curlTest('a web chat gets its refusal as a message of its own stream', async (t) => {
  const answer = await curlJson(weir, 'https://chatgpt.com/backend-api/f/conversation', {
    action: 'next',
    messages: [{ author: { role: 'user' }, content: { content_type: 'text', parts: [`web ${IBAN}`] } }],
  })
  t.is(answer.status, 200)
  t.regex(answer.headers.get('content-type') ?? '', /^text\/event-stream/)
  t.regex(answer.text, /This message was not sent\. The policy \\"No IBAN\\"/)
  t.is(arrivalsOf(`web ${IBAN}`).length, 0)
})

curlTest('an unknown path on a known host is read all the same', async (t) => {
  const answer = await curlJson(weir, 'https://api.openai.com/v9/dreams', { deep: [{ down: `unknown ${IBAN}` }] })
  t.is(answer.status, 400)
  t.is(arrivalsOf(`unknown ${IBAN}`).length, 0)
})

curlTest('a form and a text body are read as JSON is', async (t) => {
  const form = await curl(weir, ['https://api.openai.com/form', '--data-urlencode', `q=form ${IBAN}`])
  t.is(form.status, 400)
  const multipart = await curl(weir, ['https://api.openai.com/v1/files', '--form', `file=${IBAN};filename=a.txt`])
  t.is(multipart.status, 400)
  const text = await curl(weir, ['https://api.openai.com/text', '--header', 'content-type: text/plain'], {
    body: `text ${IBAN}`,
  })
  t.is(text.status, 400)
  t.is(upstream.arrivals.filter(({ url }) => ['/form', '/v1/files', '/text'].includes(url)).length, 0)
})

curlTest('a request without a body passes and is no interaction', async (t) => {
  const answer = await curl(weir, ['https://api.openai.com/v1/models?limit=2', '--user-agent', 'models/1'])
  t.is(answer.status, 200)
  const [arrival] = upstream.arrivals.filter(({ headers }) => headers['user-agent'] === 'models/1')
  t.is(arrival?.method, 'GET')
  t.is(arrival?.url, '/v1/models?limit=2')
  t.is(arrival?.headers['content-length'], undefined)
  // Records arrive in order, so once a later one is there, none of the first is to come.
  await curlJson(weir, CHAT, chat('after the models'), ['--user-agent', 'models/1'])
  await weir.interactionsOf('after the models')
  t.is((await weir.listed(({ content_metadata }) => content_metadata.user_agent === 'models/1')).length, 1)
})
