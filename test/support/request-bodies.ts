import { formData } from './read-request.ts'
import type { Part, ServiceRequest } from './service-request.ts'

export const OPENAI = { at: ['error', 'message'] }
export const ANTHROPIC = { at: ['error', 'message'] }

export const chat = (text: string) => ({
  model: 'a-model-1',
  stream: true,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text }] },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'done' },
  ],
})
export const messages = (text: string) => ({
  model: 'a-model-1',
  max_tokens: 5,
  system: [{ type: 'text', text: 'Be brief.' }],
  messages: [{ role: 'user', content: [{ type: 'text', text }] }],
})
export const responses = (text: string) => ({
  model: 'a-model-1',
  instructions: 'Be brief.',
  input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }],
})
export const contents = (text: string) => ({
  systemInstruction: { parts: [{ text: 'Be brief.' }] },
  contents: [{ role: 'user', parts: [{ text }] }],
})

/** What `openAiOperations` reads. */
export const OPENAI_PARTS: readonly Part[] = [
  { operation: 'chat_completions', name: 'chat/completions', body: chat, model: 'a-model-1' },
  { operation: 'responses', name: 'responses', body: responses, model: 'a-model-1' },
  {
    operation: 'completions',
    name: 'completions',
    body: (text) => ({ model: 'a-model-1', prompt: text, suffix: 'x' }),
  },
  { operation: 'embeddings', name: 'embeddings', type: 'embedding', body: (text) => ({ model: 'm', input: [text] }) },
  {
    operation: 'rerank',
    name: 'rerank',
    type: 'embedding',
    body: (text) => ({ model: 'm', query: text, documents: ['a'] }),
  },
  { operation: 'moderations', name: 'moderations', body: (text) => ({ input: [{ type: 'text', text }] }) },
  { operation: 'images', name: 'images/generations', body: (text) => ({ prompt: text, n: 1 }) },
  { operation: 'audio', name: 'audio/speech', body: (text) => ({ input: text, voice: 'alloy' }) },
  {
    operation: 'files',
    name: 'files',
    body: (text) => formData({ purpose: 'batch', file: ['a.txt', text] }).body,
    headers: formData({}).headers,
  },
]

export function openAi(service: string, base: string, refusal: ServiceRequest['refusal'] = OPENAI): ServiceRequest[] {
  return OPENAI_PARTS.map(({ name, ...part }) => ({ service, url: `https://${base}/${name}`, refusal, ...part }))
}

export function anthropic(service: string, base: string): ServiceRequest[] {
  const common = { service, refusal: ANTHROPIC }
  return [
    { ...common, operation: 'messages', url: `https://${base}/messages`, body: messages, model: 'a-model-1' },
    {
      ...common,
      operation: 'message_batches',
      url: `https://${base}/messages/batches`,
      body: (text) => ({ requests: [{ custom_id: 'one', params: messages(text) }] }),
    },
  ]
}
