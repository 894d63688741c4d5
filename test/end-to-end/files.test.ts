import { readFileSync } from 'node:fs'
import zlib from 'node:zlib'
import test from 'ava'
import { request } from 'undici'
import type { Interaction } from '../../core/model/interaction.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { pdfOf, tarOf, zipOf } from '../support/packed-files.ts'
import { policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const HOSTS = [
  ...['api.openai.com', 'api.anthropic.com', 'generativelanguage.googleapis.com', 'chatgpt.com', 'claude.ai'],
  ...['files.oaiusercontent.com', 'bedrock-runtime.eu-west-1.amazonaws.com'],
]
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: HOSTS })
  weir = await startWeir(scope, { upstreams: Object.fromEntries(HOSTS.map((host) => [host, upstream])) })
  await weir.createPolicy(policyOn('CREDIT_CARD', 'block'))
})

const fixture = (name: string) => readFileSync(new URL(`../fixtures/files/${name}`, import.meta.url))
const letter = fixture('letter.docx')

interface Sent {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A form with one file, under a name and a type that say nothing of what it is. */
function form(url: string, content: Buffer, field = 'file'): Sent & { readonly body: Buffer } {
  const head = `--b\r\nContent-Disposition: form-data; name="${field}"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')])
  return { url, headers: { 'content-type': 'multipart/form-data; boundary=b' }, body }
}

const json = (url: string, body: unknown): Sent => ({ url, headers: { 'content-type': 'application/json' }, body })

/** Sends it, and tells how it was answered, how many requests came through, and what is on record. */
let sends = 0
async function send(t: Parameters<typeof throughProxy>[0], { url, method = 'POST', headers = {}, body }: Sent) {
  const sent = new URL(url)
  sent.searchParams.set('n', String(++sends))
  const answer = await request(sent, {
    ...{ dispatcher: throughProxy(t, weir), method, headers },
    body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
  })
  const text = await answer.body.text()
  const id = answer.headers['x-weir-interaction']
  const record: Interaction | undefined = id === undefined ? undefined : await weir.interaction(String(id))
  const arrivals = upstream.arrivals.filter((arrival) => arrival.url === sent.pathname + sent.search)
  return { status: answer.statusCode, text, record, arrivals }
}

const OPENAI = 'https://api.openai.com/v1'
const base64 = letter.toString('base64')
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The ways in which services take files. */
const WAYS: Readonly<Record<string, Sent>> = {
  'OpenAI, upload': form(`${OPENAI}/files`, letter),
  'OpenAI, part of an upload': form(`${OPENAI}/uploads/upload_1/parts`, letter, 'data'),
  'OpenAI, in a message': json(`${OPENAI}/chat/completions`, {
    model: 'gpt-5',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is in it?' },
          { type: 'file', file: { filename: 'a.png', file_data: `data:image/png;base64,${base64}` } },
        ],
      },
    ],
  }),
  'OpenAI, in a response': json(`${OPENAI}/responses`, {
    model: 'gpt-5',
    input: [
      { role: 'user', content: [{ type: 'input_file', filename: 'a', file_data: `data:${docx};base64,${base64}` }] },
    ],
  }),
  'Anthropic, upload': form('https://api.anthropic.com/v1/files', letter),
  'Anthropic, in a message': json('https://api.anthropic.com/v1/messages', {
    model: 'claude-5',
    max_tokens: 10,
    messages: [
      {
        role: 'user',
        content: [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: base64 } }],
      },
    ],
  }),
  'Gemini, in a message': json('https://generativelanguage.googleapis.com/v1beta/models/gemini-3:generateContent', {
    contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'application/pdf', data: base64 } }] }],
  }),
  'Gemini, resumable upload': {
    url: 'https://generativelanguage.googleapis.com/upload/v1beta/files?upload_id=1&upload_protocol=resumable',
    headers: { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0', 'content-type': 'image/png' },
    body: letter,
  },
  'Bedrock, in a message': json(
    'https://bedrock-runtime.eu-west-1.amazonaws.com/model/amazon.nova-pro-v1%3A0/converse',
    {
      messages: [{ role: 'user', content: [{ document: { format: 'docx', name: 'a', source: { bytes: base64 } } }] }],
    },
  ),
  'ChatGPT, upload to its storage': {
    url: 'https://files.oaiusercontent.com/file-abc?sig=1',
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', 'x-ms-blob-type': 'BlockBlob' },
    body: letter,
  },
  'Claude, upload': form('https://claude.ai/api/organizations/1/convert_document', letter),
}
for (const [way, sent] of Object.entries(WAYS)) {
  test(`a document with the number of a card is not let through (${way})`, async (t) => {
    const { record, arrivals, text } = await send(t, sent)
    t.is(arrivals.length, 0)
    t.notRegex(text, /4539 ?1488/)
    t.is(record?.enforced_action, 'block')
    t.true(record?.classifications.some(({ type }) => type === 'CREDIT_CARD'))
    t.false(JSON.stringify(record).includes('1488 0343'))
  })
}

const LINE = 'Please charge the card 4539 1488 0343 6467 of Jane Roe.'
const page = Buffer.from(`BT /F1 12 Tf 72 700 Td (${LINE}) Tj ET`)
const mail = [
  'From: jane@acme.example',
  'Subject: x',
  'MIME-Version: 1.0',
  'Content-Type: text/plain',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from(LINE).toString('base64'),
].join('\r\n')

const KINDS: Readonly<Record<string, Buffer>> = {
  PDF: pdfOf(zlib.deflateSync(page)),
  XLSX: fixture('table.xlsx'),
  PPTX: fixture('slides.pptx'),
  ODF: fixture('letter.odt'),
  RTF: Buffer.from(`{\\rtf1\\ansi Please charge the card 4539 1{\\b 4}88 \\'30343 6467.\\par}`),
  mail: Buffer.from(mail),
  'ZIP with a path that leads out': zipOf([{ name: '../../a', content: fixture('letter.docx') }]),
  'tar in gzip': zlib.gzipSync(tarOf([{ name: 'a', content: LINE }])),
}
for (const [kind, content] of Object.entries(KINDS)) {
  test(`the text of a file is inspected (${kind})`, async (t) => {
    const { record, arrivals } = await send(t, form(`${OPENAI}/files`, content))
    t.is(arrivals.length, 0)
    t.is(record?.enforced_action, 'block')
  })
}

const bomb = zipOf([{ name: 'a', content: Buffer.alloc(30_000_000) }])
const UNREAD: Readonly<Record<string, readonly [content: Buffer, reason: string, ...files: readonly string[]]>> = {
  'an encrypted PDF': [fixture('locked.pdf'), 'unreadable_file', 'encrypted'],
  'an encrypted ZIP': [fixture('locked.zip'), 'unreadable_file', 'encrypted'],
  'a scan': [fixture('scan.pdf'), 'unreadable_file', 'media'],
}
for (const [what, [content, reason, ...files]] of Object.entries(UNREAD)) {
  test(`${what} passes by default, and its record says what was not read`, async (t) => {
    const sent = form(`${OPENAI}/files`, content)
    const { status, arrivals } = await send(t, sent)
    t.is(status, 200)
    t.is(arrivals.length, 1)
    const [record] = await weir.listed((found) => found.content_metadata.body_bytes === sent.body.length)
    t.deepEqual(record?.content_metadata.inspection, { status: 'none', reason, files })
  })
}

test('a bomb is refused, as a body that is too large', async (t) => {
  const { status, record } = await send(t, form(`${OPENAI}/files`, bomb))
  t.is(status, 400)
  t.like(record?.content_metadata.inspection, { reason: 'too_large', files: ['too_large'] })
})

test('a file that is cut off is refused, as another reader may mend it', async (t) => {
  const { status, record } = await send(t, form(`${OPENAI}/files`, fixture('letter.pdf').subarray(0, 900)))
  t.is(status, 400)
  t.like(record?.content_metadata.inspection, { reason: 'malformed_file', files: ['broken'] })
})

test('a harmless document arrives byte for byte', async (t) => {
  const content = zipOf([{ name: 'a.txt', content: 'nothing of importance' }])
  const sent = form(`${OPENAI}/containers/1/files`, content)
  const { status, arrivals } = await send(t, sent)
  t.is(status, 200)
  t.deepEqual(arrivals[0]?.body, sent.body)
})
