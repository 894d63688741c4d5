import { gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import test from 'ava'
import type { Interaction } from '../../core/model/interaction.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { type PromptAnswer, post } from '../support/prompts.ts'
import { EMAIL, IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type SocketService, startSocketService } from '../support/socket-service.ts'
import { openTestSocket } from '../support/web-socket.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const scope = fileScope()
const [OPENAI, ANTHROPIC, GEMINI, CHATGPT] = [
  'api.openai.com',
  'api.anthropic.com',
  'generativelanguage.googleapis.com',
  'chatgpt.com',
] as const
const HOSTS = [OPENAI, ANTHROPIC, GEMINI, CHATGPT]
let weir: Weir
let upstream: SocketService

test.before(async () => {
  upstream = await startSocketService(scope, {
    hosts: HOSTS,
    onMessage: (socket, text) => socket.send(`echo ${text}`),
  })
  weir = await startWeir(scope, { upstreams: Object.fromEntries(HOSTS.map((host) => [host, upstream])) })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No bank data'))
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind addresses'))
  await until(
    async () => (await send(`{"messages":[{"role":"user","content":"Is ${IBAN} known?"}]}`)).status === 400,
    () => 'the policy is not in force',
  )
})

const CHAT = `https://${OPENAI}/v1/chat/completions`
const MESSAGES = `https://${ANTHROPIC}/v1/messages`
const send = (
  body: string | Buffer,
  url = CHAT,
  headers: Readonly<Record<string, string>> = {},
): Promise<PromptAnswer> => post(throughProxy(scope, weir), url, body, headers)

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

const user = (...texts: string[]) => ({ role: 'user', content: texts.map((text) => ({ type: 'text', text })) })
const assistant = (text: string) => ({ role: 'assistant', content: [{ type: 'text', text }] })
const conversation = (...messages: object[]) => JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 9, messages })

test.serial('a client may join what was refused and what is said next to one message', async (t) => {
  const [first, second] = [`Joined ${IBAN}`, `Joined as well ${IBAN}`]
  const before = [user('Good day'), assistant('Good day!')]
  t.is((await send(conversation(...before, user(first)), MESSAGES)).status, 400)
  t.is((await send(conversation(...before, user(first, first)), MESSAGES)).status, 400, 'sent again')
  t.is((await send(conversation(...before, user(first, second)), MESSAGES)).status, 400, 'the newest is blocked too')
  const goesOn = await send(conversation(...before, user(first, second, 'and joined-on')), MESSAGES)
  t.is(goesOn.status, 200, goesOn.text)
  t.is(goesOn.headers['x-weir-dropped-turns'], '2')
  t.deepEqual(arrivedWith('joined-on'), [conversation(...before, user('and joined-on'))])
  const later = [user(first, second, 'and joined-on'), assistant('Yes.'), user('joined-later')]
  t.is((await send(conversation(...before, ...later), MESSAGES)).status, 200)
  t.deepEqual(arrivedWith('joined-later'), [
    conversation(...before, user('and joined-on'), assistant('Yes.'), user('joined-later')),
  ])
  const never = user(`Never refused ${IBAN}`, first, 'joined-never')
  const told = await send(conversation(...before, never), MESSAGES)
  t.is(told.status, 400)
  t.regex(told.text, /It is not in the last part of your message, but before it/)
  t.is(arrivedWith('joined-never').length, 0)
})

test.serial(
  'what a tool gave back is left out with its call, also where the next message is joined to it',
  async (t) => {
    const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a' } }] }
    const result = (content: string, ...more: object[]) => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'c1', content }, ...more],
    })
    const clean = [user('go on'), call, result('nothing in it'), assistant('Done.')]
    const refused = [user('go on'), call, result(`the file says ${IBAN}`)]
    t.is((await send(conversation(...clean, ...refused), MESSAGES)).status, 400)
    const [text] = user('tool-joined').content
    const next = [user('go on'), call, result(`the file says ${IBAN}`, text ?? {})]
    t.is((await send(conversation(...clean, ...next), MESSAGES)).status, 200)
    // The turn before has the same words of the person, and was not refused.
    t.deepEqual(arrivedWith('tool-joined'), [conversation(...clean, user('tool-joined'))])
  },
)

test.serial('Codex: over WebSockets, and with bodies that it compresses', async (t) => {
  const item = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
  const create = (...texts: string[]) => ({ type: 'response.create', model: 'gpt-5', input: texts.map(item) })
  for (const url of [`wss://${OPENAI}/v1/responses`, `wss://${CHATGPT}/backend-api/codex/responses`]) {
    const client = await openTestSocket(t, weir, url)
    client.send(create('Hello', `From ${url} ${IBAN}`))
    client.send(create('Hello', `From ${url} ${IBAN}`, `goes on at ${url}`))
    const [refusal = '', echo] = await client.expect(2)
    t.is(JSON.parse(refusal).error.code, 'policy_violation')
    t.is(echo, `echo ${JSON.stringify(create('Hello', `goes on at ${url}`))}`)
    client.send(create('Hello', `Never at ${url} ${IBAN}`, 'never-seen'))
    const [, , again = ''] = await client.expect(3)
    t.is(JSON.parse(again).error.code, 'policy_violation')
  }
  t.false(upstream.messages.some((text) => text.includes(IBAN) || text.includes('never-seen')))
  const [record] = await weir.listed(
    ({ content_metadata }) =>
      content_metadata.operation === 'codex_responses_event' && content_metadata.dropped_turns === 1,
  )
  t.is(record?.enforced_action, 'allow')

  const url = `https://${CHATGPT}/backend-api/codex/responses`
  const { input: texts } = create('Hello', `Packed ${IBAN}`, 'packed-on')
  const body = (count: number) => JSON.stringify({ model: 'gpt-5', input: texts.slice(0, count) })
  const zstd = (text: string) => send(zstdCompressSync(text), url, { 'content-encoding': 'zstd' })
  t.is((await zstd(body(2))).status, 400)
  t.is((await zstd(body(3))).status, 200)
  const { body: arrived = Buffer.alloc(0), headers } = upstream.arrivals.at(-1) ?? {}
  t.is(headers?.['content-encoding'], 'zstd')
  t.is(zstdDecompressSync(arrived).toString(), JSON.stringify({ model: 'gpt-5', input: [texts[0], texts[2]] }))
})

test.serial('what an exception let through since then is not left out, but refused when it ends', async (t) => {
  const said = (...contents: string[]) =>
    JSON.stringify({ messages: contents.map((content) => ({ role: 'user', content })) })
  const sent = `For the bank: ${IBAN}`
  t.is((await send(said(sent))).status, 400)
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const exception = { platform_ids: ['openai-api'], reason: 'a test', owner: 'ann', expires_at }
  const { status, json } = await weir.api<{ id: string }>('POST', '/exceptions', exception)
  t.is(status, 201, JSON.stringify(json))
  const untilAnswered = (wanted: number) =>
    until(
      async () => (await send(said(sent))).status === wanted,
      () => `it is not answered with ${wanted}`,
    )
  await untilAnswered(200)
  await weir.api('DELETE', `/exceptions/${json.id}`)
  await untilAnswered(400)
  t.is((await send(said(sent, 'and-not-without-it'))).status, 400)
})

test.serial('no body is changed that its client signs, or packs in a way of its own', async (t) => {
  const secret = `Signed ${IBAN}`
  const body = (...contents: string[]) =>
    JSON.stringify({ messages: contents.map((content) => ({ role: 'user', content })) })
  const clients = [
    [CHAT, { 'content-digest': 'sha-256=:x:' }],
    [MESSAGES, { 'user-agent': 'claude-cli/2.1.0 (external, cli)' }],
  ] as const
  for (const [url, headers] of clients) {
    t.is((await send(body(secret), url)).status, 400)
    const refusal = await send(body(secret, 'signed-and-gone'), url, headers)
    t.is(refusal.status, 400)
    t.is(refusal.headers['x-should-retry'], 'false')
    t.is(/press Esc twice, or type \/rewind/.test(refusal.text), url === MESSAGES)
    t.is((await send(body(secret, 'unsigned-and-sent'), url)).status, 200)
  }
  t.is(arrivedWith('signed-and-gone').length, 0)
  const twice = gzipSync(gzipSync(body(secret, 'packed-and-gone')))
  t.is((await send(twice, CHAT, { 'content-encoding': 'gzip, gzip' })).status, 400)
})
