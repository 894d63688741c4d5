import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Anthropic from '@anthropic-ai/sdk'
import { ApiError, GoogleGenAI } from '@google/genai'
import test from 'ava'
import OpenAI from 'openai'
import type { PromptDetails, RefusalResponse } from '../../../proxy/platforms/platform.ts'
import { operationOf } from '../../../proxy/platforms/read.ts'
import { buildRefusal } from '../../../proxy/respond/refusal.ts'
import { type RequestSketch, targetOf } from '../../support/read-request.ts'

const MESSAGE = 'This message was not sent. The policy "Clés" does not allow it.'
const ID = '0b5c7c52-64a5-4a51-9f0c-0c2d6c8d8a11'

function refuse(url: string, sketch: RequestSketch = {}, prompt?: PromptDetails): RefusalResponse {
  const { platform, target } = targetOf(url, sketch)
  const refusal = { message: MESSAGE, interactionId: ID, target, prompt }
  return buildRefusal(platform, refusal, operationOf(platform, target)?.id, 'Clés')
}

/** A fetch that answers every request with the refusal its URL gets, and counts. */
function refusingFetch(): { fetch: typeof fetch; calls: () => number } {
  let calls = 0
  const answer = async (input: string | URL | Request) => {
    calls++
    const { status, headers, body } = refuse(input instanceof Request ? input.url : String(input))
    return new Response(body, { status, headers })
  }
  return { fetch: answer, calls: () => calls }
}

test('every refusal has its length, is not stored, not retried, and says what happened', (t) => {
  for (const url of [
    'https://api.openai.com/v1/chat/completions',
    'https://api.anthropic.com/v1/messages',
    'https://generativelanguage.googleapis.com/v1beta/models/g:generateContent',
    'https://chatgpt.com/backend-api/f/conversation',
    'https://chatgpt.com/backend-api/f/conversation/prepare',
    'https://claude.ai/api/organizations/o/chat_conversations/c/completion',
    'https://claude.ai/unheard/of',
  ]) {
    const { headers, body } = refuse(url)
    t.is(headers['content-length'], String(Buffer.byteLength(body)))
    t.is(headers['cache-control'], 'no-store')
    t.is(headers['x-should-retry'], 'false')
    t.is(headers['x-weir-action'], 'block')
    t.is(headers['x-weir-policy'], 'Cl%C3%A9s')
    t.is(headers['x-weir-interaction'], ID)
    t.is(decodeURIComponent(headers['x-weir-message'] ?? ''), MESSAGE)
    t.true(body.includes(JSON.stringify(MESSAGE)), url)
    t.is(headers['access-control-allow-origin'], undefined)
  }
})

test('a page of another origin may read the refusal and its headers', (t) => {
  const { headers } = refuse('https://api.openai.com/v1/responses', { headers: { origin: 'https://app.example' } })
  t.is(headers['access-control-allow-origin'], 'https://app.example')
  t.is(headers['access-control-allow-credentials'], 'true')
  t.is(headers.vary, 'Origin')
  for (const name of ['x-weir-action', 'x-weir-policy', 'x-weir-interaction', 'x-weir-message']) {
    t.true(headers['access-control-expose-headers']?.includes(name))
  }
})

test('the OpenAI SDK throws its own error with our message, and does not retry', async (t) => {
  for (const stream of [false, true]) {
    const { fetch, calls } = refusingFetch()
    const client = new OpenAI({ apiKey: 'test', fetch, maxRetries: 3 })
    const messages = [{ role: 'user' as const, content: 'hello' }]
    const error = await t.throwsAsync(client.chat.completions.create({ model: 'gpt-5', messages, stream }), {
      instanceOf: OpenAI.BadRequestError,
    })
    t.true(error.message.includes(MESSAGE))
    t.like(error, { status: 400, code: 'policy_violation', type: 'invalid_request_error', param: null })
    t.is(calls(), 1)
  }
})

test('the OpenAI SDK understands a refused response and a refused file too', async (t) => {
  const { fetch } = refusingFetch()
  const client = new OpenAI({ apiKey: 'test', fetch })
  await t.throwsAsync(client.responses.create({ model: 'gpt-5', input: 'x' }), { instanceOf: OpenAI.BadRequestError })
  const file = new File(['x'], 'x.txt')
  await t.throwsAsync(client.files.create({ file, purpose: 'assistants' }), { instanceOf: OpenAI.BadRequestError })
})

test('the Anthropic SDK throws its own error with our message, and does not retry', async (t) => {
  for (const stream of [false, true]) {
    const { fetch, calls } = refusingFetch()
    const client = new Anthropic({ apiKey: 'test', fetch, maxRetries: 3 })
    const messages = [{ role: 'user' as const, content: 'hello' }]
    const error = await t.throwsAsync(client.messages.create({ model: 'claude', max_tokens: 9, messages, stream }), {
      instanceOf: Anthropic.BadRequestError,
    })
    t.deepEqual(error.error, {
      type: 'error',
      error: { type: 'invalid_request_error', message: MESSAGE },
      request_id: `req_${ID}`,
    })
    t.is(error.status, 400)
    t.is(error.requestID, `req_${ID}`)
    t.is(calls(), 1)
  }
})

test.serial('the Google SDK throws its own error with our message, plain and streaming', async (t) => {
  let calls = 0
  const server = createServer((request, response) => {
    calls++
    const { status, headers, body } = refuse(`https://generativelanguage.googleapis.com${request.url}`)
    response.writeHead(status, headers).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.teardown(() => server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { models } = new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl } })
  const parameters = { model: 'gemini-2.5-pro', contents: 'hello' }
  for (const call of [() => models.generateContent(parameters), () => models.generateContentStream(parameters)]) {
    const error = await t.throwsAsync(call, { instanceOf: ApiError })
    t.is(error.status, 400)
    t.true(error.message.includes('FAILED_PRECONDITION'))
    t.true(error.message.includes('BLOCKED_BY_POLICY'))
  }
  t.is(calls, 2)
})

test('a Gemini stream that is no event stream gets its error within an array', (t) => {
  const base = 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro'
  const error = { code: 400, message: MESSAGE, status: 'FAILED_PRECONDITION' }
  t.like(JSON.parse(refuse(`${base}:generateContent`).body), { error })
  t.like(JSON.parse(refuse(`${base}:streamGenerateContent?alt=sse`).body), { error })
  const [wrapped] = JSON.parse(refuse(`${base}:streamGenerateContent`).body)
  t.like(wrapped, { error })
  t.like(JSON.parse(refuse('https://generativelanguage.googleapis.com/v1beta/openai/chat/completions').body), {
    error: { code: 'policy_violation' },
  })
})

/** Events as a browser takes them apart; one that is not ended by a blank line does not count. */
function events(body: string): { event: string | undefined; data: string }[] {
  return body
    .split('\n\n')
    .slice(0, -1)
    .map((block) => {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
      return { event: fields.get('event'), data: fields.get('data') ?? '' }
    })
}

test('ChatGPT shows the reason as the answer to the conversation', (t) => {
  const conversation = '68e0f3d2-1111-8333-9d43-6f0f7b1f8c11'
  for (const path of ['backend-api/f/conversation', 'backend-anon/conversation']) {
    const { status, headers, body } = refuse(`https://chatgpt.com/${path}`, {}, { conversation })
    t.is(status, 200)
    t.is(headers['content-type'], 'text/event-stream; charset=utf-8')
    const [encoding, delta, complete, done] = events(body)
    t.deepEqual(encoding, { event: 'delta_encoding', data: '"v1"' })
    t.is(delta?.event, 'delta')
    const { p, o, v } = JSON.parse(delta?.data ?? '')
    t.deepEqual([p, o, v.conversation_id], ['', 'add', conversation])
    t.like(v.message, { id: ID, status: 'finished_successfully', end_turn: true, recipient: 'all' })
    t.is(v.message.author.role, 'assistant')
    t.deepEqual(v.message.content, { content_type: 'text', parts: [MESSAGE] })
    t.deepEqual(JSON.parse(complete?.data ?? ''), { type: 'message_stream_complete', conversation_id: conversation })
    t.deepEqual(done, { event: undefined, data: '[DONE]' })
  }
})

test('ChatGPT’s drafts and other requests get a plain error, Codex the one of the API', (t) => {
  for (const path of ['backend-api/f/conversation/prepare', 'backend-api/files', 'unauth-mweb/conversation/updates']) {
    const { status, body } = refuse(`https://chatgpt.com/${path}`)
    t.is(status, 400)
    t.deepEqual(JSON.parse(body), { detail: { message: MESSAGE, code: 'blocked_by_policy' } })
  }
  t.is(JSON.parse(refuse('https://chatgpt.com/backend-api/codex/responses').body).error.message, MESSAGE)
})

test('Claude shows the reason as the answer to the conversation, in the stream of its API', async (t) => {
  const { status, headers, body } = refuse('https://claude.ai/api/organizations/o/chat_conversations/c/completion')
  t.is(status, 200)
  const names = events(body).map(({ event, data }) => {
    t.is(JSON.parse(data).type, event)
    return event
  })
  t.deepEqual(names, [
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ])
  // The SDK of the API reads the same kind of stream.
  const client = new Anthropic({ apiKey: 'test', fetch: async () => new Response(body, { status, headers }) })
  const stream = await client.messages.create({ model: 'm', max_tokens: 9, messages: [], stream: true })
  let text = ''
  for await (const event of stream) {
    if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') text += event.delta.text
  }
  t.is(text, MESSAGE)
})

test('other requests of the Claude app get the vendor’s own kind of refusal', (t) => {
  const { status, body } = refuse('https://claude.ai/api/organizations/o/convert_document')
  t.is(status, 403)
  t.deepEqual(JSON.parse(body), { type: 'error', error: { type: 'permission_error', message: MESSAGE } })
})
