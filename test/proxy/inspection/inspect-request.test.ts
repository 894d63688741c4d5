import { createHash } from 'node:crypto'
import zlib from 'node:zlib'
import test from 'ava'
import { decodeAtOnce } from '../../../proxy/body/decode.ts'
import {
  type InspectionInput,
  type InspectionLimits,
  inspectDecoded,
} from '../../../proxy/inspection/inspect-request.ts'
import { formData, type RequestSketch, targetOf } from '../../support/read-request.ts'

const CHAT = 'https://api.openai.com/v1/chat/completions'
const IBAN = 'FR7630006000011234567890189'
const MAX_BYTES = 1_048_576

function inspectRequest(input: Omit<InspectionInput, 'client'>, limits: InspectionLimits = {}) {
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

const UNKNOWN = 'https://api.openai.com/v1/internal/poll'
const EMPTY: readonly (readonly [what: string, body: string | Buffer, sketch: RequestSketch])[] = [
  ['no body', '', { method: 'GET' }],
  ['bytes of no known format', Buffer.from('0a0389ff00', 'hex'), { headers: { 'content-type': 'image/png' } }],
  ['an empty object', '{}', {}],
  ['numbers and truth values', '{"a":1,"b":[true,null]}', {}],
]

for (const [what, body, sketch] of EMPTY) {
  test(`${what} at an unknown path is no prompt`, (t) => {
    const inspection = inspect(body, sketch, UNKNOWN)
    t.is(inspection.status, 'full')
    t.is(inspection.result, undefined)
  })
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200ff', 'hex')
const WAV = Buffer.from('524946462400000057415645ff00ff', 'hex')
const imageMessage = (url: string, text?: string) => ({
  model: 'gpt-5',
  messages: [
    {
      role: 'user',
      content: [{ type: 'image_url', image_url: { url } }, ...(text === undefined ? [] : [{ type: 'text', text }])],
    },
  ],
})
const dataUrl = `data:image/png;base64,${PNG.toString('base64')}`
const upload = (bytes: Buffer) => {
  const { body, headers } = formData({ purpose: 'user_data', file: ['a.bin', '@'] })
  const at = body.indexOf('\r\n\r\n@') + 4
  return { body: Buffer.concat([body.subarray(0, at), bytes, body.subarray(at + 1)]), sketch: { headers } }
}
const brokenPdf = upload(Buffer.from('%PDF-1.7\n1 0 obj cut off here'))
const wholePdf = upload(Buffer.from('%PDF-1.7\n\xff startxref 0 %%EOF', 'latin1'))
const TOOLS = { model: 'gpt-5', messages: [], tools: [{ type: 'function', function: { name: 'get_weather' } }] }

const WITHOUT_TEXT: readonly (readonly [
  what: string,
  body: unknown,
  sketch: RequestSketch,
  url: string,
  status: string,
  reason: string,
])[] = [
  ['an image-only message', imageMessage(dataUrl), {}, CHAT, 'none', 'unreadable_file'],
  [
    'an image-only message of Anthropic',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG.toString('base64') } },
          ],
        },
      ],
    },
    {},
    'https://api.anthropic.com/v1/messages',
    'none',
    'unreadable_file',
  ],
  [
    'an audio transcription',
    upload(WAV).body,
    upload(WAV).sketch,
    'https://api.openai.com/v1/audio/transcriptions',
    'none',
    'unreadable_file',
  ],
  ['a file upload', upload(PNG).body, upload(PNG).sketch, 'https://api.openai.com/v1/files', 'none', 'unreadable_file'],
  ['a whole PDF', wholePdf.body, wholePdf.sketch, 'https://api.openai.com/v1/files', 'none', 'unreadable_file'],
  ['a broken PDF', brokenPdf.body, brokenPdf.sketch, 'https://api.openai.com/v1/files', 'none', 'malformed_file'],
  [
    'a file put to its storage',
    PNG,
    { method: 'PUT', headers: { 'content-type': 'image/png' } },
    'https://files.oaiusercontent.com/file-1',
    'none',
    'unreadable_file',
  ],
  ['tool descriptions only', TOOLS, {}, CHAT, 'full', 'no_text'],
  ['an empty message', { messages: [{ role: 'user', content: '' }] }, {}, CHAT, 'full', 'no_text'],
  ['an empty object', {}, {}, CHAT, 'full', 'no_text'],
  ['an image whose address alone is sent', imageMessage('https://a.example/b.png'), {}, CHAT, 'full', 'no_text'],
  ['an image with a text beside it', imageMessage(dataUrl, 'What is this?'), {}, CHAT, 'partial', 'unreadable_file'],
  [
    'bytes of no known kind as a prompt',
    Buffer.from('9300fe01', 'hex'),
    { headers: { 'content-type': 'application/x' } },
    CHAT,
    'none',
    'unknown_encoding',
  ],
]

for (const [what, body, sketch, url, status, reason] of WITHOUT_TEXT) {
  test(`${what} is judged: ${status}, ${reason}`, (t) => {
    const inspection = inspect(body, sketch, url)
    t.like(inspection, { status, reason })
    t.truthy(inspection.result)
    t.is(inspection.prompt?.interactionType, 'prompt')
  })
}

test('what a vendor has sealed for itself is no unreadable file', (t) => {
  const sealed = Buffer.from('93fe02ff00', 'hex').toString('base64').repeat(40)
  const inspection = inspect({
    model: 'gpt-5',
    messages: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: [{ type: 'redacted_thinking', data: sealed }], signature: sealed },
      { role: 'user', content: 'And?' },
    ],
  })
  t.like(inspection, { status: 'full', reason: undefined })
})

test('a damaged file beside an unreadable one is judged by both fail modes', (t) => {
  const inspection = inspect({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: dataUrl } },
          {
            type: 'file',
            file: { file_data: `data:application/pdf;base64,${Buffer.from('%PDF-1.7 cut').toString('base64')}` },
          },
        ],
      },
    ],
  })
  t.like(inspection, { reason: 'malformed_file', hasUnreadableFile: true })
})

test('a message in a query that cannot be decompressed is judged by the fail mode', (t) => {
  const ask = (compression: string, message: Buffer) => {
    const query = new URLSearchParams({
      encoding: 'json',
      base64: '1',
      compression,
      message: message.toString('base64'),
    })
    return inspect('', { method: 'GET' }, `https://api2.cursor.sh/aiserver.v1.AiService/Call?${query}`)
  }
  const json = (length: number) => Buffer.from(JSON.stringify({ text: `${IBAN} ${'x'.repeat(length)}` }))
  const gzipped = (length: number) => ask('gzip', zlib.gzipSync(json(length)))
  t.deepEqual(gzipped(100).result?.findingTypes, ['IBAN'])
  t.like(gzipped(100_000), { status: 'none', reason: 'too_large' })
  t.like(ask('gzip', zlib.gzipSync(json(100)).subarray(0, -9)), { status: 'none', reason: 'bad_encoding' })
  t.like(ask('snappy', json(100)), { status: 'none', reason: 'unknown_encoding' })
})

test('telemetry in a format of its own is let through', (t) => {
  const sketch = { headers: { 'content-type': 'application/x-protobuf' } }
  t.deepEqual(inspect(Buffer.from('0a93fe00', 'hex'), sketch, 'https://chatgpt.com/otlp/v1/metrics'), {
    status: 'full',
    operation: 'telemetry',
  })
})

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
  ['token numbers', Buffer.from('{"prompt":[1,2,3]}'), {}, 'token_array'],
]

for (const [what, body, sketch, reason] of NONE) {
  test(`${what} cannot be inspected, which is said`, (t) => {
    const url = what === 'token numbers' ? 'https://api.openai.com/v1/completions' : CHAT
    const inspection = inspect(body, sketch, url)
    t.like(inspection, { status: 'none', reason, hasText: false })
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
    t.not(prompt?.conversation, text)
  }
})

test('nothing of the text is in the inspection but the values found', (t) => {
  const told = JSON.stringify(inspect(chat('A word of mine: quixotic', 'yes: xylophone', `and ${IBAN}`)))
  for (const word of ['quixotic', 'xylophone']) t.false(told.includes(word))
})

test('a file that goes to an API is an upload also where the path is not known; bytes of no known format are none', (t) => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe', 'latin1')
  const form = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'),
    png,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const asForm = { headers: { 'content-type': 'multipart/form-data; boundary=b' } }
  const asBytes = { headers: { 'content-type': 'application/octet-stream' } }
  const api = 'https://api.openai.com/v9/somewhere'
  t.like(inspect(form, asForm, 'https://api.openai.com/v1%2Ffiles'), { operation: 'files', reason: 'unreadable_file' })
  for (const inspection of [inspect(form, asForm, api), inspect(png, asBytes, api)]) {
    t.like(inspection, { operation: 'generic', status: 'none', reason: 'unreadable_file' })
    t.truthy(inspection.result)
  }
  t.is(inspect(png, asBytes, 'https://chatgpt.com/v9/somewhere').result, undefined)
  t.is(inspect(Buffer.from([0x08, 0x96, 0x01, 0x12, 0xff, 0xfe, 0x00]), asBytes, api).result, undefined)
})

const MANY = 20_000
const typed = (type: string, body: string) => ({ body: Buffer.from(body), headers: { 'content-type': type } })
const json = (body: string) => typed('application/json', body)
for (const [what, { body, headers }] of Object.entries({
  'many fields': json(`{${Array.from({ length: MANY }, (_, n) => `"f${n}":${n}`).join()}}`),
  'many values': json(JSON.stringify(Array.from({ length: MANY }, (_, n) => `value ${n}`))),
  'many lines of JSON': typed('application/x-ndjson', '{"a":"b"}\n'.repeat(MANY)),
  'many escapes in what is no JSON': json(`{"a":${'"\\u0041" '.repeat(MANY)}`),
  'one name many times': json(`{${'"a":"b",'.repeat(MANY)}"z":1}`),
  'many fields of a form': typed('application/x-www-form-urlencoded', 'a=b&'.repeat(MANY)),
  'many parts': formData(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, 'x']))),
})) {
  test(`the reading of ${what} ends where the time is over`, (t) => {
    let asked = 0
    const input = { ...targetOf(CHAT, { headers }), bytes: body }
    const inspection = inspectRequest(input, { isOverBudget: () => ++asked > 0 })
    t.deepEqual(inspection, { status: 'none', reason: 'over_budget', operation: 'chat_completions' })
    t.is(asked, 1)
    t.not(inspectRequest(input).reason, 'over_budget')
  })
}
