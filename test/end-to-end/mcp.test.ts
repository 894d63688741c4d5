import type { IncomingMessage, ServerResponse } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { type Dispatcher, ProxyAgent } from 'undici'
import type { Interaction } from '../../core/model/interaction.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { type PlainServer, startPlainServer } from '../support/plain-server.ts'
import { post } from '../support/prompts.ts'
import { EMAIL, IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const TOOLS = 'tools.corp.example'
const COPILOT = 'api.githubcopilot.com'
const PLAIN = 'plain.corp.example'
const POLICY = 'No accounts for tools'
const OLDER = { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': '0b3a7f4e-8f6e-4a63-9d0a-3c6f1f6f9d10' }
const NEWER = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'find_person' }
let upstream: FakeUpstream
let plain: PlainServer
let weir: Weir

/** The older revision is answered with a stream, the newer with JSON. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const content = [{ type: 'text', text: `She is at ${EMAIL}` }]
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content } })
  const isStream = request.headers['mcp-session-id'] !== undefined
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
  response.end(isStream ? `event: message\ndata: ${message}\n\n` : message)
}

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [TOOLS, COPILOT], answer })
  plain = await startPlainServer(scope, answer)
  weir = await startWeir(scope, {
    upstreams: { [TOOLS]: upstream },
    env: {
      WEIR_TIER3: 'off',
      WEIR_INTERCEPT_HOSTS: TOOLS,
      WEIR_BYPASS_HOSTS: 'left-alone.corp.example',
      WEIR_CONNECT_TO: [
        upstream.connectTo(TOOLS),
        upstream.connectTo(COPILOT),
        ...[PLAIN, 'left-alone.corp.example'].map((host) => `${host}:80:127.0.0.1:${plain.port}`),
      ].join(','),
    },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', POLICY))
})

const encrypted = (t: ExecutionContext) => throughProxy(t, weir)

/** Requests to the proxy itself, in place of a tunnel that is passed on unread. */
function inPlainHttp(t: ExecutionContext): Dispatcher {
  const agent = new ProxyAgent({ uri: weir.proxyUrl, proxyTunnel: false })
  t.teardown(() => agent.destroy())
  return agent
}

const call = (who: string) =>
  Buffer.from(
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'find_person', arguments: { who } },
    }),
  )

const PLACES = [
  { url: `https://${TOOLS}/mcp`, platform: `mcp:${TOOLS}`, server: TOOLS, dispatcher: encrypted },
  { url: `https://${COPILOT}/mcp/`, platform: 'github-copilot', server: COPILOT, dispatcher: encrypted },
  { url: `http://${PLAIN}/mcp`, platform: `mcp:${PLAIN}`, server: PLAIN, dispatcher: inPlainHttp },
] as const

for (const { url, platform, server, dispatcher } of PLACES) {
  test(`a tool's calls at ${url} are recorded with their results, and refused as a tool that failed`, async (t) => {
    const proxy = dispatcher(t)
    for (const headers of [OLDER, NEWER]) {
      const passed = await post(proxy, url, call(`Ann of ${server}`), headers)
      t.true(passed.text.includes(EMAIL))
      const refused = await post(proxy, url, call(`${IBAN} of ${server}`), headers)
      t.is(refused.status, 200)
      const { id, result } = JSON.parse(refused.text)
      t.is(id, 1)
      t.true(result.isError)
      t.is(result.resultType, headers === NEWER ? 'complete' : undefined)
      t.true(result.content[0].text.includes(POLICY) && !refused.text.includes(IBAN), refused.text)
    }
    t.is([...upstream.arrivals, ...plain.arrivals].filter(({ body }) => body.includes(`of ${server}`)).length, 2)

    const { pathname } = new URL(url)
    const isHere = ({ content_metadata: { mcp, path } }: Interaction) =>
      (mcp as { server?: string } | undefined)?.server === server && path === pathname
    const records = await weir.listed(isHere, 6)
    for (const { platform_id, interaction_type, content_metadata } of records) {
      t.is(platform_id, platform)
      t.is(interaction_type, 'tool_call')
      t.is(content_metadata.operation, 'mcp')
      t.deepEqual(content_metadata.mcp, { server, method: 'tools/call', tool: 'find_person' })
    }
    const found = records.map(({ direction, enforced_action, classifications }) =>
      [direction, enforced_action, classifications[0]?.type].join(' '),
    )
    t.deepEqual(found.sort(), [
      'inbound allow EMAIL',
      'inbound allow EMAIL',
      'outbound allow ',
      'outbound allow ',
      'outbound block IBAN',
      'outbound block IBAN',
    ])
  })
}

test('a server that is none of the catalogue’s services is in the inventory', async (t) => {
  await post(encrypted(t), `https://${TOOLS}/other`, call('Eve'), NEWER)
  await weir.listed(({ content_metadata }) => content_metadata.path === '/***')
  const { json } = await weir.api<{ services: { platform_id: string; name: string }[] }>('GET', '/inventory')
  t.is(json.services.find(({ platform_id }) => platform_id === `mcp:${TOOLS}`)?.name, `MCP server ${TOOLS}`)
})

test('a host that is left alone is left alone, whatever its requests say', async (t) => {
  const { text } = await post(inPlainHttp(t), 'http://left-alone.corp.example/mcp', call(IBAN), NEWER)
  t.true(text.includes(EMAIL))
})

test('what the catalogue does not know is read, counted and marked', async (t) => {
  const body = Buffer.from(JSON.stringify({ messages: [{ role: 'user', content: 'a path of another vendor' }] }))
  await post(encrypted(t), `https://${COPILOT}/new/v1/chat/completions`, body, {})
  await post(encrypted(t), `https://${COPILOT}/something/new`, Buffer.from('{"text":"a path of nobody"}'), {})
  const marked = await weir.listed(({ content_metadata }) => content_metadata.unknown_operation === true, 2)
  t.deepEqual(marked.map(({ content_metadata }) => content_metadata.operation).sort(), ['chat_completions', 'generic'])
  t.is(await weir.metric('weir_proxy_unknown_operations_total', { platform: 'github-copilot' }), 2)
  type Services = { services: { platform_id: string; unknown_operations?: { count: number; last_seen: string } }[] }
  const { json } = await weir.api<Services>('GET', '/inventory')
  const service = json.services.find(({ platform_id }) => platform_id === 'github-copilot')
  const last =
    marked
      .map(({ timestamp }) => timestamp)
      .sort()
      .at(-1) ?? ''
  t.deepEqual(service?.unknown_operations, { count: 2, last_seen: last })
})
