import Anthropic from '@anthropic-ai/sdk'
import type { Dispatcher } from 'undici'
import { testSdk } from './contract.ts'

const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-4-5',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
}

const event = (data: { readonly type: string; readonly [field: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`

function client(dispatcher: Dispatcher): Anthropic {
  return new Anthropic({ apiKey: 'sk-ant-test', maxRetries: 2, fetchOptions: { dispatcher } })
}

const request = (prompt: string) => ({
  model: 'claude-opus-4-5',
  max_tokens: 100,
  system: 'Be brief.',
  messages: [
    { role: 'user' as const, content: 'Hello!' },
    { role: 'assistant' as const, content: 'Hello, what is it?' },
    { role: 'user' as const, content: prompt },
  ],
})

testSdk({
  host: 'api.anthropic.com',
  platform: 'anthropic-api',
  answer: { ...MESSAGE, content: [{ type: 'text', text: 'Ein Damm.' }], stop_reason: 'end_turn' },
  events: [
    event({ type: 'message_start', message: { ...MESSAGE, content: [], stop_reason: null } }),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Ein ' } }),
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Damm.' } }),
    event({ type: 'content_block_stop', index: 0 }),
    event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }),
    event({ type: 'message_stop' }),
  ],
  obeysShouldRetry: true,
  asksForStream: (_url, body) => body.includes('"stream":true'),
  async ask(dispatcher, prompt) {
    const message = await client(dispatcher).messages.create(request(prompt))
    return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  },
  async askForStream(dispatcher, prompt, onEvent) {
    const stream = await client(dispatcher).messages.create({ ...request(prompt), stream: true })
    for await (const _event of stream) onEvent()
  },
  readError: (error) =>
    error instanceof Anthropic.APIError ? { status: error.status, message: error.message } : undefined,
})
