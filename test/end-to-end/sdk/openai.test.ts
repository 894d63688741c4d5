import OpenAI from 'openai'
import type { Dispatcher } from 'undici'
import { testSdk } from './contract.ts'

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-5',
    choices: [{ index: 0, delta, finish_reason }],
  })}\n\n`

function client(dispatcher: Dispatcher): OpenAI {
  return new OpenAI({ apiKey: 'sk-test', maxRetries: 2, fetchOptions: { dispatcher } })
}

const request = (prompt: string) => ({
  model: 'gpt-5',
  messages: [
    { role: 'system' as const, content: 'Be brief.' },
    { role: 'user' as const, content: 'Hello!' },
    { role: 'assistant' as const, content: 'Hello, what is it?' },
    { role: 'user' as const, content: prompt },
  ],
})

testSdk({
  host: 'api.openai.com',
  platform: 'openai-api',
  answer: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-5',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Ein Damm.' }, finish_reason: 'stop' }],
  },
  events: [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'Ein ' }),
    chunk({ content: 'Damm.' }),
    `${chunk({}, 'stop')}data: [DONE]\n\n`,
  ],
  obeysShouldRetry: true,
  asksForStream: (_url, body) => body.includes('"stream":true'),
  async ask(dispatcher, prompt) {
    const completion = await client(dispatcher).chat.completions.create(request(prompt))
    return completion.choices[0]?.message.content ?? ''
  },
  async askForStream(dispatcher, prompt, onEvent) {
    const stream = await client(dispatcher).chat.completions.create({ ...request(prompt), stream: true })
    for await (const _chunk of stream) onEvent()
  },
  readError: (error) =>
    error instanceof OpenAI.APIError ? { status: error.status, message: error.message } : undefined,
})
