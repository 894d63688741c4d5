import { connect } from 'node:net'
import test from 'ava'
import { curl, curlJson, curlTest, runCurl } from '../support/curl.ts'
import { type PlainServer, startPlainServer } from '../support/plain-server.ts'
import { addProxyUser, type ProxyUser } from '../support/product-users.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until, Wire } from '../support/wire.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const URL = `https://${HOST}/v1/chat/completions`
const PLAIN = 'a.example'
let upstream: FakeUpstream
let server: PlainServer
let weir: Weir
let jo: ProxyUser
let ann: ProxyUser

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST] })
  server = await startPlainServer(scope)
  weir = await startWeir(scope, {
    upstreams: { [HOST]: upstream },
    env: {
      WEIR_PROXY_AUTH: 'basic',
      WEIR_CONNECT_TO: [
        upstream.connectTo(HOST),
        `${PLAIN}:80:127.0.0.1:${server.port}`,
        `${PLAIN}:443:127.0.0.1:${server.port}`,
      ].join(),
    },
  })
  jo = await addProxyUser(weir, 'jo@example.com')
  ann = await addProxyUser(weir, 'ann@example.com')
})

function prompt(content: string) {
  return { model: 'gpt-5', messages: [{ role: 'user', content }] }
}

function as({ credentials }: Pick<ProxyUser, 'credentials'>): string[] {
  return ['--proxy-user', credentials]
}

curlTest('who does not say who they are gets 407 with a challenge, and the pages of the proxy itself', async (t) => {
  const tunnel = await curl(weir, [URL])
  t.is(tunnel.connectStatus, 407)
  const plain = await curl(weir, [`http://${PLAIN}/`])
  t.is(plain.status, 407)
  t.is(plain.headers.get('proxy-authenticate'), 'Basic realm="Weir", charset="UTF-8"')
  t.is(plain.headers.get('x-weir-error'), 'identity_missing')
  const wire = await Wire.open(t, weir.proxyPort)
  t.regex(
    await wire.send(`CONNECT ${HOST}:443 HTTP/1.1\r\nHost: ${HOST}:443\r\n\r\n`).expect('\r\n\r\n'),
    /^HTTP\/1\.1 407 .*\r\n(?:.*\r\n)*proxy-authenticate: Basic /,
  )
  t.is((await curl(weir, ['http://weir.proxy/ca.pem'])).status, 200)
  t.is((await runCurl([`${weir.proxyUrl}/proxy.pac`])).status, 200)
  for (const page of ['/', '/setup/claude-code'])
    t.regex(
      String((await runCurl([`${weir.proxyUrl}${page}`])).body),
      /This proxy asks who uses it\.[\s\S]*:\/\/you%40example\.com:wpt_\.\.\.@/,
    )
  for (const wrong of ['jo@example.com:wpt_wrong', 'jo@example.com:', ':x', 'nobody@example.com:wpt_x']) {
    t.is((await curl(weir, [URL, '--proxy-user', wrong])).connectStatus, 407, wrong)
  }
  t.is((await curl(weir, [URL, '--proxy-header', 'Proxy-Authorization: Bearer x'])).connectStatus, 407)
})

curlTest('a policy on a user holds for that user, and records carry who it was', async (t) => {
  await weir.createPolicy({
    name: 'Not Jo',
    rules: { action: 'block', conditions: [{ field: 'user_id', operator: 'eq', value: jo.id }] },
  })
  const blocked = await curlJson(weir, URL, prompt('from jo'), as(jo))
  t.is(blocked.status, 400)
  t.is(blocked.headers.get('x-weir-policy'), 'Not Jo')
  const passed = await curlJson(weir, URL, prompt('from ann'), [...as(ann), '--http2'])
  t.is(passed.status, 200)
  const plain = await curlJson(weir, `http://${HOST}/v1/chat/completions`, prompt('jo in the clear'), as(jo))
  t.is(plain.status, 400)
  t.is((await weir.interactionsOf('from jo'))[0]?.user_id, jo.id)
  t.is((await weir.interactionsOf('jo in the clear'))[0]?.user_id, jo.id)
  const [record] = await weir.interactionsOf('from ann')
  t.is(record?.user_id, ann.id)
  t.is(record?.content_metadata.user, undefined)
})

curlTest('credentials go no further than the proxy, and what passes needs them too', async (t) => {
  t.is((await curl(weir, [`http://${PLAIN}/seen`, ...as(ann)])).status, 200)
  const arrival = server.arrivals.find(({ url }) => url === '/seen')
  t.truthy(arrival)
  t.is(arrival?.headers['proxy-authorization'], undefined)
  const tunnel = ['--proxytunnel', `http://${PLAIN}:443/tunnel`]
  t.is((await curl(weir, [...tunnel, ...as(ann)])).status, 200)
  t.is((await curl(weir, tunnel)).connectStatus, 407)
  await curlJson(weir, URL, prompt('seen by the service'), as(ann))
  const inner = upstream.arrivals.find(({ body }) => body.includes('seen by the service'))
  t.is(inner?.headers['proxy-authorization'], undefined)
})

curlTest('a revoked token holds no longer', async (t) => {
  const eve = await addProxyUser(weir, 'eve@example.com')
  const status = async () => (await curl(weir, [`http://${PLAIN}/`, ...as(eve)])).status
  t.is(await status(), 200)
  t.is((await weir.api('DELETE', `/users/${eve.id}/proxy-token`)).status, 204)
  await until(
    async () => (await status()) === 407,
    () => 'the token still holds',
  )
})

curlTest('however many guess from one address, others are served, and who is known there too', async (t) => {
  const FROM = '127.0.0.3'
  const guess = async (n: number) => {
    const socket = connect({ port: weir.proxyPort, host: '127.0.0.1', localAddress: FROM })
    t.teardown(() => socket.destroy())
    const wire = new Wire(socket)
    const credentials = Buffer.from(`jo@example.com:wpt_${n}`).toString('base64')
    wire.send(`GET http://${PLAIN}/ HTTP/1.1\r\nHost: ${PLAIN}\r\nProxy-Authorization: Basic ${credentials}\r\n\r\n`)
    return wire
  }
  const there = [`http://${PLAIN}/`, ...as(ann), '--interface', FROM]
  t.is((await curl(weir, there)).status, 200)
  const guesses = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n)))
  // Known from this address; never seen, from another.
  t.is((await curl(weir, there)).status, 200)
  const bob = await addProxyUser(weir, 'bob@example.com')
  t.is((await curl(weir, [`http://${PLAIN}/`, ...as(bob)])).status, 200)
  const slowed = guesses.filter(({ received }) => !received.startsWith('HTTP/1.1 407')).length
  t.true(slowed > 0, 'all guesses were looked at at once')
})

curlTest('a name that another proxy tells identifies, if that proxy is trusted', async (t) => {
  const behind = await startWeir(t, {
    upstreams: { [HOST]: upstream },
    env: {
      WEIR_PROXY_AUTH: 'header',
      WEIR_TRUSTED_PROXIES: '127.0.0.2/32',
      WEIR_CONNECT_TO: `${upstream.connectTo(HOST)},${PLAIN}:80:127.0.0.1:${server.port}`,
    },
  })
  const known = await addProxyUser(behind, 'jo@example.com')
  const named = (name: string) => ['--interface', '127.0.0.2', '--proxy-header', `X-Authenticated-User: ${name}`]
  t.is((await curl(behind, [URL, '--proxy-header', 'X-Authenticated-User: jo@example.com'])).connectStatus, 407)
  t.is((await curl(behind, [URL, '--interface', '127.0.0.2'])).connectStatus, 407)
  const twice = [...named('eve@example.com'), '--proxy-header', 'X-Authenticated-User: jo@example.com']
  t.is((await curl(behind, [URL, ...twice])).connectStatus, 407)
  t.is((await curlJson(behind, URL, prompt('a user'), named('Jo@example.com'))).status, 200)
  t.is((await curlJson(behind, URL, prompt('somebody'), named('CORP\\zoe'))).status, 200)
  t.is((await curlJson(behind, URL, prompt('a guest'), named('guest@other.example'))).status, 200)
  const asked = await behind.metric('weir_proxy_identity_checks_total', { outcome: 'right' })
  for (let n = 0; n < 3; n++) t.is((await curlJson(behind, URL, prompt('again'), named('jo@example.com'))).status, 200)
  t.is(
    await behind.metric('weir_proxy_identity_checks_total', { outcome: 'right' }),
    asked,
    'who is known is not asked for',
  )
  const user = async (content: string) => {
    const [record] = await behind.interactionsOf(content)
    return [record?.user_id, record?.content_metadata.user]
  }
  t.deepEqual(await user('a user'), [known.id, undefined])
  t.deepEqual(await user('somebody'), [null, 'CORP\\zoe'])
  t.deepEqual(await user('a guest'), [null, 'guest@other.example'])
  const url = `http://${PLAIN}/told`
  t.is((await curl(behind, [url, '--interface', '127.0.0.2', '--header', 'X-Authenticated-User: zoe'])).status, 200)
  const arrival = server.arrivals.find(({ url }) => url === '/told')
  t.is(arrival?.headers['x-authenticated-user'], undefined)
})
