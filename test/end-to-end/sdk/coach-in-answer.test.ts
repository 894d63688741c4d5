import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import test, { type ExecutionContext } from 'ava'
import OpenAI from 'openai'
import type { Dispatcher } from 'undici'
import { throughProxy } from '../../support/dispatchers.ts'
import { EMAIL, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { Steps, streamStepwise } from '../../support/steps.ts'
import { startUpstream } from '../../support/upstream.ts'
import { startWeir } from '../../support/weir.ts'

const scope = fileScope()
const [OPENAI, ANTHROPIC, GOOGLE] = ['api.openai.com', 'api.anthropic.com', 'generativelanguage.googleapis.com']
const HOSTS = [OPENAI, ANTHROPIC, GOOGLE]
const LINE = /^This message was sent, but the policy "Mind addresses" asks you to take care\. [^\n]*\n\n/
const PROMPT = `Write to ${EMAIL}`
const messages = [{ role: 'user' as const, content: PROMPT }]
let dispatcher: Dispatcher

const event = (data: { readonly type: string; readonly [field: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })
const item = (text: string) => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' },
  content: [part(text)],
})
const reasoning = { id: 'rs_1', type: 'reasoning', summary: [] }
const response = (output: readonly unknown[], status = 'completed') => ({
  ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-5', status, output, tools: [], text: {} },
})
const at = { item_id: 'msg_1', output_index: 1, content_index: 0 }
const RESPONSES = [
  { type: 'response.created', response: response([], 'in_progress') },
  { type: 'response.output_item.added', output_index: 0, item: reasoning },
  { type: 'response.output_item.done', output_index: 0, item: reasoning },
  { type: 'response.output_item.added', output_index: 1, item: { ...item(''), content: [] } },
  { type: 'response.content_part.added', ...at, part: part('') },
  { type: 'response.output_text.delta', ...at, delta: 'Li', logprobs: [] },
  { type: 'response.output_text.delta', ...at, delta: 'ma.', logprobs: [] },
  { type: 'response.output_text.done', ...at, text: 'Lima.', logprobs: [] },
  { type: 'response.content_part.done', ...at, part: part('Lima.') },
  { type: 'response.output_item.done', output_index: 1, item: item('Lima.') },
  { type: 'response.completed', response: response([reasoning, item('Lima.')]) },
].map((one, sequence_number) => event({ ...one, sequence_number }))

const piece = (delta: object, finish_reason: string | null = null) =>
  data({
    ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'gpt-5' },
    choices: [{ index: 0, delta, finish_reason }],
  })
const CHAT = [
  piece({ role: 'assistant', content: '' }),
  piece({ content: 'Li' }),
  piece({ content: 'ma.' }),
  piece({}, 'stop'),
  'data: [DONE]\n\n',
]
const text = (said: string) => ({ type: 'text', text: said })
const message = (content: readonly unknown[]) => ({
  ...{ id: 'msg', type: 'message', role: 'assistant', model: 'claude', stop_reason: 'end_turn', stop_sequence: null },
  ...{ content, usage: { input_tokens: 1, output_tokens: 1 } },
})
const MESSAGES = [
  { type: 'message_start', message: { ...message([]), stop_reason: null } },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Peru.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: text('') },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Li' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'ma.' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
].map(event)
const candidates = (said: string) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text: said }] } }],
})
const CANDIDATES = ['Li', 'ma.'].map((said) => data(candidates(said)))

const STREAMS: readonly (readonly [path: RegExp, events: readonly string[]])[] = [
  [/^\/v1\/responses/, RESPONSES],
  [/^\/v1\/chat\/completions/, CHAT],
  [/^\/v1\/messages/, MESSAGES],
  [/:streamGenerateContent/, CANDIDATES],
]
const WHOLE: readonly (readonly [path: RegExp, answer: unknown])[] = [
  [/^\/v1\/responses/, response([reasoning, item('Lima.')])],
  [/^\/v1\/messages/, message([text('Lima.')])],
  [/:generateContent/, candidates('Lima.')],
  [
    /^\/v1\/chat\/completions/,
    {
      ...{ id: 'c', object: 'chat.completion', created: 1, model: 'gpt-5' },
      choices: [{ index: 0, message: { role: 'assistant', content: 'Lima.' }, finish_reason: 'stop' }],
    },
  ],
]
/** What each stream waits for, by the program that asks: nothing of it may wait on its way. */
const waiting = new Map<string, Steps>()

test.before(async () => {
  const upstream = await startUpstream(scope, {
    hosts: HOSTS,
    answer: (request, answer, body) => {
      const url = request.url ?? ''
      if (body.includes('"stream":true') || url.includes(':stream')) {
        const events = STREAMS.find(([path]) => path.test(url))?.[1] ?? []
        const steps = waiting.get(String(request.headers['x-program']))
        if (steps !== undefined) void streamStepwise(answer, events, steps)
        else answer.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''))
        return
      }
      answer.setHeader('content-type', 'application/json')
      answer.end(JSON.stringify(WHOLE.find(([path]) => path.test(url))?.[1]))
    },
  })
  const weir = await startWeir(scope, {
    upstreams: Object.fromEntries(HOSTS.map((host) => [host, upstream])),
    // It needs no banner.
    env: { WEIR_COACH_IN_ANSWER: 'on', WEIR_BANNER: 'off', WEIR_TIER3: 'off' },
  })
  dispatcher = throughProxy(scope, weir)
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind addresses'))
})

let programs = 0
/** Of a program that has not been told yet. */
function headersOf(name = `program/${programs++}`) {
  return { 'user-agent': name, 'x-program': name }
}
const openai = (headers = headersOf()) =>
  new OpenAI({ apiKey: 'sk-test', maxRetries: 0, defaultHeaders: headers, fetchOptions: { dispatcher } })
const anthropic = () =>
  new Anthropic({ apiKey: 'test', maxRetries: 0, defaultHeaders: headersOf(), fetchOptions: { dispatcher } })
const google = () =>
  new GoogleGenAI({
    apiKey: 'test',
    httpOptions: {
      headers: headersOf(),
      fetch: (input: string | URL | Request, init?: RequestInit) =>
        fetch(input, { ...init, dispatcher } as unknown as RequestInit),
    },
  })

function isTold(t: ExecutionContext, said: string | null | undefined): void {
  t.regex(said ?? '', LINE)
  t.is(said?.replace(LINE, ''), 'Lima.')
}

test('OpenAI, responses', async (t) => {
  isTold(t, (await openai().responses.create({ model: 'gpt-5', input: PROMPT })).output_text)
})

test('OpenAI, responses in a stream: what its events say is the same everywhere', async (t) => {
  const stream = openai().responses.stream({ model: 'gpt-5', input: PROMPT })
  const said: string[] = []
  let numbers = 0
  let deltas = ''
  for await (const one of stream) {
    t.is(one.sequence_number, numbers++)
    if (one.type === 'response.output_text.delta') deltas += one.delta
    if (one.type === 'response.output_text.done') said.push(one.text)
    if (one.type === 'response.content_part.done' && one.part.type === 'output_text') said.push(one.part.text)
    if (one.type === 'response.completed') said.push(one.response.output.flatMap(textsOf).join(''))
    if (one.type === 'response.output_item.done') said.push(...textsOf(one.item))
  }
  said.push(deltas, (await stream.finalResponse()).output_text)
  t.is(numbers, RESPONSES.length)
  t.is(said.length, 6)
  for (const one of said) isTold(t, one)
})

function textsOf(one: OpenAI.Responses.ResponseOutputItem): string[] {
  if (one.type !== 'message') return []
  return one.content.flatMap((content) => (content.type === 'output_text' ? [content.text] : []))
}

test('OpenAI, chat completions', async (t) => {
  const { choices } = await openai().chat.completions.create({ model: 'gpt-5', messages })
  isTold(t, choices[0]?.message.content)
})

test('OpenAI, chat completions in a stream', async (t) => {
  const stream = openai().chat.completions.stream({ model: 'gpt-5', messages })
  isTold(t, await stream.finalContent())
})

test('a stream goes on event by event', async (t) => {
  const headers = headersOf()
  const steps = new Steps()
  waiting.set(headers['x-program'], steps)
  const stream = await openai(headers).chat.completions.create({ model: 'gpt-5', messages, stream: true })
  let said = ''
  for await (const { choices } of stream) {
    said += choices[0]?.delta.content ?? ''
    // The end of the stream comes behind the last event, and is none.
    steps.confirm()
    if (choices[0]?.finish_reason !== null) steps.confirm()
  }
  isTold(t, said)
})

test('Anthropic, messages', async (t) => {
  const { content } = await anthropic().messages.create({ model: 'claude', max_tokens: 100, messages })
  isTold(t, content[0]?.type === 'text' ? content[0].text : undefined)
})

test('Anthropic, messages in a stream', async (t) => {
  const stream = anthropic().messages.stream({ model: 'claude', max_tokens: 100, messages })
  isTold(t, await stream.finalText())
  const { content } = await stream.finalMessage()
  t.deepEqual(content[0], { type: 'thinking', thinking: 'Peru.', signature: '' })
})

test('Google, content', async (t) => {
  isTold(t, (await google().models.generateContent({ model: 'gemini', contents: PROMPT })).text)
})

test('Google, content in a stream', async (t) => {
  let said = ''
  for await (const chunk of await google().models.generateContentStream({ model: 'gemini', contents: PROMPT })) {
    said += chunk.text ?? ''
  }
  isTold(t, said)
})
