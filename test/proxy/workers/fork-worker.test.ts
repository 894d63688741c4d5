import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { testOn } from '../../support/optional.ts'

const SUBJECT = pathToFileURL('proxy/workers/fork-worker.ts').href

/** A script that has a worker, and prints what it hears of it. */
function primary(work: string): string {
  return `
import cluster from 'node:cluster'
import { readdirSync, readFileSync } from 'node:fs'
import { forkWorker } from ${JSON.stringify(SUBJECT)}
const idle = 'setInterval(() => {}, 1000); process.send("ready")'
cluster.setupPrimary({ exec: 'data:text/javascript,', execArgv: ['--input-type=module', '-e', idle] })
const warned = []
${work}
const worker = forkWorker({ warn: (_, text) => warned.push(text) })
worker.once('message', told)
worker.once('exit', (code, signal) => console.log(JSON.stringify({ code, signal, warned: warned.length })))`
}

function run(script: string): { readonly printed: readonly unknown[]; readonly stderr: string } {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  const lines = stdout.split('\n').filter((line) => line !== '')
  return { printed: lines.map((line) => JSON.parse(line) as unknown), stderr }
}

/** Kills the worker and, before that can be known, tells it something. */
const KILLED = primary(`
function told() {
  process.kill(worker.process.pid, 'SIGKILL')
  // Nothing is heard meanwhile. A zombie without further threads has closed its files.
  const folder = '/proc/' + worker.process.pid
  while (!readFileSync(folder + '/stat', 'utf8').includes(') Z ') || readdirSync(folder + '/task').length > 1);
  console.log(JSON.stringify({ isConnected: worker.isConnected() }))
  for (let at = 0; at < 3; at++) worker.send({ kind: 'told' })
}`)

const linux = testOn(test, 'Linux', process.platform === 'linux')

linux('what is sent to a worker that has just been killed does not end the process that sends it', (t) => {
  t.deepEqual(run(KILLED), {
    printed: [{ isConnected: true }, { code: null, signal: 'SIGKILL', warned: 3 }],
    stderr: '',
  })
})

test('a worker that cannot be started is one that ended', (t) => {
  t.deepEqual(run(primary("process.execPath = '/nowhere/node'; function told() {}")), {
    printed: [{ code: -1, signal: null, warned: 1 }],
    stderr: '',
  })
})
