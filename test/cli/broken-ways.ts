import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { issueServerCertificate } from '../../certs/server-certificate.ts'
import { FirstStart } from '../../config/first-start.ts'
import { idOfConversationKey } from '../../config/proxy-first-start.ts'
import { startTestApi } from '../support/api.ts'
import { newAuthority } from '../support/certificate-files.ts'
import { FakeApi } from '../support/fake-api.ts'
import { startMailServer } from '../support/mail-server.ts'
import { temporaryFolder } from '../support/temp.ts'
import { startUpstream } from '../support/upstream.ts'
import { listen, refusingPort } from '../support/wire.ts'
import { type Case, withDatabase } from './broken-cases.ts'

const SECRET = 'j'.repeat(64)

/** A proxy that runs alone. */
const apart = (url: string) => ({ env: { WEIR_API_URL: url, WEIR_SERVICE_TOKEN: 'wst_geheim' } })

/** What is wrong with the database, with what others may reach, and on the way to other servers. Neither MongoDB nor Redis, which only some machines have. */
export const BROKEN_WAYS: readonly Case[] = [
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
    mend: /^Stop Weir, move the data directory away, bring a backup back with "restore"/,
  },
  {
    title: 'a database that is damaged behind its first pages',
    check: 'database',
    breaks: (t) => {
      const fill = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)'
      const { env, file } = withDatabase(t, `CREATE TABLE t (a); ${fill} INSERT INTO t SELECT hex(zeroblob(50)) FROM n`)
      const handle = openSync(file, 'r+')
      writeSync(handle, Buffer.alloc(8192, 0xa5), 0, 8192, 3 * 4096)
      closeSync(handle)
      return { env }
    },
    found: /^failed .*weir\.sqlite is damaged: database disk image is malformed$/,
    mend: /^Stop Weir, move the data directory away, bring a backup back with "restore"/,
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
    title: 'a root of the keys that was replaced',
    check: 'keys',
    breaks: async (t) => {
      const { server, settings } = await startTestApi(t)
      await server.close()
      writeFileSync(join(settings.dataDir, 'secrets/jwt-secret'), 'geheim'.repeat(8))
      return { env: { WEIR_DATA_DIR: settings.dataDir } }
    },
    found:
      /^failed keys were made with another WEIR_JWT_SECRET or secrets\/jwt-secret, .* \(session \w{12}, .* more\)$/,
    mend: /^Restore that secret from a backup, run .*keys rotate/,
  },
  {
    title: 'a root of the keys that is gone',
    check: 'keys',
    breaks: async (t) => {
      const { server, settings } = await startTestApi(t)
      await server.close()
      rmSync(join(settings.dataDir, 'secrets'), { recursive: true })
      return { env: { WEIR_DATA_DIR: settings.dataDir } }
    },
    found: /^failed keys were made with another WEIR_JWT_SECRET/,
    mend: /^Restore that secret/,
  },
  {
    title: 'a key of conversations that is gone',
    check: 'keys',
    breaks: (t) => {
      const dataDir = temporaryFolder(t)
      new FirstStart(dataDir, 'proxy').note({ conversation_key: idOfConversationKey('geheim') })
      return { env: { WEIR_DATA_DIR: dataDir } }
    },
    found: /^warning .*conversation-key is not there, and this proxy worked with it: conversations get other ids/,
    mend: /^Bring the file back .* remove .*proxy-first-start\.json$/,
  },
  {
    title: 'an API whose tenant is another',
    check: 'api',
    breaks: async (t) => {
      const dataDir = temporaryFolder(t)
      new FirstStart(dataDir, 'proxy').note({ tenant_id: 'of-before' })
      const api = await FakeApi.start(t)
      api.interfere = () => ({ status: 200, headers: { 'x-tenant-id': 'of-another' }, body: '{}' })
      const { env } = apart(api.url)
      return { env: { ...env, WEIR_DATA_DIR: dataDir } }
    },
    found: /^failed the API at \S+ has another tenant for this proxy \(of-another\) than it worked with \(of-before\)/,
    mend: /^See which API and which token .* remove .*proxy-first-start\.json$/,
  },
  {
    title: 'a Redis that is not there',
    check: 'redis',
    breaks: async (t) => ({ env: { WEIR_REDIS_URL: `redis://weir:geheim@127.0.0.1:${await refusingPort(t)}` } }),
    found: /^failed Redis at 127\.0\.0\.1:\d+ does not answer: ECONNREFUSED$/,
    mend: /^See that it runs, that WEIR_REDIS_URL has its host and port/,
  },
  {
    title: 'a Redis behind TLS that is asked without, or that hangs up',
    check: 'redis',
    breaks: async (t) => {
      const { port } = await listen(t, (socket) => socket.once('data', () => socket.resetAndDestroy()))
      return { env: { WEIR_REDIS_URL: `redis://127.0.0.1:${port}` } }
    },
    found: /^failed Redis at 127\.0\.0\.1:\d+ does not answer: (ECONNRESET|it closes the connection)$/,
    mend: /begins with rediss:\/\/$/,
  },
  {
    title: 'a Redis that says nothing to TLS',
    check: 'redis',
    breaks: async (t) => ({ env: { WEIR_REDIS_URL: `rediss://127.0.0.1:${(await listen(t, () => {})).port}` } }),
    found: /^failed Redis at 127\.0\.0\.1:\d+ does not answer: nothing within two seconds$/,
    mend: /where it does not, WEIR_REDIS_URL begins with redis:\/\/$/,
  },
  {
    title: 'a mail server that is not there',
    check: 'smtp',
    breaks: async (t) => ({ env: { WEIR_SMTP_URL: `smtp://weir:geheim@127.0.0.1:${await refusingPort(t)}` } }),
    found: /^failed the mail server at 127\.0\.0\.1:\d+ cannot be used: ECONNREFUSED$/,
    mend: /^See that it runs, that WEIR_SMTP_URL has its host and port/,
  },
  {
    title: 'a mail server whose certificate nobody knows',
    check: 'smtp',
    breaks: async (t) => {
      const tls = issueServerCertificate(newAuthority(t), [], new Date())
      const { port } = await startMailServer(t, { tls: { ...tls, from: 'start' } })
      return { env: { WEIR_SMTP_URL: `smtps://127.0.0.1:${port}` } }
    },
    found: /^failed .* cannot be used: ESOCKET \((self-signed|unable to verify).* certificate.*\)$/,
    mend: /^Name the CA of its certificate in NODE_EXTRA_CA_CERTS/,
  },
  {
    title: 'a mail server that speaks no TLS where it should',
    check: 'smtp',
    breaks: async (t) => {
      const { port } = await listen(t, (socket) => socket.write('220 weir.test ESMTP\r\n'))
      return { env: { WEIR_SMTP_URL: `smtps://127.0.0.1:${port}` } }
    },
    found: /^failed .* cannot be used: ESOCKET \(wrong version number\)$/,
    mend: /smtp:\/\/ is STARTTLS \(587\)$/,
  },
  {
    title: 'a mail server that lets this machine not in',
    check: 'smtp',
    breaks: async (t) => {
      const { port } = await listen(t, (socket) => socket.write('554 5.7.1 geheim\r\n'))
      return { env: { WEIR_SMTP_URL: `smtp://127.0.0.1:${port}` } }
    },
    found: /^failed .* cannot be used: EPROTOCOL$/,
    mend: /^It answers 554 5\.7\.1: see what it asks/,
  },
  {
    title: 'a mail server that refuses the password',
    check: 'smtp',
    breaks: async (t) => {
      const { port } = await startMailServer(t, { login: { user: 'weir', pass: 'right' } })
      return { env: { WEIR_SMTP_URL: `smtp://weir:geheim@127.0.0.1:${port}` } }
    },
    found: /^failed .* cannot be used: EAUTH$/,
    mend: /^It refuses user and password \(535 5\.7\.8\): correct them in WEIR_SMTP_URL/,
  },
  {
    title: 'an API that is not there',
    check: 'api',
    breaks: async (t) => apart(`https://127.0.0.1:${await refusingPort(t)}/api/v1`),
    found: /^failed the API at https:\/\/127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED$/,
    mend: /^See that the API runs/,
  },
  {
    title: 'an API whose CA is another',
    check: 'api',
    breaks: async (t) => apart((await FakeApi.start(t, issueServerCertificate(newAuthority(t), [], new Date()))).url),
    found: /^failed the API at \S+ cannot be reached: (UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)$/,
    mend: /^Set WEIR_API_CA/,
  },
  {
    title: 'an API that does not know the token',
    check: 'api',
    breaks: async (t) => apart((await FakeApi.start(t)).url),
    found: /^failed the API at \S+ answered 401: it does not know the token/,
    mend: /"token create"/,
  },
  {
    title: 'an API that takes no http://',
    check: 'api',
    breaks: async (t) => {
      const api = await FakeApi.start(t)
      api.interfere = () => ({ status: 400 })
      return apart(api.url)
    },
    found: /^failed the API at \S+ answered 400$/,
    mend: /https:\/\/ only/,
  },
  {
    title: 'a proxy without a token',
    check: 'api',
    breaks: () => ({ env: { WEIR_API_URL: 'https://weir.corp.example/api/v1' } }),
    found: /^failed WEIR_SERVICE_TOKEN is not set$/,
    mend: /"token create"/,
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
