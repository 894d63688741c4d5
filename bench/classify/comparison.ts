import type { Comparison } from '../comparison.ts'
import { formatTable } from '../table.ts'
import { parseOptions, USAGE } from './options.ts'
import { type Report, runClassify } from './run.ts'

export const classifying: Comparison = {
  name: 'classify',
  usage: USAGE,
  prepare(args) {
    const options = parseOptions(args)
    return async (progress, signal) => {
      const report = await runClassify(options, progress, signal)
      return { report, text: format(report) }
    }
  },
}

function format(report: Report): string {
  return [
    `classify: Node.js ${report.node}, ${report.rounds} rounds`,
    '',
    benignTable(report),
    '',
    worstTable(report),
    '',
    secretsTable(report),
    ...report.missing.map(({ name, install }) => `${name}: not installed (${install})`),
    '',
  ].join('\n')
}

function benignTable({ benign, programs }: Report): string {
  const rate = (value: number | undefined) => (value === undefined ? '?' : value.toFixed(1))
  const rows = benign.flatMap(({ set, speeds }) =>
    speeds.map(({ contestant, p50, p95, nanosPerCharacter, megabytesPerCpuSecond }) => [
      `${set}: ${contestant}`,
      nanosPerCharacter.toFixed(1),
      millis(p50),
      millis(p95),
      rate(megabytesPerCpuSecond),
    ]),
  )
  const others = programs.map(({ name, megabytesPerCpuSecond }) => [
    `all: ${name}`,
    '',
    '',
    '',
    rate(megabytesPerCpuSecond),
  ])
  return formatTable(['texts', 'ns a character', 'p50 ms', 'p95 ms', 'MB per CPU second'], [...rows, ...others])
}

function worstTable({ worst }: Report): string {
  const lengths = [...new Set(worst.map(({ characters }) => characters))]
  const contestants = worst[0]?.speeds.map(({ contestant }) => contestant) ?? []
  const header = lengths.flatMap((length) => [`${length / 1000} kB, tier 1`, 'tiers 1+2', 'RE2.Set'])
  const rows = [...new Set(worst.map(({ text }) => text))].map((name) => [
    name,
    ...lengths.flatMap((length) => {
      const speeds = worst.find(({ text, characters }) => text === name && characters === length)?.speeds ?? []
      return contestants.map((one) =>
        (speeds.find(({ contestant }) => contestant === one)?.nanosPerCharacter ?? 0).toFixed(1),
      )
    }),
  ])
  return formatTable(['worst texts, ns a character', ...header], rows)
}

function secretsTable({ secrets }: Report): string {
  const rows = secrets.map(({ corpus, contestant, accuracy }) => {
    const { labelled, found, false: wrong } = accuracy
    const recall = labelled === 0 ? '' : (found / labelled).toFixed(3)
    const precision = found + wrong === 0 || labelled === 0 ? '' : (found / (found + wrong)).toFixed(3)
    return [`${corpus}: ${contestant}`, String(labelled), String(found), String(wrong), recall, precision]
  })
  return formatTable(['secrets', 'labelled', 'found', 'false', 'recall', 'precision'], rows)
}

function millis(micros: number): string {
  return (micros / 1000).toFixed(micros < 10_000 ? 3 : 1)
}
