import test from 'ava'
import { openIntercepted, postJson } from '../../support/intercepted.ts'
import { fileScope } from '../../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST] })
  weir = await startWeir(scope, { upstreams: { [HOST]: upstream } })
})

const REFUSED = [
  'GET *',
  'POST *',
  'GET https://other.example/v1/models',
  'GET https://api.anthropic.com/v1/models',
  `GET http://${HOST}/v1/models`,
  `GET https://${HOST}:8443/v1/models`,
  `GET ${HOST}:443`,
  'GET v1/models',
  'GET ?a=b',
  'GET /v1/models#',
  'GET /v1/models?a=b#c',
  'GET /v1\\models',
  `GET https://${HOST}/v1/models#c`,
  `GET https://${HOST}\\v1/models`,
]

for (const line of REFUSED) {
  test.serial(`intercepted: ${line} is answered with 400 without touching the service`, async (t) => {
    const before = upstream.arrivals.length
    const wire = await openIntercepted(t, weir, HOST)
    const answer = await wire.send(`${line} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`).expectEnd()
    t.regex(answer, /^HTTP\/1\.1 400 /)
    t.is(upstream.arrivals.length, before)
  })
}

test.serial('OPTIONS * before any connection to the service is open does not keep others from it', async (t) => {
  const asking = await openIntercepted(t, weir, HOST)
  t.regex(await asking.send(`OPTIONS * HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`).expect('\r\n\r\n'), /^HTTP\/1\.1 [24]00 /)
  const other = await openIntercepted(t, weir, HOST)
  await other.send(postJson(HOST, '/v1/responses', { input: 'is anybody there' })).expect('{"ok":true}')
  t.pass()
})

test.serial('an absolute form of the same authority is taken, as RFC 9112 asks', async (t) => {
  const wire = await openIntercepted(t, weir, HOST)
  await wire.send(`GET https://${HOST}:443/v1/models?a=b HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`).expect('{"ok":true}')
  t.is(upstream.arrivals.at(-1)?.url, '/v1/models?a=b')
})
