import { readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer, type TLSSocket } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { openAuthority } from '../../../certs/authority.ts'
import { issueServerCertificate } from '../../../certs/server-certificate.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { startBlackhole } from '../../support/blackhole.ts'
import { throughProxy } from '../../support/dispatchers.ts'
import { openIntercepted, postJson } from '../../support/intercepted.ts'
import { once } from '../../support/once.ts'
import { post } from '../../support/prompts.ts'
import { fileScope } from '../../support/scope.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { listen, refusingPort } from '../../support/wire.ts'

const scope = fileScope()
const REQUEST_END = '"the end"}'
const SERVICES = ['api.openai.com', 'api.anthropic.com', 'generativelanguage.googleapis.com', 'api.mistral.ai']
let weir: Weir

/** What a server does with a connection once it has read a whole prompt. */
const BEHAVIOURS = {
  'reset-before': (socket: TLSSocket) => void socket.destroy(),
  'no-http': (socket: TLSSocket) => void socket.end('nonsense\r\n\r\n'),
  'large-head': (socket: TLSSocket) => void socket.end(`HTTP/1.1 200 OK\r\nX-Large: ${'x'.repeat(100_000)}\r\n\r\n`),
  'reset-after': (socket: TLSSocket) =>
    void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy()),
  'cut-chunks': (socket: TLSSocket) =>
    void socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'),
  'until-close': (socket: TLSSocket) => void socket.end('HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nall of it'),
  hints: (socket: TLSSocket) =>
    void socket.write(
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfinal',
    ),
  empty: (socket: TLSSocket) => void socket.write('HTTP/1.1 204 No Content\r\nX-Mine: 1\r\n\r\n'),
  trailers: (socket: TLSSocket) =>
    void socket.write(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n4\r\nbody\r\n0\r\nX-Sum: 42\r\n\r\n',
    ),
} as const

test.before(async () => {
  const folder = temporaryFolder(scope)
  const authority = openAuthority(folder, () => new Date())
  const entries: string[] = []
  const add = (name: string, port: number) => entries.push(`${name}.fail.example:443:127.0.0.1:${port}`)
  const hosts = Object.keys(BEHAVIOURS).map((name) => `${name}.fail.example`)
  const credentials = issueServerCertificate(authority, hosts, new Date())
  for (const [name, behave] of Object.entries(BEHAVIOURS)) {
    const server = createServer(credentials, (socket) => {
      let received = ''
      socket.on('error', () => {})
      socket.on('data', (chunk: Buffer) => {
        received += chunk
        if (received.includes(REQUEST_END)) behave(socket)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    scope.teardown(() => server.close())
    add(name, (server.address() as AddressInfo).port)
  }
  const refusing = await refusingPort(scope)
  add('refused', refusing)
  for (const host of SERVICES) entries.push(`${host}:443:127.0.0.1:${refusing}`)
  add('silent', (await listen(scope, () => {})).port)
  add('no-tls', (await listen(scope, (socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'))).port)
  add('blackhole', await startBlackhole(scope))
  entries.push('dns.fail.example:443:does-not-exist.invalid:443')
  writeFileSync(join(folder, 'trusted.pem'), authority.certificatePem)
  weir = await startWeir(scope, {
    env: {
      WEIR_INTERCEPT_HOSTS: '*.fail.example',
      // Half a prompt cannot be read, and would be refused.
      WEIR_FAIL_MODE: 'open',
      WEIR_CONNECT_TO: entries.join(','),
      WEIR_UPSTREAM_CA: join(folder, 'trusted.pem'),
    },
  })
})

function prompt(name: string): { url: string; content: string; json: unknown } {
  const content = `to ${name}`
  return { url: `https://${name}.fail.example/ask`, content, json: { input: content, last: 'the end' } }
}

interface Failure {
  readonly name: string
  readonly status: number
  readonly failure: string
  readonly says: RegExp
  /** Whether a client may try again by itself. */
  readonly transient: boolean
  /** A prompt that nobody could read, not even its recipient, is no interaction. */
  readonly recorded: boolean
  /** The service had read it: that it did not get it cannot be said. */
  readonly sent?: true
}

const FAILURES: readonly Failure[] = [
  {
    name: 'refused',
    status: 502,
    failure: 'connect',
    says: /^Weir cannot reach refused\.fail\.example: .*ECONNREFUSED/,
    transient: true,
    recorded: true,
  },
  { name: 'blackhole', status: 504, failure: 'timeout', says: /within 10000 ms/, transient: true, recorded: true },
  { name: 'dns', status: 502, failure: 'dns', says: /cannot be resolved/, transient: false, recorded: true },
  { name: 'silent', status: 504, failure: 'timeout', says: /TLS handshake in time/, transient: true, recorded: true },
  { name: 'no-tls', status: 502, failure: 'tls', says: /TLS handshake/, transient: false, recorded: false },
  {
    name: 'reset-before',
    status: 502,
    failure: 'reset',
    says: /broke off/,
    transient: true,
    recorded: true,
    sent: true,
  },
  {
    name: 'no-http',
    status: 502,
    failure: 'protocol',
    says: /could not be read/,
    transient: false,
    recorded: true,
    sent: true,
  },
  {
    name: 'large-head',
    status: 502,
    failure: 'protocol',
    says: /could not be read/,
    transient: false,
    recorded: true,
    sent: true,
  },
]

for (const { name, status, failure, says, transient, recorded, sent } of FAILURES) {
  test(`${name}: the client is told with ${status}, it is counted as ${failure}${recorded ? ' and recorded' : ''}`, async (t) => {
    const before = await weir.metric('weir_proxy_upstream_failures_total', { failure })
    const { url, content, json } = prompt(name)
    const answer = await post(throughProxy(t, weir), url, json)
    t.is(answer.status, status)
    t.is(answer.headers['x-weir-error'], `upstream_${failure}`)
    t.is(answer.headers['x-should-retry'], transient ? undefined : 'false')
    const { error, message } = JSON.parse(answer.text) as { error: Record<string, string>; message: string }
    t.regex(message, says)
    t.deepEqual(error, { message, type: 'proxy_error', code: `upstream_${failure}` })
    t.true((await weir.metric('weir_proxy_upstream_failures_total', { failure })) > before)
    if (recorded) {
      const [record] = await weir.interactionsOf(`${content}\nthe end`)
      t.is(record?.enforced_action, 'allow')
      t.is(record?.content_metadata.not_delivered, sent ? undefined : `upstream_${failure}`)
    }
  })
}

for (const name of ['reset-after', 'cut-chunks'] as const) {
  test(`${name}: an answer that breaks off is broken off for the client too, counted and recorded`, async (t) => {
    const labels = { failure: 'broken_answer' }
    const before = await weir.metric('weir_proxy_upstream_failures_total', labels)
    const { content, json } = prompt(name)
    const host = `${name}.fail.example`
    const wire = await openIntercepted(t, weir, host)
    const answer = await wire.send(postJson(host, '/ask', json)).expectEnd()
    t.regex(answer, /^HTTP\/1\.1 200 OK\r\n.*half/s)
    t.false(answer.endsWith('0\r\n\r\n'), 'it does not look whole')
    await weir.untilMetric('weir_proxy_upstream_failures_total', labels, before + 1)
    await weir.interactionsOf(`${content}\nthe end`)
  })
}

async function answerOf(t: ExecutionContext, name: keyof typeof BEHAVIOURS, end: string): Promise<string> {
  const host = `${name}.fail.example`
  const wire = await openIntercepted(t, weir, host)
  return wire.send(postJson(host, '/ask', prompt(name).json)).expect(end)
}

test('an answer that ends with its connection is passed on whole', async (t) => {
  t.regex(await answerOf(t, 'until-close', 'all of it'), /^HTTP\/1\.1 200 OK\r\n/)
})

test('what failed in the handshake has told nobody anything, and is no interaction', async (t) => {
  await post(throughProxy(t, weir), prompt('no-tls').url, prompt('no-tls').json)
  await post(throughProxy(t, weir), 'https://until-close.fail.example/ask', { input: 'a later one', last: 'the end' })
  await weir.interactionsOf('a later one\nthe end')
  const records = await weir.listed(() => true)
  t.false(records.some(({ content_metadata }) => content_metadata.host === 'no-tls.fail.example'))
})

for (const host of SERVICES) {
  test(`${host} is down: a client reads its name, once`, async (t) => {
    const { status, text } = await post(throughProxy(t, weir), `https://${host}/v1/messages`, { messages: [] })
    t.is(status, 502)
    t.is(text.split(host).length - 1, 1, text)
    t.regex(
      JSON.parse(text).error.message,
      /^Weir cannot reach .*: no connection to 127\.0\.0\.1 .*\. This answer is from Weir/,
    )
  })
}

test('of a prompt whose client hangs up before its end, the record says that it was not delivered', async (t) => {
  const wire = await openIntercepted(t, weir, 'empty.fail.example')
  wire.send(postJson('empty.fail.example', '/v1/half', { input: 'half of it' }).slice(0, -5))
  // What it wrote arrives before that.
  wire.socket.end()
  const [record] = await weir.listed(({ content_metadata }: Interaction) => content_metadata.path === '/v1/***')
  t.is(record?.enforced_action, 'allow')
  t.is(record?.content_metadata.not_delivered, 'client_gone')
})

test('early hints are left out, the answer behind them is passed on', async (t) => {
  t.regex(await answerOf(t, 'hints', 'final'), /^HTTP\/1\.1 200 OK\r\n/)
})

test('an answer without a body has none', async (t) => {
  const answer = await answerOf(t, 'empty', '\r\n\r\n')
  t.regex(answer, /^HTTP\/1\.1 204 No Content\r\n(.*\r\n)*X-Mine: 1\r\n/)
  t.notRegex(answer, /transfer-encoding|content-length/i)
})

test('trailers are passed on', async (t) => {
  t.regex(await answerOf(t, 'trailers', 'X-Sum: 42\r\n\r\n'), /\r\nbody\r\n0\r\nX-Sum: 42\r\n\r\n$/)
})

test('a service that was restarted is reached again on the same client connection', async (t) => {
  const folder = temporaryFolder(t)
  const authority = openAuthority(folder, () => new Date())
  const sockets = new Set<TLSSocket>()
  const start = async (port: number) => {
    const server = createServer(issueServerCertificate(authority, ['api.openai.com'], new Date()), (socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => server.close())
    return server
  }
  const first = await start(0)
  const { port } = first.address() as AddressInfo
  writeFileSync(join(folder, 'trusted.pem'), readFileSync(join(folder, 'ca.pem')))
  const restarting = await startWeir(t, {
    env: {
      WEIR_CONNECT_TO: `api.openai.com:443:127.0.0.1:${port}`,
      WEIR_UPSTREAM_CA: join(folder, 'trusted.pem'),
    },
  })
  const client = throughProxy(t, restarting)
  const url = 'https://api.openai.com/v1/responses'
  t.is((await post(client, url, { input: 'before' })).status, 200)
  first.close()
  for (const socket of sockets) socket.destroy()
  await start(port)
  t.is((await post(client, url, { input: 'after' })).status, 200)
})
