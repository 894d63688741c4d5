import { gzipSync } from 'node:zlib'
import test from 'ava'
import { isDocumentPart } from '../../../proxy/platforms/document-part.ts'
import { isElsewhere } from '../../../proxy/platforms/elsewhere.ts'
import { pdfOf } from '../../support/packed-files.ts'
import { protobuf } from '../../support/protobuf.ts'
import { formData, readRequest, targetOf } from '../../support/read-request.ts'

const SECRET = 'FR7630006000011234567890189'
const CHAT = 'https://api.openai.com/v1/chat/completions'
const MESSAGES = 'https://api.anthropic.com/v1/messages'
const GEMINI = 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:generateContent'
const CHATGPT = 'https://chatgpt.com/backend-api/f/conversation'

const user = { role: 'user', content: 'hello' }
const content = { parts: [{ text: 'hello' }] }
const chatGptMessage = { author: { role: 'user' }, content: { content_type: 'text', parts: ['hello'] } }

const PLACES: readonly (readonly [place: string, url: string, body: unknown])[] = [
  ['an unknown top-level field', CHAT, { messages: [user], x_note: SECRET }],
  ['metadata', CHAT, { messages: [user], metadata: { note: SECRET } }],
  ['the model', CHAT, { model: `gpt ${SECRET}`, messages: [user] }],
  ['the model, without a space', CHAT, { model: SECRET, messages: [user] }],
  ['the end user', CHAT, { messages: [user], user: SECRET }],
  ['stop sequences', CHAT, { messages: [user], stop: ['a', SECRET] }],
  ['the name of a participant', CHAT, { messages: [{ ...user, name: SECRET }] }],
  ['a role', CHAT, { messages: [{ role: SECRET, content: 'hello' }] }],
  ['a message that is a string', CHAT, { messages: [SECRET] }],
  ['content that is an object', CHAT, { messages: [{ role: 'user', content: { text: SECRET } }] }],
  ['content nested in arrays', CHAT, { messages: [{ role: 'user', content: [[[SECRET]]] }] }],
  ['the type of a part', CHAT, { messages: [{ role: 'user', content: [{ type: SECRET, text: 'hello' }] }] }],
  [
    'a text that is an object',
    CHAT,
    { messages: [{ role: 'user', content: [{ type: 'text', text: { value: SECRET } }] }] },
  ],
  [
    'a field beside a text',
    CHAT,
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'a', alt: SECRET }] }] },
  ],
  [
    'the address of an image',
    CHAT,
    {
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: `https://x.example/${SECRET}` } }] }],
    },
  ],
  [
    'a data URL in percent-encoding',
    CHAT,
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: `data:,${SECRET}` } }] }] },
  ],
  [
    'a file name',
    CHAT,
    { messages: [{ role: 'user', content: [{ type: 'file', file: { filename: `${SECRET}.txt` } }] }] },
  ],
  ['tool calls that are an object', CHAT, { messages: [{ role: 'assistant', tool_calls: { a: SECRET } }] }],
  [
    'arguments that are an object',
    CHAT,
    { messages: [{ role: 'assistant', tool_calls: [{ function: { arguments: { a: SECRET } } }] }] },
  ],
  [
    'a tool call of a new kind',
    CHAT,
    { messages: [{ role: 'assistant', tool_calls: [{ type: 'new', body: SECRET }] }] },
  ],
  [
    'the description of a tool',
    CHAT,
    { messages: [user], tools: [{ function: { parameters: { properties: { a: { description: SECRET } } } } }] },
  ],
  ['a predicted output', CHAT, { messages: [user], prediction: { type: 'content', content: SECRET } }],
  ['a field name', CHAT, { messages: [user], metadata: { [SECRET]: 'x' } }],
  ['a top-level field name', CHAT, { messages: [user], [SECRET]: 1 }],
  ['a system prompt of a wrong shape', MESSAGES, { messages: [user], system: { deep: [SECRET] } }],
  [
    'a block of a new type',
    MESSAGES,
    { messages: [{ role: 'user', content: [{ type: 'new', payload: { a: [SECRET] } }] }] },
  ],
  [
    'a tool result in a tool result',
    MESSAGES,
    {
      messages: [
        { role: 'user', content: [{ type: 'tool_result', content: [{ type: 'tool_result', content: SECRET }] }] },
      ],
    },
  ],
  [
    'a signature',
    MESSAGES,
    {
      messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'a', signature: `signed: ${SECRET}` }] }],
    },
  ],
  [
    'an image that is a text',
    MESSAGES,
    {
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'image',
              source: {
                type: 'base64',
                media_type: 'image/png',
                data: Buffer.from(`A text, ${SECRET}`).toString('base64'),
              },
            },
          ],
        },
      ],
    },
  ],
  [
    'an image whose data is no base64',
    MESSAGES,
    {
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: `${'A'.repeat(3000)} ${SECRET}` },
            },
          ],
        },
      ],
    },
  ],
  [
    'the media type of an image',
    MESSAGES,
    {
      messages: [
        { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: SECRET, data: '' } }] },
      ],
    },
  ],
  [
    'a citation',
    MESSAGES,
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'a', citations: [{ cited_text: SECRET }] }] }] },
  ],
  [
    'both spellings of system instructions',
    GEMINI,
    {
      contents: [content],
      systemInstruction: { parts: [{ text: 'a' }] },
      system_instruction: { parts: [{ text: SECRET }] },
    },
  ],
  ['a role of Gemini', GEMINI, { contents: [{ role: SECRET, parts: [{ text: 'a' }] }] }],
  ['a part that is a string', GEMINI, { contents: [{ parts: [SECRET] }] }],
  ['contents that are strings', GEMINI, { contents: [SECRET] }],
  ['a part of a new kind', GEMINI, { contents: [{ parts: [{ somethingNew: { a: SECRET } }] }] }],
  [
    'both wrappings of a count',
    GEMINI.replace('generateContent', 'countTokens'),
    {
      generateContentRequest: { contents: [content] },
      generate_content_request: { contents: [{ parts: [{ text: SECRET }] }] },
    },
  ],
  [
    'contents beside a wrapped request',
    GEMINI.replace('generateContent', 'countTokens'),
    { generateContentRequest: { contents: [content] }, contents: [{ parts: [{ text: SECRET }] }] },
  ],
  ['a recipient', CHATGPT, { messages: [{ ...chatGptMessage, recipient: SECRET }] }],
  [
    'a content type of ChatGPT',
    CHATGPT,
    { messages: [{ author: { role: 'user' }, content: { content_type: SECRET, parts: ['a'] } }] },
  ],
  [
    'the language of code',
    CHATGPT,
    { messages: [{ author: { role: 'user' }, content: { content_type: 'code', language: SECRET, text: 'a' } }] },
  ],
  ['an author', CHATGPT, { messages: [{ author: SECRET, content: chatGptMessage.content }] }],
  ['a suggestion', CHATGPT, { messages: [chatGptMessage], suggestions: [SECRET] }],
  ['an array instead of an object', CHAT, [SECRET]],
  ['a bare string', CHAT, JSON.stringify(SECRET)],
  ['another shape', CHAT, { prompt: SECRET }],
  ['messages that are an object', CHAT, { messages: { 0: { content: SECRET } } }],
  [
    'a value that a second one of the same name hides',
    CHAT,
    `{"messages":[{"role":"user","content":"${SECRET}","content":"hello"}]}`,
  ],
  [
    'a whole conversation hidden by a second one',
    CHAT,
    `{"messages":[{"role":"user","content":"${SECRET}"}],"messages":[{"role":"user","content":"hello"}]}`,
  ],
  ['a name spelt with an escape', CHAT, `{"messages":[{"role":"user","content":"${SECRET}","c\\u006fntent":"hello"}]}`],
  [
    'escapes within JSON within a string',
    CHAT,
    { messages: [{ role: 'tool', content: JSON.stringify({ note: `line\n${SECRET}` }).replace('FR', '\\u0046R') }] },
  ],
  [
    'escapes within arguments',
    CHAT,
    {
      messages: [
        {
          role: 'assistant',
          tool_calls: [{ function: { name: 'f', arguments: `{"a":"\\u0046${SECRET.slice(1)}"}` } }],
        },
      ],
    },
  ],
]

for (const [place, url, body] of PLACES) {
  test(`text in ${place} is read`, (t) => {
    const { lines } = readRequest(url, body)
    t.true(
      lines.some((line) => line.includes(SECRET)),
      JSON.stringify(lines),
    )
  })
}

test('text in the name of a form field or a part, or of a file, is read', (t) => {
  const urls = [CHAT, 'https://api.openai.com/v1/images/edits', 'https://chatgpt.com/unauth-mweb/conversation/updates']
  for (const url of urls) {
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    t.true(readRequest(url, `${SECRET}=1`, form).lines.some((line) => line.includes(SECRET)))
    for (const fields of [{ [SECRET]: 'x' }, { file: [`${SECRET}.txt`, 'x'] as const }]) {
      const { body, headers } = formData(fields)
      t.true(readRequest(url, body, { headers }).lines.some((line) => line.includes(SECRET)))
    }
  }
})

test('text in bytes that are no text is read', (t) => {
  const bytes = `\0${SECRET}`
  const file = formData({ file: ['photo.png', bytes] as const })
  const image = `data:image/png;base64,${Buffer.from(`\x89PNG${'\0\x01'.repeat(1000)}${SECRET}`, 'latin1').toString('base64')}`
  for (const { lines } of [
    readRequest('https://api.openai.com/v1/files', bytes, { headers: { 'content-type': 'application/octet-stream' } }),
    readRequest('https://api.openai.com/v1/files', file.body, { headers: file.headers }),
    readRequest('https://api.anthropic.com/v1/unknown', file.body, { headers: file.headers }),
    readRequest(CHAT, { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: image } }] }] }),
    readRequest(CHAT, { messages: [{ role: 'user', content: 'look' }], extra: image }),
  ]) {
    t.true(
      lines.some((line) => line.startsWith('definition: ') && line.includes(SECRET)),
      JSON.stringify(lines),
    )
  }
})

test('a number in what looks like an id is read', (t) => {
  for (const id of ['fr7630006000011234567890189', 'fr76-3000-6000-0112-3456-7890-189', 'card.4111111111111111']) {
    for (const body of [
      { model: id, messages: [user] },
      { messages: [{ role: id, content: 'hello' }] },
      { messages: [{ ...user, id }] },
      { messages: [{ role: 'user', content: [{ type: id, text: 'hello' }] }] },
    ]) {
      t.true(readRequest(CHAT, body).lines.some((line) => line.includes(id)))
    }
  }
})

test('an id is no text', (t) => {
  for (const id of [
    'gpt-5.1-2026-11-13',
    '3f2b8a90-1c1d-4e2f-8a3b-4c5d6e7f8091',
    'call_8a7b6c5d4e3f2a1b',
    'at-1763712000000a',
  ]) {
    t.deepEqual(readRequest(CHAT, { messages: [{ ...user, id }] }).lines, ['user: hello'])
  }
})

test('a number long enough to be somebody’s is read', (t) => {
  const call = { function: { name: 'pay', arguments: { card: 4111111111111111, at: 1763712000 } } }
  const { lines } = readRequest(CHAT, { messages: [{ role: 'assistant', tool_calls: [call] }] })
  t.deepEqual(lines, ['assistant: pay', 'definition: card: 4111111111111111'])
})

test('a number with a fraction, or under a name that comes twice, is read', (t) => {
  const rest = '"messages":[{"role":"user","content":"hello"}]'
  for (const numbers of [
    '"card":4111111111111111.5',
    '"card":4111111111111111,"card":1',
    '"card":[4111111111111111],"card":{}',
  ]) {
    const { lines } = readRequest(CHAT, `{${numbers},${rest}}`)
    t.true(
      lines.some((line) => line.includes('card: 4111111111111111')),
      JSON.stringify(lines),
    )
  }
})

test('every path, known or not, with whatever method, is read', (t) => {
  for (const path of [
    '/v1/chat/completions/',
    '/v1//chat/completions',
    '/V1/chat/completions',
    '/v1/chat%2Fcompletions',
    '/',
  ]) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'GET']) {
      const { lines } = readRequest(`https://api.openai.com${path}`, { messages: [{ content: SECRET }] }, { method })
      t.true(lines.some((line) => line.includes(SECRET)))
    }
  }
})

const ZIP = Buffer.from(`PK\x03\x04${'\0\x13'.repeat(1000)}`, 'latin1')
const BASE64 = ZIP.toString('base64')

test('a file is read where its base64 or its address is not written to the letter', (t) => {
  const inMessage = (part: object) => ({ messages: [{ role: 'user', content: [part] }] })
  const spaced = `${BASE64.slice(0, 80)} ${BASE64.slice(80)}`
  const bodies: readonly (readonly [url: string, body: unknown])[] = [
    [CHAT, inMessage({ type: 'file', file: { file_data: `data:application/zip; base64,${BASE64}` } })],
    [
      CHAT,
      inMessage({
        type: 'file',
        file: { file_data: `data:application/zip;base64,${BASE64.slice(0, 80)}!${BASE64.slice(80)}` },
      }),
    ],
    [CHAT, inMessage({ type: 'image_url', image_url: { url: ` data:application/zip;base64,${BASE64}` } })],
    [MESSAGES, inMessage({ type: 'document', source: { type: 'base64', data: spaced } })],
    [GEMINI, { contents: [{ parts: [{ inlineData: { mimeType: 'application/zip', data: spaced } }] }] }],
  ]
  for (const [url, body] of bodies) {
    const { prompt } = readRequest(url, body)
    t.true(
      prompt.parts.some((part) => isDocumentPart(part) && part.document.equals(ZIP)),
      JSON.stringify(body),
    )
  }
})

test('speech in an item of a conversation is no text', (t) => {
  const audio = Buffer.alloc(3000, '\0\xff\x13', 'latin1').toString('base64')
  const item = { type: 'message', role: 'user', content: [{ type: 'input_audio', audio }] }
  const { prompt } = readRequest('https://api.openai.com/v1/responses', { input: [item] })
  t.deepEqual(prompt.unread, ['unreadable_file'])
})

test('what looks like a number in sealed data is read', (t) => {
  const part = { type: 'text', text: 'hello', signature: '4111111111111111' }
  t.true(
    readRequest(MESSAGES, { messages: [{ role: 'user', content: [part] }] }).lines.includes(
      'definition: 4111111111111111',
    ),
  )
})

test('a file or a text in numbers of its bytes is read', (t) => {
  const readIn = (blob: unknown) => readRequest(CHAT, { messages: [user], blob })
  const text = Buffer.from(`pay to ${SECRET}`)
  for (const blob of [
    text.toJSON(),
    [...text],
    { ...new Uint8Array(text) },
    [...Buffer.concat([text, Buffer.of(0, 255)])],
  ]) {
    t.true(
      readIn(blob).lines.some((line) => line.includes(SECRET)),
      JSON.stringify(blob),
    )
  }
  t.true(readIn(ZIP.toJSON()).prompt.parts.some((part) => isDocumentPart(part) && part.document.equals(ZIP)))
  for (const numbers of [
    [1, 2, 3],
    [0.5, 12, 7, 8, 9, 10, 11, 300],
    Array.from({ length: 100 }, (_, index) => index % 32),
  ]) {
    t.deepEqual(readIn(numbers).lines, ['user: hello'])
  }
})

test('files in the requests of a batch, or in another JSON file, are read', (t) => {
  const url = `data:application/zip;base64,${BASE64}`
  const request = JSON.stringify({
    body: { messages: [{ role: 'user', content: [{ type: 'file', file: { file_data: url } }] }] },
  })
  for (const text of [
    request,
    `${JSON.stringify({ a: 1 })}\n${request}\n`,
    `${request.replaceAll('/', '\\/')}\nno JSON {`,
    `[${request}]`,
  ]) {
    const form = formData({ purpose: 'batch', file: ['batch.jsonl', text] as const })
    for (const { prompt } of [
      readRequest('https://api.openai.com/v1/files', form.body, { headers: form.headers }),
      readRequest('https://generativelanguage.googleapis.com/upload/v1beta/files', `${text}\n`, {
        headers: { 'content-type': 'application/octet-stream' },
      }),
    ]) {
      t.true(
        prompt.parts.some((part) => isDocumentPart(part) && part.document.equals(ZIP)),
        text.slice(-20),
      )
    }
  }
})

test('the shortest data URL that is read in a string is read in a JSON file as well', (t) => {
  const head = 'data:text/plain;charset=utf-8;base64,'
  const text = Buffer.from(`${SECRET} ${'hello '.repeat(200)}`).toString('base64')
  const url = `${head}${text.slice(0, Math.ceil((1024 - head.length) / 4) * 4)}`
  const form = formData({ file: ['a.json', JSON.stringify({ url })] as const })
  const { lines } = readRequest('https://api.openai.com/v1/files', form.body, { headers: form.headers })
  t.true(lines.some((line) => line.includes(SECRET)))
})

test('whether a JSON file holds files is told in linear time', (t) => {
  const started = performance.now()
  const form = formData({ file: ['a.json', `[${`"${'x'.repeat(958)}",`.repeat(4000)}1]`] as const })
  readRequest('https://api.openai.com/v1/files', form.body, { headers: form.headers })
  t.true(performance.now() - started < 2000)
})

test('what starts like JSON and is none is an encoded prompt where prompts are JSON', (t) => {
  const loose = `{"messages":[{"role":"user","content":"hello"}],"temperature":NaN}`
  for (const type of ['text/plain', 'application/octet-stream']) {
    const sketch = { headers: { 'content-type': type } }
    t.deepEqual(readRequest(CHAT, loose, sketch).prompt.unread, ['unknown_encoding'])
    t.deepEqual(readRequest(CHAT, 'hello', sketch).prompt.unread, [])
    t.deepEqual(readRequest('https://api.openai.com/v1/unknown', loose, sketch).prompt.unread, [])
  }
  const amazon = { headers: { 'content-type': 'application/x-amz-json-1.0' } }
  t.true(readRequest(CHAT, loose, amazon).parsed.malformed)
})

test('the message of a call in a query is read, however it is encoded', (t) => {
  const call = (query: Record<string, string>) =>
    readRequest(`https://api2.cursor.sh/aiserver.v1.AiService/Call?${new URLSearchParams(query)}`, '', {
      method: 'GET',
    })
  const proto = protobuf([[1, SECRET]])
  const json = Buffer.from(JSON.stringify({ text: SECRET }))
  for (const query of [
    { encoding: 'proto', base64: '1', message: proto.toString('base64url') },
    { encoding: 'json', base64: '1', message: json.toString('base64') },
    { encoding: 'json', message: json.toString() },
    { encoding: 'proto', base64: '1', compression: 'gzip', message: gzipSync(proto).toString('base64url') },
  ]) {
    t.true(
      call(query).lines.some((line) => line.includes(SECRET)),
      JSON.stringify(query),
    )
  }
  const file = pdfOf(Buffer.from(`BT (hello) Tj ET\n${' '.repeat(2000)}`), '')
  const url = `data:application/pdf;base64,${file.toString('base64')}`
  const pdf = { encoding: 'json', message: JSON.stringify({ file: url }) }
  t.is(call(pdf).prompt.parts.filter(isDocumentPart).length, 1)
})

test('another spelling of its members does not make a chat something else', (t) => {
  const { platform } = targetOf('https://huggingface.co/')
  const target = { method: 'POST', path: '/api/next', query: new URLSearchParams() }
  const at = (body: Buffer, headers: Readonly<Record<string, string>> = {}) =>
    isElsewhere(platform, { ...target, headers: { 'content-type': 'application/json', ...headers } }, body)
  const plain = JSON.stringify({ messages: [user] })
  const escaped = plain.replace('messages', '\\u006dessages').replace('role', 'r\\u006Fle')
  for (const body of [plain, escaped, ` \n${escaped}`]) t.false(at(Buffer.from(body)), body)
  for (const text of [plain, escaped, `\ufeff${plain}`]) {
    const wide = Buffer.from(text, 'utf16le')
    t.false(at(wide), text)
    t.false(at(Buffer.from(wide).swap16()), text)
  }
  t.false(at(Buffer.from(`\ufeff${escaped}`)))
  t.false(at(Buffer.from(plain), { 'content-encoding': 'Identity', 'content-type': 'text/plain' }))
  for (const type of ['text/plain', ''])
    t.false(at(gzipSync(plain), { 'content-encoding': 'gzip', 'content-type': type }))
  // A commit of a model, and a pack of git's.
  t.true(at(Buffer.from(JSON.stringify({ key: 'header', value: { summary: '\\u0041' } }).replace('\\\\', '\\'))))
  t.true(
    at(gzipSync('0032want'), { 'content-encoding': 'gzip', 'content-type': 'application/x-git-upload-pack-request' }),
  )
})

test('another spelling of a path does not make a chat something else', (t) => {
  const { platform } = targetOf('https://substrate.office.com/')
  const at = (path: string) =>
    isElsewhere(platform, { method: 'POST', path, query: new URLSearchParams(), headers: {} })
  for (const path of [
    '/m365Copilot/x',
    '/%6d365Copilot/x',
    '/%256d365Copilot/x',
    '/%u006d365Copilot/x',
    '/m365Copilot%252Fx',
  ]) {
    t.false(at(path), path)
  }
  for (const path of ['/owa/x', '/owa/%25/x', '/owa/%u00e9']) t.true(at(path), path)
})
