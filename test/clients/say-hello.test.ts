import test from 'ava'
import { classify } from '../../core/inspect/classify.ts'
import { inspectPrompt } from '../../core/inspect/prompt.ts'
import { RULES } from '../../core/inspect/rules/all.ts'
import { withoutOwnWords } from '../../core/own-words/own-words.ts'
import { newFindings } from '../../core/tier3/merge.ts'
import { TOPIC_TYPES } from '../../core/tier3/types.ts'
import { createBuiltinProvider } from '../../tier3/builtin/provider.ts'
import { AGENT_REQUESTS } from '../support/agent-requests.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { post } from '../support/prompts.ts'
import { readRequest } from '../support/read-request.ts'
import { policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const TYPES = [...new Set([...RULES.map(({ type }) => type), ...TOPIC_TYPES, 'ORGANIZATION'])]
const HOSTS = [...new Set(AGENT_REQUESTS.map(({ url }) => new URL(url).hostname))]
let weir: Weir

test.before(async () => {
  const upstream = await startUpstream(scope, { hosts: HOSTS })
  weir = await startWeir(scope, { upstreams: Object.fromEntries(HOSTS.map((host) => [host, upstream])) })
  for (const type of TYPES) await weir.api('POST', '/policies', { enabled: true, ...policyOn(type, 'block') })
  await weir.createPolicy(policyOn('THE_LAST', 'block'))
})

for (const { agent, url, body } of AGENT_REQUESTS) {
  test(`${agent}: no policy on any type refuses its first request for "Say hello"`, async (t) => {
    const answer = await post(throughProxy(t, weir), url, body)
    t.is(answer.status, 200, answer.text)
    t.is(answer.headers['x-weir-action'], undefined)
  })
}

test('what an agent adds of the person’s own is refused all the same', async (t) => {
  for (const own of [
    'Your git user is Anna Roe <anna.roe@corp.example>.',
    'Contact Annie Case at noreply@corp.example',
  ])
    for (const { agent, url, body } of AGENT_REQUESTS) {
      const text = JSON.stringify(body).replace('Say hello', own)
      t.is((await post(throughProxy(t, weir), url, text)).status, 400, agent)
    }
})

test('tier 3 finds nothing in them either', async (t) => {
  const provider = createBuiltinProvider({ names: true, inBackground: false })
  t.teardown(() => provider.close())
  for (const { agent, url, body } of AGENT_REQUESTS) {
    const { contentHead, boilerplate, classifications } = inspectPrompt(readRequest(url, body).prompt.parts)
    const options = { budgetMs: 60_000, boilerplate, known: classifications }
    t.deepEqual(newFindings(classifications, await provider.classify(contentHead, options)), [], agent)
  }
})

test('without the list and the names of models there would be findings', (t) => {
  const found = AGENT_REQUESTS.flatMap(({ url, body }) => inspectPrompt(readRequest(url, body).prompt.parts).facts)
  t.deepEqual([...new Set(found.map(({ type }) => type))].sort(), ['EMAIL', 'PERSON_NAME'])
})

test('an example value is a product’s within its own sentence only', (t) => {
  const find = (text: string) =>
    classify(text, { extra: withoutOwnWords(undefined) }).classifications.map(({ value }) => value)
  t.deepEqual(find('[{"pattern": "Annie Case"}]'), [])
  t.deepEqual(find('[{\\"pattern\\": \\"Annie Case\\"}]'), [])
  t.deepEqual(find('Please call Annie Case back'), ['Annie Case'])
  t.deepEqual(find('noreply@anthropic.com and jo.roe@anthropic.com'), ['jo.roe@anthropic.com'])
})
