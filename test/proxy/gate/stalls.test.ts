import test from 'ava'
import { crowding } from '../../support/crowding.ts'
import { answerOf, ask, connectH2 } from '../../support/h2.ts'
import { openIntercepted, postJson } from '../../support/intercepted.ts'
import { fileScope } from '../../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { until } from '../../support/wire.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const CLIENTS = 200
const AT_ONCE = 50
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, {
    hosts: [HOST],
    answer: (request, response) => {
      if (request.url === '/v1/models') response.end('models')
      else if (request.headers['x-order'] === 'half') response.writeHead(200).write('half an answer')
    },
  })
  // Longer than a client that does not stall takes, on a machine that has other things to do as well.
  const short = String(Math.round(1500 * Math.min(2, crowding())))
  weir = await startWeir(scope, {
    upstreams: { [HOST]: upstream },
    env: {
      WEIR_CLIENT_HEAD_MS: short,
      WEIR_CLIENT_BODY_MS: short,
      WEIR_CLIENT_IDLE_MS: short,
      WEIR_UPSTREAM_ANSWER_MS: short,
      WEIR_UPSTREAM_IDLE_MS: short,
    },
  })
})

const PROMPT = postJson(HOST, '/v1/responses', { input: 'a prompt that somebody stalls with' })
const HALF = postJson(HOST, '/v1/responses', { input: 'half is answered' }, ['X-Order: half'])

/** What is sent, and all that comes back before the connection is ended; the settings above bound each of these waits. */
const STALLS: Readonly<Record<string, readonly [sent: string, received: RegExp]>> = {
  'clients stall in the head': [PROMPT.slice(0, 40), /^HTTP\/1\.1 408 /],
  'clients stall in the body': [PROMPT.slice(0, -10), /^HTTP\/1\.1 4\d\d |^$/],
  'clients stall between two requests': [`GET /v1/models HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`, /models(\r\n0\r\n\r\n)?$/],
  'services stall before the answer': [
    PROMPT.replace('\r\n', '\r\nConnection: close\r\n'),
    /^HTTP\/1\.1 504 .*x-weir-error/s,
  ],
  'services stall in the answer': [HALF, /half an answer\r\n$/],
}

for (const [stage, [sent, received]] of Object.entries(STALLS)) {
  test.serial(`${CLIENTS} ${stage}: each is ended in time, and leaves no socket`, async (t) => {
    t.timeout(120_000)
    const one = async () => {
      const wire = await openIntercepted(t, weir, HOST)
      t.regex(await wire.send(sent).expectEnd(), received)
    }
    for (let begun = 0; begun < CLIENTS; begun += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, one))
    await until(
      () => upstream.sockets.size === 0,
      () => `${upstream.sockets.size} sockets to the service are open`,
    )
    t.is(weir.product.process.exitCode, null)
    t.is(weir.product.stderr, '')
  })
}

test.serial(
  'prompts that stall on one HTTP/2 connection are told 408, each on its stream, and others go on',
  async (t) => {
    const session = await connectH2(t, weir, HOST)
    const head = { ':method': 'POST', ':scheme': 'https', ':authority': HOST, ':path': '/v1/responses' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => {
        const stream = session.request({ ...head, 'content-type': 'application/json', accept: 'application/json' })
        stream.write('{"input":"half of ')
        return answerOf(stream)
      }),
    )
    for (const { status, headers } of answers) {
      t.is(status, 408)
      t.is(headers['x-weir-error'], 'bad_request')
    }
    t.is(`${(await ask(session, { ...head, ':method': 'GET', ':path': '/v1/models' })).body}`, 'models')
  },
)
