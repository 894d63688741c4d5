import test from 'ava'
import { createCatalogue } from '../../../proxy/platforms/catalogue.ts'
import { SOCKET_MESSAGE } from '../../../proxy/platforms/socket-message.ts'
import { readRequest } from '../../support/read-request.ts'
import { SERVICE_REQUESTS } from '../../support/service-requests.ts'

const TEXT = 'What is the capital of Peru?'
/** Those whose operations are read one by one in the tests beside this one. */
const ELSEWHERE = ['openai-api', 'anthropic-api', 'google-gemini-api', 'chatgpt-web', 'claude-web']
/** Not prompts, and read as a whole. */
const PLAIN = ['jobs', 'agents', 'session']

for (const { service, operation, url, headers, body, role = 'user', type = 'prompt', model } of SERVICE_REQUESTS) {
  test(`${service} ${operation} at ${url.slice('https://'.length)} is read`, (t) => {
    const read = readRequest(url, body(TEXT), headers === undefined ? {} : { headers })
    t.is(read.operation, operation)
    t.is(read.prompt.interactionType, type)
    const texts = read.prompt.parts.filter((part) => part.role === role).flatMap((part) => part.text.split('\n'))
    t.true(texts.includes(TEXT), read.lines.join('\n'))
    t.deepEqual(read.prompt.unread ?? [], [])
    if (model !== undefined) t.is(read.prompt.model, model)
  })
}

test('each operation of each service has a request here, or in a test of its own', (t) => {
  const catalogue = createCatalogue({ interceptHosts: [], bypassHosts: [] })
  const platforms = new Map(
    catalogue.hosts.flatMap((host) => {
      const platform = catalogue.platformFor(host.replace('*', 'any').replaceAll('*', 'any'))
      return platform === undefined ? [] : [[platform.id, platform] as const]
    }),
  )
  t.true(platforms.size > 20)
  for (const { id, operations } of platforms.values())
    t.is(
      new Set(operations.map((one) => one.id)).size,
      operations.length,
      `${id}: a refusal is found by its operation's id`,
    )
  const shown = new Set(SERVICE_REQUESTS.map(({ service, operation }) => `${service} ${operation}`))
  const target = (method: string) => ({ method, path: '/', query: new URLSearchParams(), headers: {} })
  for (const { id, operations } of platforms.values()) {
    if (ELSEWHERE.includes(id)) continue
    for (const operation of operations) {
      const isMessage = operation.refuseMessage !== undefined || operation.matches(target(SOCKET_MESSAGE))
      // gemini-live.test.ts has these.
      if (isMessage || operation.id === 'live_message' || PLAIN.includes(operation.id)) continue
      t.true(shown.has(`${id} ${operation.id}`), `${id} ${operation.id}`)
    }
  }
})

test('the documents of a conversation with Bedrock are read, and what is sealed is not', (t) => {
  const { lines, prompt } = readRequest('https://bedrock-runtime.eu-west-3.amazonaws.com/model/m/converse', {
    messages: [
      {
        role: 'user',
        content: [
          {
            document: {
              name: 'plan',
              format: 'txt',
              source: { bytes: Buffer.from('A plan of ours.').toString('base64') },
            },
          },
          { guardContent: { text: { text: 'Guard this.' } } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'I think.', signature: 'c2lnbmF0dXJl' } } },
          { toolUse: { toolUseId: 'tooluse_1', name: 'look', input: { city: 'Lima' } } },
        ],
      },
      {
        role: 'user',
        content: [{ toolResult: { toolUseId: 'tooluse_1', content: [{ json: { found: 'a house' } }] } }],
      },
    ],
    toolConfig: { tools: [{ toolSpec: { name: 'look', description: 'Looks around.' } }] },
  })
  for (const line of ['user: plan', 'user: A plan of ours.', 'assistant: I think.', 'assistant: look', 'tool: a house'])
    t.true(lines.includes(line), `${line} in\n${lines.join('\n')}`)
  t.true(lines.join('\n').includes('Guard this.'))
  t.true(lines.some((line) => line.startsWith('definition: ') && line.includes('Looks around.')))
  t.deepEqual(prompt.unread, [])
})

test('a gateway of the operator is read by the paths that all of them have', (t) => {
  const platform = createCatalogue({ interceptHosts: ['llm.corp.example'], bypassHosts: [] }).platformFor(
    'llm.corp.example',
  )
  const operationAt = (path: string) =>
    platform?.operations.find((one) => one.matches({ method: 'POST', path, query: new URLSearchParams(), headers: {} }))
      ?.id
  t.deepEqual(
    [
      '/v1/chat/completions',
      '/team-a/openai/v1/chat/completions',
      '/anthropic/v1/messages',
      '/vertex/v1beta/models/gemini-2.5-pro:generateContent',
      '/api/chat',
      '/api/generate',
      '/v1/responses',
      '/messages',
      '/upload',
    ].map(operationAt),
    [
      'chat_completions',
      'chat_completions',
      'messages',
      'generate_content',
      'ollama_chat',
      'ollama_generate',
      'responses',
      undefined,
      undefined,
    ],
  )
})
