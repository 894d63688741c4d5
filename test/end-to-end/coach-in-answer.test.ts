import type { IncomingMessage, ServerResponse } from 'node:http'
import zlib from 'node:zlib'
import test from 'ava'
import { type Dispatcher, request } from 'undici'
import {
  chat,
  EVENTS,
  FORMS,
  type Given,
  JSON_TYPE,
  messages,
  OPENAI,
  PROMPT,
  WHOLE,
} from '../support/coached-answers.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { ask as askH2, connectH2 } from '../support/h2.ts'
import { PHONE, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const HOSTS = [
  ...['api.openai.com', 'api.anthropic.com', 'generativelanguage.googleapis.com', 'api.mistral.ai', 'api.cohere.com'],
  ...['ollama.corp.example', 'api.githubcopilot.com', 'chatgpt.com', 'claude.ai', 'grok.com', 'duckduckgo.com'],
]
const LINE =
  /^This message was sent, but the policy "Mind addresses" asks you to take care\. It contains an email address\. If you think this is wrong, ask dpo@acme\.example and give the reference [0-9a-f]{10}\.\n\n/
let weir: Weir
let dispatcher: Dispatcher
let programs = 0

const answers = new Map<string, Given>()

function give(message: IncomingMessage, response: ServerResponse): void {
  const { type, body, status = 200, headers } = answers.get(String(message.headers['x-test'])) as Given
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}

test.before(async () => {
  const upstream = await startUpstream(scope, { hosts: HOSTS, answer: give })
  weir = await startWeir(scope, {
    upstreams: Object.fromEntries(HOSTS.map((host) => [host, upstream])),
    env: {
      ...{ WEIR_COACH_IN_ANSWER: 'on', WEIR_CONTACT: 'dpo@acme.example', WEIR_INTERCEPT_HOSTS: 'ollama.corp.example' },
      WEIR_TIER3: 'off',
    },
  })
  dispatcher = throughProxy(scope, weir)
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind addresses'))
  await weir.createPolicy(policyOn('PHONE', 'coach', 'Mind numbers'))
})

interface Asked {
  readonly url: string
  readonly body: unknown
  readonly answer: Given
  /** Who asks; a new program each time if absent. */
  readonly agent?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function ask({ url, body, answer, agent = `program/${programs++}`, headers }: Asked) {
  const name = `${answers.size}`
  answers.set(name, answer)
  const response = await request(url, {
    ...{ dispatcher, method: 'POST', body: JSON.stringify(body) },
    headers: { 'content-type': JSON_TYPE, 'user-agent': agent, 'x-test': name, ...headers },
  })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  return { status: response.statusCode, headers: response.headers, bytes, text: bytes.toString() }
}

for (const [name, { url, body, answer, said }] of Object.entries(FORMS)) {
  test(`the answer begins with the line: ${name}`, async (t) => {
    const told = await ask({ url, body, answer })
    t.is(told.status, 200)
    t.is(told.headers['content-length'], undefined)
    t.is(told.headers['x-weir-action'], 'coach')
    for (const text of said(told.text)) {
      t.regex(text, LINE)
      t.is(text.replace(LINE, ''), 'Lima.')
    }
    // All that is not the line stays as the service wrote it.
    const line = LINE.exec(said(told.text)[0] ?? '')?.[0] ?? ''
    t.is(told.text.replaceAll(JSON.stringify(line).slice(1, -1), ''), String(answer.body))
    t.notRegex(told.text, /jeanne/)
  })
}

test('in French, and for each coding that services use', async (t) => {
  for (const [coding, pack] of [
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
    ['deflate', zlib.deflateSync],
  ] as const) {
    const answer = { ...WHOLE, body: pack(String(WHOLE.body)), headers: { 'content-encoding': coding, etag: '"1"' } }
    const headers = { 'accept-encoding': `gzip, ${coding}`, 'accept-language': 'fr' }
    const told = await ask({ url: OPENAI, body: { model: 'm', messages }, answer, headers })
    t.is(told.headers['content-encoding'], 'gzip')
    t.is(told.headers.etag, undefined)
    const [said] = [JSON.parse(zlib.gunzipSync(told.bytes).toString()).choices[0].message.content]
    t.regex(said, /^Ce message a été envoyé, mais la règle « Mind addresses » .*\n\nLima\.$/)
  }
})

test('an answer that says it is gzip and is not reaches a client that takes gzip, as the service meant it', async (t) => {
  const answer = { ...WHOLE, headers: { 'content-encoding': 'gzip' } }
  const headers = { 'accept-encoding': 'gzip' }
  const told = await ask({ url: OPENAI, body: { model: 'm', messages }, answer, headers })
  t.is(told.headers['x-weir-action'], 'coach')
  const isGzip = told.headers['content-encoding'] === 'gzip'
  t.is((isGzip ? zlib.gunzipSync(told.bytes) : told.bytes).toString(), String(WHOLE.body))
})

test('once for a person and policy in half a minute', async (t) => {
  const asked = { url: OPENAI, body: { model: 'm', messages }, answer: WHOLE, agent: 'one program' }
  t.regex((await ask(asked)).text, /Mind addresses/)
  const again = await ask(asked)
  t.is(again.text, String(WHOLE.body))
  t.is(again.headers['content-length'], String(Buffer.byteLength(WHOLE.body)))
  t.is(again.headers['x-weir-action'], 'coach')
  const other = { ...asked, body: { model: 'm', messages: [{ role: 'user', content: `Call ${PHONE}` }] } }
  t.regex((await ask(other)).text, /Mind numbers/)
})

const sensitive = (content: string) => [{ role: 'user', content }]
const json = (value: unknown): Given => ({ type: JSON_TYPE, body: JSON.stringify(value) })
const UNCHANGED: Readonly<Record<string, Partial<Asked> & { readonly more?: object }>> = {
  'JSON mode': { more: { response_format: { type: 'json_object' } } },
  'a schema': { more: { response_format: { type: 'json_schema', json_schema: {} } } },
  'a gateway’s own format': { more: { guided_choice: ['Lima', 'Cuzco'] } },
  'a client that wants nothing changed': { headers: { 'cache-control': 'no-cache, no-transform' } },
  tools: { more: { tools: [{ type: 'function', function: { name: 'f' } }] } },
  functions: { more: { functions: [{ name: 'f' }] } },
  'an answer of few tokens': { more: { max_tokens: 16 } },
  'an answer begun by its client': { more: { messages: [...messages, { role: 'assistant', content: '{' }] } },
  'an end that a program waits for': { more: { stop: ['Observation:'] } },
  'log probabilities': { more: { top_logprobs: 2, logprobs: true } },
  'alternatives to choose from': { more: { n: 3 } },
  'words that are forced': { more: { logit_bias: { 9642: 100 } } },
  'Codex with a key of its own': { headers: { 'user-agent': 'codex_cli_rs/0.90.0 (Linux)' } },
  'a coding assistant': { headers: { 'user-agent': 'GeminiCLI/0.9 (linux)' } },
  'the API of a coding assistant': { url: 'https://api.githubcopilot.com/chat/completions' },
  'a signed body': { headers: { 'content-digest': 'sha-256=:x:' } },
  'a completion': { url: 'https://api.openai.com/v1/completions', body: { model: 'm', prompt: PROMPT } },
  'Gemini with a schema': {
    url: 'https://generativelanguage.googleapis.com/v1beta/models/g:generateContent',
    body: { contents: [{ parts: [{ text: PROMPT }] }], generationConfig: { responseMimeType: 'application/json' } },
    answer: json({ candidates: [{ content: { parts: [{ text: 'Lima.' }] } }] }),
  },
  'responses with a schema': {
    url: 'https://api.openai.com/v1/responses',
    body: { input: PROMPT, text: { format: { type: 'json_schema', name: 'n' } } },
    answer: json({
      object: 'response',
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'L' }] }],
    }),
  },
  'responses with log probabilities': {
    url: 'https://api.openai.com/v1/responses',
    body: { input: PROMPT, include: ['message.output_text.logprobs'] },
    answer: json({
      object: 'response',
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'L' }] }],
    }),
  },
  'Gemini with several candidates': {
    url: 'https://generativelanguage.googleapis.com/v1beta/models/g:generateContent',
    body: { contents: [{ parts: [{ text: PROMPT }] }], generationConfig: { candidateCount: 2 } },
    answer: json({ candidates: [{ content: { parts: [{ text: 'Lima.' }] } }] }),
  },
  'Ollama in JSON': {
    ...{ url: 'https://ollama.corp.example/api/chat', body: { messages, format: 'json' } },
    answer: json({ message: { content: 'Lima.' }, done: true }),
  },
  'an error': { answer: { ...json({ error: { message: 'No.' } }), status: 429 } },
  'no content of the answer': { answer: json(chat(null)) },
  'a call of a tool': { answer: json(chat('Let me see.', { tool_calls: [{ id: '1' }] })) },
  'JSON that nobody asked for in a field': { answer: json(chat('{"city":"Lima"}')) },
  code: { answer: json(chat('```js\n1\n```')) },
  'another form': { answer: json({ ok: true, text: 'Lima.' }) },
  'no JSON': { answer: { type: JSON_TYPE, body: '{"choices":[{"message":{"content":"Lima.' } },
  'unbalanced brackets': { answer: { type: JSON_TYPE, body: ']]}{"a":]}"' } },
  'plain text': { answer: { type: 'text/plain', body: 'function f() { return "Lima."' } },
  'another type': { answer: { type: 'text/html', body: WHOLE.body } },
  'a coding that is none': { answer: { ...WHOLE, headers: { 'content-encoding': 'rot13' } } },
  'bytes that are no UTF-8': {
    answer: { type: JSON_TYPE, body: Buffer.from(String(WHOLE.body).replace('"c"', '"é"'), 'latin1') },
  },
  'another charset': { answer: { ...WHOLE, type: `${JSON_TYPE}; charset=iso-8859-1` } },
  'an answer that must not be changed': {
    answer: { ...WHOLE, headers: { 'cache-control': 'no-cache, no-transform' } },
  },
  'a coding that it has not': { answer: { ...WHOLE, headers: { 'content-encoding': 'gzip' } } },
  'a value that is too long': { answer: json(chat(`Lima${'.'.repeat(400_000)}`)) },
  'a stream that is cut in its line': { answer: { type: EVENTS, body: 'data: {"choices":[{"index":0,"del' } },
}

for (const [name, { more, ...asked }] of Object.entries(UNCHANGED)) {
  test(`an answer is passed on byte for byte: ${name}`, async (t) => {
    const answer = asked.answer ?? WHOLE
    const told = await ask({ url: OPENAI, body: { model: 'm', messages, ...more }, ...asked, answer })
    t.is(told.headers['x-weir-action'], 'coach')
    t.is(told.status, answer.status ?? 200)
    t.true(told.bytes.equals(Buffer.from(answer.body)))
  })
}

test('what could not be told in one answer is told in the next', async (t) => {
  const agent = 'a patient program'
  const silent = await ask({ url: OPENAI, body: { model: 'm', messages }, answer: json(chat(null)), agent })
  t.notRegex(silent.text, /Mind/)
  const spoken = await ask({ url: OPENAI, body: { model: 'm', messages }, answer: WHOLE, agent })
  t.regex(spoken.text, /Mind addresses/)
  t.true((await weir.metric('weir_proxy_coach_lines_total', { outcome: 'unchanged' })) > 0)
})

test('a prompt that no policy warns of is answered as ever', async (t) => {
  const body = { model: 'm', messages: [{ role: 'user', content: 'What is the capital of Peru?' }] }
  const told = await ask({ url: OPENAI, body, answer: WHOLE })
  t.is(told.text, String(WHOLE.body))
  t.is(told.headers['content-length'], String(Buffer.byteLength(WHOLE.body)))
})

test('the contact in a line is no finding when the conversation comes again', async (t) => {
  const told = await ask({ url: OPENAI, body: { model: 'm', messages: sensitive(`Call ${PHONE}`) }, answer: WHOLE })
  const { content } = JSON.parse(told.text).choices[0].message
  t.regex(content, /Mind numbers.* dpo@acme\.example .*\n\nLima\.$/)
  const [question, reply] = [
    { role: 'user', content: 'And of Chile?' },
    { role: 'assistant', content },
  ]
  const next = await ask({ url: OPENAI, body: { model: 'm', messages: [reply, question] }, answer: WHOLE })
  t.is(next.headers['x-weir-action'], undefined)
  t.is(next.text, String(WHOLE.body))
  const other = { role: 'assistant', content: `${content} Or sdpo@acme.example.` }
  const found = await ask({ url: OPENAI, body: { model: 'm', messages: [other, question] }, answer: WHOLE })
  t.is(found.headers['x-weir-action'], 'coach')
})

test('over HTTP/2 as well, on the stream of its prompt', async (t) => {
  const session = await connectH2(t, weir, 'api.openai.com')
  const name = `${answers.size}`
  answers.set(name, WHOLE)
  const send = (agent: string) =>
    askH2(
      session,
      {
        ...{ ':method': 'POST', ':path': '/v1/chat/completions', ':scheme': 'https', ':authority': 'api.openai.com' },
        ...{ 'content-type': JSON_TYPE, 'user-agent': agent, 'x-test': name },
      },
      JSON.stringify({ model: 'm', messages }),
    )
  const [told, other] = await Promise.all([send(`program/${programs++}`), send('GeminiCLI/1')])
  t.is(told.headers['content-length'], undefined)
  t.regex(JSON.parse(told.body.toString()).choices[0].message.content, /^This message was sent.*\n\nLima\.$/)
  t.is(other.body.toString(), String(WHOLE.body))
})
