import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { request } from 'undici'
import type { Interaction } from '../../core/model/interaction.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { EMAIL, IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { startSocketService } from '../support/socket-service.ts'
import { startUpstream } from '../support/upstream.ts'
import { openTestSocket } from '../support/web-socket.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const scope = fileScope()
const OPENAI = 'api.openai.com'
const ANTHROPIC = 'api.anthropic.com'
const SAID = `transfer it to ${IBAN} and tell ${EMAIL}`
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
let weir: Weir

function answer(asked: IncomingMessage, response: ServerResponse): void {
  if (asked.url === '/v1/chat/completions') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const content of [SAID.slice(0, 22), SAID.slice(22)])
      response.write(event({ choices: [{ index: 0, delta: { content } }] }))
    response.end('data: [DONE]\n\n')
  } else if (asked.url === '/v1/messages') {
    const content = [
      { type: 'text', text: 'I will look.' },
      { type: 'tool_use', id: 'toolu_1', name: 'pay', input: { account: IBAN } },
    ]
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync(JSON.stringify({ type: 'message', content })))
  } else if (asked.url === '/v1/responses') {
    response.writeHead(429, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ output: [{ type: 'message', content: [{ type: 'output_text', text: SAID }] }] }))
  } else response.end('{"ok":true}')
}

test.before(async () => {
  const upstream = await startUpstream(scope, { hosts: [OPENAI, ANTHROPIC], answer })
  weir = await startWeir(scope, { upstreams: { [OPENAI]: upstream, [ANTHROPIC]: upstream } })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBANs'))
})

async function ask(url: string, body: object): Promise<string> {
  const { body: answered } = await request(url, {
    dispatcher: throughProxy(scope, weir),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return Buffer.from(await answered.arrayBuffer()).toString('latin1')
}

const isAbout = (platform: string, type: string) => (one: Interaction) =>
  one.direction === 'inbound' && one.platform_id === platform && one.interaction_type === type

test('a streamed answer passes as it is, and is recorded as the completion of its prompt', async (t) => {
  const body = await ask(`https://${OPENAI}/v1/chat/completions`, {
    ...{ model: 'gpt-5', stream: true },
    messages: [{ role: 'user', content: 'where does the money go?' }],
  })
  t.true(body.endsWith('data: [DONE]\n\n'))
  const [record] = await weir.listed(isAbout('openai-api', 'completion'))
  t.is(record?.source, 'proxy')
  t.is(record?.enforced_action, 'log')
  t.deepEqual(
    record?.policy_decisions.map(({ policy_name, action }) => [policy_name, action]),
    [['No IBANs', 'block']],
  )
  t.deepEqual(
    record?.classifications.map(({ type, start, end }) => [type, SAID.slice(start, end)]),
    [
      ['IBAN', IBAN],
      ['EMAIL', EMAIL],
    ],
  )
  const whole = await weir.interaction(record?.id ?? '')
  t.is(whole.content_hash, createHash('sha256').update(SAID).digest('hex'))
  const prompt = await weir.interaction(String(whole.content_metadata.in_reply_to))
  t.is(prompt.direction, 'outbound')
  t.is(prompt.content_metadata.model, 'gpt-5')
  t.is(whole.content_metadata.model, 'gpt-5')
  t.is(whole.content_metadata.conversation, prompt.content_metadata.conversation)
  t.deepEqual(whole.content_metadata.inspection, { status: 'full' })
  t.false(JSON.stringify(whole).includes('transfer it to'))
})

test('a compressed answer is read, and what it wants to have called is recorded by itself', async (t) => {
  await ask(`https://${ANTHROPIC}/v1/messages`, {
    model: 'claude',
    messages: [{ role: 'user', content: 'pay, please' }],
  })
  const [call] = await weir.listed(isAbout('anthropic-api', 'tool_call'))
  t.is(call?.classifications[0]?.type, 'IBAN')
  const [said] = await weir.listed(isAbout('anthropic-api', 'completion'))
  t.is(said?.enforced_action, 'allow')
  t.is(said?.content_metadata.in_reply_to, call?.content_metadata.in_reply_to)
})

test('an error is no completion, and neither is the answer to what is no prompt', async (t) => {
  await ask(`https://${OPENAI}/v1/responses`, { model: 'gpt-5', input: 'too many of these' })
  await ask(`https://${OPENAI}/v1/embeddings`, { model: 'm', input: 'a text' })
  const [prompt] = await weir.listed(({ content_metadata }) => content_metadata.operation === 'responses')
  const [embedding] = await weir.listed(({ interaction_type }) => interaction_type === 'embedding')
  await weir.listed(isAbout('openai-api', 'completion'))
  const replies = await weir.listed(({ content_metadata }) => content_metadata.in_reply_to !== undefined)
  t.false(
    replies.some(({ content_metadata }) => [prompt?.id, embedding?.id].includes(String(content_metadata.in_reply_to))),
  )
})

test('answers on a WebSocket reply to the prompt of their stream', async (t) => {
  const service = await startSocketService(t, {
    hosts: [OPENAI],
    onMessage: (socket, text) => {
      const { stream_id } = JSON.parse(text)
      if (stream_id === 'one') return
      // The second is answered first, and the first in between.
      const say = (lane: string, delta: string) =>
        socket.send(JSON.stringify({ type: 'response.output_text.delta', item_id: lane, delta, stream_id: lane }))
      say('two', 'write to jeanne.')
      say('one', 'nothing to see')
      say('two', 'martin@acme.fr')
      for (const lane of ['two', 'one'])
        socket.send(JSON.stringify({ type: 'response.completed', stream_id: lane, response: { output: [] } }))
    },
  })
  const other = await startWeir(t, { upstreams: { [OPENAI]: service } })
  const client = await openTestSocket(t, other, `wss://${OPENAI}/v1/responses`)
  for (const lane of ['one', 'two'])
    client.send({ type: 'response.create', model: `gpt-${lane}`, input: `ask ${lane}`, stream_id: lane })
  await client.expect(5)
  const replies = await other.listed(({ direction }) => direction === 'inbound', 2)
  const mail = replies.find(({ classifications }) => classifications.some(({ type }) => type === 'EMAIL'))
  const quiet = replies.find(({ id }) => id !== mail?.id)
  const prompts = await Promise.all(
    [mail, quiet].map((reply) => other.interaction(String(reply?.content_metadata.in_reply_to))),
  )
  t.deepEqual(
    prompts.map(({ content_metadata }) => content_metadata.model),
    ['gpt-two', 'gpt-one'],
  )
  t.is(await other.stop(), 0)
  await until(
    () => client.closed !== undefined,
    () => 'the WebSocket stays open',
  )
  t.is(client.closed?.code, 1001)
})
