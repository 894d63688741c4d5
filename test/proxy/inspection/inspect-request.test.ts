import { createHash } from 'node:crypto'
import zlib from 'node:zlib'
import test from 'ava'
import { decodeAtOnce } from '../../../proxy/body/decode.ts'
import {
  type InspectionInput,
  type InspectionLimits,
  inspectDecoded,
} from '../../../proxy/inspection/inspect-request.ts'
import { type RequestSketch, targetOf } from '../../support/read-request.ts'

const CHAT = 'https://api.openai.com/v1/chat/completions'
const IBAN = 'FR7630006000011234567890189'
const MAX_BYTES = 1_048_576

function inspectRequest(input: InspectionInput, limits: InspectionLimits = {}) {
  return inspectDecoded(input, decodeAtOnce(input.bytes, input.target.headers['content-encoding'], MAX_BYTES), limits)
}

function inspect(body: unknown, sketch: RequestSketch = {}, url = CHAT, extra: object = {}) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return inspectRequest({ ...targetOf(url, sketch), bytes, ...extra })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const chat = (...contents: readonly string[]) => ({
  model: 'gpt-5',
  messages: contents.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
})

test('a prompt is inspected in full: hash, findings with offsets, and a summary without its text', (t) => {
  const content = `My IBAN is ${IBAN}.`
  const inspection = inspect(chat(content))
  t.like(inspection, { status: 'full', reason: undefined, operation: 'chat_completions' })
  t.is(inspection.result?.contentHash, sha256(content))
  const [finding] = inspection.result?.classifications ?? []
  t.is(finding?.type, 'IBAN')
  t.is(content.slice(finding?.start, finding?.end), IBAN)
  t.deepEqual(inspection.prompt, {
    interactionType: 'prompt',
    model: 'gpt-5',
    conversation: undefined,
    stream: false,
    firstUserTurnHash: sha256(content),
  })
})

test('the content is the newest turn; what was said before is context', (t) => {
  const inspection = inspect(chat(`It was ${IBAN}`, 'I see', 'Forget it'))
  t.is(inspection.result?.contentHash, sha256('Forget it'))
  t.deepEqual(inspection.result?.classifications, [])
  t.deepEqual(inspection.result?.contextFindings, [{ type: 'IBAN', count: 1 }])
})

test('the first user turn tells a conversation, whatever follows it', (t) => {
  const first = inspect(chat('Hello')).prompt?.firstUserTurnHash
  t.is(first, sha256('Hello'))
  t.is(inspect(chat('Hello', 'Hi', 'How are you?')).prompt?.firstUserTurnHash, first)
  const withSystem = { messages: [{ role: 'system', content: 'Be kind' }, ...chat('Hello').messages] }
  t.is(inspect(withSystem).prompt?.firstUserTurnHash, first)
  t.not(inspect(chat('Good morning')).prompt?.firstUserTurnHash, first)
})

const EMPTY: readonly (readonly [what: string, body: string | Buffer, sketch: RequestSketch])[] = [
  ['no body', '', { method: 'GET' }],
  ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), { headers: { 'content-type': 'image/png' } }],
  ['an empty object', '{}', {}],
  ['numbers and truth values', '{"a":1,"b":[true,null]}', {}],
  ['settings alone', '{"messages":[],"model":"gpt-5","temperature":1,"service_tier":"auto"}', {}],
]

for (const [what, body, sketch] of EMPTY) {
  test(`${what} is no prompt`, (t) => {
    const inspection = inspect(body, sketch)
    t.is(inspection.status, 'full')
    t.is(inspection.result, undefined)
  })
}

test('settings with somebody’s data among them are recorded', (t) => {
  const inspection = inspect({ messages: [], metadata: { account: IBAN } })
  t.deepEqual(inspection.result?.contextFindings, [{ type: 'IBAN', count: 1 }])
})

const gzip = zlib.gzipSync(JSON.stringify(chat(IBAN)))
const encoded = (encoding: string) => ({ headers: { 'content-encoding': encoding } })

const PARTIAL: readonly (readonly [
  what: string,
  body: string | Buffer,
  sketch: RequestSketch,
  extra: object,
  reason: string,
])[] = [
  ['malformed JSON', `{"messages":[{"content":"${IBAN}"`, {}, {}, 'malformed_body'],
  ['JSON that is not UTF-8', Buffer.from(`{"messages":["\xff ${IBAN}"]}`, 'latin1'), {}, {}, 'malformed_body'],
  [
    'an unknown encoding of what is a text after all',
    JSON.stringify(chat(IBAN)),
    encoded('exotic'),
    {},
    'unknown_encoding',
  ],
  [
    'a body that is cut off by the limit',
    JSON.stringify(chat(IBAN)).slice(0, -4),
    {},
    { truncation: 'too_large' },
    'too_large',
  ],
  [
    'a body that its client did not finish',
    JSON.stringify(chat(IBAN)).slice(0, -4),
    {},
    { truncation: 'aborted' },
    'malformed_body',
  ],
  ['a body over the limit', `{"a":"${IBAN}","b":"${'x'.repeat(2_000_000)}"}`, {}, {}, 'too_large'],
]

for (const [what, body, sketch, extra, reason] of PARTIAL) {
  test(`${what} is inspected as far as it can be read`, (t) => {
    const inspection = inspect(body, sketch, CHAT, extra)
    t.like(inspection, { status: 'partial', reason, operation: 'chat_completions' })
    t.true(inspection.result?.findingTypes.includes('IBAN'))
  })
}

const NONE: readonly (readonly [what: string, body: Buffer, sketch: RequestSketch, reason: string])[] = [
  ['an unknown encoding', gzip, encoded('exotic'), 'unknown_encoding'],
  ['a broken encoding', gzip.subarray(0, 40), encoded('gzip'), 'bad_encoding'],
  ['bytes in place of JSON', Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1'), {}, 'malformed_body'],
  ['token numbers', Buffer.from('{"prompt":[1,2,3]}'), {}, 'unknown_encoding'],
]

for (const [what, body, sketch, reason] of NONE) {
  test(`${what} cannot be inspected, which is said`, (t) => {
    const url = what === 'token numbers' ? 'https://api.openai.com/v1/completions' : CHAT
    const inspection = inspect(body, sketch, url)
    t.like(inspection, { status: 'none', reason })
    t.is(inspection.result, undefined)
    t.is(inspection.prompt?.interactionType, 'prompt')
  })
}

test('a budget that is used up makes the inspection partial', (t) => {
  const input = { ...targetOf(CHAT), bytes: Buffer.from(JSON.stringify(chat('Some text, 12345. '.repeat(5000)))) }
  const inspection = inspectRequest(input, { isOverBudget: () => true })
  t.like(inspection, { status: 'partial', reason: 'over_budget' })
})

test('model and conversation are told', (t) => {
  for (const name of ['gpt-5.1', 'ft:gpt-5:acme::a1b2', 'claude@20260101', '3f2b8a90-1c1d-4e2f-8a3b-4c5d6e7f8091']) {
    const { prompt } = inspect(
      { model: name, input: 'hi', conversation: name },
      {},
      'https://api.openai.com/v1/responses',
    )
    t.like(prompt, { model: name, conversation: name })
  }
})

test('what is no name of a model or conversation is not told: it may be text', (t) => {
  for (const text of [
    'two words',
    IBAN,
    IBAN.replaceAll(' ', '-'),
    'me@acme.fr',
    'a\r\n',
    '\u2028',
    'x'.repeat(201),
    'é',
  ]) {
    const { prompt } = inspect(
      { model: text, input: 'hi', conversation: text },
      {},
      'https://api.openai.com/v1/responses',
    )
    t.is(prompt?.model, undefined, text)
    t.is(prompt?.conversation, undefined, text)
  }
})

test('nothing of the text is in the inspection but the values found', (t) => {
  const told = JSON.stringify(inspect(chat('A word of mine: quixotic', 'yes: xylophone', `and ${IBAN}`)))
  for (const word of ['quixotic', 'xylophone']) t.false(told.includes(word))
})
