import { ApiError, GoogleGenAI } from '@google/genai'
import type { Dispatcher } from 'undici'
import { testSdk } from './contract.ts'

const candidates = (text: string, finishReason?: string) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...(finishReason && { finishReason }) }],
})

const event = (data: unknown) => `data: ${JSON.stringify(data)}\r\n\r\n`

/** Node's own types of a dispatcher are those of the undici inside it, a version behind the package's. */
function withDispatcher(init: RequestInit | undefined, dispatcher: Dispatcher): RequestInit {
  return { ...init, dispatcher } as unknown as RequestInit
}

function client(dispatcher: Dispatcher): GoogleGenAI {
  return new GoogleGenAI({
    apiKey: 'test-key',
    httpOptions: {
      retryOptions: { attempts: 3 },
      fetch: (input: string | URL | Request, init?: RequestInit) => fetch(input, withDispatcher(init, dispatcher)),
    },
  })
}

const request = (prompt: string) => ({
  model: 'gemini-3-pro',
  contents: [
    { role: 'user', parts: [{ text: 'Hello!' }] },
    { role: 'model', parts: [{ text: 'Hello, what is it?' }] },
    { role: 'user', parts: [{ text: prompt }] },
  ],
  config: { systemInstruction: 'Be brief.' },
})

testSdk({
  host: 'generativelanguage.googleapis.com',
  platform: 'google-gemini-api',
  answer: candidates('Ein Damm.', 'STOP'),
  events: [event(candidates('Ein ')), event(candidates('Damm')), event(candidates('.', 'STOP'))],
  obeysShouldRetry: false,
  asksForStream: (url) => url.includes(':streamGenerateContent'),
  async ask(dispatcher, prompt) {
    return (await client(dispatcher).models.generateContent(request(prompt))).text ?? ''
  },
  async askForStream(dispatcher, prompt, onEvent) {
    for await (const _chunk of await client(dispatcher).models.generateContentStream(request(prompt))) onEvent()
  },
  readError: (error) => (error instanceof ApiError ? { status: error.status, message: error.message } : undefined),
})
