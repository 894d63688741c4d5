import { connect, type IncomingHttpHeaders } from 'node:http2'
import test from 'ava'
import { request } from 'undici'
import { throughProxy } from '../support/dispatchers.ts'
import { ask } from '../support/h2.ts'
import { startH2Upstream } from '../support/h2-upstream.ts'
import { connectIntercepted } from '../support/intercepted.ts'
import { once } from '../support/once.ts'
import { post } from '../support/prompts.ts'
import { fileScope } from '../support/scope.ts'
import { type SocketService, startSocketService } from '../support/socket-service.ts'
import { openTestSocket } from '../support/web-socket.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const WORKSPACES = 'c3a1d2f0-0000-4000-8000-000000000001,c3a1d2f0-0000-4000-8000-000000000002'
const TENANT = '72f988bf-0000-4000-8000-000000000001:a1b2c3d4-0000-4000-8000-000000000002'
const HOSTS = [
  ...['chatgpt.com', 'api.openai.com', 'cloudcode-pa.googleapis.com', 'gemini.google.com', 'accounts.google.com'],
  ...['login.microsoftonline.com', 'github.com', 'api.githubcopilot.com', 'api.mistral.ai'],
]
const CLAUDE = 'claude.ai'
let service: SocketService
let weir: Weir
const asked: IncomingHttpHeaders[] = []

test.before(async () => {
  service = await startSocketService(scope, { hosts: HOSTS })
  const modern = await startH2Upstream(scope, {
    hosts: [CLAUDE],
    onStream: (stream, headers) => {
      asked.push(headers)
      stream.respond({ ':status': 200 })
      stream.end('{}')
    },
  })
  weir = await startWeir(scope, {
    upstreams: { ...Object.fromEntries(HOSTS.map((host) => [host, service])), [CLAUDE]: modern },
    env: {
      WEIR_ALLOWED_CHATGPT_WORKSPACES: WORKSPACES.replace(',', ' , '),
      WEIR_ALLOWED_OPENAI_ORGANIZATIONS: 'org-one',
      WEIR_ALLOWED_ANTHROPIC_ORGANIZATIONS: 'org-a,org-b',
      WEIR_ALLOWED_GEMINI_CODE_ASSIST_DOMAINS: 'acme.example',
      WEIR_ALLOWED_GOOGLE_DOMAINS: 'acme.example,acme.fr',
      WEIR_ALLOWED_MICROSOFT_TENANTS: TENANT,
      WEIR_ALLOWED_GITHUB_ENTERPRISES: 'acme',
    },
  })
})

/** The values of a header as the service got them, one item a line. */
function valuesOf(raw: readonly string[], name: string): string[] {
  return raw.flatMap((item, index) =>
    index % 2 === 0 && item.toLowerCase() === name.toLowerCase() ? [raw[index + 1] ?? ''] : [],
  )
}

/** What a client sends itself, in two spellings and more than once. */
function ownFields(header: string): string[] {
  return [header, 'its own', header.toUpperCase(), 'and another', header.toLowerCase(), 'and one more']
}

for (const [host, header, value] of [
  ['chatgpt.com', 'ChatGPT-Allowed-Workspace-Id', WORKSPACES],
  ['api.openai.com', 'OpenAI-Allowed-Organization-Ids', 'org-one'],
  ['cloudcode-pa.googleapis.com', 'X-GeminiCodeAssist-Allowed-Domains', 'acme.example'],
  ['gemini.google.com', 'X-GoogApps-Allowed-Domains', 'acme.example,acme.fr'],
  ['accounts.google.com', 'X-GoogApps-Allowed-Domains', 'acme.example,acme.fr'],
  ['login.microsoftonline.com', 'sec-Restrict-Tenant-Access-Policy', TENANT],
  ['github.com', 'sec-GitHub-allowed-enterprise', 'acme'],
  ['api.githubcopilot.com', 'sec-GitHub-allowed-enterprise', 'acme'],
] as const) {
  test(`${host} gets ${header} in place of the client's own`, async (t) => {
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', '{"user":"jane@acme.example","password":"correct horse"}'],
    ] as const) {
      const path = `/${header}-${method}`
      const answer = await request(`https://${host}${path}`, {
        ...{ dispatcher: throughProxy(t, weir), method, body: body ?? null },
        headers: [...ownFields(header), 'content-type', 'application/json', 'x-kept', 'yes'],
      })
      t.is(answer.statusCode, 200)
      await answer.body.dump()
      const arrived = service.arrivals.find(({ url, headers }) => url === path && headers.host === host)
      t.deepEqual(valuesOf(arrived?.rawHeaders ?? [], header), [value])
      t.deepEqual(valuesOf(arrived?.rawHeaders ?? [], 'x-kept'), ['yes'])
    }
  })
}

test('a service of no such vendor gets none of them', async (t) => {
  const answer = await request('https://api.mistral.ai/v1/models', { dispatcher: throughProxy(t, weir) })
  await answer.body.dump()
  const arrived = service.arrivals.find(({ url }) => url === '/v1/models')
  t.false((arrived?.rawHeaders ?? []).some((name) => /allowed|restrict/i.test(name)))
})

test('the same over HTTP/2', async (t) => {
  const tls = await connectIntercepted(t, weir, CLAUDE, { protocols: ['h2'] })
  const session = connect(`https://${CLAUDE}`, { createConnection: () => tls })
  t.teardown(() => session.destroy())
  await once(session, 'remoteSettings')
  const { status } = await ask(session, { ':path': '/api/account', 'anthropic-allowed-org-ids': ['mine', 'another'] })
  t.is(status, 200)
  t.is(asked.at(-1)?.['anthropic-allowed-org-ids'], 'org-a,org-b')
})

test('the same in the handshake of a WebSocket', async (t) => {
  await openTestSocket(t, weir, 'wss://chatgpt.com/backend-api/codex/responses', {
    headers: { 'chatgpt-allowed-workspace-id': 'mine' },
  })
  const handshake = service.accepted.at(-1)?.request
  t.deepEqual(valuesOf(handshake?.rawHeaders ?? [], 'ChatGPT-Allowed-Workspace-Id'), [WORKSPACES])
})

test('ChatGPT without an account is refused, however its path is spelled', async (t) => {
  for (const path of [
    '/backend-anon/conversation',
    '/unauth-mweb/conversation',
    '/Backend-Anon%2Ff/conversation',
    '//backend-anon/me',
    '/BACKEND-ANON',
    '/backend-anon/',
    '/backend-anon;a=b/me',
    '/;a/backend-anon/me',
    '/backend-anon%3Ba/me',
    '/%62ackend%2Danon/me',
    '/%2562ackend-anon/me',
    '/%252562ackend-anon/me',
    '/%u0062ackend-anon/me',
    '/api/..%2Fbackend-anon/me',
    '/api/%252e%252e/backend-anon/me',
    '/backend-anon%20/me',
    '/backend-anon%3Fx',
    '/unauth%2dmweb%2fme',
  ]) {
    const answer = await request(`https://chatgpt.com${path}`, {
      ...{ dispatcher: throughProxy(t, weir), method: 'POST', body: '{"messages":[]}' },
      headers: { 'content-type': 'application/json' },
    })
    t.is(answer.statusCode, 403, path)
    t.regex(await answer.body.text(), /only the workspaces of your company/i)
  }
  t.false(service.arrivals.some(({ url }) => /anon|unauth/i.test(url)))
})

test('what goes to a host that is decrypted for the header alone is not recorded', async (t) => {
  const dispatcher = throughProxy(t, weir)
  const prompt = { messages: [{ role: 'user', content: 'a text that is recorded wherever it is read' }] }
  for (const host of ['login.microsoftonline.com', 'github.com', 'api.mistral.ai']) {
    const answer = await post(dispatcher, `https://${host}/v1/chat/completions`, prompt)
    t.is(answer.status, 200)
  }
  // Records come in the order of their prompts.
  await weir.listed(({ content_metadata }) => content_metadata.host === 'api.mistral.ai')
  const records = await weir.listed(() => true)
  t.false(records.some(({ content_metadata }) => /login|github\.com|accounts/.test(String(content_metadata.host))))
})
