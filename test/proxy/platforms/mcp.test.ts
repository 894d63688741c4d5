import test from 'ava'
import { MCP_OPERATION } from '../../../proxy/platforms/mcp/mcp-server.ts'
import { refuseLikeMcp } from '../../../proxy/platforms/mcp/refuse-mcp.ts'
import type { Prompt } from '../../../proxy/platforms/platform.ts'
import { readRequest, targetOf } from '../../support/read-request.ts'

const URL = 'https://api.githubcopilot.com/mcp/'
const HEADERS = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'find' }
const call = (id: unknown, args: unknown, more = {}) => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  method: 'tools/call',
  params: { name: 'find', arguments: args, ...more },
})
const read = (body: unknown, headers: Record<string, string> = HEADERS) => readRequest(URL, body, { headers })

function refusal(prompt: Prompt, headers: Record<string, string> = HEADERS) {
  const { target } = targetOf(URL, { headers })
  const { status, body } = refuseLikeMcp({ message: 'No.', interactionId: 'i', target, prompt })
  return { status, body: JSON.parse(body) }
}

test('the arguments of a call are what it says, its name and what the client adds are beside it', (t) => {
  const { operation, prompt, lines } = read(
    call(7, { who: 'Ann', where: ['Lima', { street: 'Main' }] }, { _meta: { progressToken: 'seven' } }),
  )
  t.is(operation, MCP_OPERATION)
  t.is(prompt.interactionType, 'tool_call')
  t.true(prompt.isPrompt)
  t.deepEqual(prompt.mcp, { method: 'tools/call', tool: 'find', ids: [7], isBatch: false })
  t.deepEqual(lines, ['user: Ann\nLima\nMain', 'definition: find\nseven'])
})

test('parameters that come once more as headers are read', (t) => {
  const encoded = `=?base64?${Buffer.from('jané@example.com').toString('base64')}?=`
  const { lines } = read(call(1, {}), { ...HEADERS, 'mcp-param-city': 'Lima', 'mcp-param-mail': encoded })
  t.is(lines.at(-1), 'definition: find\nLima\njané@example.com')
})

test('a name that no tool has is inspected, and not recorded', (t) => {
  const { prompt, lines } = read({ ...call(1, {}), params: { name: 'call 0612345678 now', arguments: {} } })
  t.is(prompt.mcp?.tool, undefined)
  t.deepEqual(lines, ['definition: call 0612345678 now'])
})

test('what sets a connection up, or lists what there is, is no prompt', (t) => {
  for (const method of ['initialize', 'server/discover', 'tools/list', 'notifications/initialized', 'resources/read']) {
    const { operation, prompt } = read({ jsonrpc: '2.0', id: 1, method, params: { uri: 'file:///a.txt' } }, {})
    t.is(operation, MCP_OPERATION, method)
    t.false(prompt.isPrompt, method)
    t.false(
      prompt.parts.some(({ role }) => role !== 'definition'),
      method,
    )
  }
})

test('an answer to the server, and what a later round adds, are the person’s', (t) => {
  const answered = read({ jsonrpc: '2.0', id: 3, result: { action: 'accept', content: { name: 'Ann Roe' } } })
  t.true(answered.prompt.isPrompt)
  t.is(answered.lines[0], 'user: accept\nAnn Roe')
  t.is(answered.prompt.mcp?.method, 'response')
  const later = read(call(4, {}, { inputResponses: { key: { content: { city: 'Lima' } } }, requestState: 'c2VhbGVk' }))
  t.is(later.lines[0], 'user: Lima')
})

test('other JSON-RPC is none of it, unless its head says so', (t) => {
  const foreign = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: ['x'] }
  t.not(read(foreign, {}).operation, MCP_OPERATION)
  t.is(read(foreign).operation, MCP_OPERATION)
  t.is(read(foreign).prompt.mcp?.method, 'other')
  for (const body of [[], [call(1, {}), { id: 2 }], { jsonrpc: '1.0', method: 'tools/call' }, 'tools/call']) {
    t.not(read(body).operation, MCP_OPERATION)
  }
})

test('nothing of a message is passed over: its id, its method, and members of the other kind', (t) => {
  const secret = 'write to jane.roe@example.com'
  for (const message of [
    { id: secret, method: 'ping' },
    { id: { deep: [secret] }, method: 'ping' },
    { id: secret, result: {} },
    { method: secret },
    { method: 'ping', result: secret },
    { method: 'ping', error: { message: secret } },
    { result: {}, params: { text: secret } },
  ]) {
    const { operation, lines } = read({ jsonrpc: '2.0', ...message })
    t.is(operation, MCP_OPERATION)
    t.true(lines.includes(`definition: ${secret}`), JSON.stringify(message))
  }
  for (const id of [1, 'two', '6f1d2c3b-4a59-4687-9b0c-1d2e3f405162']) {
    t.deepEqual(read({ jsonrpc: '2.0', id, method: 'ping' }).lines, [])
  }
  t.deepEqual(read({ jsonrpc: '2.0', id: 4111111111111111, method: 'ping' }).lines, ['definition: 4111111111111111'])
})

test('the envelope of a message around a prompt leaves it a prompt', (t) => {
  const chat = { model: 'm', messages: [{ role: 'user', content: 'Who is Ann Roe?' }] }
  for (const url of ['https://api.openai.com/v1/chat/completions', 'https://api.openai.com/api/chat']) {
    for (const method of ['ping', 'tools/call']) {
      const body = { jsonrpc: '2.0', id: 1, method, params: {}, ...chat }
      const { operation, prompt, lines } = readRequest(url, body, { headers: HEADERS })
      t.is(operation, readRequest(url, chat).operation, url)
      t.not(operation, MCP_OPERATION)
      t.is(prompt.mcp, undefined)
      t.is(lines[0], 'user: Who is Ann Roe?')
    }
  }
  const unknown = readRequest('https://api.openai.com/v9/talk', { jsonrpc: '2.0', method: 'ping', ...chat })
  t.true(unknown.lines.some((line) => line.startsWith('user: ') && line.includes('Who is Ann Roe?')))
})

test('a refusal answers each request of a batch, and says in newer revisions that it is complete', (t) => {
  const { prompt } = read([call(1, {}), call('two', {}), { jsonrpc: '2.0', method: 'notifications/cancelled' }])
  const older = refusal(prompt, { 'mcp-protocol-version': '2025-03-26' })
  const result = { content: [{ type: 'text', text: 'No.' }], isError: true }
  t.deepEqual(older, {
    status: 200,
    body: [
      { jsonrpc: '2.0', id: 1, result },
      { jsonrpc: '2.0', id: 'two', result },
    ],
  })
  t.deepEqual(refusal(read(call(5, {})).prompt).body, {
    jsonrpc: '2.0',
    id: 5,
    result: { resultType: 'complete', ...result },
  })
  t.like(refusal(read({ jsonrpc: '2.0', id: 6, method: 'prompts/get', params: {} }).prompt).body, {
    id: 6,
    error: { message: 'No.' },
  })
  t.is(refusal(read(call(undefined, {})).prompt).status, 400)
})
