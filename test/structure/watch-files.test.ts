import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { temporaryFolder } from '../support/temp.ts'
import { until } from '../support/wire.ts'

const SCRIPT = join(import.meta.dirname, '../../.ci/watch-files.mjs')

/** Writes to the journal as a test file does, and does not end. */
const FILE = `
const { appendFileSync } = require('node:fs')
appendFileSync('journal', 'began test/one.test.ts ' + Date.now() + ' ' + process.pid + '\\n')
appendFileSync('journal', 'ended test/one.test.ts ' + Date.now() + ' 0\\n')
setInterval(() => {}, 1000)
`
/** Stands for ava: runs the file, and stays when it has ended. */
const RUN = `require('node:child_process').spawn(process.execPath, ['ava.cjs']); setInterval(() => {}, 1000)`

/** Writes to the journal that it began, and does not end. */
const SLOW = `
require('node:fs').appendFileSync('journal', 'began test/slow.test.ts ' + Date.now() + ' ' + process.pid + '\\n')
setInterval(() => {}, 1000)
`

async function ends(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode ?? child.exitCode
}

test('a process that stays behind its tests is described and killed, and then the run that stays', async (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'test/node_modules'), { recursive: true })
  for (const [name, content] of Object.entries({
    'test/one.test.ts': '',
    'test/node_modules/of-a-package.test.ts': '',
    journal: '',
    'ava.cjs': FILE,
    'run.cjs': RUN,
  }))
    writeFileSync(join(folder, name), content)
  const run = spawn(process.execPath, ['run.cjs'], { cwd: folder, detached: true, stdio: 'ignore' })
  const watcher = spawn(process.execPath, [SCRIPT, 'journal', '20'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => {
    watcher.kill()
    run.kill('SIGKILL')
  })
  const told = text(watcher.stdout)
  t.is(await ends(run), 'SIGTERM')
  await ends(watcher)
  const lines = await told
  t.regex(lines, /^test\/one\.test\.ts ended .* its process still runs/m)
  t.regex(lines, /ava\.cjs.*State:.*open: 0 /s)
  t.regex(lines, /^every test file ended .* ava did not/m)
  t.regex(readFileSync(join(folder, 'journal'), 'utf8'), /^killed test\/one\.test\.ts\nstuck \d+$/m)
})

test('a file that does not end is described once, and not killed', async (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'test'))
  for (const [name, content] of Object.entries({ 'test/slow.test.ts': '', journal: '', 'slow.cjs': SLOW }))
    writeFileSync(join(folder, name), content)
  const slow = spawn(process.execPath, ['slow.cjs'], { cwd: folder, stdio: 'ignore' })
  const watcher = spawn(process.execPath, [SCRIPT, 'journal', '1000'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => {
    watcher.kill()
    slow.kill('SIGKILL')
  })
  let told = ''
  watcher.stdout.on('data', (chunk) => (told += chunk))
  await until(
    () => told.includes('open: '),
    () => told,
  )
  // As long again as it took until then: a second description would come with the next look, 5 ms later.
  await sleep(600)
  t.is(told.match(/^test\/slow\.test\.ts began .* did not end:$/gm)?.length, 1)
  t.regex(told, /slow\.cjs \n {4}State:/)
  t.is(slow.exitCode ?? slow.signalCode, null)
})
