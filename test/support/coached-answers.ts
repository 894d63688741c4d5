import { EMAIL } from './sample-policies.ts'

/** What a service answers. */
export interface Given {
  readonly type: string
  readonly body: string | Buffer
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export const EVENTS = 'text/event-stream; charset=utf-8'
export const JSON_TYPE = 'application/json'
const stream = (...values: readonly unknown[]) => values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')
const valuesIn = (text: string) =>
  text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice('data: '.length))] : []))

export const PROMPT = `Write to ${EMAIL}`
export const messages = [{ role: 'user', content: PROMPT }]
export const OPENAI = 'https://api.openai.com/v1/chat/completions'
const piece = (content: string, more = {}) => ({
  ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta: { content, ...more }, finish_reason: null }],
})
export const chat = (content: unknown, more = {}) => ({
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }],
})
export const WHOLE: Given = { type: JSON_TYPE, body: JSON.stringify(chat('Lima.')) }

/** Requests with an e-mail address, in each form of which an answer can begin with a line, and where the answer has its text, put together. */
export const FORMS: Readonly<
  Record<string, { url: string; body: unknown; answer: Given; said: (text: string) => readonly string[] }>
> = {
  'chat completions': {
    ...{ url: OPENAI, body: { model: 'm', messages }, answer: WHOLE },
    said: (text) => [JSON.parse(text).choices[0].message.content],
  },
  'chat completions in a stream': {
    ...{ url: OPENAI, body: { model: 'm', messages, stream: true } },
    answer: {
      type: EVENTS,
      body: `${stream(piece('', { role: 'assistant' }), piece('Li'), piece('ma.'))}data: [DONE]\n\n`,
    },
    said: (text) => [
      valuesIn(text)
        .map(({ choices }) => choices[0].delta.content)
        .join(''),
    ],
  },
  'Mistral in a stream whose lines end with CRLF': {
    ...{ url: 'https://api.mistral.ai/v1/chat/completions', body: { model: 'm', messages, stream: true } },
    answer: { type: EVENTS, body: stream(piece('Li'), piece('ma.')).replaceAll('\n', '\r\n') },
    said: (text) => [
      valuesIn(text)
        .map(({ choices }) => choices[0].delta.content)
        .join(''),
    ],
  },
  'Anthropic messages': {
    ...{ url: 'https://api.anthropic.com/v1/messages', body: { model: 'm', max_tokens: 500, messages } },
    answer: {
      type: JSON_TYPE,
      body: JSON.stringify({
        ...{ id: 'm', type: 'message', role: 'assistant' },
        content: [
          { type: 'thinking', thinking: 'Peru.', signature: 'x' },
          { type: 'text', text: 'Lima.' },
        ],
      }),
    },
    said: (text) => [JSON.parse(text).content[1].text],
  },
  Gemini: {
    url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:generateContent',
    body: { contents: [{ role: 'user', parts: [{ text: PROMPT }] }] },
    answer: {
      type: JSON_TYPE,
      body: JSON.stringify({
        candidates: [{ content: { role: 'model', parts: [{ text: 'Peru', thought: true }, { text: 'Lima.' }] } }],
      }),
    },
    said: (text) => [JSON.parse(text).candidates[0].content.parts[1].text],
  },
  'Gemini, an array that streams': {
    url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:streamGenerateContent',
    body: { contents: [{ role: 'user', parts: [{ text: PROMPT }] }] },
    answer: {
      type: JSON_TYPE,
      body: `[${['Li', 'ma', '.'].map((text) => JSON.stringify({ candidates: [{ content: { parts: [{ text }] } }] })).join('\n,\r\n')}\n]\n`,
    },
    said: (text) => [
      JSON.parse(text)
        .map(
          ({ candidates }: { candidates: { content: { parts: { text: string }[] } }[] }) =>
            candidates[0]?.content.parts[0]?.text,
        )
        .join(''),
    ],
  },
  'Ollama in lines': {
    ...{ url: 'https://ollama.corp.example/api/chat', body: { model: 'm', messages } },
    answer: {
      type: 'application/x-ndjson',
      body: ['Li', 'ma.'].map((content) => `${JSON.stringify({ message: { content }, done: false })}\n`).join(''),
    },
    said: (text) => [
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).message.content)
        .join(''),
    ],
  },
  'Ollama generate': {
    ...{ url: 'https://ollama.corp.example/api/generate', body: { model: 'm', prompt: PROMPT, stream: false } },
    answer: { type: JSON_TYPE, body: JSON.stringify({ response: 'Lima.', done: true }) },
    said: (text) => [JSON.parse(text).response],
  },
  Cohere: {
    ...{ url: 'https://api.cohere.com/v2/chat', body: { model: 'm', messages, stream: true } },
    answer: {
      type: EVENTS,
      body: stream(
        ...['Li', 'ma.'].map((text) => ({
          type: 'content-delta',
          index: 0,
          delta: { message: { content: { text } } },
        })),
      ),
    },
    said: (text) => [
      valuesIn(text)
        .map(({ delta }) => delta.message.content.text)
        .join(''),
    ],
  },
  ChatGPT: {
    url: 'https://chatgpt.com/backend-api/f/conversation',
    body: { messages: [{ author: { role: 'user' }, content: { content_type: 'text', parts: [PROMPT] } }] },
    answer: {
      type: EVENTS,
      body: stream(
        {
          p: '',
          o: 'add',
          v: { message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['?'] } } },
        },
        {
          ...{ p: '', o: 'add' },
          v: {
            message: {
              author: { role: 'assistant' },
              channel: 'final',
              content: { content_type: 'text', parts: [''] },
            },
          },
        },
        { p: '/message/content/parts/0', o: 'append', v: 'Li' },
        { v: 'ma.' },
      ),
    },
    said: (text) => [
      valuesIn(text)
        .map(({ v }) => v)
        .filter((v) => typeof v === 'string')
        .join(''),
    ],
  },
  'ChatGPT as it was': {
    url: 'https://chatgpt.com/backend-api/conversation',
    body: { messages: [{ author: { role: 'user' }, content: { content_type: 'text', parts: [PROMPT] } }] },
    answer: {
      type: EVENTS,
      body: stream(
        ...['Li', 'Lima.'].map((said) => ({
          message: { id: '1', author: { role: 'assistant' }, content: { content_type: 'text', parts: [said] } },
        })),
      ),
    },
    said: (text) => {
      const all = valuesIn(text).map(({ message }) => message.content.parts[0] as string)
      return [all[1] ?? '', `${all[0]}ma.`]
    },
  },
  Claude: {
    url: 'https://claude.ai/api/organizations/o/chat_conversations/c/completion',
    body: { prompt: PROMPT, tools: [{ type: 'web_search_v0' }] },
    answer: {
      type: EVENTS,
      body: stream(
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Lima.' } },
      ),
    },
    said: (text) => [valuesIn(text)[1].delta.text],
  },
  Grok: {
    url: 'https://grok.com/rest/app-chat/conversations/new',
    body: { message: PROMPT },
    answer: {
      type: JSON_TYPE,
      body: [{ token: 'Peru', isThinking: true }, { token: 'Lima.' }, { modelResponse: { message: 'Lima.' } }]
        .map((response) => `${JSON.stringify({ result: { response } })}\n`)
        .join(''),
    },
    said: (text) => {
      const all = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).result.response)
      return [all[1].token, all[2].modelResponse.message]
    },
  },
  'duck.ai': {
    ...{ url: 'https://duckduckgo.com/duckchat/v1/chat', body: { messages } },
    answer: { type: EVENTS, body: stream(...['Li', 'ma.'].map((message) => ({ action: 'success', message }))) },
    said: (text) => [
      valuesIn(text)
        .map(({ message }) => message)
        .join(''),
    ],
  },
}
