import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type Launch, Project } from './launch-fixture.ts'

test('of many first starts at once one installs and the others wait for it', async (t) => {
  const project = new Project(t)
  project.behave({ waits: true })
  const starts = [1, 2, 3, 4].map(() => project.start())
  await waitForAllButOne(starts)
  project.letNpmGoOn()
  const runs = await Promise.all(starts.map(({ ended }) => ended))
  for (const run of runs) t.like(run, { code: 0, stdout: 'main' })
  t.deepEqual(project.commands(), ['ci --omit=dev'])
  t.is(runs.filter(({ stderr }) => stderr.includes('another start is installing here')).length, 3)
})

test('the lock is gone after an install, and after one that failed', async (t) => {
  const project = new Project(t)
  project.behave({ exitCode: 1 })
  await project.run()
  t.false(existsSync(join(project.root, '.node/lock')))
  project.behave({})
  await project.run()
  t.false(existsSync(join(project.root, '.node/lock')))
})

test('the lock of a dead process is taken over, by one of those who wait for it', async (t) => {
  const project = new Project(t)
  const dead = spawn(process.execPath, ['--version'])
  await once(dead, 'close')
  makeLock(project, `${dead.pid}\n`)
  project.behave({ waits: true })
  const starts = [1, 2, 3].map(() => project.start())
  await waitForAllButOne(starts)
  project.letNpmGoOn()
  const runs = await Promise.all(starts.map(({ ended }) => ended))
  for (const run of runs) t.like(run, { code: 0, stdout: 'main' })
  t.deepEqual(project.commands(), ['ci --omit=dev'])
})

test('a lock without an owner is taken over once it is old', async (t) => {
  const project = new Project(t)
  const lock = makeLock(project)
  const tenSecondsAgo = Date.now() / 1000 - 10
  utimesSync(lock, tenSecondsAgo, tenSecondsAgo)
  t.is((await project.run()).stdout, 'main')
})

test('an npm that goes on after its launcher was killed is waited for', async (t) => {
  const project = new Project(t)
  project.behave({ delayMs: 1500 })
  const killed = project.start()
  await project.npmIsCalled()
  killed.process.kill('SIGKILL')
  const waiting = project.start()
  await waiting.printed('another start is installing here')
  t.is(project.calls().length, 1)
  t.like(await waiting.ended, { code: 0, stdout: 'main' })
  t.is(project.calls().length, 2)
})

test('who waits can be interrupted', async (t) => {
  const project = new Project(t)
  makeLock(project, `${livingProcess(t)}\n`)
  const waiting = project.start()
  await waiting.printed('another start is installing here')
  waiting.process.kill('SIGINT')
  await waiting.ended
  t.is(waiting.process.signalCode, 'SIGINT')
  t.deepEqual(project.calls(), [])
})

test('a long install gives a sign of life', async (t) => {
  const project = new Project(t)
  project.behave({ delayMs: 11_000 })
  t.regex((await project.run()).stderr, /weir: {3}still installing the packages, 10 s\n/)
})

/** Resolves once all of them but the one that installs say that they wait for it. */
function waitForAllButOne(starts: readonly Launch[]): Promise<void> {
  return new Promise((resolve) => {
    let waiting = 0
    for (const start of starts)
      void start.printed('another start is installing here').then(
        () => {
          waiting++
          if (waiting === starts.length - 1) resolve()
        },
        () => {},
      )
  })
}

function makeLock(project: Project, owners?: string): string {
  const lock = join(project.root, '.node/lock')
  mkdirSync(lock, { recursive: true })
  if (owners !== undefined) writeFileSync(join(lock, 'owners'), owners)
  return lock
}

function livingProcess(t: ExecutionContext): number | undefined {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  t.teardown(() => child.kill())
  return child.pid
}
