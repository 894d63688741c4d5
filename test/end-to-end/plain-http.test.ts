import test from 'ava'
import { curl, curlJson, curlTest, runCurl } from '../support/curl.ts'
import { type PlainServer, startPlainServer } from '../support/plain-server.ts'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { listen, refusingPort, Wire } from '../support/wire.ts'

const scope = fileScope()
let server: PlainServer
let weir: Weir

test.before(async () => {
  server = await startPlainServer(scope)
  weir = await startWeir(scope, {
    env: {
      WEIR_DESTINATION_ALLOW_CIDRS: '127.0.0.0/8',
      WEIR_CONNECT_TO: `api.openai.com:80:127.0.0.1:${server.port},a.example:80:127.0.0.1:${server.port}`,
    },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
})

curlTest('a plain http:// request passes as it is, without what is for the proxy alone', async (t) => {
  const url = `http://127.0.0.1:${server.port}/a//b?c=%20d`
  const answer = await curl(weir, [url, '--header', 'X-Mine: 1', '--proxy-header', 'X-Weir-Hop: fake'], {
    body: 'text',
  })
  t.is(answer.status, 200)
  t.is(answer.text, 'plain')
  const arrival = server.arrivals.find(({ url }) => url === '/a//b?c=%20d')
  t.is(arrival?.method, 'POST')
  t.is(arrival?.body.toString(), 'text')
  t.is(arrival?.headers['x-mine'], '1')
  t.is(arrival?.headers['x-weir-hop'], undefined)
  t.is(arrival?.headers['proxy-connection'], undefined)
  t.is(arrival?.headers.host, `127.0.0.1:${server.port}`)
})

curlTest('a chunked DELETE stays one request: its body does not become a second one', async (t) => {
  const smuggled = `GET /smuggled HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`
  const url = `http://127.0.0.1:${server.port}/delete`
  const answer = await curl(weir, ['--request', 'DELETE', '--header', 'transfer-encoding: chunked', url], {
    body: smuggled,
  })
  t.is(answer.status, 200)
  const [arrival] = server.arrivals.filter(({ method }) => method === 'DELETE')
  t.is(arrival?.body.toString(), smuggled)
  t.deepEqual(
    server.arrivals.filter(({ url }) => url === '/smuggled'),
    [],
  )
})

curlTest('a plain http:// request to an AI service is inspected', async (t) => {
  const blocked = await curlJson(weir, 'http://api.openai.com/v1/chat/completions', { input: `plain ${IBAN}` })
  t.is(blocked.status, 400)
  t.is(blocked.headers.get('x-weir-policy'), 'No IBAN')
  const passed = await curlJson(weir, 'http://api.openai.com/v1/chat/completions', { input: 'in the clear' })
  t.is(passed.status, 200)
  t.deepEqual(
    server.arrivals.filter(({ headers }) => headers.host === 'api.openai.com').map(({ body }) => body.toString()),
    ['{"input":"in the clear"}'],
  )
})

curlTest(
  'an upgrade to HTTP/2 that is only offered is not taken, and does not bind the connection to one server',
  async (t) => {
    const other = await startPlainServer(t, (_request, response) => void response.end('other'))
    const answer = await runCurl([
      '--http2',
      '--proxy',
      weir.proxyUrl,
      `http://127.0.0.1:${server.port}/first`,
      '--next',
      '--silent',
      '--proxy',
      weir.proxyUrl,
      `http://127.0.0.1:${other.port}/second`,
    ])
    t.is(answer.exitCode, 0)
    t.deepEqual(
      other.arrivals.map(({ url }) => url),
      ['/second'],
    )
    t.is(server.arrivals.find(({ url }) => url === '/first')?.headers.upgrade, undefined)
  },
)

test('an upgrade that the server declines does not bind the connection to that server', async (t) => {
  const declining = await listen(t, (socket) => {
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno'))
  })
  const wire = await Wire.open(t, weir.proxyPort)
  const host = `127.0.0.1:${declining.port}`
  wire.send(`GET http://${host}/ws HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  await wire.expect('\r\n\r\nno')
  wire.send('GET http://a.example/private HTTP/1.1\r\nHost: a.example\r\nCookie: secret\r\n\r\n')
  const answer = await wire.expectEnd()
  t.regex(answer, /^HTTP\/1\.1 200 OK\r\n/)
  t.regex(answer, /\r\nconnection: close\r\n/i)
  t.is(answer.match(/HTTP\/1\.1/g)?.length, 1)
})

curlTest('a server that cannot be reached is told in a page for people and in JSON for programs', async (t) => {
  const closed = await refusingPort(t)
  const url = `http://127.0.0.1:${closed}/`
  const json = await curl(weir, [url])
  t.is(json.status, 502)
  t.is(json.headers.get('x-weir-error'), 'upstream_connect')
  t.regex((JSON.parse(json.text) as { message: string }).message, /ECONNREFUSED/)
  const html = await curl(weir, [url, '--header', 'accept: text/html,*/*'])
  t.is(html.status, 502)
  t.regex(html.headers.get('content-type') ?? '', /^text\/html/)
  t.regex(html.text, /ECONNREFUSED/)
})

curlTest('a server that never answers to the end is cut off for the client as well', async (t) => {
  const breaking = await listen(t, (socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'))
  })
  const answer = await curl(weir, [`http://127.0.0.1:${breaking.port}/`])
  t.is(answer.exitCode, 18, 'curl notices that the answer is not whole')
  t.is(answer.text, 'half')
})

test('an answer to HEAD comes through, whatever the server sends behind its head', async (t) => {
  const wrong = await listen(t, (socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'))
  })
  const wire = await Wire.open(t, weir.proxyPort)
  for (let asked = 0; asked < 2; asked++) {
    const host = `127.0.0.1:${wrong.port}`
    wire.clear().send(`HEAD http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    const answer = await wire.expect('\r\n\r\n')
    t.regex(answer, /^HTTP\/1\.1 200 OK\r\n/)
    t.false(answer.includes('hello'))
  }
})
