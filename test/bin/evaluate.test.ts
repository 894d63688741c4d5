import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { MachineFigures, textsOf } from '../../bin/machine/measure.ts'
import { labelled } from '../../bin/machine/owned.ts'
import type { MachineReport } from '../../bin/machine/run.ts'
import { OWNED_TYPES } from '../../bin/machine/values.ts'
import { runBin } from './run.ts'

const LABELLED = [
  {
    text: 'a.b@example.org or 06 12 34 56 78',
    spans: [
      { type: 'EMAIL_ADDRESS', start: 0, end: 15 },
      { type: 'PHONE', start: 19, end: 33 },
    ],
  },
  { text: 'x@y and c@example.org', spans: [{ type: 'EMAIL', start: 0, end: 3 }] },
  { text: 'only for one rule: c@example.org', spans: [], negative_for: 'some-rule' },
  { messages: ['another kind of row'] },
]

async function corpus(
  rows: readonly unknown[],
  name = 'corpus.jsonl',
): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'evaluate-'))
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  await writeFile(join(folder, name), name.endsWith('.gz') ? gzipSync(lines) : lines)
  return { path: join(folder, name), remove: () => rm(folder, { recursive: true }) }
}

test('precision and recall per type, as JSON', async (t) => {
  const { path, remove } = await corpus(LABELLED)
  const { code, stdout } = await runBin('evaluate', ['--json', path])
  await remove()
  t.is(code, 0)
  const [report] = JSON.parse(stdout)
  t.is(report.texts, 2)
  t.is(report.false_alarms_per_1000, 500)
  const email = report.types.find((row: { type: string }) => row.type === 'EMAIL')
  t.deepEqual(email, {
    type: 'EMAIL',
    expected: 2,
    found: 1,
    missed: 1,
    falseAlarms: 1,
    precision: 0.5,
    recall: 0.5,
    f1: 0.5,
  })
  const phone = report.types.find((row: { type: string }) => row.type === 'PHONE')
  t.like(phone, { expected: 1, found: 1, precision: 1, recall: 1 })
})

test('texts without labels count every finding as a false alarm', async (t) => {
  const { path, remove } = await corpus(
    [
      { text: 'a.b@example.org', spans: [] },
      { text: 'nothing', spans: [] },
    ],
    'benign.jsonl.gz',
  )
  const { stdout } = await runBin('evaluate', [path])
  await remove()
  t.regex(stdout, /benign\.jsonl\.gz: 2 texts, 500 false alarms per 1,000 texts/)
  t.regex(stdout, /EMAIL\s+0\s+0\s+0\s+1\s+0\.000/)
})

test('--list shows what was missed and what was found wrongly', async (t) => {
  const { path, remove } = await corpus(LABELLED)
  const { stdout } = await runBin('evaluate', ['--list', 'EMAIL', path])
  await remove()
  t.is(stdout, 'missed EMAIL: "[[x@y]] and c@example.org"\nfalse alarm EMAIL: "x@y and [[c@example.org]]"\n')
})

test('a file that is not there, or not JSON lines, is a failure said in one line', async (t) => {
  t.like(await runBin('evaluate', ['/nowhere/x.jsonl']), { code: 1, stdout: '' })
  const { path, remove } = await corpus([])
  await writeFile(path, '{"text":"a","spans":[]}\nnot json\n')
  const { code, stderr } = await runBin('evaluate', [path])
  await remove()
  t.is(code, 1)
  t.is(stderr, 'corpus.jsonl, line 2: not a JSON object\n')
})

for (const args of [
  [],
  ['--tier', '4', 'x'],
  ['--tier', 'x', 'x'],
  ['--nope'],
  ['--machine', 'x'],
  ['--machine', '--calibration'],
  ['--machine', '--seed', '0'],
  ['--machine', '--texts', 'many'],
  ['--machine', '--source', 'of no name'],
]) {
  test(`wrong usage exits 2 and says how it goes: ${args.join(' ') || 'nothing'}`, async (t) => {
    const { code, stderr } = await runBin('evaluate', args)
    t.is(code, 2)
    t.regex(stderr, /usage: evaluate/)
  })
}

test('calibration: how many findings of each band of scores were right', async (t) => {
  const { path, remove } = await corpus(LABELLED)
  const { code, stdout } = await runBin('evaluate', ['--calibration', '--json', path])
  const table = await runBin('evaluate', ['--calibration', path])
  const both = await runBin('evaluate', ['--calibration', '--list', 'EMAIL', path])
  await remove()
  t.is(code, 0)
  const groups: { group: string; bands: { from: number; right: number; wrong: number; share?: number }[] }[] =
    JSON.parse(stdout)
  t.deepEqual(
    groups.map(({ group }) => group),
    ['all', 'language not told', 'EMAIL', 'PHONE'],
  )
  t.like(groups[0]?.bands.at(-1), { from: 0.9, to: 1, right: 2, wrong: 1 })
  t.regex(table.stdout, /^right of score.*0\.9 to 1\nall .*0\.667 \(2\/3\)/)
  t.is(both.code, 2)
})

test('machine data: figures by source and type, the same for a seed, and an exit code that says whether the aims are met', async (t) => {
  const args = ['--machine', '--json', '--texts', '40', '--source', 'columns of', '--seed', '7']
  const { code, stdout } = await runBin('evaluate', args)
  const report: MachineReport = JSON.parse(stdout)
  t.deepEqual(
    report.sources.map(({ source, texts }) => [source, texts]),
    [
      ['columns of floats', 40],
      ['columns of integers', 40],
    ],
  )
  t.is(code, report.isMet ? 0 : 1)
  t.is((await runBin('evaluate', args)).stdout, stdout)
  const table = await runBin('evaluate', args.toSpliced(1, 1))
  t.regex(table.stdout, /^findings per 1,000 texts .*seed 7\n {2}columns of floats +40 {2}/)
})

test('machine data: aims are by type, and a source is held to them', (t) => {
  const figures = new MachineFigures('columns')
  for (let i = 0; i < 1999; i++) figures.add([])
  figures.add(['CREDIT_CARD', 'PHONE', 'PHONE', 'NIR', 'NIR', 'ADDRESS'].map((type) => ({ type })))
  t.deepEqual(figures.figures(), {
    source: 'columns',
    texts: 2000,
    types: [
      { type: 'NIR', findings: 2, perThousand: 1, isMet: false },
      { type: 'PHONE', findings: 2, perThousand: 1, isMet: true },
      { type: 'ADDRESS', findings: 1, perThousand: 0.5, isMet: true },
      { type: 'CREDIT_CARD', findings: 1, perThousand: 0.5, isMet: true },
    ],
  })
})

test('machine data: a document is cut into texts of one length, and what is over is left out', (t) => {
  t.deepEqual(
    textsOf('x'.repeat(4100)).map((text) => text.length),
    [2000, 2000],
  )
  t.deepEqual(textsOf('short'), ['short'])
})

test('machine data: what belongs to people is labelled where it stands, and counted where it is found', async (t) => {
  const { text, spans } = labelled('a \ue000123\ue001, \ue00045\ue001\n', 'PHONE')
  t.deepEqual(
    spans.map(({ start, end }) => text.slice(start, end)),
    ['123', '45'],
  )
  t.is(text, 'a 123, 45\n')
  const { code, stdout } = await runBin('evaluate', [
    '--machine',
    '--json',
    '--texts',
    '200',
    '--source',
    'CSV of customers',
  ])
  const report: MachineReport = JSON.parse(stdout)
  t.is(code, 0)
  t.deepEqual(report.sources, [])
  t.deepEqual(
    report.owned.map(({ place, types }) => [place, types.map(({ type, expected }) => `${type} ${expected}`)]),
    [['CSV of customers', OWNED_TYPES.map((type) => `${type} 240`)]],
  )
})

test('a command whose output nobody reads any more ends without a word', async (t) => {
  const { path, remove } = await corpus(LABELLED)
  const entry = join(import.meta.dirname, '../../bin/evaluate.ts')
  const child = spawn(process.execPath, [entry, '--json', path], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  await remove()
  t.deepEqual([code, said], [0, ''])
})
