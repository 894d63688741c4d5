import test from 'ava'
import { formData, readRequest } from '../../support/read-request.ts'

const BASE = 'https://chatgpt.com'

function message(role: string, parts: unknown[], extra: object = {}): object {
  return {
    id: 'aaa2f1b5-6a1c-4f0e-9d43-6f0f7b1f8c11',
    author: { role },
    content: { content_type: 'text', parts },
    metadata: {},
    ...extra,
  }
}

test('a conversation is read with its texts, voice and assets', (t) => {
  const { operation, prompt, lines } = readRequest(`${BASE}/backend-api/f/conversation`, {
    action: 'next',
    messages: [
      message('system', ['About me']),
      message('user', [
        'Describe it',
        { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_0001', size_bytes: 12 },
        { content_type: 'audio_transcription', text: 'and say it aloud', direction: 'in' },
      ]),
      { author: { role: 'tool' }, content: { content_type: 'execution_output', text: 'exit 0' } },
      { author: { role: 'user' }, content: { content_type: 'user_editable_context', user_profile: 'I am a nurse' } },
      message('user', ['Next'], {
        metadata: { attachments: [{ id: 'file_1', name: 'plan.pdf', mimeType: 'application/pdf' }] },
      }),
    ],
    conversation_id: '68e0f3d2-1111-8333-9d43-6f0f7b1f8c11',
    parent_message_id: 'bbb2f1b5-6a1c-4f0e-9d43-6f0f7b1f8c11',
    model: 'gpt-5',
  })
  t.is(operation, 'conversation')
  t.deepEqual(lines.slice(0, -1), [
    'system: About me',
    'user: Describe it',
    'user: and say it aloud',
    'tool: exit 0',
    'user: I am a nurse',
    'user: Next',
  ])
  const definitions = lines.at(-1) ?? ''
  t.true(definitions.includes('plan.pdf') && definitions.includes('sediment://file_0001'))
  t.false(definitions.includes('parent'))
  t.like(prompt, { conversation: '68e0f3d2-1111-8333-9d43-6f0f7b1f8c11', model: 'gpt-5', stream: true })
})

test('a draft is read before it is sent', (t) => {
  for (const path of ['/backend-api/f/conversation/prepare', '/backend-anon/f/conversation/prepare']) {
    const { operation, lines } = readRequest(`${BASE}${path}`, {
      action: 'next',
      client_prepare_source: 'composer_editor_state',
      partial_query: { author: { role: 'user' }, content: { content_type: 'text', parts: ['My secret pl'] } },
    })
    t.is(operation, 'draft')
    t.is(lines[0], 'user: My secret pl')
  }
})

test('the page for signed-out people sends a form, with what was said before as JSON in it', (t) => {
  for (const path of ['updates', 'prepare', '']) {
    const { operation, lines } = readRequest(
      `${BASE}/unauth-mweb/conversation${path === '' ? '' : `/${path}`}?lightweight_authenticated=0`,
      new URLSearchParams({
        prompt: 'And now?',
        conversationState: JSON.stringify({
          parentMessage: 'p',
          messages: [
            { role: 'user', content: 'Hello' },
            { role: 'assistant', content: 'Hi' },
          ],
        }),
        messageMetadata: '{}',
      }).toString(),
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    )
    t.is(operation, 'mobile_web_conversation')
    t.deepEqual(lines, ['user: Hello', 'assistant: Hi', 'user: And now?', 'definition: p\n{}'])
  }
})

test('a broken conversation state is read all the same', (t) => {
  const { lines } = readRequest(
    `${BASE}/unauth-mweb/conversation/updates`,
    'prompt=Now&conversationState=%7B%22messages%22%3A%5Bhidden',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  )
  t.deepEqual(lines, ['user: {"messages":[hidden', 'user: Now'])
})

const S = 'Planted text'
const chat = { messages: [message('user', [S])] }
const codex = { model: 'gpt-5-codex', instructions: 'Code', input: [{ role: 'user', content: S }] }

const ENDPOINTS: readonly (readonly [method: string, url: string, operation: string, body: unknown])[] = [
  ['POST', '/backend-api/f/conversation', 'conversation', chat],
  ['POST', '/backend-api/conversation', 'conversation', chat],
  ['POST', '/backend-anon/f/conversation', 'conversation', chat],
  ['POST', '/backend-anon/conversation', 'conversation', chat],
  ['POST', '/backend-api/codex/responses', 'codex_responses', codex],
  ['POST', '/backend-api/codex/responses/compact', 'codex_responses', codex],
  ['POST', '/backend-api/codex/alpha/search', 'codex', { query: S }],
  ['POST', '/backend-api/codex/memories/trace', 'codex', { input: S }],
  ['POST', '/backend-api/wham/tasks', 'codex', { new_task: { prompt: S } }],
  ['POST', '/backend-api/files', 'files', { file_name: S, file_size: 3, use_case: 'multimodal' }],
  ['POST', '/backend-anon/files', 'files', { file_name: S }],
  ['POST', '/backend-api/transcribe', 'transcribe', formData({ file: ['voice.txt', S] })],
  ['PUT', 'https://files.oaiusercontent.com/file-abc?sig=x', 'file_upload', Buffer.from(S)],
  ['POST', '/backend-api/unheard/of', 'generic', { text: S }],
]

for (const [method, url, operation, body] of ENDPOINTS) {
  test(`${method} ${url} is read as ${operation}, and its text as a turn`, (t) => {
    const isForm = typeof body === 'object' && body !== null && 'headers' in body
    const form = body as ReturnType<typeof formData>
    const headers = isForm ? form.headers : Buffer.isBuffer(body) ? { 'content-type': 'text/plain' } : {}
    const read = readRequest(new URL(url, BASE).href, isForm ? form.body : body, { method, headers })
    t.is(read.operation, operation)
    t.true(
      read.prompt.parts.some(({ role, text }) => role === 'user' && text.includes(S)),
      JSON.stringify(read.lines),
    )
  })
}

test('what Codex reports by itself is read, but is no turn', (t) => {
  for (const url of [`${BASE}/backend-api/codex/analytics-events/events`, 'https://ab.chatgpt.com/otlp/v1/metrics']) {
    const { operation, lines } = readRequest(url, { events: [{ text: S }] })
    t.is(operation, 'telemetry')
    t.deepEqual(lines, [`definition: ${S}`])
  }
})

test('requests that only follow up an upload say nothing', (t) => {
  const { operation, prompt } = readRequest(`${BASE}/backend-api/files/process_upload_stream`, {
    file_id: 'file-0123456789',
    use_case: 'multimodal',
  })
  t.is(operation, 'file_processing')
  t.true(prompt.parts.every(({ role }) => role === 'definition'))
})
