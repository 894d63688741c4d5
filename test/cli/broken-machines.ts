import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { openAuthority } from '../../certs/authority.ts'
import { makeLeaf } from '../support/leaf-certificate.ts'
import { freePort } from '../support/redis.ts'
import { temporaryFolder } from '../support/temp.ts'
import { listen } from '../support/wire.ts'
import { type Case, withDatabase } from './broken-cases.ts'

const DAY = 86_400_000
const MIB = 1024 * 1024

function certificateFile(t: ExecutionContext<unknown>, notAfter: Date): string {
  const file = join(temporaryFolder(t), 'cert.pem')
  writeFileSync(file, makeLeaf({ issuer: undefined, names: ['siem.example'], notAfter }).cert)
  return file
}

/** What is wrong with the machine, its files and its certificates. */
export const BROKEN_MACHINES: readonly Case[] = [
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
    title: 'a disk that the system has mounted read-only',
    check: 'data-directory',
    breaks: () => ({
      machine: {
        enter() {
          throw Object.assign(new Error('read-only file system'), { code: 'EROFS' })
        },
      },
    }),
    found: /^failed .* is on a file system that is mounted read-only$/,
    mend: /mount it for writing again$/,
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
    mend: /ca rotate --prepare" and .*ca rotate --activate"/,
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
]
