import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'

interface Manifest {
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
  readonly overrides: Record<string, string>
  readonly allowScripts: Record<string, boolean>
  readonly scripts: Record<string, string>
  readonly engines: { readonly node: string }
  readonly version: string
}
interface Lock {
  readonly packages: Record<
    string,
    Partial<Manifest> & { version?: string; resolved?: string; hasInstallScript?: boolean }
  >
}

const readJson = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
const manifest: Manifest = readJson('package.json')
const lock: Lock = readJson('package-lock.json')

test('the commands are those of the interface', (t) => {
  t.deepEqual(Object.keys(manifest.scripts).sort(), [
    'admin',
    'api',
    'bench',
    'check',
    'classify',
    'evaluate',
    'fuzz',
    'image-sizes',
    'newcomer',
    'proxy',
    'release',
    'site',
    'soak',
    'start',
    'test',
  ])
})

/** What Weir is built on (docs/decisions/0029): other packages may come and go, these are decided. */
const DECIDED =
  'http-proxy node-forge koa @koa/router koa-body koa-jwt mongodb bullmq ioredis re2 ws argon2 pino prom-client'.split(
    ' ',
  )

test('the packages that Weir is built on are there', (t) => {
  for (const name of DECIDED) t.regex(manifest.dependencies[name] ?? '', /^\d+\.\d+\.\d+$/, name)
  t.regex(manifest.devDependencies.ava ?? '', /^\d+\.\d+\.\d+$/, 'ava')
})

const ROOT = join(import.meta.dirname, '../..')
const PREFIX = 'exe\\c '

test('every command runs through the launcher, and no shell stays between npm and it', (t) => {
  for (const [name, command] of Object.entries(manifest.scripts)) {
    // Debian's sh would stay, keep SIGINT to itself and die of SIGTERM alone, leaving Weir running.
    t.true(command.startsWith(`${PREFIX}node bin/launch.mjs `), name)
  }
  const become = spawnSync('sh', ['-c', `${PREFIX}node -p process.pid`], { cwd: ROOT, encoding: 'utf8' })
  t.is(become.stdout, `${become.pid}\n`, 'a POSIX shell reads "exec"')
})

test('what cmd.exe runs for it is a path, which it does not search the current folder for', (t) => {
  const path = `${PREFIX.trim().replace('\\', '/')}.cmd`
  t.is(readFileSync(join(ROOT, path), 'utf8').split('\n').at(-2), '@%*')
  t.deepEqual(
    readdirSync(ROOT).filter((name) => name.endsWith('.cmd')),
    [],
  )
})

test('every version is exact', (t) => {
  const versions = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides }
  for (const [name, version] of Object.entries(versions)) t.regex(version, /^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+$/, name)
})

test('the lock has what package.json asks for', (t) => {
  const root = lock.packages['']
  t.deepEqual(root?.dependencies, manifest.dependencies)
  t.deepEqual(root?.devDependencies, manifest.devDependencies)
  t.is(root?.version, manifest.version)
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    t.is(lock.packages[`node_modules/${name}`]?.version, version.replace(/^npm:.+@/, ''), name)
  }
  for (const [path, { version }] of Object.entries(lock.packages)) {
    const override = manifest.overrides[path.split('node_modules/').at(-1) ?? '']
    if (override !== undefined) t.is(version, override, path)
  }
})

test('the lock names no place to download from, so every registry serves', (t) => {
  const placed = Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)
  t.deepEqual(placed, [])
})

test('every package with an install script is allowed or denied it by name', (t) => {
  const withScript = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.split('node_modules/').at(-1) ?? path)
  t.deepEqual(
    withScript.filter((name) => !(name in manifest.allowScripts)),
    [],
  )
})

test('the launcher asks for the same Node as package.json', async (t) => {
  const { isSupported } = await import('../../bin/launch/node.mjs')
  const oldest = /^>=(\d+)\.(\d+)$/.exec(manifest.engines.node)
  const [major, minor] = [Number(oldest?.[1]), Number(oldest?.[2])]
  t.true(isSupported(`${major}.${minor}.0`))
  t.true(isSupported(`${major + 2}.0.0`))
  t.false(isSupported(`${major}.${minor - 1}.9`))
  t.false(isSupported('20.20.2'))
})
