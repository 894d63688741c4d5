import { installPeers } from '../install.ts'
import { type Accuracy, judge, SECRET_CORPORA } from './accuracy.ts'
import { type Contestant, re2Set, secretlint, WEIR } from './contestants.ts'
import { readCorpus, type Span } from './corpora.ts'
import { compare, type Speed } from './measure.ts'
import type { Options } from './options.ts'
import { PRESIDIO, presidio } from './presidio.ts'
import { commandOf, PROGRAMS, scan } from './programs.ts'
import { benignSets, setsWithFindings, worstTexts } from './texts.ts'

export interface Report {
  readonly comparison: 'classify'
  readonly node: string
  readonly rounds: number
  readonly benign: readonly { readonly set: string; readonly speeds: readonly Speed[] }[]
  readonly worst: readonly { readonly text: string; readonly characters: number; readonly speeds: readonly Speed[] }[]
  readonly secrets: readonly { readonly corpus: string; readonly contestant: string; readonly accuracy: Accuracy }[]
  /** Of programs that read files: over all benign sets, without their start. */
  readonly programs: readonly { readonly name: string; readonly megabytesPerCpuSecond: number }[]
  readonly missing: readonly { readonly name: string; readonly install: string }[]
}

/** Hostile texts of these lengths; the longest only now and then. */
const WORST_LENGTHS = [4_000, 100_000, 1_000_000] as const
const LONG_ROUNDS = 3

type Progress = (line: string) => void

/** @throws BenchError */
export async function runClassify(options: Options, progress: Progress, signal: AbortSignal): Promise<Report> {
  const { rounds, data, peers } = options
  if (peers) installPeers('--peers no measures Weir alone')
  const remote = peers ? presidio() : undefined
  const contestants = [...WEIR, ...(peers ? [await secretlint()] : [])]
  const patterns = re2Set()
  const installed = PROGRAMS.flatMap((program) => {
    const command = peers ? commandOf(program) : undefined
    return command === undefined ? [] : [{ ...program, command }]
  })
  const missing = peers ? [...PROGRAMS.filter(({ name }) => !installed.some((one) => one.name === name))] : []
  const benign: Report['benign'][number][] = []
  const sets = benignSets(data)
  for (const { name, texts } of [...sets, ...setsWithFindings(data)]) {
    progress(name)
    const all = [...contestants, patterns, ...(remote === undefined ? [] : [remote])]
    benign.push({ set: name, speeds: await compare(all, texts, rounds, signal) })
  }
  const worst: Report['worst'][number][] = []
  for (const characters of WORST_LENGTHS) {
    for (const { name, text } of worstTexts(characters)) {
      progress(`${name}, ${characters / 1000} kB`)
      const times = characters > 100_000 ? Math.min(rounds, LONG_ROUNDS) : rounds
      worst.push({ text: name, characters, speeds: await compare([...WEIR, patterns], [text], times, signal) })
    }
  }
  const everything = sets.flatMap(({ texts }) => texts)
  const bytes = everything.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const programs = installed.map(({ name, command }) => {
    progress(`${name}, all benign texts`)
    return { name, megabytesPerCpuSecond: bytes / scan(command, everything).cpuMicros }
  })
  const scanners = [
    ...contestants.slice(1).map((contestant) => ({ name: contestant.name, scan: scanWith(contestant) })),
    ...installed.map(({ name, command }) => ({
      name,
      scan: (texts: readonly string[]) => Promise.resolve(scan(command, texts).found),
    })),
  ]
  return {
    comparison: 'classify',
    node: process.version,
    rounds,
    benign,
    worst,
    secrets: await judgeAll(scanners, data, progress),
    programs,
    missing: [...missing, ...(peers && remote === undefined ? [PRESIDIO] : [])].map(({ name, install }) => ({
      name,
      install,
    })),
  }
}

type Scan = (texts: readonly string[]) => Promise<readonly (readonly Span[])[]>

function scanWith(contestant: Contestant): Scan {
  return async (texts) => {
    const found: (readonly Span[])[] = []
    for (const text of texts) found.push(await contestant.find(text))
    return found
  }
}

async function judgeAll(
  scanners: readonly { name: string; scan: Scan }[],
  data: string,
  progress: Progress,
): Promise<Report['secrets']> {
  const judged: Report['secrets'][number][] = []
  for (const corpus of SECRET_CORPORA) {
    // Negatives that hold for one rule of one engine say nothing about others.
    const rows = readCorpus(data, corpus)?.filter((row) => row.negative_for === undefined && row.spans !== undefined)
    if (rows === undefined) continue
    for (const { name, scan: find } of scanners) {
      progress(`${corpus}, ${name}`)
      const accuracy = judge(rows, await find(rows.map(({ text }) => text)))
      judged.push({ corpus, contestant: name, accuracy })
    }
  }
  return judged
}
