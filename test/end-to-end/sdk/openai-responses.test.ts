import OpenAI from 'openai'
import type { Dispatcher } from 'undici'
import { testSdk } from './contract.ts'

const RESPONSE = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'gpt-5',
  status: 'completed',
  output: [
    {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Ein Damm.', annotations: [] }],
    },
  ],
}

const event = (data: { readonly type: string; readonly [field: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`

const delta = (text: string, sequence_number: number) =>
  event({
    type: 'response.output_text.delta',
    item_id: 'msg_1',
    output_index: 0,
    content_index: 0,
    delta: text,
    sequence_number,
  })

function client(dispatcher: Dispatcher): OpenAI {
  return new OpenAI({ apiKey: 'sk-test', maxRetries: 2, fetchOptions: { dispatcher } })
}

testSdk({
  host: 'api.openai.com',
  platform: 'openai-api',
  answer: RESPONSE,
  events: [
    event({
      type: 'response.created',
      response: { ...RESPONSE, status: 'in_progress', output: [] },
      sequence_number: 0,
    }),
    delta('Ein ', 1),
    delta('Damm.', 2),
    event({ type: 'response.completed', response: RESPONSE, sequence_number: 3 }),
  ],
  obeysShouldRetry: true,
  asksForStream: (_url, body) => body.includes('"stream":true'),
  async ask(dispatcher, prompt) {
    const response = await client(dispatcher).responses.create({ model: 'gpt-5', input: prompt })
    return response.output_text
  },
  async askForStream(dispatcher, prompt, onEvent) {
    const stream = await client(dispatcher).responses.create({ model: 'gpt-5', input: prompt, stream: true })
    for await (const _event of stream) onEvent()
  },
  readError: (error) =>
    error instanceof OpenAI.APIError ? { status: error.status, message: error.message } : undefined,
})
