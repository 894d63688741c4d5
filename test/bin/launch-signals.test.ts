import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { Project, watch } from './launch-fixture.ts'

/** Counts the signals it gets, and ends well 300 ms after the first, or at once on the word in its argument. */
const COUNTING = `
import { writeFileSync } from 'node:fs'
const got: string[] = []
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {
  got.push(signal)
  process.stdout.write('got ' + got.join(' ') + ';')
  writeFileSync('signals', got.join(' '))
  if (process.argv[2] !== 'stay' || got.length === 2) setTimeout(() => process.exit(0), 300)
})
setInterval(() => {}, 1000)
process.stdout.write('ready;')
`

test('the exit code is that of what was started', async (t) => {
  const project = new Project(t)
  project.write('main.ts', 'process.exitCode = 7')
  t.is((await project.run()).code, 7)
})

test('death by a signal is 128 and its number', async (t) => {
  const project = new Project(t)
  project.write('main.ts', 'process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000)')
  t.is((await project.run()).code, 137)
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} is passed on, and the child decides how to end`, async (t) => {
    const project = new Project(t)
    project.write('main.ts', COUNTING)
    const launch = project.start()
    await launch.printed('ready')
    launch.process.kill(signal)
    t.like(await launch.ended, { code: 0, stdout: `ready;got ${signal};` })
  })
}

test('a signal that comes twice within a moment is passed on once', async (t) => {
  const project = new Project(t)
  project.write('main.ts', COUNTING)
  const launch = project.start()
  await launch.printed('ready')
  launch.process.kill('SIGINT')
  await launch.printed('got SIGINT')
  launch.process.kill('SIGINT')
  t.like(await launch.ended, { code: 0, stdout: 'ready;got SIGINT;' })
})

test('a second signal later on is passed on too', async (t) => {
  const project = new Project(t)
  project.write('main.ts', COUNTING)
  const launch = project.start(['main.ts', 'stay'])
  await launch.printed('ready')
  launch.process.kill('SIGINT')
  await launch.printed('got SIGINT')
  // The time within which a repetition counts as the same wish is what is tested here.
  await sleep(600)
  launch.process.kill('SIGINT')
  t.like(await launch.ended, { code: 0, stdout: 'ready;got SIGINT;got SIGINT SIGINT;' })
})

test('standard input reaches what was started', async (t) => {
  const project = new Project(t)
  project.write('main.ts', 'process.stdin.pipe(process.stdout)')
  const launch = project.start(['main.ts'], {}, { stdio: 'pipe' })
  launch.process.stdin?.end('through')
  t.like(await launch.ended, { code: 0, stdout: 'through' })
})

test('an interrupted install ends at once, and the next start begins anew', async (t) => {
  const project = new Project(t)
  project.behave({ delayMs: 60_000 })
  const launch = project.start()
  await project.npmIsCalled()
  launch.process.kill('SIGINT')
  const run = await launch.ended
  t.like(run, { code: 130, stdout: '' })
  t.regex(run.stderr, /weir: interrupted; the next start takes it up again\n$/)
  t.false(existsSync(join(project.root, '.node/lock')))
  project.behave({})
  t.is((await project.run()).stdout, 'main')
  t.deepEqual(project.commands(), ['ci --omit=dev', 'ci --omit=dev'])
})

test('an interruption while tools are added makes the next start begin anew', async (t) => {
  const project = new Project(t)
  await project.run()
  project.behave({ delayMs: 60_000 })
  const launch = project.start(['--tool', 'tool'])
  await project.npmIsCalled(2)
  launch.process.kill('SIGTERM')
  t.is((await launch.ended).code, 130)
  project.behave({})
  t.is((await project.run()).stdout, 'main')
  t.is(project.commands().at(-1), 'ci --omit=dev')
})

test('when npm is killed, what it started is asked to stop', async (t) => {
  const project = new Project(t)
  project.write('main.ts', COUNTING)
  await project.run(['bin/launch/lock.mjs'])
  const npm = `
    const { spawn } = require('node:child_process')
    spawn(process.execPath, ['bin/launch.mjs', 'main.ts'], { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } })
  `
  const parent = watch(spawn(process.execPath, ['-e', npm], { cwd: project.root, stdio: ['ignore', 'pipe', 'pipe'] }))
  await parent.printed('ready')
  parent.process.kill('SIGKILL')
  // The pipes close when the last of the three processes has ended.
  t.like(await parent.ended, { stdout: 'ready;got SIGTERM;' })
  t.is(readFileSync(join(project.root, 'signals'), 'utf8'), 'SIGTERM')
})
