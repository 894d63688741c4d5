/**
 * What ava loads before each test file ("require" in ava.config.mjs): says when a file began and ended, and ends one that does not
 * end by itself. ava waits for a file's process as long as anything is open in it, and its own "timeout" does not fire again
 * when it fires while some test has asked for more time: one forgotten socket would hold up the whole run.
 *
 * A process whose "exit" event is over can still hang: Node then joins the threads of its pool and its workers, and one of them
 * that waits in the kernel or in native code holds up the process, and ava with it, for ever. So the process is replaced by a
 * shell that gives the same exit code, which waits for no thread. This is why files run in processes ("workerThreads" in
 * ava.config.mjs): in threads of one process, which is what ava does by default, one thread that cannot be joined hangs them all.
 */

import { flushCompileCache } from 'node:module'
import { relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import test, { registerCompletionHandler } from 'ava'
import { noteInJournal, openJournal } from './journal.ts'

/** How long a file may take to end once its tests are through, in milliseconds. */
const TIME_TO_END_MS = 20_000
/** How long a file may take in all: longer than what the slowest test asks for (test/fresh-clone). */
const TIME_IN_ALL_MS = 14 * 60_000

const file = relative(process.cwd(), fileURLToPath(test.meta.file))
openJournal(file)
noteInJournal('began', Date.now(), process.pid)

process.on('exit', function end(code) {
  noteInJournal('ended', Date.now(), code)
  // Coverage is written by what Node does behind this event.
  if (process.execve === undefined || process.env.NODE_V8_COVERAGE) return
  // Those that the file itself added clear up behind it, and were added later than this one.
  for (const listener of process.listeners('exit')) if (listener !== end) listener.call(process, code)
  flushCompileCache()
  process.execve('/bin/sh', ['sh', '-c', `exit ${code}`], {})
})

setTimeout(() => {
  process.stderr.write(`${file}: its tests are not through after ${TIME_IN_ALL_MS / 60_000} minutes\n`)
  process.exit(1)
}, TIME_IN_ALL_MS).unref()

registerCompletionHandler(() => {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    noteInJournal('open', Date.now(), open)
    process.stderr.write(`${file}: the tests are through, but it does not end; still open: ${open}\n`)
    process.exit()
  }, TIME_TO_END_MS).unref()
})
