// Ends processes that hold up a run of the tests after their tests have ended: node .ci/watch-files.mjs JOURNAL [TIMES].
// Without it the run would hang until its time is over, and say nothing of the reason. It runs until it is killed.
// JOURNAL is what test/support/test-file.ts writes: "began FILE MS PID" and "ended FILE MS CODE". Every five seconds
// - the process of a file that ended half a minute ago is described, killed, and noted in the journal as "killed FILE";
// - a file that began ten minutes ago and did not end is described, and left alone;
// - if every file of test/ ended a minute ago, the process group of the files and of ava is described, noted as "stuck MS", and ended.
// TIMES makes everything TIMES as fast, for its own test.
import { appendFileSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { testFiles } from './test-files.mjs'

const [journal, times = '1'] = process.argv.slice(2)
const POLL_MS = 5_000 / Number(times)
const FILE_MS = 30_000 / Number(times)
const RUN_MS = 60_000 / Number(times)
/** Longer than the slowest file takes, and shorter than what test/support/test-file.ts allows. */
const LONG_MS = 600_000 / Number(times)

const say = (text) => process.stdout.write(`${text}\n`)
const known = new Set()
const slow = new Set()
let group

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const links = (folder) => {
  try {
    return readdirSync(folder).map((name) => {
      try {
        return `${name} ${readlinkSync(`${folder}/${name}`)}`
      } catch {
        return name
      }
    })
  } catch {
    return []
  }
}

/** What the kernel tells of a process: its command, its state, where each of its threads waits, what it has open. */
const describe = (pid) => {
  const command = read(`/proc/${pid}/cmdline`).split('\0').join(' ').slice(0, 300)
  const state = /^State:.*$/m.exec(read(`/proc/${pid}/status`))?.[0] ?? ''
  const threads = links(`/proc/${pid}/task`).map((task) => {
    const folder = `/proc/${pid}/task/${task.split(' ')[0]}`
    return `${read(`${folder}/comm`).trim()} in ${read(`${folder}/wchan`) || '?'} (${read(`${folder}/syscall`).split(' ')[0]?.trim()})`
  })
  say(`  ${pid}: ${command}\n    ${state}; threads: ${threads.join(', ')}`)
  say(`    open: ${links(`/proc/${pid}/fd`).join(', ').slice(0, 2000)}`)
}

/** Behind the command, which is in brackets and may hold anything: state, parent, group. */
const groupOf = (pid) =>
  read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')[2]

const processesOfGroup = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && groupOf(name) === group)

const kill = (pid, signal) => {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone, which is what was wanted.
  }
}

const files = testFiles()

const look = () => {
  const text = read(journal)
  const begins = [...text.matchAll(/^began (\S+) (\d+) (\d+)$/gm)]
  const pids = new Map(begins.map(([, file, , pid]) => [file, Number(pid)]))
  const ends = new Map([...text.matchAll(/^ended (\S+) (\d+) /gm)].map(([, file, at]) => [file, Number(at)]))
  for (const [, file, at, pid] of begins) {
    if (ends.has(file)) continue
    group = groupOf(pid) ?? group
    if (Date.now() - at < LONG_MS || slow.has(file)) continue
    slow.add(file)
    say(`${file} began ${Math.round((Date.now() - at) / 1000)} s ago, and did not end:`)
    describe(pid)
  }
  for (const [file, at] of ends) {
    const pid = pids.get(file)
    if (Date.now() - at < FILE_MS || known.has(file)) continue
    known.add(file)
    // The number may be another process's by now.
    if (!read(`/proc/${pid}/cmdline`).includes('ava')) continue
    group ??= groupOf(pid)
    say(`${file} ended ${Math.round((Date.now() - at) / 1000)} s ago, and its process still runs; it is killed:`)
    describe(pid)
    appendFileSync(journal, `killed ${file}\n`)
    kill(pid, 'SIGKILL')
  }
  if (group === undefined || !files.every((file) => ends.has(file)) || Date.now() - Math.max(...ends.values()) < RUN_MS)
    return
  say('every test file ended a minute ago, and ava did not; it is ended:')
  for (const pid of processesOfGroup()) describe(pid)
  appendFileSync(journal, `stuck ${Date.now()}\n`)
  kill(-Number(group), 'SIGTERM')
  setTimeout(() => kill(-Number(group), 'SIGKILL'), POLL_MS)
  clearInterval(timer)
}

const timer = setInterval(look, POLL_MS)
