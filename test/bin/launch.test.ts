import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import test from 'ava'
import { environmentDefaults, leanOptions, nodeOptions } from '../../bin/launch/options.mjs'
import { OLD_NODE, Project } from './launch-fixture.ts'

const ROOT = join(import.meta.dirname, '../..')

// One after the other: each starts several processes, and other files' tests want a processor too.

test.serial('the first start installs what production needs, later ones nothing', async (t) => {
  const project = new Project(t)
  const first = await project.run(['main.ts', 'one', '--two'])
  t.like(first, { code: 0, stdout: 'main one --two' })
  t.regex(first.stderr, /^weir: installing the packages .*re2.*\nweir: {3}done in \d+ s\n$/)
  t.deepEqual(project.commands(), ['ci --omit=dev'])
  t.like(await project.run(['main.ts']), { code: 0, stdout: 'main', stderr: '' })
  t.is(project.commands().length, 1)
})

test.serial('a tool adds what is missing and leaves the rest as it is', async (t) => {
  const project = new Project(t)
  await project.run()
  t.like(await project.run(['--tool', 'tool', '--flag', 'file']), { code: 0, stdout: 'tool --flag file\n' })
  t.deepEqual(project.commands(), ['ci --omit=dev', 'install --no-save --include=dev'])
})

test.serial('a start takes the tools along where they are installed', async (t) => {
  const project = new Project(t)
  project.write('check.ts', 'process.stdout.write("check")')
  t.like(await project.run(['--tool', 'check.ts']), { code: 0, stdout: 'check' })
  await project.run()
  t.deepEqual(project.commands(), ['ci --include=dev'])
  project.write('package-lock.json', '{"packages":2}')
  await project.run()
  t.is(project.commands().at(-1), 'install --no-save --include=dev')
})

test.serial('another lock is installed as a difference', async (t) => {
  const project = new Project(t)
  await project.run()
  project.write('package-lock.json', '{"packages":2}')
  t.like(await project.run(), { code: 0, stdout: 'main' })
  t.deepEqual(project.commands(), ['ci --omit=dev', 'install --no-save --omit=dev'])
})

test.serial('packages that somebody installed with npm are looked at and kept', async (t) => {
  const project = new Project(t)
  await project.run()
  rmSync(join(project.root, 'node_modules/.weir-installed'))
  t.is((await project.run()).stdout, 'main')
  t.is(project.commands().at(-1), 'install --no-save --omit=dev')
})

test.serial('what npm left half done is installed anew', async (t) => {
  const project = new Project(t)
  await project.run()
  rmSync(join(project.root, 'node_modules/.weir-installed'))
  rmSync(join(project.root, 'node_modules/.package-lock.json'))
  t.is((await project.run()).stdout, 'main')
  t.is(project.commands().at(-1), 'ci --omit=dev')
})

test.serial('an addon compiled for another Node is compiled anew', async (t) => {
  const project = new Project(t)
  await project.run()
  project.write('package-lock.json', '{"packages":2}')
  project.behave({ addonFails: { after: 'install', message: 'was compiled against a different Node.js version' } })
  const run = await project.run()
  t.like(run, { code: 0, stdout: 'main' })
  t.regex(run.stderr, /another Node/)
  t.deepEqual(project.commands().slice(1), ['install --no-save --omit=dev', 'ci --omit=dev'])
})

test.serial('an addon that does not load after all is said, and not taken for installed', async (t) => {
  const project = new Project(t)
  project.behave({ addonFails: { after: 'always', message: 'no addon.node' } })
  for (const _ of ['first', 'second']) {
    const run = await project.run()
    t.like(run, { code: 1, stdout: '' })
    t.regex(run.stderr, /weir: addon was installed but does not load \(Error: no addon\.node\); .*ignore-scripts.*\n$/)
  }
})

test.serial('an older Node fetches a supported one, compiles against its headers and runs under it', async (t) => {
  const project = new Project(t)
  project.write('main.ts', 'process.stdout.write(process.env.PATH ?? "")')
  const first = await project.run(['main.ts'], OLD_NODE)
  t.is(first.code, 0, first.stderr)
  t.regex(first.stderr, /installing Node 26\.10\.0 \(Weir needs Node 24\.15 or newer, this is 20\.20\.2\)/)
  const [fetch, packages] = project.calls()
  t.regex(fetch?.args ?? '', /^install --no-save --ignore-scripts node-[a-z0-9-]+@26\.10\.0$/)
  t.is(fetch?.cwd, join(project.root, '.node/staging'))
  t.is(packages?.args, 'ci --omit=dev')
  const bin = packages?.firstOnPath ?? ''
  t.is(dirname(dirname(bin)), join(project.root, '.node'))
  t.is(packages?.headers, dirname(bin))
  t.is(first.stdout.split(delimiter)[0], bin)
  t.false(existsSync(join(project.root, '.node/staging')))

  t.like(await project.run(['main.ts'], OLD_NODE), { code: 0, stderr: '' })
  t.is(project.calls().length, 2)
})

test.serial('a supported Node is used as it is', async (t) => {
  const project = new Project(t)
  await project.run()
  const [packages] = project.calls()
  t.is(packages?.node, process.execPath)
  t.is(packages?.firstOnPath, dirname(process.execPath))
  const home = dirname(dirname(process.execPath))
  t.is(packages?.headers, existsSync(join(home, 'include/node/node.h')) ? home : undefined)
})

const FAILURES: readonly (readonly [what: string, output: string, sentence: RegExp])[] = [
  ['no network', 'npm error getaddrinfo ENOTFOUND a.example', /registry could not be reached; check the network/],
  ['a private certificate', 'npm error code SELF_SIGNED_CERT_IN_CHAIN', /registry could not be reached/],
  [
    'no make',
    'getaddrinfo ENOTFOUND b.example\nnpm error gyp ERR! stack Error: not found: make',
    /C\+\+20 compiler, make and/,
  ],
  ['no Python', 'npm error gyp ERR! find Python', /make and Python 3/],
  ['no headers', 'npm error gyp ERR! stack FetchError: request to c.example failed', /headers of this Node could not/],
  ['a full disk', 'npm error code ENOSPC', /disk is full/],
  ['another user’s folder', 'npm error code EACCES', /may not be written/],
  ['something else', 'npm error surprise', /weir: npm failed with exit code 3\n$/],
]
for (const [what, output, sentence] of FAILURES) {
  test.serial(`an install that fails for ${what} says so in one sentence, after npm's own last lines`, async (t) => {
    const project = new Project(t)
    const lines = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n')
    project.behave({ exitCode: 3, output: `${lines}\n${output}\n` })
    const run = await project.run()
    t.like(run, { code: 1, stdout: '' })
    t.true(run.stderr.includes(output))
    t.false(run.stderr.includes('line 50\n'))
    t.regex(run.stderr.split('\n').at(-2)?.concat('\n') ?? '', sentence)
    project.behave({})
    t.is((await project.run()).stdout, 'main')
  })
}

test.serial('a machine without npm is told so', async (t) => {
  const project = new Project(t)
  const run = await project.run(['main.ts'], { npm_execpath: undefined, PATH: join(project.root, 'bin') })
  t.like(run, { code: 1, stdout: '' })
  t.regex(run.stderr, /weir: npm was not found on PATH/)
})

test.serial('when the tools cannot be had, a start still works', async (t) => {
  const project = new Project(t)
  await project.run()
  project.behave({ exitCode: 1, output: 'npm error code ENOTFOUND' })
  t.is((await project.run(['--tool', 'tool'])).code, 1)
  t.like(await project.run(), { code: 0, stdout: 'main', stderr: '' })
  t.is(project.calls().length, 2)
})

const SHOWS = `process.stdout.write(JSON.stringify({
  pid: process.pid, options: process.execArgv, args: process.argv.slice(2),
  environment: Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(UV_|MALLOC_)/.test(name))),
}))`

interface Shown {
  readonly pid: number
  readonly options: readonly string[]
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

test.serial('without npm it becomes what it starts, with the same options and environment as below npm', async (t) => {
  const project = new Project(t)
  project.write('main.ts', SHOWS)
  const below = JSON.parse((await project.run(['main.ts', '--new-database'])).stdout) as Shown
  const launch = project.start(['main.ts', '--new-database'], { npm_execpath: undefined })
  const itself = JSON.parse((await launch.ended).stdout) as Shown
  t.true(itself.pid === launch.process.pid)
  t.not(below.pid, itself.pid)
  t.deepEqual({ ...itself, pid: 0 }, { ...below, pid: 0 })
  t.deepEqual(itself.environment, environmentDefaults())
  t.deepEqual(itself.options, [
    ...nodeOptions(process.versions.node),
    ...leanOptions.map((option) => option.replace(ROOT, project.root)),
  ])
  t.deepEqual(itself.args, ['--new-database'])
  const own = { npm_execpath: undefined, UV_THREADPOOL_SIZE: '9' }
  const { environment } = JSON.parse((await project.run(['main.ts'], own)).stdout) as Shown
  t.is(environment.UV_THREADPOOL_SIZE, '9', 'an operator’s own value stands')
})

test.serial('wrong usage is said, exit 2', async (t) => {
  const project = new Project(t)
  for (const args of [[], ['--tool'], ['--wrong', 'main.ts']]) {
    const run = await project.run(args)
    t.is(run.code, 2)
    t.regex(run.stderr, /^weir: usage: /)
  }
  t.deepEqual(project.calls(), [])
})

test.serial('the stamp names the lock, the Node and the set', async (t) => {
  const project = new Project(t)
  await project.run()
  const stamp = readFileSync(join(project.root, 'node_modules/.weir-installed'), 'utf8')
  const major = process.versions.node.split('.')[0]
  t.regex(stamp, new RegExp(`^[0-9a-f]{64} node-${major} ${process.platform}-${process.arch} without tools\\n$`))
})

test.serial('the console is built beside what runs, and a failure of it stops nothing', async (t) => {
  const project = new Project(t)
  mkdirSync(join(project.root, 'console'))
  project.write('console/package.json', '{"dependencies":{"vite":"1.0.0"}}')
  project.write('console/package-lock.json', '{}')
  // Runs until the build has been given up.
  project.write(
    'main.ts',
    `process.stdout.write('main'); setInterval(() => { if (require('node:fs').existsSync('enough')) process.exit(0) }, 10)`,
  )
  project.write('package.json', '{"type":"commonjs","allowScripts":{"addon":true}}')
  await project.run(['--tool', 'tool'])
  project.behave({ exitCode: 3, output: 'npm error code ENOTFOUND\n' })
  const launch = project.start()
  await launch.printed('the console was not built, and Weir runs without it: installing failed: the package registry')
  project.write('enough', '')
  t.like(await launch.ended, { code: 0, stdout: 'main' })
  t.is(project.calls().at(-1)?.args, 'ci --omit=dev --ignore-scripts')
  t.is(project.calls().at(-1)?.cwd, join(project.root, 'console'))
})

test.serial('what runs and ends takes the build of the console along', async (t) => {
  const project = new Project(t)
  mkdirSync(join(project.root, 'console'))
  project.write('console/package.json', '{"dependencies":{"vite":"1.0.0"}}')
  project.write('console/package-lock.json', '{}')
  project.write(
    'main.ts',
    `process.stdout.write('main'); setInterval(() => { if (require('node:fs').existsSync('enough')) process.exit(7) }, 10)`,
  )
  project.write('package.json', '{"type":"commonjs","allowScripts":{"addon":true}}')
  await project.run(['--tool', 'tool'])
  project.behave({ waits: true })
  const launch = project.start()
  await project.npmIsCalled(2)
  project.write('enough', '')
  const { code, stderr } = await launch.ended
  t.is(code, 7)
  t.notRegex(stderr, /was not built/)
  t.false(existsSync(join(project.root, '.node/console-lock')))
})
