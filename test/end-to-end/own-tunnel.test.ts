import test from 'ava'
import { curl, curlTest, runCurl } from '../support/curl.ts'
import { openIntercepted } from '../support/intercepted.ts'
import { fileScope } from '../support/scope.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
let weir: Weir
test.before(async () => {
  weir = await startWeir(scope)
})

curlTest.serial(
  'https://weir.proxy/ through the proxy shows its own pages, with a certificate of its CA',
  async (t) => {
    const check = await curl(weir, ['https://weir.proxy/check'])
    t.is(check.text, '{"weir":"ok"}\n')
    t.is(check.headers.get('access-control-allow-origin'), '*')
    t.is((await runCurl(['--proxy', weir.proxyUrl, 'https://weir.proxy/check'])).exitCode, 60, 'without its CA')
    const page = await curl(weir, ['https://weir.proxy/'])
    t.true(page.text.includes(`HTTPS_PROXY=${weir.proxyUrl}`))
    t.true((await weir.metric('weir_proxy_connects_total', { outcome: 'own' })) >= 2)
  },
)

test.serial('nothing but its own pages is inside: no other host, no tunnel in the tunnel, no upgrade', async (t) => {
  const asked = [
    ['GET http://intranet.example/ HTTP/1.1\r\nHost: intranet.example', 400],
    ['GET / HTTP/1.1\r\nHost: api.openai.com', 421],
    ['CONNECT api.openai.com:443 HTTP/1.1\r\nHost: api.openai.com:443', 400],
    ['CONNECT weir.proxy:443 HTTP/1.1\r\nHost: weir.proxy:443', 400],
    ['GET / HTTP/1.1\r\nHost: weir.proxy\r\nConnection: Upgrade\r\nUpgrade: websocket', 426],
  ] as const
  for (const [head, status] of asked) {
    const client = await openIntercepted(t, weir, 'weir.proxy')
    client.send(`${head}\r\n\r\n`)
    t.regex(await client.expect('\r\n\r\n'), new RegExp(`^HTTP/1\\.1 ${status} `), head)
    client.socket.destroy()
  }
})

test.serial('the proxy stops while such a tunnel is open', async (t) => {
  const client = await openIntercepted(t, weir, 'weir.proxy')
  client.send('GET /check HTTP/1.1\r\nHost: weir.proxy\r\n\r\n')
  await client.expect('{"weir":"ok"}')
  t.is(await weir.stop(), 0)
})
