/**
 * What tests need beyond Node and Weir's own packages. A machine may lack any of it: the tests that need it are then shown as skipped,
 * with the command that brings it in their titles. WEIR_TEST_BARE=1 hides all of it, which is how `.ci/run` sees that a machine
 * without any of it ends well. Nothing else decides that a test is skipped (test/structure/optional.test.ts).
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ImplementationFn } from 'ava'
import { noteInJournal } from './journal.ts'
import { foldersWith } from './tools.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Debian keeps servers in a folder that not every PATH has. */
const SERVERS_PATH = `${process.env.PATH}:/usr/sbin:/sbin`
export const LINTERS = join(process.env.WEIR_TEST_LINTERS ?? join(ROOT, '.node/linters'), 'bin')
export const SCHEMATHESIS = process.env.WEIR_TEST_SCHEMATHESIS ?? join(ROOT, '.node/schemathesis')
export const MONGO_JAVA_SERVER =
  process.env.WEIR_TEST_MONGO_JAVA_SERVER ?? join(import.meta.dirname, 'mongo-java-server/lib')
const CERTIFICATES = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem']

interface Part {
  /** The command that brings it. */
  readonly command: string
  isThere(): boolean
}

const program = (name: string, debianPackage = name): Part => ({
  command: `apt-get install ${debianPackage}`,
  isThere: () => foldersWith(name, SERVERS_PATH).length > 0,
})
const linter = (name: string): Part => ({
  command: '.ci/install-linters',
  isThere: () => existsSync(join(LINTERS, name)),
})
/** Packages that are none of Weir's own, in a folder of the project. */
const packages = (folder: string, one: string): Part => ({
  command: `npm ci --ignore-scripts --prefix ${folder}`,
  isThere: () => existsSync(join(ROOT, folder, 'node_modules', one)),
})

const PARTS = {
  bash: program('bash'),
  curl: program('curl'),
  'curl with HTTP/2': {
    command: 'apt-get install curl',
    isThere: () => /\bHTTP2\b/.test(spawnSync('curl', ['--version']).stdout?.toString() ?? ''),
  },
  git: {
    command: 'apt-get install git',
    isThere: () => foldersWith('git').length > 0 && existsSync(join(ROOT, '.git')),
  },
  openssl: program('openssl'),
  python: program('python3'),
  go: program('go', 'golang-go'),
  'certificate authorities': {
    command: 'apt-get install ca-certificates',
    isThere: () => CERTIFICATES.some((file) => existsSync(file)),
  },
  redis: program('redis-server'),
  mongodb: {
    command: '.ci/install-mongodb, or set WEIR_TEST_MONGODB_URL',
    isThere: () =>
      process.env.WEIR_TEST_MONGODB_URL !== undefined ||
      (existsSync(MONGO_JAVA_SERVER) && foldersWith('java').length > 0),
  },
  chromium: program('chromium'),
  certutil: program('certutil', 'libnss3-tools'),
  rsyslog: program('rsyslogd', 'rsyslog'),
  nginx: program('nginx'),
  haproxy: program('haproxy'),
  apache2: program('apache2'),
  lighttpd: program('lighttpd'),
  prometheus: {
    command: 'apt-get install prometheus',
    isThere: () => ['prometheus', 'promtool'].every((name) => foldersWith(name).length > 0),
  },
  systemd: program('systemd-analyze', 'systemd'),
  hadolint: linter('hadolint'),
  'kubernetes-validate': linter('kubernetes-validate'),
  cyclonedx: {
    command: '.ci/install-linters',
    isThere: () => spawnSync(join(LINTERS, 'python'), ['-c', 'import cyclonedx.validation.json']).status === 0,
  },
  'compose-config': linter('compose-config'),
  kustomize: linter('kustomize'),
  actionlint: linter('actionlint'),
  h2spec: linter('h2spec'),
  schemathesis: {
    command: '.ci/install-schemathesis',
    isThere: () => existsSync(join(SCHEMATHESIS, 'bin/schemathesis')),
  },
  console: packages('console', 'playwright-core'),
  site: packages('site', 'vitepress'),
  clients: packages('test/clients/packages', '@modelcontextprotocol/server'),
} satisfies Readonly<Record<string, Part>>

/** A part by its name, or one that only the calling file knows. */
export type Needed = keyof typeof PARTS | Part

/** As much of ava's `test` as is there too where something is missing. */
export interface OptionalTest<Context = unknown> {
  (title: string, implementation: ImplementationFn<[], Context>): void
  serial(title: string, implementation: ImplementationFn<[], Context>): void
  skip(title: string, implementation: ImplementationFn<[], Context>): void
}

export const PART_COMMANDS: readonly string[] = Object.values<Part>(PARTS).map(({ command }) => command)

const isBare = process.env.WEIR_TEST_BARE === '1'
const partOf = (needed: Needed): Part => (typeof needed === 'string' ? PARTS[needed] : needed)

/** `test` where all of these are there; else a test is shown as skipped, with what has to be done for it. */
export function testWith<Context>(test: OptionalTest<Context>, ...needed: readonly Needed[]): OptionalTest<Context> {
  noteInJournal('optional')
  const missing = needed.map(partOf).filter((part) => isBare || !part.isThere())
  if (missing.length === 0) return test
  const commands = [...new Set(missing.map(({ command }) => command))].join(', ')
  return skipping(test, `to run it: ${commands}`)
}

/** `test` where the machine is such a one; else a test is shown as skipped, and says on which machines it runs. */
export function testOn<Context>(test: OptionalTest<Context>, machines: string, isOne: boolean): OptionalTest<Context> {
  return isOne ? test : skipping(test, `only on ${machines}`)
}

function skipping<Context>(test: OptionalTest<Context>, reason: string): OptionalTest<Context> {
  const skip: OptionalTest<Context>['skip'] = (title, implementation) =>
    test.skip(`${title} (${reason})`, implementation)
  return Object.assign(skip.bind(undefined), { serial: skip, skip })
}
