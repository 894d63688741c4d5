// Prints the test files that have to run again, one a line: node .ci/failed-files.mjs REPORT JOURNAL [FILE...].
// REPORT is the TAP report of ava, which writes "not ok 7 - proxy › http › h1 › requests › title" for a test in
// test/proxy/http/h1/requests.test.ts. JOURNAL is what test/support/test-file.ts wrote: "began FILE MS PID" and "ended FILE MS CODE",
// and .ci/watch-files.mjs "killed FILE" where the process went on behind that.
// Files to run again are those with a failure, those with tests of which ava never heard the end ("# 7 tests remaining in FILE",
// which fails the run and is no "not ok"), those that did not end well (a crash, or the whole run was stopped), and those of FILE...,
// by default of all test files, that had not begun when the run was stopped. Exit code 1, and nothing printed, where more than five
// failed, which is no accident, and where a failure can be assigned to no file.
import { existsSync, readFileSync } from 'node:fs'
import { testFiles } from './test-files.mjs'

const FAILED_MAX = 5

const [, , reportFile, journalFile, ...files] = process.argv
const [report, journal] = [reportFile, journalFile].map((path) => readFileSync(path, 'utf8'))
const named = (pattern) => new Set([...journal.matchAll(pattern)].map((line) => line[1]))

const begun = named(/^began (\S+) \d+ \d+$/gm)
const ended = named(/^ended (\S+) \d+ 0$/gm)
const killed = named(/^killed (\S+)$/gm)
const failed = new Set([...begun].filter((file) => !ended.has(file) || killed.has(file)))
const crashed = failed.size

for (const [, failure] of report.matchAll(/^not ok \d+ - (?!.*# (?:SKIP|TODO))(.*)$/gm)) {
  const parts = failure.split(' › ')
  const file = parts
    .map((_, index) => `test/${parts.slice(0, index + 1).join('/')}.test.ts`)
    .find((path) => existsSync(path))
  if (file !== undefined) failed.add(file)
  // A crash is reported by its error, without a file; the journal knows which one it was.
  else if (crashed === 0) process.exit(1)
}
for (const [, file] of report.matchAll(/^# \d+ tests? remaining in (\S+)$/gm)) failed.add(file)
if (failed.size > FAILED_MAX) process.exit(1)

const missing = (files.length > 0 ? files : testFiles()).filter((file) => !begun.has(file))
for (const file of [...failed, ...missing]) process.stdout.write(`${file}\n`)
