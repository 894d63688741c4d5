import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { Agent, fetch } from 'undici'
import { issueServerCertificate } from '../../certs/server-certificate.ts'
import { newAuthority } from '../support/certificate-files.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { ask } from '../support/prompts.ts'
import { fileScope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { listen, until, Wire } from '../support/wire.ts'

const scope = fileScope()
const OPENAI = 'api.openai.com'
const AGAIN = 'the settings were read again'
const KEPT = 'the old ones stay'
const FAULTS = { NODE_OPTIONS: `--import=${new URL('../support/faults.ts', import.meta.url).href}` }
let upstream: FakeUpstream

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [OPENAI] })
})

/** @param parts how many say what came of it: the proxy, each worker of it, and the thread of the API */
async function reload(weir: Weir, env: Readonly<Record<string, string>>, parts = 2, said = AGAIN): Promise<void> {
  const count = () => weir.product.stdout.split(said).length - 1
  const expected = count() + parts
  writeFileSync(
    join(weir.dataDir, '.env'),
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  weir.product.process.kill('SIGHUP')
  await until(
    () => count() === expected,
    () => `${count()} of ${expected}: ${said}\n${weir.product.stdout}`,
  )
}

/** What several connections in a row, which go to all workers, are answered. */
async function answersTo(t: ExecutionContext, weir: Weir, head: string): Promise<string> {
  const statuses = new Set<string>()
  for (let n = 0; n < 4; n++) {
    const wire = await Wire.open(t, weir.proxyPort)
    const answer = await wire.send(`${head}\r\n\r\n`).expect('\r\n\r\n')
    statuses.add(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3))
    wire.socket.destroy()
    await sleep(1)
  }
  return [...statuses].join()
}

for (const workers of [1, 2]) {
  test(`SIGHUP takes over every list that stands in .env: WEIR_PROXY_WORKERS=${workers}`, async (t) => {
    const weir = await startWeir(t, { env: { WEIR_PROXY_WORKERS: String(workers) } })
    const { port } = await listen(t, () => {})
    const own = 'CONNECT chat.corp.invalid:443 HTTP/1.1'
    const near = `CONNECT 127.0.0.1:${port} HTTP/1.1`
    const metrics = 'GET /metrics HTTP/1.1\r\nHost: localhost'
    const forwarded = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.9'
    const pac = async () => (await fetch(`${weir.proxyUrl}/proxy.pac`)).text()
    const answers = async () => [
      await answersTo(t, weir, own),
      await answersTo(t, weir, near),
      await answersTo(t, weir, metrics),
      await answersTo(t, weir, forwarded),
    ]
    t.deepEqual(await answers(), ['502', '403', '200', '200'])
    const fresh = {
      WEIR_INTERCEPT_HOSTS: '*.corp.invalid',
      WEIR_BYPASS_HOSTS: OPENAI,
      WEIR_DESTINATION_ALLOW_CIDRS: '127.0.0.0/8',
      WEIR_METRICS_ALLOW_CIDRS: '192.0.2.0/24',
      WEIR_TRUSTED_PROXIES: '127.0.0.1/32',
    }
    await reload(weir, fresh, workers + 1)
    t.deepEqual(await answers(), ['200', '200', '403', '403'])
    t.regex(await pac(), /corp\.invalid/)
    t.notRegex(await pac(), /"api\.openai\.com"/)
    await reload(weir, { WEIR_INTERCEPT_HOSTS: 'other.invalid', WEIR_TRUSTED_PROXIES: 'nonsense' }, workers + 1, KEPT)
    t.deepEqual(await answers(), ['200', '200', '403', '403'], 'none is taken over where one is wrong')
    await reload(weir, {}, workers + 1)
    t.deepEqual(await answers(), ['502', '403', '200', '200'])
    t.is(await weir.stop(), 0)
  })
}

test('SIGHUP takes over how much is logged', async (t) => {
  const dataDir = temporaryFolder(t)
  writeFileSync(join(dataDir, '.env'), 'WEIR_LOG_LEVEL=fatal\n')
  const weir = await startWeir(t, { dataDir })
  await reload(weir, { WEIR_LOG_LEVEL: 'info' })
  t.false(weir.product.stdout.includes(KEPT))
})

test('SIGHUP takes over whom upstreams are verified against, and keeps the old where the file is wrong', async (t) => {
  const weir = await startWeir(t, { env: { WEIR_CONNECT_TO: upstream.connectTo(OPENAI, 443) } })
  const status = async () => (await ask(throughProxy(t, weir), 'who is there?')).status
  t.is(await status(), 502)
  await reload(weir, { WEIR_UPSTREAM_CA: upstream.caFile })
  t.is(await status(), 200)
  const broken = join(weir.dataDir, 'broken.pem')
  writeFileSync(broken, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
  await reload(weir, { WEIR_UPSTREAM_CA: broken }, 1, KEPT)
  t.is(await status(), 200)
})

test("SIGHUP takes over the API's certificate, which the proxy beside it expects then, and whom the API believes", async (t) => {
  const dataDir = temporaryFolder(t)
  const files = { cert: join(dataDir, 'api.pem'), key: join(dataDir, 'api.key') }
  const issue = (host: string) => issueServerCertificate(newAuthority(t), [host], new Date())
  const write = ({ cert, key }: { cert: string; key: string }) => {
    writeFileSync(files.cert, cert)
    writeFileSync(files.key, key)
  }
  write(issue('first.example'))
  writeFileSync(join(dataDir, '.env'), 'WEIR_TRUSTED_PROXIES=127.0.0.1\n')
  const env = { WEIR_API_TLS_CERT: files.cert, WEIR_API_TLS_KEY: files.key, ...FAULTS }
  const weir = await startWeir(t, { dataDir, env, upstreams: { [OPENAI]: upstream } })
  const names = async () => {
    const { port } = new URL(weir.apiUrl)
    const socket = connectTls({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false })
    t.teardown(() => socket.destroy())
    await once(socket, 'secureConnect')
    return socket.getPeerCertificate().subjectaltname
  }
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  t.teardown(() => dispatcher.destroy())
  const askForwarded = async () => {
    await fetch(`${weir.apiUrl}/healthz`, { dispatcher, headers: { 'x-forwarded-for': '203.0.113.9' } })
    return weir.product.stdout.includes('ERR_FORWARDER_NOT_TRUSTED')
  }
  t.regex((await names()) ?? '', /first\.example/)
  t.false(await askForwarded())

  write(issue('second.example'))
  await reload(weir, {})
  t.regex((await names()) ?? '', /second\.example/)
  t.true(await askForwarded())

  const unchanged = await weir.metric('weir_proxy_policies_fetches_total', { outcome: 'unchanged' })
  // The new thread begins with the old settings and is told of the new ones; its port gets new connections.
  weir.product.process.kill('SIGCONT')
  await until(
    () => weir.product.stdout.includes('the API has started again'),
    () => weir.product.stdout,
    60_000,
  )
  // It asks for policies over TLS; only records go another way.
  await weir.untilMetric('weir_proxy_policies_fetches_total', { outcome: 'unchanged' }, unchanged + 1)
  t.regex((await names()) ?? '', /second\.example/)

  writeFileSync(files.key, issue('third.example').key)
  await reload(weir, {}, 1, KEPT)
  t.regex((await names()) ?? '', /second\.example/)
  t.is(await weir.stop(), 0)
})
