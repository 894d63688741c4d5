import test from 'ava'
import { curl, curlJson, curlTest } from '../support/curl.ts'
import { type ParentProxy, startParentProxy } from '../support/parent-proxy.ts'
import { type PlainServer, startPlainServer } from '../support/plain-server.ts'
import { addProxyUser, type ProxyUser } from '../support/product-users.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const URL = `https://${HOST}/v1/chat/completions`
const PROMPT = { model: 'gpt-5', messages: [{ role: 'user', content: 'Hello' }] }
let upstream: FakeUpstream
let server: PlainServer
let parent: ParentProxy
let weir: Weir
let jo: ProxyUser
let ann: ProxyUser

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST] })
  server = await startPlainServer(scope)
  const ports: Readonly<Record<string, number>> = {
    [`${HOST}:443`]: upstream.port,
    'plain.example': server.port,
    'api.anthropic.com': server.port,
    'plain.example:80': server.port,
  }
  parent = await startParentProxy(scope, (authority) => ports[authority])
  weir = await startWeir(scope, {
    env: {
      WEIR_UPSTREAM_PROXY: parent.url,
      WEIR_UPSTREAM_PROXY_CLIENT: 'both',
      WEIR_UPSTREAM_CA: upstream.caFile,
      WEIR_BYPASS_HOSTS: 'api.anthropic.com',
      WEIR_PROXY_AUTH: 'basic',
    },
  })
  jo = await addProxyUser(weir, 'jo@example.com')
  ann = await addProxyUser(weir, 'ann@example.com')
})

function newest() {
  const { line = '', headers = {} } = parent.requests.at(-1) ?? {}
  return { line, address: headers['x-forwarded-for'], user: headers['x-authenticated-user'] }
}

const as = ({ credentials }: ProxyUser) => ['--proxy-user', credentials]

curlTest.serial('a parent is told on CONNECT who the client is, and the AI service is not', async (t) => {
  const before = parent.requests.length
  for (const person of [jo, ann, jo]) t.is((await curlJson(weir, URL, PROMPT, as(person))).status, 200)
  const told = parent.requests.slice(before)
  t.deepEqual(
    told.map(({ line, headers }) => [line, headers['x-authenticated-user'], headers['x-forwarded-for']]),
    [
      [`CONNECT ${HOST}:443`, 'jo@example.com', '127.0.0.1'],
      [`CONNECT ${HOST}:443`, 'ann@example.com', '127.0.0.1'],
    ],
    'a connection is used again for the one who was named on it, and for nobody else',
  )
  const seen = upstream.arrivals.flatMap(({ rawHeaders }) => rawHeaders).join('\n')
  t.notRegex(seen, /x-forwarded-for|x-authenticated-user|example\.com/i)
})

curlTest.serial('it is told so of tunnels and of plain requests, whatever the client says itself', async (t) => {
  t.is((await curl(weir, ['http://plain.example/', '--proxytunnel', ...as(ann)])).connectStatus, 200)
  t.deepEqual(newest(), { line: 'CONNECT plain.example:80', address: '127.0.0.1', user: 'ann@example.com' })
  const forged = ['x-Forwarded-for: 10.9.9.9', 'X-authenticated-user: root@example.com'].flatMap((line) => ['-H', line])
  t.is((await curl(weir, ['http://plain.example/', ...forged, ...as(jo)])).status, 200)
  t.deepEqual(newest(), { line: 'GET http://plain.example/', address: '127.0.0.1', user: 'jo@example.com' })
})

curlTest.serial('a plain request to an AI service does not say it, since a parent may pass it on', async (t) => {
  t.is((await curl(weir, ['http://api.anthropic.com/', '-H', 'X-Forwarded-For: 10.9.9.9', ...as(jo)])).status, 200)
  t.deepEqual(newest(), { line: 'GET http://api.anthropic.com/', address: undefined, user: undefined })
})
