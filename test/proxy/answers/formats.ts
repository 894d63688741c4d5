import { gzipSync } from 'node:zlib'
import { envelope, protobuf } from '../../support/protobuf.ts'

export const sse = (...events: unknown[]) =>
  `${events.map((event) => `event: x\ndata: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

function awsEvent(payload: unknown): Buffer {
  const headers = Buffer.from('\x0b:event-type\x07\x00\x05chunk', 'latin1')
  const body = Buffer.from(JSON.stringify(payload))
  const bytes = Buffer.alloc(12 + headers.length + body.length + 4)
  bytes.writeUInt32BE(bytes.length, 0)
  bytes.writeUInt32BE(headers.length, 4)
  headers.copy(bytes, 12)
  body.copy(bytes, 12 + headers.length)
  return bytes
}

export const HALVES = ['pay FR76 3000 6000 01', '12 3456 7890 189 now'] as const
export const WHOLE = HALVES.join('')
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

/** Each says the same in the format of its vendor; in streams the value is torn apart. */
export const FORMATS: readonly (readonly [name: string, type: string, body: string | Buffer])[] = [
  [
    'chat completion',
    'application/json',
    JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: WHOLE } }] }),
  ],
  [
    'chat completion, streamed',
    'text/event-stream',
    sse(...HALVES.map((content) => ({ choices: [{ index: 0, delta: { content } }] }))),
  ],
  ['completion', 'application/json', JSON.stringify({ choices: [{ text: WHOLE }] })],
  [
    'Responses',
    'application/json; charset=utf-8',
    JSON.stringify({
      object: 'response',
      output: [{ type: 'message', content: [{ type: 'output_text', text: WHOLE }] }],
    }),
  ],
  [
    'Responses, streamed',
    'text/event-stream; charset=utf-8',
    sse(
      { type: 'response.created', response: { output: [] } },
      ...HALVES.map((delta) => ({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta })),
      { type: 'response.output_text.done', text: WHOLE },
      {
        type: 'response.completed',
        response: { output: [{ type: 'message', content: [{ type: 'output_text', text: WHOLE }] }] },
      },
    ),
  ],
  [
    'Responses, only the end',
    'text/event-stream',
    sse({
      type: 'response.completed',
      response: { output: [{ type: 'message', content: [{ type: 'output_text', text: WHOLE }] }] },
    }),
  ],
  ['Anthropic', 'application/json', JSON.stringify({ type: 'message', content: [{ type: 'text', text: WHOLE }] })],
  [
    'Anthropic, streamed',
    'text/event-stream',
    sse(
      { type: 'message_start', message: { content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...HALVES.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
      { type: 'message_stop' },
    ),
  ],
  ['Gemini', 'application/json', JSON.stringify({ candidates: [{ content: { parts: [{ text: WHOLE }] } }] })],
  [
    'Gemini, a list',
    'application/json',
    JSON.stringify(HALVES.map((text) => ({ candidates: [{ content: { parts: [{ text }] } }] }))),
  ],
  [
    'Gemini Code Assist, streamed',
    'text/event-stream',
    sse(...HALVES.map((text) => ({ response: { candidates: [{ content: { parts: [{ text }] } }] } }))),
  ],
  [
    'Ollama',
    'application/x-ndjson',
    lines(...HALVES.map((content) => ({ message: { role: 'assistant', content }, done: false }))),
  ],
  ['Ollama, generate', 'application/x-ndjson', lines(...HALVES.map((response) => ({ response, done: false })))],
  ['Grok', 'application/x-ndjson', lines(...HALVES.map((token) => ({ result: { response: { token } } })))],
  [
    'Grok, as its app gets it',
    'application/json',
    lines(
      { result: { conversation: { conversationId: 'a' } } },
      ...HALVES.map((token) => ({ result: { response: { token } } })),
    ),
  ],
  [
    'Gemini’s app, all of it again',
    'application/json; charset=utf-8',
    `)]}'\n\n${[HALVES[0], WHOLE]
      .map((text) =>
        JSON.stringify([['wrb.fr', null, JSON.stringify([null, ['c_1'], null, null, [['rc_1', [text]]]])]]),
      )
      .map((json) => `${json.length + 2}\n${json}\n`)
      .join('')}`,
  ],
  ['AI Studio', 'application/json+protobuf', JSON.stringify([HALVES.map((text) => [[[[[[null, text]], 'model']]]])])],
  [
    'DeepSeek’s app',
    'text/event-stream',
    sse(
      { v: { response: { fragments: [{ type: 'RESPONSE', content: HALVES[0] }] } } },
      { p: 'response/fragments/-1/content', v: HALVES[1].slice(0, 4) },
      { v: HALVES[1].slice(4, 8) },
      { p: 'response/fragments', o: 'APPEND', v: [{ type: 'RESPONSE', content: HALVES[1].slice(8) }] },
      { p: 'response/status', o: 'SET', v: 'FINISHED' },
    ),
  ],
  [
    'Perplexity’s app',
    'text/event-stream',
    sse(
      ...HALVES.map((piece, at) => ({
        backend_uuid: 'b',
        blocks: [
          {
            intended_usage: 'ask_text',
            diff_block: {
              field: 'markdown_block',
              patches: [{ op: 'add', path: `/chunks/${at}`, value: at === 0 ? piece : { chunks: [piece] } }],
            },
          },
        ],
      })),
    ),
  ],
  [
    'Duck.ai',
    'text/event-stream',
    sse(...HALVES.map((message) => ({ role: 'assistant', message, action: 'success' }))),
  ],
  [
    'Qwen’s app',
    'text/event-stream',
    sse(...HALVES.map((content) => ({ choices: [{ delta: { content, phase: 'answer' } }] }))),
  ],
  ['HuggingChat', 'application/jsonl', lines(...HALVES.map((token) => ({ type: 'stream', token: `${token}\0\0` })))],
  [
    'Microsoft 365 Copilot’s records',
    'application/x-ndjson',
    lines(
      { type: 1, target: 'update', arguments: [{ writeAtCursor: HALVES[0] }] },
      {
        type: 1,
        target: 'update',
        arguments: [
          {
            messages: [
              { author: 'user', text: 'x' },
              { author: 'bot', text: WHOLE },
            ],
          },
        ],
      },
      { type: 3, invocationId: '0' },
    ),
  ],
  [
    'Kimi',
    'application/connect+json',
    Buffer.concat([
      ...HALVES.map((content) =>
        envelope(Buffer.from(JSON.stringify({ op: 'append', block: { id: '1', text: { content } } }))),
      ),
      envelope(Buffer.from('{}'), 2),
    ]),
  ],
  [
    'Cursor’s agent',
    'application/connect+proto',
    Buffer.concat(HALVES.map((text) => envelope(gzipSync(protobuf([[1, [[1, [[1, text]]]]]])), 1))),
  ],
  [
    'Cursor’s chat',
    'application/connect+proto',
    Buffer.concat(HALVES.map((text) => envelope(protobuf([[2, [[1, text]]]])))),
  ],
  [
    'Windsurf',
    'application/connect+proto',
    Buffer.concat(
      HALVES.map((text) =>
        envelope(
          protobuf([
            [1, 'bot-1'],
            [2, [[1, 1_763_712_000]]],
            [3, text],
          ]),
        ),
      ),
    ),
  ],
  ['AI SDK', 'text/plain', HALVES.map((text) => `0:${JSON.stringify(text)}\n`).join('')],
  [
    'ChatGPT',
    'text/event-stream',
    sse(
      '"v1"',
      { p: '', o: 'add', v: { message: { id: 'm', author: { role: 'assistant' }, content: { parts: [''] } } } },
      { p: '/message/content/parts/0', o: 'append', v: HALVES[0] },
      { v: HALVES[1].slice(0, 5) },
      {
        p: '',
        o: 'patch',
        v: [
          { p: '/message/content/parts/0', o: 'append', v: HALVES[1].slice(5) },
          { p: '/message/status', o: 'replace', v: 'finished_successfully' },
        ],
      },
    ),
  ],
  [
    'ChatGPT, all of it again',
    'text/event-stream',
    sse(
      ...[HALVES[0], WHOLE].map((part) => ({
        message: { id: 'm', author: { role: 'assistant' }, content: { parts: [part] } },
      })),
    ),
  ],
  [
    'Bedrock Converse',
    'application/json',
    JSON.stringify({ output: { message: { role: 'assistant', content: [{ text: WHOLE }] } } }),
  ],
  [
    'Bedrock ConverseStream',
    'application/vnd.amazon.eventstream',
    Buffer.concat(HALVES.map((text) => awsEvent({ contentBlockIndex: 0, delta: { text } }))),
  ],
  [
    'Bedrock InvokeModelWithResponseStream',
    'application/vnd.amazon.eventstream',
    Buffer.concat(
      HALVES.map((text) =>
        awsEvent({ bytes: base64({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }) }),
      ),
    ),
  ],
]

export const CALLS: readonly (readonly [name: string, type: string, body: string])[] = [
  [
    'chat completion',
    'text/event-stream',
    sse(
      ...HALVES.map((half) => ({
        choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: half } }] } }],
      })),
    ),
  ],
  [
    'Responses',
    'text/event-stream',
    sse(...HALVES.map((delta) => ({ type: 'response.function_call_arguments.delta', item_id: 'a', delta }))),
  ],
  [
    'Anthropic',
    'text/event-stream',
    sse(
      ...HALVES.map((half) => ({
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: half },
      })),
    ),
  ],
  ['Responses, whole', 'application/json', JSON.stringify({ output: [{ type: 'function_call', arguments: WHOLE }] })],
]
