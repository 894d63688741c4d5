import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openAuthority } from '../../certs/authority.ts'
import { issueServerCertificate } from '../../certs/server-certificate.ts'
import type { Check } from '../../cli/doctor/check.ts'
import { CHECKS, runChecks } from '../../cli/doctor/doctor.ts'
import { loadSettings } from '../../config/settings.ts'
import { adminCommand } from '../support/admin-command.ts'
import { startTestApi } from '../support/api.ts'
import { newAuthority } from '../support/certificate-files.ts'
import { FAKE_TOKEN, FakeApi } from '../support/fake-api.ts'
import { makeLeaf } from '../support/leaf-certificate.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startParentProxy } from '../support/parent-proxy.ts'
import { freePort, TestRedis, testWithRedis } from '../support/redis.ts'
import { temporaryFolder } from '../support/temp.ts'
import { startUpstream } from '../support/upstream.ts'
import { listen, refusingPort } from '../support/wire.ts'

const DAY = 86_400_000
const SERVICES = ['api.openai.com', 'api.anthropic.com']

/** What one check finds with these settings: "STATUS MESSAGE" each; every fault says how to mend it. */
async function findings(
  t: ExecutionContext,
  name: string,
  env: Record<string, string> = {},
  now = () => new Date(),
): Promise<string[]> {
  const check = CHECKS.find((one) => one.name === name)
  if (check === undefined) throw new Error(`no check is named ${name}`)
  const dataDir = env.WEIR_DATA_DIR ?? temporaryFolder(t)
  const settings = loadSettings({ ...env, WEIR_DATA_DIR: dataDir }, dataDir)
  const found = await runChecks([check], { settings, env, now })
  for (const { status, mend } of found) t.is(mend !== undefined, status === 'warning' || status === 'failed')
  return found.map(({ status, message }) => `${status} ${message}`)
}

/** A data directory with a CA and a secret. */
function filled(t: ExecutionContext): string {
  const dataDir = temporaryFolder(t)
  openAuthority(dataDir, () => new Date())
  mkdirSync(join(dataDir, 'secrets'), { mode: 0o700 })
  writeFileSync(join(dataDir, 'secrets', 'jwt'), 'x', { mode: 0o600 })
  return dataDir
}

test('a fresh directory has nothing wrong, and nothing is made in it', async (t) => {
  const parent = temporaryFolder(t)
  const dataDir = join(parent, 'data')
  const port = String(await refusingPort(t))
  const env = { WEIR_API_PORT: '0', WEIR_PROXY_PORT: '0', WEIR_UPSTREAM_PROXY: `http://127.0.0.1:${port}` }
  const settings = loadSettings({ ...env, WEIR_DATA_DIR: dataDir }, parent)
  const found = await runChecks(CHECKS, { settings, env, now: () => new Date() })
  t.deepEqual(
    found.filter(({ status }) => status === 'failed'),
    [],
  )
  t.deepEqual(
    CHECKS.map(({ name }) => name).filter((name) => !found.some(({ check }) => check === name)),
    [],
  )
  t.throws(() => readFileSync(dataDir), { code: 'ENOENT' })
})

test('a running installation is recognised by its ports, and its database is left as it is', async (t) => {
  const api = await startTestApi(t)
  const env = { WEIR_DATA_DIR: api.settings.dataDir, WEIR_API_PORT: new URL(api.server.url).port, WEIR_PROXY_PORT: '0' }
  t.deepEqual(await findings(t, 'ports', env), [
    `ok WEIR_API_PORT: Weir runs on 127.0.0.1 port ${env.WEIR_API_PORT}`,
    'skipped WEIR_PROXY_PORT is 0: the system picks a free port',
  ])
  t.regex((await findings(t, 'database', env))[0] ?? '', /^ok .*weir\.sqlite can be read and written$/)
  const { code, stdout } = await adminCommand(api.settings.dataDir, ['doctor', '--json'], {
    WEIR_API_PORT: env.WEIR_API_PORT,
    WEIR_PROXY_PORT: '0',
    WEIR_UPSTREAM_PROXY: `http://127.0.0.1:${await refusingPort(t)}`,
  })
  t.is(code, 0, stdout)
  t.true(JSON.parse(stdout).every((one: { check?: string; status?: string }) => one.check && one.status))
})

test('a port that something else uses has failed, and the command exits with 1', async (t) => {
  const { port } = await listen(t, (socket) => socket.end('no HTTP\r\n'))
  const env = { WEIR_API_PORT: String(port), WEIR_PROXY_PORT: '0' }
  t.regex((await findings(t, 'ports', env))[0] ?? '', /^failed WEIR_API_PORT: cannot listen .* the port is in use/)
  const { code, stdout, stderr } = await adminCommand(temporaryFolder(t), ['doctor'], {
    ...env,
    WEIR_UPSTREAM_PROXY: `http://127.0.0.1:${await refusingPort(t)}`,
  })
  t.deepEqual([code, stderr], [1, '1 check failed\n'])
  t.regex(stdout, /^failed {2}ports: WEIR_API_PORT: .*\n {8}Stop what uses it, or set WEIR_API_PORT\.$/m)
})

test('an installation that has run and does not is told, and links that lead to this machine', async (t) => {
  const { port } = await listen(t, () => {})
  const env = { WEIR_DATA_DIR: filled(t), WEIR_PROXY_PORT: '0' }
  t.true(
    (await findings(t, 'ports', { ...env, WEIR_API_PORT: String(await freePort()) })).includes(
      'warning Weir does not run here, though it has run before',
    ),
  )
  t.false(
    (await findings(t, 'ports', { WEIR_PROXY_PORT: '0', WEIR_API_PORT: String(port) }))
      .join()
      .includes('does not run here'),
  )
  const open = await findings(t, 'exposure', { WEIR_API_HOST: '0.0.0.0' })
  t.regex(open.join(), /^warning WEIR_PUBLIC_URL is not set/)
})

test('secrets that others may read are found', async (t) => {
  const dataDir = filled(t)
  const env = { WEIR_DATA_DIR: dataDir }
  t.deepEqual(await findings(t, 'file-modes', env), ['ok keys, secrets and the database are for their owner alone'])
  chmodSync(join(dataDir, 'ca.key'), 0o640)
  t.deepEqual(await findings(t, 'file-modes', env), [
    `failed other users of this machine can get at ${join(dataDir, 'ca.key')}`,
  ])
})

test('a CA near its end is a warning, one behind it or with another key a failure', async (t) => {
  const dataDir = filled(t)
  const env = { WEIR_DATA_DIR: dataDir }
  const { notAfter } = openAuthority(dataDir, () => new Date())
  const before = (days: number) => () => new Date(notAfter.getTime() - days * DAY)
  t.deepEqual(await findings(t, 'ca', env, before(59)), [`warning ${join(dataDir, 'ca.pem')} is valid for 59 days`])
  t.regex((await findings(t, 'ca', env, before(-1)))[0] ?? '', /^failed .*expired on /)
  copyFileSync(join(filled(t), 'ca.key'), join(dataDir, 'ca.key'))
  t.regex((await findings(t, 'ca', env))[0] ?? '', /^failed the key in .* does not belong to /)
})

test("the API's certificate must be for the public name, and not about to end", async (t) => {
  const folder = temporaryFolder(t)
  const { cert, key } = makeLeaf({
    issuer: undefined,
    names: ['weir.example'],
    notAfter: new Date(Date.now() + 3 * DAY),
  })
  const files = { WEIR_API_TLS_CERT: join(folder, 'api.pem'), WEIR_API_TLS_KEY: join(folder, 'api.key') }
  writeFileSync(files.WEIR_API_TLS_CERT, cert)
  writeFileSync(files.WEIR_API_TLS_KEY, key)
  const ends = 'warning WEIR_API_TLS_CERT is valid for 2 days'
  t.deepEqual(await findings(t, 'api-certificate', { ...files, WEIR_PUBLIC_URL: 'https://weir.example' }), [ends])
  t.deepEqual(await findings(t, 'api-certificate', { ...files, WEIR_PUBLIC_URL: 'https://dlp.example' }), [
    ends,
    'failed WEIR_API_TLS_CERT is not for dlp.example, the host of WEIR_PUBLIC_URL',
  ])
})

test('settings that let everyone in are told', async (t) => {
  t.deepEqual(await findings(t, 'exposure'), ['ok no setting opens more than it needs to'])
  const open = await findings(t, 'exposure', {
    WEIR_TRUSTED_PROXIES: '0.0.0.0/0',
    WEIR_PROXY_HOST: '0.0.0.0',
    WEIR_CLIENT_ALLOW_CIDRS: '0.0.0.0/0,::/0',
    WEIR_METRICS_ALLOW_CIDRS: '0.0.0.0/0',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  })
  t.deepEqual(
    open.map((finding) => finding.split(' ').slice(0, 2).join(' ')),
    [
      'failed WEIR_TRUSTED_PROXIES',
      'warning the',
      'warning WEIR_METRICS_ALLOW_CIDRS',
      'warning NODE_TLS_REJECT_UNAUTHORIZED=0',
    ],
  )
  t.deepEqual(await findings(t, 'settings', { WEIR_DATA_DIRR: 'x' }), ['warning unknown settings: WEIR_DATA_DIRR'])
})

test('services are asked for their certificate and the time', async (t) => {
  const upstream = await startUpstream(t, { hosts: SERVICES })
  const connectTo = SERVICES.map((host) => upstream.connectTo(host)).join(',')
  const env = { WEIR_CONNECT_TO: connectTo, WEIR_UPSTREAM_CA: upstream.caFile }
  const well = await findings(t, 'upstreams', env)
  t.is(well.length, 3)
  t.regex(well[0] ?? '', /^ok api\.openai\.com is reached, with a certificate of /)
  t.is(well[2], "ok the clock is within 2 minutes of the services'")
  const late = await findings(t, 'upstreams', env, () => new Date(Date.now() - 600_000))
  t.regex(late[2] ?? '', /^failed the clock is (599|600|601) s behind/)
  const unknown = await findings(t, 'upstreams', { WEIR_CONNECT_TO: connectTo })
  t.regex(unknown[0] ?? '', /^warning api\.openai\.com cannot be reached: (UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)/)
  t.regex(unknown[2] ?? '', /^skipped /)
})

test('the way through a parent proxy is tried, and its refusal is told', async (t) => {
  const upstream = await startUpstream(t, { hosts: SERVICES })
  const parent = await startParentProxy(t, (authority) =>
    authority.startsWith('api.openai') ? upstream.port : undefined,
  )
  const url = new URL(parent.url)
  url.username = 'weir'
  url.password = 'let me in'
  const found = await findings(t, 'upstreams', { WEIR_UPSTREAM_PROXY: url.href, WEIR_UPSTREAM_CA: upstream.caFile })
  t.regex(found[0] ?? '', /^ok api\.openai\.com is reached/)
  t.is(found[1], 'warning api.anthropic.com cannot be reached: the parent proxy answers 403')
  t.deepEqual(
    parent.requests.map(({ headers }) => headers['proxy-authorization']),
    Array(2).fill(`Basic ${Buffer.from('weir:let me in').toString('base64')}`),
  )
})

test('a mail server must take our credentials', async (t) => {
  const server = await startMailServer(t, { login: { user: 'weir', pass: 'right' } })
  const env = (pass: string) => ({ WEIR_SMTP_URL: `smtp://weir:${pass}@127.0.0.1:${server.port}` })
  t.deepEqual(await findings(t, 'smtp', env('right')), [
    `ok the mail server at 127.0.0.1:${server.port} takes our credentials`,
  ])
  t.deepEqual(await findings(t, 'smtp', env('wrong')), [
    `failed the mail server at 127.0.0.1:${server.port} cannot be used: EAUTH`,
  ])
})

test('a check that throws has failed, and the others go on', async (t) => {
  const broken: Check = {
    name: 'broken',
    run: () => {
      throw Object.assign(new Error('with a secret'), { code: 'EIO' })
    },
  }
  const settings = loadSettings({ WEIR_DATA_DIR: temporaryFolder(t) }, temporaryFolder(t))
  const found = await runChecks([broken, ...CHECKS.slice(0, 1)], { settings, env: {}, now: () => new Date() })
  t.deepEqual(
    found.map(({ check, status, message }) => [check, status, message]),
    [
      ['broken', 'failed', 'could not be checked: EIO'],
      ['settings', 'ok', 'all settings are known and valid'],
    ],
  )
})

testWithRedis(test)('a Redis that forgets is told, and one that is not there too', async (t) => {
  const server = await TestRedis.start(t, ['--appendonly', 'no'])
  const found = await findings(t, 'redis', { WEIR_REDIS_URL: server.url })
  t.regex(found[0] ?? '', /^ok Redis \d/)
  t.true(found.includes('warning Redis keeps no append-only file, so a crash loses what is queued'))
  const url = `redis://weir:geheim@127.0.0.1:${await refusingPort(t)}`
  const [lost] = await findings(t, 'redis', { WEIR_REDIS_URL: url })
  t.regex(lost ?? '', /^failed Redis at 127\.0\.0\.1:\d+ does not answer: /)
  t.false(lost?.includes('geheim'))
})

test('the API of a proxy that runs alone is asked as the proxy asks it', async (t) => {
  const authority = newAuthority(t)
  const api = await FakeApi.start(t, issueServerCertificate(authority, [], new Date()))
  const ca = join(temporaryFolder(t), 'api-ca.pem')
  writeFileSync(ca, authority.certificatePem)
  const env = { WEIR_API_URL: api.url, WEIR_SERVICE_TOKEN: FAKE_TOKEN, WEIR_API_CA: ca }
  t.deepEqual(await findings(t, 'api', env), [
    `ok the API at ${new URL(api.url).origin} answers, and takes the service token`,
  ])
  api.interfere = () => 'reset'
  t.deepEqual(await findings(t, 'api', env), [
    `failed the API at ${new URL(api.url).origin} cannot be reached: ECONNRESET`,
  ])
  t.deepEqual(await findings(t, 'api'), ['skipped WEIR_API_URL is not set: the API runs here'])
})
