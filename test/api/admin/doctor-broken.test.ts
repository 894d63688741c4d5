import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { CHECKS, runChecks } from '../../../api/admin/doctor/doctor.ts'
import { type Machine, THIS_MACHINE } from '../../../api/admin/doctor/machine.ts'
import { openAuthority } from '../../../certs/authority.ts'
import { activateRotation, prepareRotation } from '../../../certs/rotation.ts'
import { loadSettings } from '../../../config/settings.ts'
import { makeLeaf } from '../../support/leaf-certificate.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { TestMongo, testWithMongo } from '../../support/mongodb.ts'
import { freePort, TestRedis, testWithRedis } from '../../support/redis.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { startUpstream } from '../../support/upstream.ts'
import { listen, refusingPort } from '../../support/wire.ts'

const DAY = 86_400_000
const MIB = 1024 * 1024
const SECRET = 'j'.repeat(64)

/** What is wrong, besides which nothing is looked at. */
interface Broken {
  readonly env?: Readonly<Record<string, string>>
  readonly machine?: Partial<Machine>
  readonly now?: () => Date
}

interface Case {
  readonly title: string
  readonly check: string
  readonly breaks: (t: ExecutionContext<unknown>) => Broken | Promise<Broken>
  /** Of one of the findings: "STATUS MESSAGE", and what to do. */
  readonly found: RegExp
  readonly mend: RegExp
}

async function lookAt(t: ExecutionContext<unknown>, name: string, { env = {}, machine = {}, now }: Broken) {
  const dataDir = env.WEIR_DATA_DIR ?? temporaryFolder(t)
  const settings = loadSettings({ ...env, WEIR_DATA_DIR: dataDir }, temporaryFolder(t))
  return runChecks(
    CHECKS.filter((check) => check.name === name),
    { settings, env, now: now ?? (() => new Date()), machine: { ...THIS_MACHINE, ...machine } },
  )
}

/** A data directory with a database in it. */
function withDatabase(t: ExecutionContext<unknown>, sql: string): { file: string; env: Record<string, string> } {
  const dataDir = temporaryFolder(t)
  const file = join(dataDir, 'weir.sqlite')
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
  return { file, env: { WEIR_DATA_DIR: dataDir } }
}

function certificateFile(t: ExecutionContext<unknown>, notAfter: Date): string {
  const file = join(temporaryFolder(t), 'cert.pem')
  writeFileSync(file, makeLeaf({ issuer: undefined, names: ['siem.example'], notAfter }).cert)
  return file
}

/** Neither MongoDB nor Redis, which only some machines have: those follow below. */
const CASES: readonly Case[] = [
  {
    title: 'a name that is no setting',
    check: 'settings',
    breaks: () => ({ env: { WEIR_PROXY_PROT: '8080' } }),
    found: /^warning unknown settings: WEIR_PROXY_PROT$/,
    mend: /"config" shows the names/,
  },
  {
    title: 'a file where the data directory should be',
    check: 'data-directory',
    breaks: (t) => {
      const file = join(temporaryFolder(t), 'data')
      writeFileSync(file, '')
      return { env: { WEIR_DATA_DIR: file } }
    },
    found: /^failed .* is no directory$/,
    mend: /^Set WEIR_DATA_DIR/,
  },
  {
    title: 'a disk that is nearly full',
    check: 'disk-space',
    breaks: () => ({ machine: { freeBytes: () => 900 * MIB } }),
    found: /^warning 900 MiB are free/,
    mend: /^Free space on this disk/,
  },
  {
    title: 'a full disk',
    check: 'disk-space',
    breaks: () => ({ machine: { freeBytes: () => 99 * MIB } }),
    found: /^failed 99 MiB are free/,
    mend: /WEIR_RETENTION_DAYS/,
  },
  {
    title: 'a database and the key of the next CA that others may read',
    check: 'file-modes',
    breaks: (t) => {
      const { env, file } = withDatabase(t, 'CREATE TABLE t (a)')
      chmodSync(file, 0o640)
      writeFileSync(join(env.WEIR_DATA_DIR ?? '', 'ca-next.key'), 'x', { mode: 0o604 })
      return { env }
    },
    found: /^failed other users of this machine can get at (?=.*ca-next\.key).*weir\.sqlite/,
    mend: /^chmod go= .*weir\.sqlite/,
  },
  {
    title: 'a limit of 1024 open files',
    check: 'open-files',
    breaks: () => ({ machine: { openFiles: () => 1024 } }),
    found: /^warning 1024 files and connections may be open/,
    mend: /LimitNOFILE=65536/,
  },
  {
    title: 'a port that something else has',
    check: 'ports',
    breaks: async (t) => {
      const { port } = await listen(t, (socket) => socket.end('no HTTP\r\n'))
      return { env: { WEIR_API_PORT: String(port), WEIR_PROXY_PORT: '0' } }
    },
    found: /^failed WEIR_API_PORT: .*the port is in use/,
    mend: /^Stop what uses it, or set WEIR_API_PORT$/,
  },
  {
    title: 'an address that this machine does not have',
    check: 'ports',
    // Of documents (RFC 5737): no machine has it.
    breaks: async () => ({ env: { WEIR_PROXY_HOST: '192.0.2.1', WEIR_PROXY_PORT: String(await freePort()) } }),
    found: /^failed WEIR_PROXY_HOST: .*no address of this machine/,
    mend: /^Set WEIR_PROXY_HOST to an address/,
  },
  {
    title: 'a CA that has ended',
    check: 'ca',
    breaks: (t) => {
      const dataDir = temporaryFolder(t)
      const { notAfter } = openAuthority(dataDir, () => new Date())
      return { env: { WEIR_DATA_DIR: dataDir }, now: () => new Date(notAfter.getTime() + DAY) }
    },
    found: /^failed .*ca\.pem expired on /,
    mend: /ca rotate --prepare and .*ca rotate --activate/,
  },
  {
    title: 'a CA of the future',
    check: 'ca',
    breaks: (t) => {
      const dataDir = temporaryFolder(t)
      openAuthority(dataDir, () => new Date())
      return { env: { WEIR_DATA_DIR: dataDir }, now: () => new Date(Date.now() - 99 * DAY) }
    },
    found: /^failed .*ca\.pem is not valid before /,
    mend: /timedatectl set-ntp true/,
  },
  {
    title: 'a CA whose key is lost',
    check: 'ca',
    breaks: (t) => {
      const dataDir = temporaryFolder(t)
      openAuthority(dataDir, () => new Date())
      rmSync(join(dataDir, 'ca.key'))
      return { env: { WEIR_DATA_DIR: dataDir } }
    },
    found: /^failed .*ca\.pem is there and .*ca\.key is missing$/,
    mend: /^Put it back, or remove both/,
  },
  {
    title: 'a CA with the key of another',
    check: 'ca',
    breaks: (t) => {
      const [dataDir, other] = [temporaryFolder(t), temporaryFolder(t)]
      for (const folder of [dataDir, other]) openAuthority(folder, () => new Date())
      copyFileSync(join(other, 'ca.key'), join(dataDir, 'ca.key'))
      return { env: { WEIR_DATA_DIR: dataDir } }
    },
    found: /^failed the key in .* does not belong to the first certificate in .*ca\.pem$/,
    mend: /^Put the files that go together there$/,
  },
  {
    title: "an API's certificate for another name",
    check: 'api-certificate',
    breaks: (t) => {
      const folder = temporaryFolder(t)
      const { cert, key } = makeLeaf({
        issuer: undefined,
        names: ['a.example'],
        notAfter: new Date(Date.now() + 99 * DAY),
      })
      const files = { WEIR_API_TLS_CERT: join(folder, 'api.pem'), WEIR_API_TLS_KEY: join(folder, 'api.key') }
      writeFileSync(files.WEIR_API_TLS_CERT, cert)
      writeFileSync(files.WEIR_API_TLS_KEY, key)
      return { env: { ...files, WEIR_PUBLIC_URL: 'https://b.example' } }
    },
    found: /^failed WEIR_API_TLS_CERT is not for b\.example/,
    mend: /subjectAltName/,
  },
  {
    title: 'a CA of a log collector that ends in some days',
    check: 'trusted-certificates',
    breaks: (t) => ({
      env: {
        WEIR_SYSLOG_URL: 'tls://siem.example',
        WEIR_SYSLOG_CA: certificateFile(t, new Date(Date.now() + 5 * DAY + DAY / 2)),
      },
    }),
    found: /^warning WEIR_SYSLOG_CA is valid for 5 days$/,
    mend: /^Export the renewed certificate/,
  },
  {
    title: 'a CA of webhooks that has ended',
    check: 'trusted-certificates',
    breaks: (t) => ({
      env: { WEIR_WEBHOOK_CA: certificateFile(t, new Date(Date.now() + DAY)) },
      now: () => new Date(Date.now() + 9 * DAY),
    }),
    found: /^failed WEIR_WEBHOOK_CA expired on /,
    mend: /^Export the renewed certificate/,
  },
  {
    title: 'trust in what every address says',
    check: 'exposure',
    breaks: () => ({ env: { WEIR_TRUSTED_PROXIES: '10.0.0.0/8,::/0' } }),
    found: /^failed WEIR_TRUSTED_PROXIES names every address/,
    mend: /addresses of your load balancers/,
  },
  {
    title: 'an API that others reach without TLS',
    check: 'exposure',
    breaks: () => ({ env: { WEIR_API_HOST: '0.0.0.0', WEIR_API_TLS: 'off' } }),
    found: /^warning the API listens on 0\.0\.0\.0 without TLS/,
    mend: /^Set WEIR_API_TLS=auto/,
  },
  {
    title: 'a database that is none',
    check: 'database',
    breaks: (t) => {
      const { env, file } = withDatabase(t, 'CREATE TABLE t (a)')
      writeFileSync(file, 'this is no database, and longer than the head of one would be'.repeat(20))
      return { env }
    },
    found: /^failed .*weir\.sqlite cannot be written to: file is not a database$/,
    mend: /"restore"$/,
  },
  {
    title: 'a database that another process holds',
    check: 'database',
    breaks: (t) => {
      const { env, file } = withDatabase(t, 'CREATE TABLE t (a)')
      const holder = new DatabaseSync(file)
      holder.exec('BEGIN EXCLUSIVE')
      t.teardown(() => holder.close())
      return { env }
    },
    found: /^failed .*weir\.sqlite cannot be written to: database is locked$/,
    mend: /^Another process has held it/,
  },
  {
    title: 'a database of a newer release',
    check: 'database',
    breaks: (t) => withDatabase(t, 'PRAGMA user_version = 9999; CREATE TABLE t (a)'),
    found: /^failed the database was written by a newer release \(schema 9999; this one knows \d+\)$/,
    mend: /^Run the release that wrote it/,
  },
  {
    title: 'a MongoDB that is not there',
    check: 'database',
    breaks: async (t) => ({
      env: {
        WEIR_JWT_SECRET: SECRET,
        WEIR_MONGODB_URL: `mongodb://weir:geheim@127.0.0.1:${await refusingPort(t)}/?serverSelectionTimeoutMS=100`,
      },
    }),
    found: /^failed MongoDB cannot be used: MongoDB cannot be reached: .*ECONNREFUSED/,
    mend: /WEIR_MONGODB_URL/,
  },
  {
    title: 'a Redis that is not there',
    check: 'redis',
    breaks: async (t) => ({ env: { WEIR_REDIS_URL: `redis://weir:geheim@127.0.0.1:${await refusingPort(t)}` } }),
    found: /^failed Redis at 127\.0\.0\.1:\d+ does not answer/,
    mend: /WEIR_REDIS_URL/,
  },
  {
    title: 'a mail server that is not there',
    check: 'smtp',
    breaks: async (t) => ({ env: { WEIR_SMTP_URL: `smtp://weir:geheim@127.0.0.1:${await refusingPort(t)}` } }),
    found: /^failed the mail server at 127\.0\.0\.1:\d+ cannot be used: (ESOCKET|ECONNECTION|ECONNREFUSED)$/,
    mend: /WEIR_SMTP_URL/,
  },
  {
    title: 'a mail server that refuses the password',
    check: 'smtp',
    breaks: async (t) => {
      const { port } = await startMailServer(t, { login: { user: 'weir', pass: 'right' } })
      return { env: { WEIR_SMTP_URL: `smtp://weir:geheim@127.0.0.1:${port}` } }
    },
    found: /^failed .* cannot be used: EAUTH$/,
    mend: /user and password/,
  },
  {
    title: 'name servers that know nothing',
    check: 'dns',
    breaks: () => ({
      machine: { lookup: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })) },
    }),
    found: /^failed \S+ cannot be resolved: ENOTFOUND$/,
    mend: /resolv\.conf.*WEIR_UPSTREAM_PROXY/,
  },
  {
    title: 'a firewall before the services',
    check: 'upstreams',
    breaks: async (t) => ({ env: { WEIR_CONNECT_TO: `::127.0.0.1:${await refusingPort(t)}` } }),
    found: /^warning api\.openai\.com cannot be reached: ECONNREFUSED$/,
    mend: /^Let this machine connect to port 443/,
  },
  {
    title: 'a parent proxy that is not there',
    check: 'upstreams',
    breaks: async (t) => ({ env: { WEIR_UPSTREAM_PROXY: `http://weir:geheim@127.0.0.1:${await refusingPort(t)}` } }),
    found: /^warning api\.openai\.com cannot be reached: ECONNREFUSED$/,
    mend: /WEIR_UPSTREAM_PROXY/,
  },
  {
    title: 'something that breaks TLS open before the services',
    check: 'upstreams',
    breaks: async (t) => {
      const upstream = await startUpstream(t, { hosts: ['api.openai.com'] })
      return { env: { WEIR_CONNECT_TO: upstream.connectTo('api.openai.com') } }
    },
    found: /^warning api\.openai\.com cannot be reached: \w*(CERT|ISSUER|SIGNATURE)/,
    mend: /put its CA into WEIR_UPSTREAM_CA/,
  },
  {
    title: 'a clock that is ahead',
    check: 'upstreams',
    breaks: async (t) => {
      const upstream = await startUpstream(t, { hosts: ['api.openai.com'] })
      const env = { WEIR_CONNECT_TO: upstream.connectTo('api.openai.com'), WEIR_UPSTREAM_CA: upstream.caFile }
      return { env, now: () => new Date(Date.now() + 3600_000) }
    },
    found: /^failed the clock is (3600|3599|3601) s ahead/,
    mend: /timedatectl set-ntp true/,
  },
]

for (const { title, check, breaks, found, mend } of CASES) {
  test(`${check}: ${title} is found, with how to mend it`, async (t) => {
    const findings = await lookAt(t, check, await breaks(t))
    const told = findings.find(({ status, message }) => found.test(`${status} ${message}`))
    t.truthy(told, JSON.stringify(findings))
    t.regex(told?.mend ?? '', mend)
    t.false(JSON.stringify(findings).includes('geheim'), 'no password is told')
  })
}

test('every check was seen broken', (t) => {
  t.deepEqual([...new Set(CASES.map(({ check }) => check))].sort(), CHECKS.map(({ name }) => name).sort())
})

test('what doctor says to do about a CA that has ended gives one that is good', async (t) => {
  const dataDir = temporaryFolder(t)
  const { notAfter } = openAuthority(dataDir, () => new Date())
  const now = () => new Date(notAfter.getTime() + DAY)
  const broken = { env: { WEIR_DATA_DIR: dataDir }, now }
  t.like(await lookAt(t, 'ca', broken), [{ status: 'failed' }])
  prepareRotation(dataDir, now, {})
  activateRotation(dataDir, now, {})
  t.like(await lookAt(t, 'ca', broken), [{ status: 'ok' }])
})

testWithRedis(test)('redis: one that removes what waits is found', async (t) => {
  const server = await TestRedis.start(t, ['--maxmemory-policy', 'allkeys-lru', '--appendonly', 'no'])
  const findings = await lookAt(t, 'redis', { env: { WEIR_REDIS_URL: server.url } })
  t.deepEqual(
    findings.map(({ status, mend }) => [status, mend]),
    [
      ['ok', undefined],
      ['failed', 'Set maxmemory-policy noeviction'],
      ['warning', 'Set appendonly yes'],
    ],
  )
})

testWithMongo(test)('database: a MongoDB of a newer release, and one half copied to, are found', async (t) => {
  const mongo = new TestMongo()
  t.teardown(() => mongo.close())
  const { db, url } = await mongo.open()
  const look = () => lookAt(t, 'database', { env: { WEIR_MONGODB_URL: url, WEIR_JWT_SECRET: SECRET } })
  t.like(await look(), [{ status: 'ok' }], 'an empty one is made ready by the first start')
  await db.collection<{ _id: string }>('schema').insertOne({ _id: 'schema', version: 9999 } as { _id: string })
  const [newer] = await look()
  t.regex(newer?.message ?? '', /newer release \(schema 9999; this one knows \d+\)/)
  t.regex(newer?.mend ?? '', /^Run the release that wrote it/)
  await db.collection('schema').updateOne({}, { $set: { unfinished_copy: true } })
  t.regex((await look())[0]?.message ?? '', /a copy that was not finished: drop it/)
})
