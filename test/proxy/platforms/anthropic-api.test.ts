import test from 'ava'
import { formData, readRequest } from '../../support/read-request.ts'

const BASE = 'https://api.anthropic.com'

test('messages are read in the order of the conversation, tools and documents included', (t) => {
  const { operation, prompt, lines } = readRequest(
    `${BASE}/v1/messages?beta=true`,
    {
      model: 'claude-sonnet-4-5',
      max_tokens: 1024,
      stream: true,
      system: [{ type: 'text', text: 'You are a coder.', cache_control: { type: 'ephemeral' } }],
      messages: [
        { role: 'user', content: 'Read the file' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Which file?', signature: 'ErUB0000' },
            { type: 'redacted_thinking', data: 'EmwK////AAAA' },
            { type: 'text', text: 'Reading' },
            { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: '/etc/motd', deep: { why: 'asked' } } },
            {
              type: 'web_search_tool_result',
              tool_use_id: 'srvtoolu_1',
              content: [{ type: 'web_search_result', title: 'A page', encrypted_content: 'Eqgf' }],
            },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'toolu_1',
              content: [
                { type: 'text', text: 'Welcome' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAAN' } },
              ],
            },
            { type: 'document', title: 'Minutes', source: { type: 'text', media_type: 'text/plain', data: 'We met.' } },
            { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'Chunk' }] } },
            { type: 'document', source: { type: 'base64', media_type: 'text/plain', data: 'QW5uZXg=' } },
            { type: 'search_result', source: 'kb', title: 'Hit', content: [{ type: 'text', text: 'Found' }] },
            { type: 'mid_conv_system', content: [{ type: 'text', text: 'Be careful' }] },
            { type: 'text', text: 'Go on' },
          ],
        },
      ],
      tools: [{ name: 'read', description: 'Reads a file', input_schema: { type: 'object' } }],
      mcp_servers: [{ type: 'url', url: 'https://mcp.example', authorization_token: 'mcp-token' }],
      metadata: { user_id: 'ada@example.com' },
    },
    { headers: { 'x-claude-code-session-id': '5b6f9c1e' } },
  )
  t.is(operation, 'messages')
  t.deepEqual(lines.slice(0, -1), [
    'system: You are a coder.',
    'user: Read the file',
    'assistant: Which file?',
    'assistant: Reading',
    'assistant: read',
    'assistant: /etc/motd\nasked',
    'assistant: web_search_result\nA page\nEqgf',
    'tool: Welcome',
    'user: Minutes',
    'user: We met.',
    'user: Chunk',
    'user: Annex',
    'user: Hit',
    'user: Found',
    'system: Be careful',
    'user: Go on',
  ])
  const definitions = lines.at(-1) ?? ''
  for (const text of ['Reads a file', 'mcp-token', 'ada@example.com']) t.true(definitions.includes(text), text)
  t.like(prompt, { model: 'claude-sonnet-4-5', stream: true, conversation: '5b6f9c1e', interactionType: 'prompt' })
})

const S = 'Planted text'
const chat = { model: 'claude-x', messages: [{ role: 'user', content: S }] }

const ENDPOINTS: readonly (readonly [path: string, operation: string, body: unknown])[] = [
  ['/v1/messages', 'messages', chat],
  ['/v1/messages/count_tokens', 'messages', chat],
  ['/v1/messages/batches', 'message_batches', { requests: [{ custom_id: 'a', params: chat }] }],
  ['/v1/complete', 'complete', { prompt: `\n\nHuman: ${S}\n\nAssistant:` }],
  ['/v1/files', 'files', formData({ file: ['a.txt', S] })],
  ['/v1/skills', 'skills', formData({ 'files[]': ['SKILL.md', S] })],
  [
    '/v1/sessions/sess_1/events',
    'agents',
    { events: [{ type: 'user.message', content: [{ type: 'text', text: S }] }] },
  ],
  ['/v1/agents', 'agents', { system: S }],
  ['/v1/agents/agent_1', 'agents', { system: S }],
  ['/v1/memory_stores/mem_1/memories', 'agents', { content: S }],
  ['/v1/memory_stores/mem_1/memories/m_1', 'agents', { content: S }],
  ['/api/claude_cli_feedback', 'feedback', { content: S }],
  ['/v1/unheard/of', 'generic', { anything: S }],
]

for (const [path, operation, body] of ENDPOINTS) {
  test(`POST ${path} is read as ${operation}, and its text as a turn`, (t) => {
    const isForm = typeof body === 'object' && body !== null && 'headers' in body
    const form = body as ReturnType<typeof formData>
    const read = isForm
      ? readRequest(`${BASE}${path}`, form.body, { headers: form.headers })
      : readRequest(`${BASE}${path}`, body)
    t.is(read.operation, operation)
    const turns = read.prompt.parts.filter(({ role }) => role !== 'definition')
    t.true(
      turns.some(({ text }) => text.includes(S)),
      JSON.stringify(read.lines),
    )
  })
}

test('what Claude Code reports by itself is read, but is no turn', (t) => {
  for (const path of ['/api/event_logging/batch', '/api/event_logging/v2/batch', '/api/eval/sdk-x']) {
    const { operation, lines } = readRequest(`${BASE}${path}`, { events: [{ event_data: { text: S } }] })
    t.is(operation, 'telemetry')
    t.deepEqual(lines, [`definition: ${S}`])
  }
})

test('each request of a batch is read, also one that is not of the shape of messages', (t) => {
  const { lines, prompt } = readRequest(`${BASE}/v1/messages/batches`, {
    requests: [
      { custom_id: 'one', params: { model: 'claude-a', system: 'S1', messages: [{ role: 'user', content: 'U1' }] } },
      { custom_id: 'two', params: { wrong: 'U2' } },
      'U3',
    ],
  })
  t.deepEqual(lines, ['system: S1', 'user: U1', 'user: two\nU2', 'user: U3', 'definition: one'])
  t.is(prompt.model, 'claude-a')
})
