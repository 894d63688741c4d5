import { createPrivateKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { type Dispatcher, fetch } from 'undici'
import { openAuthority } from '../../certs/authority.ts'
import { type BadServer, startBadServers } from '../support/bad-servers.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { type HelloFields, helloFields } from '../support/hello-fields.ts'
import { extrasOf, gradeOf } from '../support/interception-grade.ts'
import { fileScope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { listen, until } from '../support/wire.ts'

const SUFFIX = 'bad.example'
const VENDORS = {
  'api.openai.com': (json: Json) => json.error?.type === 'proxy_error' && json.error.code === 'upstream_certificate',
  'api.anthropic.com': (json: Json) => json.type === 'error' && json.error?.type === 'api_error',
  'generativelanguage.googleapis.com': (json: Json) => json.error?.code === 502 && json.error.status === 'UNAVAILABLE',
} as const

type Json = { type?: string; message?: string; error?: Record<string, unknown> }

const scope = fileScope()
let weir: Weir
let client: Dispatcher
let servers: readonly BadServer[]
const accepted = new Set<string>()
let hello: HelloFields | undefined

test.before(async () => {
  const dataDir = temporaryFolder(scope)
  const { certificate, certificatePem } = openAuthority(dataDir, () => new Date())
  const own = { certificate, key: createPrivateKey(readFileSync(join(dataDir, 'ca.key'))) }
  const started = await startBadServers(scope, SUFFIX, own)
  servers = started.servers
  const listener = await listen(scope, (socket) => {
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      hello = helloFields(Buffer.from(bytes))
      socket.destroy()
    })
  })
  const caFile = join(temporaryFolder(scope), 'roots.pem')
  // Our own CA too, as on a machine whose store was told to trust it.
  writeFileSync(caFile, `${started.roots}${certificatePem}`)
  const portOf = (name: string) => servers.find(({ host }) => host === `${name}.${SUFFIX}`)?.port
  const leading = [
    ...servers.map(({ host, port }) => `${host}:443:127.0.0.1:${port}`),
    ...Object.keys(VENDORS).map((host) => `${host}:443:127.0.0.1:${portOf('expired')}`),
    ...['right', 'wrong'].map((name) => `${name}-exception.${SUFFIX}:443:127.0.0.1:${portOf('expired')}`),
    `hello.${SUFFIX}:443:127.0.0.1:${listener.port}`,
  ]
  const printOf = (name: string) =>
    servers.find(({ host }) => host === `${name}.${SUFFIX}`)?.certificate.fingerprint256 ?? ''
  weir = await startWeir(scope, {
    dataDir,
    env: {
      WEIR_UPSTREAM_CA: caFile,
      WEIR_INTERCEPT_HOSTS: `*.${SUFFIX}`,
      WEIR_CONNECT_TO: leading.join(','),
      WEIR_UPSTREAM_EXCEPTIONS: `right-exception.${SUFFIX}=${printOf('expired')},wrong-exception.${SUFFIX}=${printOf('early')}`,
    },
  })
  client = throughProxy(scope, weir)
})

async function ask(host: string, accept = 'application/json') {
  const answer = await fetch(`https://${host}/ask`, {
    ...{ method: 'POST', body: '{"input":"hello"}', dispatcher: client },
    headers: { 'content-type': 'application/json', accept },
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test.serial(
  'a server is reached if a browser would reach it, and refused with the reason and a count if not',
  async (t) => {
    for (const { host, cause, reason } of servers) {
      const counted = { cause: cause ?? '' }
      const before = await weir.metric('weir_proxy_upstream_tls_refusals_total', counted)
      const { status, headers, text } = await ask(host)
      if (status === 200) accepted.add(host.slice(0, host.indexOf('.')))
      if (cause === undefined) {
        t.is(status, 200, `${host}: ${text}`)
        continue
      }
      t.is(status, 502, host)
      const isCertificate = !['protocol_version', 'weak_cipher'].includes(cause)
      t.is(headers.get('x-weir-error'), isCertificate ? 'upstream_certificate' : 'upstream_tls', host)
      t.is(headers.get('x-should-retry'), 'false', host)
      t.regex((JSON.parse(text) as Json).message ?? '', reason, host)
      t.is(await weir.metric('weir_proxy_upstream_tls_refusals_total', counted), before + 1, `${host}: ${text}`)
    }
  },
)

test.serial('a person gets a page that says why, an SDK the error of its vendor', async (t) => {
  const page = await ask(`revoked.${SUFFIX}`, 'text/html')
  t.is(page.status, 502)
  t.regex(page.headers.get('content-type') ?? '', /^text\/html/)
  t.regex(page.text, /it was revoked/)
  for (const [host, isRight] of Object.entries(VENDORS)) {
    const { status, text } = await ask(host)
    t.is(status, 502, host)
    t.true(isRight(JSON.parse(text)), `${host}: ${text}`)
    t.regex(String((JSON.parse(text) as Json).error?.message), /was refused: /, host)
    t.is(text.split(host).length - 1, 1, text)
  }
})

test.serial('an exception is for one certificate of one host, and each use is counted', async (t) => {
  t.is(await weir.metric('weir_proxy_upstream_exceptions_total'), 0)
  t.is((await ask(`wrong-exception.${SUFFIX}`)).status, 502)
  t.is(await weir.metric('weir_proxy_upstream_exceptions_total'), 0)
  t.is((await ask(`right-exception.${SUFFIX}`)).status, 200)
  t.is((await ask(`right-exception.${SUFFIX}`)).status, 200)
  t.is(await weir.metric('weir_proxy_upstream_exceptions_total'), 2)
})

test.serial('the grade of "The Security Impact of HTTPS Interception"', async (t) => {
  await ask(`hello.${SUFFIX}`)
  await until(
    () => hello !== undefined,
    () => 'no hello came',
  )
  if (hello === undefined) return t.fail()
  const wrong = servers.filter(({ cause }) => cause !== undefined).map(({ host }) => host.slice(0, host.indexOf('.')))
  const observed = { hello, accepted: wrong.filter((name) => accepted.has(name)) }
  const { grade, reasons } = gradeOf(observed)
  const extras = extrasOf(observed)
  t.log(`grade ${grade}${reasons.map((reason) => `\n  ${reason}`).join('')}`)
  t.log(`${wrong.length} of ${servers.length} servers are to be refused; beyond the scale: ${extras.join(', ')}`)
  t.is(grade, 'A', reasons.join('\n'))
  t.is(extras.length, 9)
})
