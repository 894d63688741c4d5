// Prints the test files behind the failures of a TAP report of ava, one a line: node .ci/failed-files.mjs REPORT.
// ava writes "not ok 7 - proxy › http › h1 › requests › title" for a test in test/proxy/http/h1/requests.test.ts.
// Exit code 1, and nothing printed, where a failure names no file (a crash), or where tests are missing that ava counts as
// failed without a line of their own (their file hung or ended its process): nobody can tell then what to run again.
import { existsSync, readFileSync } from 'node:fs'

const report = readFileSync(process.argv[2], 'utf8')
const failures = [...report.matchAll(/^not ok \d+ - (?!.*# (?:SKIP|TODO))(.*)$/gm)].map((line) => line[1])
const counted = Number(/^# fail (\d+)$/m.exec(report)?.[1])
if (failures.length !== counted) process.exit(1)

const files = new Set()
for (const failure of failures) {
  const parts = failure.split(' › ')
  const file = parts
    .map((_, index) => `test/${parts.slice(0, index + 1).join('/')}.test.ts`)
    .find((path) => existsSync(path))
  if (file === undefined) process.exit(1)
  files.add(file)
}
for (const file of files) process.stdout.write(`${file}\n`)
