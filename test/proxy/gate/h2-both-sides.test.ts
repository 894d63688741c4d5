import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http2'
import test, { type ExecutionContext } from 'ava'
import { throughProxy } from '../../support/dispatchers.ts'
import { answerOf, ask, connectH2 } from '../../support/h2.ts'
import { type H2Upstream, startH2Upstream } from '../../support/h2-upstream.ts'
import { post } from '../../support/prompts.ts'
import { IBAN, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'

const scope = fileScope()
/** One that speaks HTTP/1.1 alone, one that speaks HTTP/2 alone. */
const H1_HOST = 'api.openai.com'
const H2_HOST = 'api.anthropic.com'
const MEGABYTES = 10
let h2Upstream: H2Upstream
let weir: Weir
const arrived: IncomingHttpHeaders[] = []

test.before(async () => {
  const h1 = await startUpstream(scope, {
    hosts: [H1_HOST],
    answer: (_request, response, body) => response.end(body),
  })
  h2Upstream = await startH2Upstream(scope, {
    hosts: [H2_HOST],
    onStream: (stream, headers) => {
      arrived.push(headers)
      stream.respond({ ':status': 200, 'content-type': 'application/octet-stream', 'set-cookie': ['a=1', 'b=2'] })
      stream.pipe(stream)
    },
  })
  weir = await startWeir(scope, {
    upstreams: { [H1_HOST]: h1, [H2_HOST]: h2Upstream },
    // What is too large to be inspected whole passes, piece by piece.
    env: { WEIR_FAIL_MODE: 'open', WEIR_INSPECT_MAX_BYTES: '1000000' },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
})

const LARGE = JSON.stringify({ input: 'and so on '.repeat(MEGABYTES * 100_000) })

function overH1(t: ExecutionContext, host: string, body: string, path = '/v1/messages') {
  return post(throughProxy(t, weir), `https://${host}${path}`, body)
}

async function overH2(t: ExecutionContext, host: string, body: string, path = '/v1/messages') {
  const session = await connectH2(t, weir, host)
  const head = { ':method': 'POST', ':scheme': 'https', ':authority': host, ':path': path }
  const { status, headers, body: came } = await ask(session, { ...head, 'content-type': 'application/json' }, body)
  return { status, headers, text: `${came}` }
}

for (const [client, send] of [
  ['HTTP/1.1', overH1],
  ['HTTP/2', overH2],
] as const) {
  for (const [service, host] of [
    ['HTTP/1.1', H1_HOST],
    ['HTTP/2', H2_HOST],
  ] as const) {
    test(`${MEGABYTES} MB each way, ${client} from the client and ${service} to the service`, async (t) => {
      t.timeout(120_000)
      const { status, text } = await send(t, host, LARGE)
      t.is(status, 200)
      t.is(text.length, LARGE.length)
      t.is(hash('sha256', text), hash('sha256', LARGE))
    })

    test(`a prompt is judged, ${client} from the client and ${service} to the service`, async (t) => {
      const passed = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] })
      t.is((await send(t, host, passed)).text, passed)
      const refused = await send(t, host, passed.replace('hello', IBAN))
      t.is(refused.status, 400)
      t.regex(refused.text, /No IBAN/)
    })
  }
}

test('clients of both versions share a connection to the service, and fields that come twice stay two', async (t) => {
  await overH2(t, H2_HOST, '{}')
  const { headers } = await overH1(t, H2_HOST, '{}')
  t.deepEqual(headers['set-cookie'], ['a=1', 'b=2'])
  t.true(h2Upstream.sessions.length <= 2, `${h2Upstream.sessions.length} sessions`)
  t.true(arrived.every((head) => head[':authority'] === H2_HOST && head.host === undefined))
})

for (const [client, send] of [
  ['HTTP/1.1', overH1],
  ['HTTP/2', overH2],
] as const) {
  test(`slashes at the beginning of a path are one, also for the service, ${client} from the client`, async (t) => {
    const prompt = JSON.stringify({ messages: [{ role: 'user', content: IBAN }] })
    const path = '//evil.example/v1/messages'
    t.is((await send(t, H2_HOST, prompt, path)).status, 400)
    await send(t, H2_HOST, '{}', `${path}?${client}`)
    const sent = arrived.filter((head) => head[':path']?.includes(`?${client}`))
    t.deepEqual(
      sent.map((head) => [head[':authority'], head[':path']]),
      [[H2_HOST, `/evil.example/v1/messages?${client}`]],
    )
  })
}

test('a stream of gRPC comes through piece by piece, with its trailers', async (t) => {
  const upstream = await startH2Upstream(t, {
    hosts: [H2_HOST],
    onStream: (stream, headers) => {
      stream.respond(
        { ':status': 200, 'content-type': 'application/grpc', 'x-te': headers.te },
        { waitForTrailers: true },
      )
      stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
      stream.write('one')
      stream.once('end', () => stream.end('two'))
      stream.resume()
    },
  })
  const other = await startWeir(t, { upstreams: { [H2_HOST]: upstream } })
  const session = await connectH2(t, other, H2_HOST)
  const head = { ':method': 'GET', ':scheme': 'https', ':authority': H2_HOST, ':path': '/x.Y/Z' }
  const stream = session.request({ ...head, te: 'trailers' })
  const { status, headers, body, trailers } = await answerOf(stream)
  t.is(status, 200)
  t.is(headers['x-te'], 'trailers')
  t.is(`${body}`, 'onetwo')
  t.is(trailers['grpc-status'], '0')
})
