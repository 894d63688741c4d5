import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { BenchError, UsageError } from '../../bench/errors.ts'
import { generateInteractions } from '../../bench/lists/generate.ts'
import { parseOptions } from '../../bench/lists/options.ts'
import { runLists } from '../../bench/lists/run.ts'
import { InteractionRecord } from '../../core/model/interaction.ts'
import { temporaryFolder } from '../support/temp.ts'

const TENANT = '3fa85f64-5717-4562-b3fc-2c963f66afa6'
const END = Date.UTC(2026, 10, 21)

test('the same interactions are generated at every run, and the API would take them', (t) => {
  const first = [...generateInteractions(TENANT, 500, END)]
  t.deepEqual([...generateInteractions(TENANT, 500, END)], first)
  t.is(new Set(first.map(({ id }) => id)).size, 500)
  for (const { tenant_id: _, ...interaction } of first) t.deepEqual(InteractionRecord.parse(interaction), interaction)
  t.true(first.some(({ enforced_action }) => enforced_action === 'block'))
})

test('a short run records, asks for everything and sends prompts; what it kept is used again and nothing else', async (t) => {
  const data = join(temporaryFolder(t), 'kept')
  const options = { rows: 3000, rounds: 1, writes: 0, promptRounds: 1, seconds: 0.1, data }
  const lines: string[] = []
  const report = await runLists(options, (line) => lines.push(line), new AbortController().signal)
  t.is(report.filling?.rows, 3000)
  t.regex(lines.join('\n'), /100 %, 3000 of 3000 records/)
  const groups = new Map(report.groups.map((group) => [group.group, group]))
  for (const name of ['any list of at most one filter', 'several filters', 'the last page', 'dashboard', 'inventory']) {
    t.true((groups.get(name)?.requests ?? 0) > 0, name)
    t.true((groups.get(name)?.p95 ?? 0) > 0, name)
  }
  t.is(report.underWrites, undefined)
  t.true(report.prompts.quiet.median > 0 && report.prompts.busy.median > 0)
  t.true(existsSync(join(data, 'bench.json')))
  t.is(JSON.parse(readFileSync(join(data, 'bench.json'), 'utf8')).rows, 3000)
  const other = runLists({ ...options, rows: 4000 }, () => {}, new AbortController().signal)
  await t.throwsAsync(other, { instanceOf: BenchError, message: /holds 3000 records/ })
})

for (const args of [['--rows', '10'], ['--rows', '1e99'], ['--rounds', '0'], ['--data'], ['lists']]) {
  test(`lists ${JSON.stringify(args)} is wrong usage`, (t) => {
    t.throws(() => parseOptions(args), { instanceOf: UsageError })
  })
}
