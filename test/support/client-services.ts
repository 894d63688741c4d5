import type { Answer } from './upstream.ts'

const TEXT = 'Good morning'
const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`

const ANTHROPIC = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-4-5' }
const USAGE = { input_tokens: 1, output_tokens: 1 }
const MESSAGE = {
  ...ANTHROPIC,
  content: [{ type: 'text', text: TEXT }],
  ...{ stop_reason: 'end_turn', stop_sequence: null, usage: USAGE },
}
const MESSAGE_EVENTS = [
  event('message_start', { message: { ...MESSAGE, content: [], stop_reason: null } }),
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: TEXT } }),
  event('content_block_stop', { index: 0 }),
  event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: USAGE }),
  event('message_stop', {}),
].join('')

const ITEM = {
  ...{ id: 'item_1', type: 'message', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text: TEXT, annotations: [] }],
}
const RESPONSE = {
  ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-5', status: 'completed', output: [ITEM] },
  usage: {
    ...USAGE,
    total_tokens: 2,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  },
}
/** @param output whether anything is said */
export const responseEvents = (id = RESPONSE.id, output = true) => {
  const response = { ...RESPONSE, id }
  const said = [
    { type: 'response.output_item.added', output_index: 0, item: { ...ITEM, content: [] } },
    { type: 'response.output_text.delta', item_id: 'item_1', output_index: 0, content_index: 0, delta: TEXT },
    { type: 'response.output_item.done', output_index: 0, item: ITEM },
  ]
  return [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...(output ? said : []),
    { type: 'response.completed', response: { ...response, output: output ? [ITEM] : [] } },
  ]
}
const RESPONSE_EVENTS = responseEvents()
  .map(({ type, ...data }) => event(type, data))
  .join('')

const CHAT = {
  ...{ id: 'chat_1', object: 'chat.completion', created: 1, model: 'gpt-5' },
  choices: [{ index: 0, message: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
}
const CHAT_EVENTS = `data: ${JSON.stringify({ ...CHAT, object: 'chat.completion.chunk', choices: [{ index: 0, delta: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`
const GEMINI = {
  candidates: [{ content: { role: 'model', parts: [{ text: TEXT }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
}
const COHERE = {
  id: 'c',
  finish_reason: 'COMPLETE',
  message: { role: 'assistant', content: [{ type: 'text', text: TEXT }] },
}
const OLLAMA = {
  model: 'gpt-oss:120b',
  created_at: '2026-01-01T00:00:00Z',
  message: { role: 'assistant', content: TEXT },
  done: true,
}

/** Plays the AI services that clients ask: each says "Good morning" in its own format, streamed where it is asked to. */
export const answerAsServices: Answer = (request, response, body) => {
  const path = request.url ?? ''
  const isStream = /"stream" ?: ?true/.test(body.toString())
  const send = (type: string, text: string) => {
    response.writeHead(200, { 'content-type': type })
    response.end(text)
  }
  const json = (value: object) => send('application/json', JSON.stringify(value))
  const events = (text: string) => send('text/event-stream', text)
  // As services say that have no WebSockets; Codex goes on with plain requests then.
  if (request.headers.upgrade !== undefined) response.writeHead(426).end()
  else if (path.includes('/count_tokens')) json({ input_tokens: 1 })
  else if (path.includes('streamGenerateContent')) events(`data: ${JSON.stringify(GEMINI)}\n\n`)
  else if (path.includes('generateContent')) json(GEMINI)
  else if (path.includes('/api/chat')) json(OLLAMA)
  else if (path.includes('/v2/chat')) json(COHERE)
  else if (path.includes('/messages')) isStream ? events(MESSAGE_EVENTS) : json(MESSAGE)
  else if (path.includes('/chat/completions')) isStream ? events(CHAT_EVENTS) : json(CHAT)
  else if (path.includes('/responses')) isStream ? events(RESPONSE_EVENTS) : json(RESPONSE)
  else json({})
}
