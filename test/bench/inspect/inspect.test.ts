import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { Child } from '../../../bench/child.ts'
import { BenchError } from '../../../bench/errors.ts'
import type { Report } from '../../../bench/inspect/run.ts'

const run = promisify(execFile)
const MAIN = fileURLToPath(new URL('../../../bench/main.ts', import.meta.url))

test('a short run of the contestants that need no packages gives a report', async (t) => {
  const { stdout, stderr } = await run(process.execPath, [
    ...[MAIN, 'inspect', '--lanes', 'bare-https', '--seconds', '0.1', '--rounds', '2', '--json'],
  ])
  const report = JSON.parse(stdout) as Report
  t.deepEqual(
    report.sizes.map(({ promptCharacters, seenCharacters }) => [promptCharacters, seenCharacters]),
    [
      [2_000, 0],
      [50_000, 0],
      [50_000, 48_000],
    ],
  )
  for (const { lanes } of report.sizes) {
    t.deepEqual(
      lanes.map(({ lane }) => lane),
      ['bare-undici', 'bare-https'],
    )
    t.deepEqual(lanes[0]?.cpuRatio, { median: 1, min: 1, max: 1 })
    for (const { cpuMicrosPerRequest, requestsPerSecond } of lanes) {
      t.true(cpuMicrosPerRequest.min > 0)
      t.true(requestsPerSecond.min > 0)
    }
  }
  t.regex(stderr, /round 2 of 2/)
})

test('wrong usage exits with 2 and says how it is used', async (t) => {
  const error = await t.throwsAsync<Error & { code: number; stdout: string; stderr: string }>(
    run(process.execPath, [MAIN, 'nothing']),
  )
  t.is(error?.code, 2)
  t.is(error?.stdout, '')
  t.regex(error?.stderr ?? '', /no comparison named "nothing"\n\nusage: npm run bench/)
})

test('a contestant that ends is named, with what it printed last', async (t) => {
  const child = new Child('the upstream', 'bench/inspect/upstream.ts', { args: ['/nonexistent'] })
  const error = await t.throwsAsync(child.answer(), { instanceOf: BenchError })
  t.regex(error?.message ?? '', /^the upstream ended:.*ENOENT/s)
  await t.throwsAsync(child.ask('usage'), { instanceOf: BenchError })
  await t.notThrowsAsync(child.stop())
})
