import test from 'ava'
import type { InteractionType } from '../../../core/model/interaction.ts'
import { readRequest } from '../../support/read-request.ts'

const BASE = 'https://generativelanguage.googleapis.com'

test('contents are read in order, in camel case', (t) => {
  const { operation, prompt, lines } = readRequest(
    `${BASE}/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse`,
    {
      systemInstruction: { role: 'user', parts: [{ text: 'You are a guide.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Where to?' }] },
        {
          role: 'model',
          parts: [
            { text: 'Let me look', thought: true, thoughtSignature: 'Cs8B' },
            { functionCall: { id: 'f1', name: 'find', args: { near: 'Nice', limit: 3 } } },
            { executableCode: { language: 'PYTHON', code: 'print(1)' } },
            { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'f1', name: 'find', response: { places: ['Antibes', 'Menton'] } } },
            { inlineData: { mimeType: 'text/csv', data: Buffer.from('city,beach\nNice,1').toString('base64') } },
            { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgoAAAAN' } },
            { fileData: { mimeType: 'video/mp4', fileUri: 'https://files.example/v.mp4' } },
            { text: 'The first one' },
          ],
        },
      ],
      tools: [{ functionDeclarations: [{ name: 'find', description: 'Finds places' }] }],
      generationConfig: { temperature: 0.1, responseSchema: { description: 'A place' } },
    },
  )
  t.is(operation, 'generate_content')
  t.deepEqual(lines.slice(0, -1), [
    'system: You are a guide.',
    'user: Where to?',
    'assistant: Let me look',
    'assistant: find',
    'assistant: Nice',
    'assistant: PYTHON\nprint(1)',
    'assistant: OUTCOME_OK\n1',
    'tool: Antibes\nMenton',
    'user: city,beach\nNice,1',
    'user: The first one',
  ])
  const definitions = lines.at(-1) ?? ''
  for (const text of ['Finds places', 'A place', 'https://files.example/v.mp4'])
    t.true(definitions.includes(text), text)
  t.like(prompt, { model: 'gemini-2.5-pro', stream: true, interactionType: 'prompt' })
})

test('the same request in snake case reads the same', (t) => {
  const { lines } = readRequest(`${BASE}/v1/models/gemini-2.5-pro:generateContent`, {
    system_instruction: { parts: { text: 'You are a guide.' } },
    contents: {
      parts: [
        { function_call: { name: 'find', args: { near: 'Nice' } } },
        { function_response: { name: 'find', response: { output: 'Antibes' } } },
        { inline_data: { mime_type: 'text/plain', data: 'aGVsbG8=' } },
        { text: 'Go' },
      ],
    },
  })
  t.deepEqual(lines, [
    'system: You are a guide.',
    'assistant: find',
    'assistant: Nice',
    'tool: Antibes',
    'user: hello',
    'user: Go',
    'definition: find',
  ])
})

const S = 'Planted text'
const contents = [{ parts: [{ text: S }] }]
const content = contents[0]

const ENDPOINTS: readonly (readonly [path: string, operation: string, type: InteractionType, body: unknown])[] = [
  ['/v1beta/models/gemini-2.5-flash:generateContent', 'generate_content', 'prompt', { contents }],
  ['/v1alpha/models/gemini-2.5-flash:streamGenerateContent', 'generate_content', 'prompt', { contents }],
  ['/v1beta/tunedModels/mine:generateContent', 'generate_content', 'prompt', { contents }],
  ['/v1beta/dynamic/mine:generateContent', 'generate_content', 'prompt', { contents }],
  ['/v1beta/models/g:countTokens', 'count_tokens', 'prompt', { contents }],
  ['/v1beta/models/g:countTokens', 'count_tokens', 'prompt', { generateContentRequest: { model: 'm', contents } }],
  ['/v1beta/models/g:countTokens', 'count_tokens', 'prompt', { generate_content_request: { contents } }],
  ['/v1beta/models/e:embedContent', 'embed_content', 'embedding', { content }],
  ['/v1beta/models/e:batchEmbedContents', 'batch_embed_contents', 'embedding', { requests: [{ content }] }],
  [
    '/v1beta/models/e:asyncBatchEmbedContent',
    'batch_embed_contents',
    'embedding',
    { batch: { inputConfig: { requests: { requests: [{ request: { content } }] } } } },
  ],
  [
    '/v1beta/models/g:batchGenerateContent',
    'batch_generate_content',
    'prompt',
    { batch: { input_config: { requests: { requests: [{ request: { contents }, metadata: { key: 'k' } }] } } } },
  ],
  ['/v1beta/models/imagen-4:predict', 'predict', 'prompt', { instances: [{ prompt: S }] }],
  ['/v1beta/models/veo-3:predictLongRunning', 'predict', 'prompt', { instances: [{ prompt: S }] }],
  ['/v1beta/interactions', 'interactions', 'prompt', { model: 'gemini', input: S }],
  ['/v1beta/interactions', 'interactions', 'prompt', { input: [{ type: 'text', text: S }] }],
  [
    '/v1beta/interactions',
    'interactions',
    'prompt',
    { input: [{ role: 'user', content: [{ type: 'text', text: S }] }] },
  ],
  ['/v1beta/cachedContents', 'cached_contents', 'prompt', { model: 'models/g', contents }],
  ['/upload/v1beta/files', 'files', 'prompt', { file: { displayName: S } }],
  [
    '/v1beta/openai/chat/completions',
    'openai_chat_completions',
    'prompt',
    { messages: [{ role: 'user', content: S }] },
  ],
  ['/v1beta/openai/embeddings', 'openai_embeddings', 'embedding', { input: [S] }],
  ['/v1beta/models/g:newMethod', 'generic', 'prompt', { contents }],
]

for (const [path, operation, type, body] of ENDPOINTS) {
  test(`POST ${path} with ${JSON.stringify(body)} is read as ${operation}`, (t) => {
    const { prompt, lines, ...read } = readRequest(`${BASE}${path}`, body)
    t.is(read.operation, operation)
    t.is(prompt.interactionType, type)
    t.true(lines.includes(`user: ${S}`), JSON.stringify(lines))
  })
}

test('what stands beside the requests of a batch is context', (t) => {
  const { lines } = readRequest(`${BASE}/v1beta/models/g:batchGenerateContent`, {
    batch: {
      displayName: 'My batch',
      inputConfig: { note: 'A note', requests: { requests: [{ request: { contents } }] } },
    },
  })
  t.deepEqual(lines, [`user: ${S}`, 'definition: My batch\nA note'])
})

test('the answers of tools in an interaction are tool text, its calls an assistant turn', (t) => {
  const { lines } = readRequest(`${BASE}/v1beta/interactions`, {
    system_instruction: 'Guide',
    input: [
      { type: 'function_call', name: 'find', arguments: { near: 'Nice' } },
      { type: 'function_result', name: 'find', call_id: 'c1', result: 'Antibes' },
    ],
  })
  t.deepEqual(lines, ['system: Guide', 'assistant: find', 'assistant: Nice', 'tool: Antibes', 'definition: find'])
})
