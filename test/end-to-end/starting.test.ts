import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { fetch } from 'undici'
import { issueServerCertificate } from '../../certs/server-certificate.ts'
import { newAuthority } from '../support/certificate-files.ts'
import { FAKE_TOKEN, FakeApi } from '../support/fake-api.ts'
import { type Product, runProduct } from '../support/product.ts'
import { temporaryFile, temporaryFolder } from '../support/temp.ts'
import { announced, settings, startWeir, untilReady } from '../support/weir.ts'
import { until } from '../support/wire.ts'

/** The address that stands for another machine: on Linux all of 127.0.0.0/8 is this one. */
const OTHER_MACHINE = '127.0.0.2'

const PLACES: readonly Readonly<Record<string, string>>[] = [
  { WEIR_API_HOST: '0.0.0.0' },
  { WEIR_API_HOST: '::' },
  { WEIR_API_HOST: '::1' },
  { WEIR_API_HOST: OTHER_MACHINE },
  { WEIR_API_HOST: '0.0.0.0', WEIR_API_TLS: 'off' },
]

for (const env of PLACES) {
  test.serial(`the proxy gets its policies from the API beside it with ${JSON.stringify(env)}`, async (t) => {
    const weir = await startWeir(t, { env })
    t.is((await fetch(`${weir.proxyUrl}/readyz`)).status, 200)
    t.false(announced(weir.product, 'API').includes('0.0.0.0'))
    t.is((await weir.api('GET', '/policies')).status, 200, 'and where it says it is, it is')
  })
}

test.serial('the same with a certificate of the operator’s, for a name that leads elsewhere', async (t) => {
  const { cert, key } = operatorsCertificate(t, 'weir.corp.example')
  const env = { WEIR_API_HOST: '0.0.0.0', WEIR_API_TLS_CERT: cert, WEIR_API_TLS_KEY: key }
  const dataDir = temporaryFolder(t)
  const product = runProduct(t, { ...settings(dataDir), ...env }, dataDir)
  await untilReady(product)
  t.is((await fetch(`${announced(product, 'Proxy')}/readyz`)).status, 200)
})

function operatorsCertificate(t: ExecutionContext, name: string): { cert: string; key: string } {
  const { cert, key } = issueServerCertificate(newAuthority(t), [name], new Date())
  return { cert: temporaryFile(t, cert), key: temporaryFile(t, key) }
}

function startProxy(
  t: ExecutionContext,
  api: FakeApi,
  env: Readonly<Record<string, string>> = {},
  dataDir: string = temporaryFolder(t),
): Product {
  const access = { WEIR_API_URL: api.url, WEIR_SERVICE_TOKEN: FAKE_TOKEN }
  return runProduct(t, { ...settings(dataDir), ...access, ...env }, dataDir, 'proxy/main.ts')
}

test.serial('a proxy alone with a token the API does not take ends at its start, and names the setting', async (t) => {
  const api = await FakeApi.start(t)
  const refused = startProxy(t, api, { WEIR_SERVICE_TOKEN: 'wst_another' })
  t.is(await refused.ended, 1)
  t.regex(refused.stderr, /^WEIR_SERVICE_TOKEN: [^\n]*401[^\n]*\n$/)
  api.interfere = () => ({ status: 403 })
  const forbidden = startProxy(t, api)
  t.is(await forbidden.ended, 1)
  t.regex(forbidden.stderr, /^WEIR_SERVICE_TOKEN: [^\n]*record and policies[^\n]*\n$/)
  for (const { stdout } of [refused, forbidden]) {
    t.notRegex(stdout, /is ready|wst_/)
    t.notRegex(stdout, /"level":[456]0/)
  }
})

test.serial('likewise with several processes', async (t) => {
  const api = await FakeApi.start(t)
  const refused = startProxy(t, api, { WEIR_SERVICE_TOKEN: 'wst_another', WEIR_PROXY_WORKERS: '2' })
  t.is(await refused.ended, 1)
  t.regex(refused.stderr, /^WEIR_SERVICE_TOKEN: /)
})

test.serial('a proxy alone that does not trust its API ends at its start, and names the setting', async (t) => {
  const authority = newAuthority(t)
  const api = await FakeApi.start(t, issueServerCertificate(authority, [], new Date()))
  const roots = startProxy(t, api)
  t.is(await roots.ended, 1)
  t.regex(roots.stderr, /^WEIR_API_CA: [^\n]+\n$/)
  const ca = temporaryFile(t, authority.certificatePem)
  const other = startProxy(t, api, { WEIR_API_CA: temporaryFile(t, newAuthority(t).certificatePem) })
  t.is(await other.ended, 1)
  t.regex(other.stderr, /^WEIR_API_CA: [^\n]+\n$/)
  for (const { stdout } of [roots, other]) t.notRegex(stdout, /"level":[456]0/)
  await untilReady(startProxy(t, api, { WEIR_API_CA: ca }))
})

test.serial('one that holds policies is ready without its API, and never ends for what that says', async (t) => {
  const api = await FakeApi.start(t)
  const dataDir = temporaryFolder(t)
  const first = startProxy(t, api, {}, dataDir)
  await untilReady(first)
  await until(
    () => readFileSync(join(dataDir, 'policies.json'), 'utf8') !== '',
    () => 'it keeps no policies',
  )
  api.interfere = () => ({ status: 401 })
  await until(
    () => first.stdout.includes('the API gives no policies; the last known ones hold'),
    () => first.stdout,
  )
  t.is(first.process.exitCode, null)
  first.process.kill('SIGTERM')
  t.is(await first.ended, 0)
  t.regex(first.stdout, /"signal":"SIGTERM","msg":"stopping[^\n]*\n(.*\n)*[^\n]*"msg":"stopped"\}\n$/)
  const again = startProxy(t, api, {}, dataDir)
  await untilReady(again)
  t.is((await fetch(`${announced(again, 'Proxy')}/readyz`)).status, 200)
})

test.serial('one that waits says what for, and stops when it is told to', async (t) => {
  const api = await FakeApi.start(t)
  api.interfere = () => ({ status: 503 })
  const waiting = startProxy(t, api)
  await until(
    () => waiting.stdout.includes('waits for its policies') && waiting.stdout.includes('not ready'),
    () => waiting.stdout,
  )
  t.regex(waiting.stdout, /"missing":\["policies","detectors"\],"reason":"the API at [^"]* answered 503"/)
  t.is((await fetch(`${announced(waiting, 'Proxy')}/readyz`)).status, 503)
  t.false(waiting.stdout.includes('is ready'))
  waiting.process.kill('SIGTERM')
  t.is(await waiting.ended, 0)
})

test.serial('WEIR_LOG_FORMAT=pretty writes lines, and the announcement comes with what to do next', async (t) => {
  const weir = await startWeir(t, { env: { WEIR_LOG_FORMAT: 'pretty' } })
  t.notRegex(weir.product.stdout, /^\{/m)
  t.regex(weir.product.stdout, /^\d\d:\d\d:\d\d info {2}weir: policies are in force/m)
  t.notRegex(weir.product.stdout, /api: request/, 'that Weir asks itself is no news')
  const [, afterwards = ''] = weir.product.stdout.split(/ is ready\n/)
  t.regex(afterwards, /npm run /)
})
