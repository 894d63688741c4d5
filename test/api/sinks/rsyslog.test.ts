import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openAuthority } from '../../../certs/authority.ts'
import { issueServerCertificate } from '../../../certs/server-certificate.ts'
import { startTestApi } from '../../support/api.ts'
import { testWith } from '../../support/optional.ts'
import { freePort } from '../../support/redis.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { foldersWith } from '../../support/tools.ts'
import { until } from '../../support/wire.ts'

/** It is in a folder that not every PATH has. */
const [FOLDER] = foldersWith('rsyslogd', `${process.env.PATH}:/usr/sbin:/sbin`)
const HAS_TLS = [
  '/usr/lib/x86_64-linux-gnu/rsyslog',
  '/usr/lib/rsyslog',
  '/usr/lib64/rsyslog',
  '/usr/lib/aarch64-linux-gnu/rsyslog',
]
  .flatMap((folder) => ['gtls', 'ossl'].map((driver) => ({ driver, path: `${folder}/lmnsd_${driver}.so` })))
  .find(({ path }) => existsSync(path))?.driver

const syslogTest = testWith(test, 'rsyslog')
const tlsTest = testWith(test, 'rsyslog', {
  command: 'apt-get install rsyslog-gnutls',
  isThere: () => HAS_TLS !== undefined,
})

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts rsyslogd with an input of this kind; what it understood is in the file, a JSON object a line. */
async function startRsyslog(t: ExecutionContext, input: (port: number) => string) {
  const folder = temporaryFolder(t)
  const port = await freePort()
  const output = join(folder, 'received')
  const property = (name: string, from: string) => `property(outname="${name}" name="${from}" format="jsonf")`
  writeFileSync(
    join(folder, 'rsyslog.conf'),
    `global(workDirectory="${folder}" maxMessageSize="64k")
${input(port)}
template(name="json" type="list") { constant(value="{")
  ${property('facility', 'syslogfacility-text')} constant(value=",") ${property('severity', 'syslogseverity-text')} constant(value=",")
  ${property('app', 'app-name')} constant(value=",") ${property('msgid', 'msgid')} constant(value=",") ${property('msg', 'msg')}
  constant(value="}\\n") }
action(type="omfile" file="${output}" template="json")
`,
  )
  const child = spawn(
    join(FOLDER ?? '', 'rsyslogd'),
    ['-n', '-f', join(folder, 'rsyslog.conf'), '-i', join(folder, 'pid')],
    {
      stdio: 'ignore',
    },
  )
  running.add(child)
  t.teardown(async () => {
    running.delete(child)
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const received = () =>
    (existsSync(output) ? readFileSync(output, 'utf8') : '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<'facility' | 'severity' | 'app' | 'msgid' | 'msg', string>)
  return { port, received }
}

/** Makes a policy with a name that is not ASCII, and waits until rsyslog has understood what is said of it. */
async function roundTrip(
  t: ExecutionContext,
  env: Readonly<Record<string, string>>,
  received: Awaited<ReturnType<typeof startRsyslog>>['received'],
) {
  const api = await startTestApi(t, { env: { ...env, WEIR_SYSLOG_FACILITY: 'authpriv' } })
  let tries = 0
  const create = () =>
    api.request('POST', '/policies', {
      token: api.admin,
      json: { name: `Données | personnelles = ${tries++}`, rules: { action: 'block', conditions: [] } },
    })
  await until(
    async () => {
      // UDP loses what comes before rsyslog listens.
      if (received().length === 0) await create()
      return received().length > 0
    },
    () => 'rsyslog has received nothing',
  )
  const [first] = received()
  t.like(first, { facility: 'authpriv', severity: 'notice', app: 'weir', msgid: 'policy.created' })
  return first?.msg ?? ''
}

syslogTest('rsyslog understands what comes over TCP, UTF-8 with a byte order mark too', async (t) => {
  const { port, received } = await startRsyslog(
    t,
    (number) => `module(load="imtcp")\ninput(type="imtcp" port="${number}" address="127.0.0.1")`,
  )
  const message = await roundTrip(t, { WEIR_SYSLOG_URL: `tcp://127.0.0.1:${port}` }, received)
  t.regex(
    message,
    /^\s?\ufeff?CEF:0\|Weir\|Weir\|[^|]+\|policy\.created\|Policy created: Données \\\| personnelles = \d+\|5\|rt=\d+ /,
  )
})

syslogTest('rsyslog understands what comes over UDP', async (t) => {
  const { port, received } = await startRsyslog(
    t,
    (number) => `module(load="imudp")\ninput(type="imudp" port="${number}" address="127.0.0.1")`,
  )
  const env = { WEIR_SYSLOG_URL: `udp://127.0.0.1:${port}`, WEIR_SYSLOG_FORMAT: 'json' }
  t.like(JSON.parse(await roundTrip(t, env, received)), { event_type: 'policy.created', severity: 'medium' })
})

tlsTest('rsyslog understands what comes over TLS', async (t) => {
  const folder = temporaryFolder(t)
  const authority = openAuthority(folder, () => new Date())
  const { cert, key } = issueServerCertificate(authority, [], new Date())
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const [ca, certificate, keyFile] = [
    file('root.pem', authority.certificatePem),
    file('server.pem', cert),
    file('server.key', key),
  ]
  const { port, received } = await startRsyslog(
    t,
    (number) => `global(defaultNetstreamDriverCAFile="${ca}" defaultNetstreamDriverCertFile="${certificate}"
  defaultNetstreamDriverKeyFile="${keyFile}")
module(load="imtcp" streamDriver.name="${HAS_TLS}" streamDriver.mode="1" streamDriver.authMode="anon")
input(type="imtcp" port="${number}" address="127.0.0.1")`,
  )
  const env = { WEIR_SYSLOG_URL: `tls://localhost:${port}`, WEIR_SYSLOG_CA: ca ?? '', WEIR_SYSLOG_FORMAT: 'ocsf' }
  t.like(JSON.parse(await roundTrip(t, env, received)), { class_uid: 3004, activity_id: 1 })
})
