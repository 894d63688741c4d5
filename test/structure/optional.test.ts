import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { PART_COMMANDS } from '../support/optional.ts'

const ROOT = join(import.meta.dirname, '../..')
const AVA = join(ROOT, 'node_modules/ava/entrypoints/cli.js')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const CI = read('.ci/run')
/** The shell that CI runs in; and Go, of which Debian's may be older than what the linters are built with. */
const OF_THE_MACHINE = ['bash', 'golang-go']
/** Quick to start, and with nearly nothing to do where everything is hidden; together they ask for parts of every kind. */
const ASKING = [
  'test/api/scim/groups.test.ts',
  'test/api/store/mongodb-totals.test.ts',
  'test/api/store/mongodb.test.ts',
  'test/api/redis/connections.test.ts',
  'test/clients/gemini-cli.test.ts',
  'test/clients/h2spec.test.ts',
  'test/console/jobs.test.ts',
  'test/docs/webhooks.test.ts',
  'test/monitoring/prometheus.test.ts',
  'test/schemathesis/schemathesis.test.ts',
  'test/site/site.test.ts',
]

test('test/support/optional.ts alone decides what is skipped', (t) => {
  const files = globSync('test/**/*.ts', { cwd: ROOT, exclude: ['**/node_modules'] })
  t.true(files.length > 600)
  const deciding = files.filter((path) =>
    /\btest(?:\.\w+)*\.(?:skip|todo|skipIf|runIf)\b|\bt\.pass\('/.test(read(path)),
  )
  t.deepEqual(deciding, ['test/support/optional.ts'])
})

test('what brings a missing part is run by CI', (t) => {
  const isRun = (command: string) => {
    const [, debianPackage] = /^apt-get install (\S+)$/.exec(command) ?? []
    if (debianPackage !== undefined)
      return OF_THE_MACHINE.includes(debianPackage) || new RegExp(`=${debianPackage}\\b`).test(CI)
    const [, folder] = /^npm ci --ignore-scripts --prefix (\S+)$/.exec(command) ?? []
    if (folder !== undefined) return CI.includes(`(cd ${folder} && npm ci --ignore-scripts`)
    return CI.includes(`${/^\.ci\/[\w-]+/.exec(command)?.[0]} ||`)
  }
  t.deepEqual(
    PART_COMMANDS.filter((command) => !isRun(command)),
    [],
  )
})

test('where every part is hidden the tests end well, and each skipped one names the command that brings the part', (t) => {
  t.timeout(300_000)
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, WEIR_TEST_BARE: '1' }
  const args = [AVA, '--tap', '--concurrency=1', ...ASKING]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' })
  t.is(status, 0, stdout + stderr)
  const skipped = stdout.split('\n').filter((line) => / # SKIP/.test(line))
  t.true(skipped.length > 40, stdout)
  t.deepEqual(
    skipped.filter((line) => !/ \(to run it: [^)]+\) # SKIP/.test(line)),
    [],
  )
})
