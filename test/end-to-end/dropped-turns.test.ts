import test from 'ava'
import type { Interaction } from '../../core/model/interaction.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { type PromptAnswer, post } from '../support/prompts.ts'
import { EMAIL, IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const scope = fileScope()
const [OPENAI, ANTHROPIC, GEMINI] = [
  'api.openai.com',
  'api.anthropic.com',
  'generativelanguage.googleapis.com',
] as const
let weir: Weir
let upstream: FakeUpstream

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [OPENAI, ANTHROPIC, GEMINI] })
  weir = await startWeir(scope, {
    upstreams: { [OPENAI]: upstream, [ANTHROPIC]: upstream, [GEMINI]: upstream },
    env: { WEIR_DROP_BLOCKED_TURNS: 'on' },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No bank data'))
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind addresses'))
  await until(
    async () => (await send(`{"messages":[{"role":"user","content":"Is ${IBAN} known?"}]}`)).status === 400,
    () => 'the policy is not in force',
  )
})

const CHAT = `https://${OPENAI}/v1/chat/completions`
const send = (body: string, url = CHAT, headers: Readonly<Record<string, string>> = {}): Promise<PromptAnswer> =>
  post(throughProxy(scope, weir), url, body, headers)

const arrivedWith = (word: string) =>
  upstream.arrivals.map(({ body }) => body.toString()).filter((body) => body.includes(word))

test.serial('a turn that was blocked is left out of the history, and nothing else of it is changed', async (t) => {
  const secret = `{ "role":"user", "content":"Pay \\u0074o ${IBAN}" }`
  const before = `{"model": "gpt-5",  "messages": [ {"role":"system","content":"Be brief, é."},\n {"role":"user","content":"Hello"},{"role":"assistant","content":"Hello!"},`
  t.is((await send(`${before} ${secret}]}`)).status, 400)
  const after = `{"role": "user","content":"And one-left-out now?"} ] , "seed":1e3}\n`
  // What the person was shown of the refusal may be a message of the model to the client.
  const refusal = `{"role":"assistant","content":"Sorry, that was refused."}`
  const answer = await send(`${before} ${secret} , ${refusal},\t${after}`)
  t.is(answer.status, 200)
  t.deepEqual(arrivedWith('one-left-out'), [`${before} ${after}`])
  t.is(answer.headers['x-weir-action'], 'coach')
  t.is(answer.headers['x-weir-dropped-turns'], '1')
  t.is(answer.headers['x-weir-policy'], 'No bank data')
  t.regex(
    String(answer.headers['x-weir-message']),
    /An earlier message was left out.*"No bank data".*The rest was sent/,
  )
  const isHere = ({ id }: Interaction) => id === answer.headers['x-weir-interaction']
  const [record] = await weir.listed(isHere)
  t.is(record?.enforced_action, 'allow')
  t.is(record?.content_metadata.dropped_turns, 1)
  t.deepEqual(arrivedWith(IBAN.slice(0, 9)), [])
})

test.serial('what is said anew is refused anew, and what was not refused before stays refused', async (t) => {
  const said = (...contents: string[]) =>
    JSON.stringify({ messages: contents.map((content) => ({ role: 'user', content })) })
  const [first, second] = [`First ${IBAN}`, `Second ${IBAN}`]
  t.is((await send(said('Good day', first))).status, 400)
  t.is((await send(said('Good day', first))).status, 400, 'the same again')
  t.is((await send(said('Good day', first, first))).status, 400, 'the same once more')
  t.is((await send(said('Good day', first, second))).status, 400, 'the newest is blocked as well')
  t.is((await send(said('Good day', `Never refused ${IBAN}`, 'and-never-sent'))).status, 400)
  t.is(arrivedWith('and-never-sent').length, 0)
  const both = await send(said('Good day', first, second, `To ${EMAIL} two-left-out`))
  t.is(both.status, 200)
  t.is(both.headers['x-weir-dropped-turns'], '2')
  t.is(both.headers['x-weir-policy'], 'Mind addresses')
  t.regex(String(both.headers['x-weir-message']), /2 earlier messages were left out.*asks you to take care/)
  t.deepEqual(arrivedWith('two-left-out'), [said('Good day', `To ${EMAIL} two-left-out`)])
})

test.serial('Anthropic, Gemini and responses have their histories in places of their own', async (t) => {
  const messages = (...texts: string[]) => ({ messages: texts.map((content) => ({ role: 'user', content })) })
  const contents = (...texts: string[]) => ({ contents: texts.map((text) => ({ role: 'user', parts: [{ text }] })) })
  const input = (...texts: string[]) => ({ input: texts.map((content) => ({ role: 'user', content })) })
  const formats = [
    [`https://${ANTHROPIC}/v1/messages`, messages],
    [`https://${GEMINI}/v1beta/models/gemini-3:generateContent`, contents],
    [`https://${OPENAI}/v1/responses`, input],
  ] as const
  for (const [url, body] of formats) {
    const secret = `It is ${IBAN}`
    t.is((await send(JSON.stringify(body(secret)), url)).status, 400, url)
    const { status } = await send(JSON.stringify(body(secret, `goes on at ${url}`)), url)
    t.is(status, 200, url)
    t.deepEqual(arrivedWith(`goes on at ${url}`), [JSON.stringify(body(`goes on at ${url}`))])
  }
})

test.serial('no body is changed that its client signs or packs', async (t) => {
  const secret = `Signed ${IBAN}`
  const body = (...contents: string[]) =>
    JSON.stringify({ messages: contents.map((content) => ({ role: 'user', content })) })
  const clients = [
    [CHAT, { 'content-digest': 'sha-256=:x:' }],
    [`https://${ANTHROPIC}/v1/messages`, { 'user-agent': 'claude-cli/2.1.0 (external, cli)' }],
  ] as const
  for (const [url, headers] of clients) {
    t.is((await send(body(secret), url)).status, 400)
    t.is((await send(body(secret, 'signed-and-gone'), url, headers)).status, 400)
    t.is((await send(body(secret, 'unsigned-and-sent'), url)).status, 200)
  }
  t.is(arrivedWith('signed-and-gone').length, 0)
})
