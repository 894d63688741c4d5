import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { temporaryFolder } from '../support/temp.ts'

const SCRIPT = join(import.meta.dirname, '../../.ci/failed-files.mjs')
const FILES = Array.from({ length: 8 }, (_, index) => `test/part/file-${index}.test.ts`)
/** Never begins: ava leaves it out. */
const OF_A_PACKAGE = 'test/part/packages/node_modules/a-package/its.test.ts'
const WELL = FILES.map((file) => `began ${file} 1000 7\nended ${file} 2000 0\n`)
const GREEN = 'ok 1 - part › file-0 › a title\nok 2 - part › file-1 › not ok # SKIP for a reason\n'

/** What .ci/failed-files.mjs prints, by line, in a project of eight test files; null where nothing may run again. */
function failedFiles(t: ExecutionContext, report: string, journal: string, ...files: string[]): string[] | null {
  const folder = temporaryFolder(t)
  for (const file of [...FILES, OF_A_PACKAGE]) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  writeFileSync(join(folder, 'report'), report)
  writeFileSync(join(folder, 'journal'), journal)
  const run = spawnSync(process.execPath, [SCRIPT, 'report', 'journal', ...files], { cwd: folder, encoding: 'utf8' })
  return run.status === 0 ? run.stdout.split('\n').filter(Boolean) : null
}

test('nothing runs again where nothing failed', (t) => {
  t.deepEqual(failedFiles(t, GREEN, WELL.join('')), [])
})

test('the files of failures run again, each once', (t) => {
  const report = `${GREEN}not ok 3 - part › file-2 › one\nnot ok 4 - part › file-2 › two › three\nnot ok 5 - part › file-3 › x # TODO\n`
  t.deepEqual(failedFiles(t, report, WELL.join('')), [FILES[2]])
})

test('a file that did not end, and those that did not begin, run again', (t) => {
  const journal = [...WELL.slice(0, 5), `began ${FILES[5]} 1000 7\n`].join('')
  t.deepEqual(failedFiles(t, GREEN, journal), [FILES[5], FILES[6], FILES[7]])
})

test('of a run over some files only these run again', (t) => {
  const some = FILES.slice(0, 3) as [string, ...string[]]
  t.deepEqual(failedFiles(t, GREEN, WELL.slice(0, 3).join(''), ...some), [])
  t.deepEqual(failedFiles(t, GREEN, WELL.slice(0, 2).join(''), ...some), [FILES[2]])
})

test('a crash is assigned to the file that ended with another code than 0', (t) => {
  const journal = [...WELL.slice(1), `began ${FILES[0]} 1000 7\nended ${FILES[0]} 1500 1\n`].join('')
  t.deepEqual(failedFiles(t, `${GREEN}not ok 3 - Error: boom\n`, journal), [FILES[0]])
})

test('a file with tests of which ava never heard the end runs again', (t) => {
  const report = `${GREEN}# 7 tests remaining in ${FILES[2]}\n# 1 test remaining in ${FILES[6]}\n`
  t.deepEqual(failedFiles(t, report, WELL.join('')), [FILES[2], FILES[6]])
})

test('a file whose process had to be killed behind its end runs again', (t) => {
  const report = `${GREEN}not ok 3 - test/part/file-4.test.ts exited due to SIGKILL\n`
  t.deepEqual(failedFiles(t, report, `${WELL.join('')}killed ${FILES[4]}\n`), [FILES[4]])
})

test('a failure that no file explains is final', (t) => {
  t.is(failedFiles(t, `${GREEN}not ok 3 - Error: boom\n`, WELL.join('')), null)
})

test('more than five failed files are final', (t) => {
  const failures = FILES.slice(0, 6).map((_, index) => `not ok ${index} - part › file-${index} › title\n`)
  t.is(failedFiles(t, failures.join(''), WELL.join('')), null)
})
