import test from 'ava'
import { TELEMETRY } from '../../../core/catalogue/telemetry.ts'
import { operatorHost } from '../../../proxy/platforms/operator-host.ts'
import { readPrompt } from '../../../proxy/platforms/read.ts'
import { telemetryAt } from '../../../proxy/platforms/telemetry/endpoint.ts'
import { holdsPrompt } from '../../../proxy/platforms/telemetry/prompt-fields.ts'
import { cpuMsOf } from '../../support/cpu-time.ts'
import { readRequest, targetOf } from '../../support/read-request.ts'

const EVENTS = 'https://api.anthropic.com/api/event_logging/batch'
const read = (body: unknown, url = EVENTS) => readRequest(url, body).prompt.parts

test('telemetry is told by host, method and path', (t) => {
  const at = (url: string, method = 'POST') => {
    const { platform, target } = targetOf(url, { method })
    return telemetryAt(platform, target) !== undefined
  }
  const known = [
    EVENTS,
    'https://a-api.anthropic.com/v1/t',
    'https://claude.ai/api/event_logging/v2/batch',
    'https://chatgpt.com/ces/v1/t',
    'https://ab.chatgpt.com/otlp/v1/metrics',
    'https://ab.chatgpt.com/v1/rgstr',
    'https://cloudcode-pa.googleapis.com/v1internal:recordCodeAssistMetrics',
    'https://telemetry.individual.githubcopilot.com/telemetry',
    'https://api2.cursor.sh/aiserver.v1.AnalyticsService/Batch',
    'https://www.perplexity.ai/rest/event/analytics',
    'https://grok.com/_data/v1/a/t/',
  ]
  for (const url of known) t.true(at(url), url)
  const others = [
    'https://api.anthropic.com/v1/messages',
    'https://chatgpt.com/v1/rgstr',
    'https://api.individual.githubcopilot.com/telemetry',
    'https://server.codeium.com/exa.analytics_pb.AnalyticsService/RecordCortexTrajectoryStep',
    'https://api2.cursor.sh/aiserver.v1.AiService/StreamChat',
  ]
  for (const url of others) t.false(at(url), url)
  // A path of prompts stays one at a host that takes all of the rest as telemetry.
  t.is(readRequest('https://a-api.anthropic.com/v1/messages', { messages: [] }).operation, 'messages')
  t.false(at(EVENTS, 'PUT'))
  t.false(at('https://api.anthropic.com/api/event_logging/%2e%2e%2f%2e%2e/v1/messages'))
})

test('a platform’s telemetry is known without a host, but for hosts that have nothing else', (t) => {
  const { platform, target } = targetOf(EVENTS)
  const { host: _, ...without } = target
  t.not(telemetryAt(platform, without), undefined)
  t.is(telemetryAt(platform, { ...without, path: '/v1/t' }), undefined)
})

test('telemetry is known at a host that the operator has decrypted, too', (t) => {
  const target = {
    method: 'POST',
    path: '/log',
    host: 'play.googleapis.com',
    query: new URLSearchParams(),
    headers: {},
  }
  const platform = operatorHost('host:play.googleapis.com')
  t.not(telemetryAt(platform, target), undefined)
  t.is(telemetryAt(platform, { ...target, host: 'chat.corp.example' }), undefined)
})

test('every endpoint of the catalogue is known at each of its hosts', (t) => {
  const platform = operatorHost('host:any.example')
  const one = (pattern: string) => pattern.replaceAll('*', 'any')
  for (const { hosts, methods, paths } of TELEMETRY)
    for (const host of hosts)
      for (const method of methods)
        for (const path of paths) {
          const target = { method, path: one(path), host: one(host), query: new URLSearchParams(), headers: {} }
          t.not(telemetryAt(platform, target), undefined, `${method} ${host}${path}`)
        }
})

test('each field has its place, and what no program would call a field is read and left out of it', (t) => {
  t.deepEqual(read({ events: [{ 'Jean Dupont, +33612345678': 'x', ts: 5, nested: { list: ['a'] } }] }), [
    { role: 'definition', text: 'Jean Dupont, +33612345678', at: 'events[0]', isTelemetry: true },
    { role: 'definition', text: 'x', at: 'events[0].*', isTelemetry: true },
    { role: 'definition', text: 'a', at: 'events[0].nested.list[0]', isTelemetry: true },
  ])
})

test('JSON in strings, in base64 and in lines is opened', (t) => {
  const inner = JSON.stringify({ prompt: 'Say hello', n: JSON.stringify({ user_prompt: 'And again' }) })
  const said = (body: unknown) => read(body).filter(({ role }) => role === 'user')
  const expected = (at: string) => [
    { role: 'user', text: 'Say hello', at: `${at}.prompt` },
    { role: 'user', text: 'And again', at: `${at}.n.user_prompt` },
  ]
  t.deepEqual(said({ a: inner }), expected('a'))
  t.deepEqual(said({ a: Buffer.from(inner).toString('base64') }), expected('a'))
  const lines = readRequest(EVENTS, `{"event_id":"1"}\n${inner}\nnot JSON`, {
    headers: { 'content-type': 'application/x-sentry-envelope' },
  })
  t.deepEqual(
    lines.prompt.parts.filter(({ role }) => role === 'user'),
    expected('[1]'),
  )
  t.true(lines.prompt.parts.some(({ text, at }) => text === 'not JSON' && at === '[2]'))
})

test('JSON in JSON in JSON without end is a prompt at last', (t) => {
  let body = JSON.stringify({ seen: '4532 0151 1283 0366' })
  for (let depth = 0; depth < 10; depth++) body = JSON.stringify({ x: body })
  t.true(read(body).some(({ role }) => role === 'user'))
})

test('a form and a multipart body are read by their fields', (t) => {
  const form = readRequest(EVENTS, 'event=click&prompt=Say+hello+there&prompt=and+again&data=%7B%22a%22%3A%22b%22%7D', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  t.deepEqual(
    form.prompt.parts.map(({ role, text }) => `${role}: ${text}`),
    ['definition: click', 'user: Say hello there', 'definition: and again', 'definition: b'],
  )
})

test('a number that JSON rounds is telemetry, and what stands under a name that comes twice is judged', (t) => {
  t.deepEqual(read('{"seed":12345678901234567890}'), [
    { role: 'definition', text: 'seed: 12345678901234567890', isTelemetry: true },
  ])
  t.true(
    read('{"a":"hidden text","a":"x"}').some(({ text, isTelemetry }) => text.includes('hidden text') && !isTelemetry),
  )
})

test('tokens in place of a prompt cannot be read, and counts of tokens are no prompt', (t) => {
  const unread = (body: unknown) => readRequest(EVENTS, body).prompt.unread
  t.deepEqual(unread({ events: [{ input_ids: [15496, 995] }] }), ['token_array'])
  t.deepEqual(unread({ events: [{ input_tokens: 5, tokens: [1, 2], buckets: [0, 5, 10] }] }), [])
})

test('a query is telemetry, too', (t) => {
  const { platform, target } = targetOf(`${EVENTS}?card=4532015112830366`)
  const { prompt } = readPrompt(platform, target, { body: { kind: 'empty' }, hidden: [], malformed: false })
  t.like(prompt.parts[0], { at: '?', isTelemetry: true })
})

const POINT = { attributes: [{ key: 'tool', value: { stringValue: 'shell' } }], count: '1', sum: 0.5, bounds: [1, 2] }
/** Bodies of so many items, or levels. Each took minutes where one item cost as much as there are others. */
const LARGE: readonly (readonly [what: string, body: (count: number) => unknown, contentType?: string])[] = [
  ['points', (count) => ({ resourceMetrics: Array.from({ length: count }, () => POINT) })],
  ['lists in lists', (count) => `${'["abc",'.repeat(count)}1${']'.repeat(count)}`],
  ['objects in objects', (count) => `${'{"a":"abc","b":'.repeat(count)}1${'}'.repeat(count)}`],
  [
    'lines of a log, behind many fields',
    (count) => ({
      message: Array.from({ length: count }, () => 'a b'),
      ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])),
      level: 'info',
    }),
  ],
  [
    'fields of a form',
    (count) => Array.from({ length: count }, (_, index) => `f${index}=hello`).join('&'),
    'application/x-www-form-urlencoded',
  ],
]

for (const [what, body, contentType] of LARGE) {
  test(`telemetry of many ${what} is read in proportion to its size`, (t) => {
    const headers = contentType === undefined ? {} : { headers: { 'content-type': contentType } }
    const text = body(50_000)
    const cpuMs = cpuMsOf(() => t.true(readRequest(EVENTS, text, headers).prompt.parts.length > 0))
    t.true(cpuMs < 5000, `${cpuMs} ms`)
  })
}

test('what is nested too deeply to be told by its place is a prompt', (t) => {
  const nested = (depth: number) => `${'['.repeat(depth)}"Say hello"${']'.repeat(depth)}`
  t.like(read(nested(64)), [{ role: 'definition', text: 'Say hello', isTelemetry: true }])
  t.like(read(nested(66)), [{ role: 'user', text: 'Say hello' }])
})

const OBJECTS: readonly (readonly [
  name: string,
  owner: Record<string, unknown> | undefined,
  around: string,
  holds: boolean,
])[] = [
  ['prompt', {}, '', true],
  ['userPrompt', {}, '', true],
  ['user_prompt', {}, '', true],
  ['gen_ai.prompt', {}, '', true],
  ['gen_ai.prompt.0.content', {}, '', true],
  ['gen_ai.input.messages', {}, '', true],
  ['input.value', {}, '', true],
  ['prompt.id', {}, '', false],
  ['prompt_length', {}, '', false],
  ['input_tokens', {}, '', false],
  ['message', { message: 'x' }, '', true],
  ['message', { message: 'x', level: 'info' }, '', false],
  ['message', { message: 'x' }, 'error', false],
  ['message', { message: { content: 'x' }, level: 'info' }, '', true],
  ['content', { role: 'user', content: 'x' }, '', true],
  ['content', { content: 'x' }, '', false],
  ['text', { sender: 'me', text: 'x' }, '', true],
  ['event_name', {}, '', false],
]

for (const [name, owner, around, holds] of OBJECTS) {
  test(`${name} in ${JSON.stringify(owner)} ${around} ${holds ? 'holds' : 'is no'} prompt`, (t) => {
    t.is(holdsPrompt(name, owner, around), holds)
  })
}
