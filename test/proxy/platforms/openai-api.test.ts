import test from 'ava'
import type { InteractionType } from '../../../core/model/interaction.ts'
import { formData, readRequest } from '../../support/read-request.ts'

const BASE = 'https://api.openai.com'

test('a chat completion is read in the order of the conversation, every role of it', (t) => {
  const { operation, prompt, lines } = readRequest(`${BASE}/v1/chat/completions`, {
    model: 'gpt-5-mini',
    stream: true,
    messages: [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: 'What is the weather in Lyon?', name: 'marie' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Lyon"}' } },
          { id: 'call_2', type: 'custom', custom: { name: 'shell', input: 'date' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: 'Sunny, 21 degrees' }] },
      { role: 'user', content: [{ type: 'text', text: 'And tomorrow?' }] },
    ],
    tools: [{ type: 'function', function: { name: 'weather', description: 'Looks out of the window' } }],
  })
  t.is(operation, 'chat_completions')
  t.deepEqual(lines.slice(0, -1), [
    'system: Be brief.',
    'user: What is the weather in Lyon?',
    'assistant: weather',
    'assistant: {"city":"Lyon"}',
    'assistant: shell',
    'assistant: date',
    'tool: Sunny, 21 degrees',
    'user: And tomorrow?',
  ])
  const definitions = lines.at(-1) ?? ''
  t.true(definitions.startsWith('definition: '))
  t.true(definitions.includes('Looks out of the window'))
  t.true(definitions.includes('marie'), 'a name of a participant is context, no part of what was typed')
  t.false(definitions.includes('call_1'))
  t.like(prompt, { interactionType: 'prompt', model: 'gpt-5-mini', stream: true })
})

test('what is no text of a chat message is left out, what is text in it is read', (t) => {
  const image = `data:image/png;base64,${Buffer.from(`\x89PNG\r\n${'\0'.repeat(3000)}`, 'latin1').toString('base64')}`
  const document = `data:text/plain;base64,${Buffer.from('A memo. '.repeat(300)).toString('base64')}`
  const { lines } = readRequest(`${BASE}/v1/chat/completions`, {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Compare' },
          { type: 'image_url', image_url: { url: image, detail: 'auto' } },
          { type: 'file', file: { filename: 'memo.txt', file_data: document } },
          {
            type: 'input_audio',
            input_audio: { data: Buffer.alloc(4000, 'RIFF\0\u0001').toString('base64'), format: 'wav' },
          },
          { type: 'hologram', shape: { caption: 'A new kind of part' } },
        ],
      },
    ],
  })
  t.deepEqual(lines, [
    'user: Compare',
    `user: ${'A memo. '.repeat(300)}`,
    'user: A new kind of part',
    'definition: memo.txt',
  ])
})

test('an assistant message without any text still ends a turn', (t) => {
  const { lines } = readRequest(`${BASE}/v1/chat/completions`, {
    messages: [
      { role: 'user', content: 'first' },
      { role: 'assistant', content: '' },
      { role: 'user', content: 'second' },
      { role: 'assistant', content: '' },
    ],
  })
  t.deepEqual(lines, ['user: first', 'assistant: ', 'user: second'])
})

test('a response is read with its instructions, variables, items, calls and outputs', (t) => {
  const { operation, prompt, lines } = readRequest(`${BASE}/v1/responses`, {
    model: 'gpt-5',
    instructions: 'You are a clerk.',
    prompt: { id: 'pmpt_1', variables: { customer: 'Ada', letter: { type: 'input_text', text: 'Dear Sir' } } },
    conversation: { id: 'conv_42' },
    input: [
      { role: 'user', content: 'Who is it?' },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Thinking it over' }], encrypted_content: 'gAAA' },
      { type: 'function_call', call_id: 'call_1', name: 'lookup', arguments: '{"name":"Ada"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'Ada Lovelace' },
      { type: 'local_shell_call_output', output: [{ stdout: 'from stdout', stderr: 'from stderr' }] },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Write to her' }] },
      { type: 'input_file', filename: 'cv.txt', file_data: 'aGVsbG8gZmlsZQ==' },
    ],
  })
  t.is(operation, 'responses')
  t.is(prompt.conversation, 'conv_42')
  t.deepEqual(lines, [
    'system: You are a clerk.',
    'user: Ada',
    'user: Dear Sir',
    'user: Who is it?',
    'assistant: Thinking it over',
    'assistant: lookup',
    'assistant: {"name":"Ada"}',
    'tool: Ada Lovelace',
    'tool: from stdout',
    'tool: from stderr',
    'user: Write to her',
    'user: hello file',
    'definition: cv.txt\nconv_42',
  ])
})

test('arrays of token numbers are said to be unreadable, not taken for an empty prompt', (t) => {
  for (const prompt of [
    [15339, 1917],
    [[15339], [1917]],
  ]) {
    t.deepEqual(readRequest(`${BASE}/v1/completions`, { model: 'm', prompt }).prompt.unread, ['token_array'])
    t.deepEqual(readRequest(`${BASE}/v1/embeddings`, { model: 'm', input: prompt }).prompt.unread, ['token_array'])
  }
  t.deepEqual(readRequest(`${BASE}/v1/embeddings`, { model: 'm', input: ['hello'] }).prompt.unread, [])
})

test('a text in an array of its characters or digits is a prompt', (t) => {
  const card = '4539578763621486'
  const read = (content: unknown) =>
    readRequest(`${BASE}/v1/chat/completions`, { model: 'm', messages: [{ role: 'user', content }] })
  t.deepEqual(read([...card].map(Number)).lines, [`user: ${card}`])
  t.deepEqual(read([4539, 5787, 6362, 1486]).lines, ['user: 4539 5787 6362 1486'])
  t.deepEqual(read([...card]).lines, [`user: ${[...card].join('\n')}`])
  t.deepEqual(read({ card: [...card].map(Number) }).lines, [`user: card: ${card}`])
  const { lines } = readRequest(`${BASE}/v1/completions`, { model: 'm', prompt: [...card].map(Number) })
  t.deepEqual(lines, [`user: ${card}`])
  t.deepEqual(readRequest(`${BASE}/v1/completions`, { model: 'm', prompt: [15339, 1917, 374] }).lines, [])
})

const S = 'Planted text'
const file = formData({ purpose: 'assistants', file: ['notes.txt', S] })
const image = formData({ prompt: S, model: 'gpt-image-1', size: '1024x1024' })

const ENDPOINTS: readonly (readonly [path: string, operation: string, type: InteractionType, body: unknown])[] = [
  ['/v1/responses', 'responses', 'prompt', { input: S }],
  ['/v1/responses/compact', 'responses', 'prompt', { input: [{ role: 'user', content: S }] }],
  ['/v1/responses/input_tokens', 'responses', 'prompt', { input: S }],
  ['/v1/conversations', 'conversations', 'prompt', { items: [{ role: 'user', content: S }] }],
  ['/v1/conversations/conv_1/items', 'conversations', 'prompt', { items: [{ role: 'user', content: S }] }],
  ['/v1/completions', 'completions', 'prompt', { prompt: [S] }],
  ['/v1/embeddings', 'embeddings', 'embedding', { input: S, model: 'text-embedding-3-small' }],
  ['/v1/moderations', 'moderations', 'prompt', { input: [{ type: 'text', text: S }] }],
  ['/v1/images/generations', 'images', 'prompt', { prompt: S, size: '1024x1024' }],
  ['/v1/images/edits', 'images', 'prompt', image],
  ['/v1/images/variations', 'images', 'prompt', image],
  ['/v1/audio/speech', 'audio', 'prompt', { input: S, voice: 'alloy' }],
  ['/v1/audio/transcriptions', 'audio', 'prompt', image],
  ['/v1/audio/translations', 'audio', 'prompt', image],
  ['/v1/videos', 'videos', 'prompt', image],
  ['/v1/videos/edits', 'videos', 'prompt', { prompt: S }],
  ['/v1/videos/extensions', 'videos', 'prompt', { prompt: S }],
  ['/v1/videos/video_1/remix', 'videos', 'prompt', { prompt: S }],
  ['/v1/files', 'files', 'prompt', file],
  ['/v1/uploads/upload_1/parts', 'files', 'prompt', formData({ data: ['blob', S] })],
  ['/v1/containers/cntr_1/files', 'files', 'prompt', file],
  ['/v1/assistants', 'assistants', 'prompt', { instructions: S, model: 'gpt-5' }],
  ['/v1/assistants/asst_1', 'assistants', 'prompt', { instructions: S }],
  ['/v1/threads', 'threads', 'prompt', { messages: [{ role: 'user', content: S }] }],
  [
    '/v1/threads/thread_1/messages',
    'thread_messages',
    'prompt',
    { role: 'user', content: [{ type: 'text', text: S }] },
  ],
  ['/v1/threads/runs', 'runs', 'prompt', { thread: { messages: [{ role: 'user', content: S }] } }],
  ['/v1/threads/thread_1/runs', 'runs', 'prompt', { additional_instructions: S }],
  [
    '/v1/threads/thread_1/runs/run_1/submit_tool_outputs',
    'tool_outputs',
    'tool_call',
    { tool_outputs: [{ tool_call_id: 'call_1', output: S }] },
  ],
  ['/v1/vector_stores/vs_1/search', 'vector_store_search', 'prompt', { query: S }],
  ['/v1/realtime/calls', 'realtime', 'prompt', formData({ session: `{"instructions":"${S}"}` })],
  ['/v1/realtime/sessions', 'realtime', 'prompt', { instructions: S }],
  ['/v1/realtime/client_secrets', 'realtime', 'prompt', { session: { instructions: S } }],
  ['/v1/fine_tuning/jobs', 'jobs', 'prompt', { suffix: S }],
  ['/v1/evals', 'jobs', 'prompt', { name: S }],
  ['/v1/batches', 'jobs', 'prompt', { metadata: { note: S } }],
  ['/v1/some/new/endpoint', 'generic', 'prompt', { deeply: [{ nested: S }] }],
]

for (const [path, operation, type, body] of ENDPOINTS) {
  test(`POST ${path} is read as ${operation}, and its text as a turn`, (t) => {
    const isForm = typeof body === 'object' && body !== null && 'headers' in body && 'body' in body
    const form = body as ReturnType<typeof formData>
    const read = isForm
      ? readRequest(`${BASE}${path}`, form.body, { headers: form.headers })
      : readRequest(`${BASE}${path}`, body)
    t.is(read.operation, operation)
    t.is(read.prompt.interactionType, type)
    const turns = read.prompt.parts.filter(({ role }) => role !== 'definition')
    t.true(
      turns.some(({ text }) => text.includes(S)),
      JSON.stringify(read.lines),
    )
  })
}

test('settings of an image request are context, its prompt alone is the turn', (t) => {
  const { lines, prompt } = readRequest(`${BASE}/v1/images/edits`, image.body, { headers: image.headers })
  t.deepEqual(lines, [`user: ${S}`, 'definition: gpt-image-1\n1024x1024'])
  t.is(prompt.model, 'gpt-image-1')
})

test('the regional hosts are the same platform', (t) => {
  t.is(readRequest('https://eu.api.openai.com/v1/chat/completions', { messages: [] }).operation, 'chat_completions')
})
