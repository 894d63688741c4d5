import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { Calibration } from '../core/inspect/calibration.ts'
import { Evaluation, type LabelledText, type Miss, ownTypes } from '../core/inspect/evaluation.ts'
import type { Tier } from '../core/model/classification.ts'
import { parseTier, runCommand, UsageError } from './command.ts'
import { machineTable } from './machine/report.ts'
import { type Mistake, measureMachineData } from './machine/run.ts'
import { openClassifier, type TieredClassifier } from './tiered-classifier.ts'

const USAGE = `usage: evaluate [--tier 1|2|3] [--json] [--list TYPE | --calibration] FILE...
       evaluate --machine [--tier 1|2|3] [--json] [--list TYPE] [--source NAME] [--seed N] [--texts N]

Accuracy of the classifier on labelled texts: JSON lines of {"text", "spans": [{"type", "start", "end"}]}, plain or .gz.
--list TYPE prints what was missed of that type, and its false alarms, instead of the figures.
--calibration prints how many findings of each band of scores were right, over all files, by language and by type, instead.
--machine asks for no file: it prints what is found in data that machines write and that are nobody's (columns of numbers, maps, logs,
ids, telemetry, files of packages), for each 1,000 texts of 2,000 characters, and how much is found of what belongs to people among such
data. It exits 1 if an aim is missed. --list TYPE prints the mistakes with that type instead, --source only measures sources whose names hold NAME, --seed makes others,
--texts says how many of each (1,000).
`

interface Row extends LabelledText {
  readonly lang?: string
}

interface Report {
  readonly file: string
  readonly texts: number
  readonly false_alarms_per_1000: number
  readonly types: ReturnType<Evaluation['figures']>
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tier: { type: 'string' },
      json: { type: 'boolean' },
      list: { type: 'string' },
      calibration: { type: 'boolean' },
      machine: { type: 'boolean' },
      source: { type: 'string' },
      seed: { type: 'string' },
      texts: { type: 'string' },
    },
  })
  const tier = parseTier(values.tier)
  if (values.machine === true) {
    if (positionals.length > 0 || values.calibration === true)
      throw new UsageError('--machine takes neither files nor --calibration')
    return evaluateMachineData(tier, values)
  }
  if (positionals.length === 0) throw new UsageError('no file given')
  if (values.list !== undefined && values.calibration === true)
    throw new UsageError('--list and --calibration exclude each other')
  const calibrations = new Map<string, Calibration>()
  const classifier = openClassifier(tier)
  const reports: Report[] = []
  try {
    for (const file of positionals) reports.push(await evaluate(file, classifier, values.list, calibrations))
  } finally {
    await classifier.close()
  }
  if (values.list !== undefined) return
  if (values.calibration === true) {
    process.stdout.write(formatCalibrations(calibrations, values.json === true))
    return
  }
  process.stdout.write(values.json === true ? `${JSON.stringify(reports)}\n` : reports.map(table).join('\n'))
}

interface MachineValues {
  readonly json?: boolean | undefined
  readonly list?: string | undefined
  readonly source?: string | undefined
  readonly seed?: string | undefined
  readonly texts?: string | undefined
}

async function evaluateMachineData(tier: Tier, { json, list, source, seed, texts }: MachineValues): Promise<void> {
  const classifier = openClassifier(tier)
  const options = {
    seed: parseCount('--seed', seed ?? '1'),
    texts: parseCount('--texts', texts ?? '1000'),
    only: source,
    onMistake({ source, type, text, start, end }: Mistake) {
      if (type === list) process.stdout.write(`${source}: ${excerpt(text, start, end)}\n`)
    },
  }
  try {
    const report = await measureMachineData(classifier, options)
    if (report.sources.length + report.notMeasured.length + report.owned.length === 0)
      throw new UsageError(`no source has "${source}" in its name`)
    if (list === undefined) process.stdout.write(json === true ? `${JSON.stringify(report)}\n` : machineTable(report))
    if (!report.isMet) process.exitCode = 1
  } finally {
    await classifier.close()
  }
}

function parseCount(option: string, given: string): number {
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new UsageError(`${option} takes a number from 1 to 999999999, not "${given}"`)
  return Number(given)
}

async function evaluate(
  file: string,
  classifier: TieredClassifier,
  list: string | undefined,
  calibrations: Map<string, Calibration>,
): Promise<Report> {
  const texts = read(file)
  const labelled = new Set(texts.flatMap(({ spans }) => spans.flatMap(({ type }) => ownTypes(type))))
  let language = ''
  const onMiss = (miss: Miss) => {
    if (miss.type === list) process.stdout.write(describe(miss))
  }
  const evaluation = new Evaluation(labelled.size === 0 ? 'all' : labelled, onMiss, ({ type, score }, isRight) => {
    for (const group of ['all', `language ${language}`, type]) calibrationOf(calibrations, group).add(score, isRight)
  })
  for (const text of texts) {
    const findings = await classifier.classify(text.text)
    language = text.lang ?? 'not told'
    evaluation.add(text, findings)
  }
  return {
    file: basename(file),
    texts: evaluation.texts,
    false_alarms_per_1000: round(evaluation.falseAlarmsPerThousand),
    types: evaluation.figures(),
  }
}

function calibrationOf(calibrations: Map<string, Calibration>, group: string): Calibration {
  const calibration = calibrations.get(group) ?? new Calibration()
  calibrations.set(group, calibration)
  return calibration
}

/** All findings first, then languages, then types. */
function formatCalibrations(calibrations: ReadonlyMap<string, Calibration>, json: boolean): string {
  const rank = (group: string) => (group === 'all' ? '0' : group.startsWith('language') ? '1' : '2') + group
  const groups = [...calibrations].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
  if (json) return `${JSON.stringify(groups.map(([group, calibration]) => ({ group, bands: calibration.bands() })))}\n`
  return groups
    .map(([group, calibration]) => {
      const cells = calibration
        .bands()
        .map(({ right, wrong, share }) =>
          share === undefined ? '-' : `${share.toFixed(3)} (${right}/${right + wrong})`,
        )
      return [group, ...cells]
    })
    .toSpliced(0, 0, ['right of score', ...new Calibration().bands().map(({ from, to }) => `${from} to ${to}`)])
    .map((row) => `${row.map((cell, i) => (i === 0 ? cell.padEnd(20) : cell.padStart(20))).join('')}\n`)
    .join('')
}

/** Rows without text and labels are passed over (corpora have other kinds), and negatives that hold for one rule only. */
function read(file: string): Row[] {
  const bytes = readFileSync(file)
  const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n')
  const texts: Row[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const row = parseRow(line, `${basename(file)}, line ${index + 1}`)
    if (typeof row.text !== 'string' || !Array.isArray(row.spans) || row.negative_for !== undefined) continue
    texts.push(row as Row)
  }
  return texts
}

function parseRow(line: string, where: string): { text?: unknown; spans?: unknown; negative_for?: unknown } {
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row === 'object' && row !== null) return row
  } catch {
    // Told below, with where it is.
  }
  throw new Error(`${where}: not a JSON object`)
}

const EXCERPT = 30

function describe({ kind, type, text, start, end }: Miss): string {
  return `${kind} ${type}: ${excerpt(text, start, end)}\n`
}

function excerpt(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - EXCERPT), start)
  return JSON.stringify(`${before}[[${text.slice(start, end)}]]${text.slice(end, end + EXCERPT)}`)
}

function table({ file, texts, false_alarms_per_1000, types }: Report): string {
  const head = `${file}: ${texts} texts, ${false_alarms_per_1000} false alarms per 1,000 texts\n`
  const columns = ['type', 'expected', 'found', 'missed', 'false', 'precision', 'recall', 'F1']
  const rows = types.map((t) => [
    t.type,
    String(t.expected),
    String(t.found),
    String(t.missed),
    String(t.falseAlarms),
    t.precision.toFixed(3),
    t.recall.toFixed(3),
    t.f1.toFixed(3),
  ])
  return (
    head +
    [columns, ...rows]
      .map((row) => `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(16) : cell.padStart(10))).join('')}\n`)
      .join('')
  )
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

await runCommand(USAGE, main)
