import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Child } from '../child.ts'
import { BenchError } from '../errors.ts'
import { startWeir, weirDataDir } from '../inspect/lanes/weir.ts'
import type { Load, Question as LoadQuestion } from '../inspect/load.ts'
import { writeUpstreamCertificate } from '../inspect/upstream-certificate.ts'
import { percentile, type Spread, spread } from '../statistics.ts'
import { inWorkplace } from '../workplace.ts'
import { Administrator, AMPLE_RATE, PASSWORD } from './api.ts'
import { type Filling, fill } from './fill.ts'
import type { Options } from './options.ts'
import { PAGE, type Question, questions } from './questions.ts'
import { Writer } from './writer.ts'

/** Says in a folder that is kept what it holds. */
const STAMP = 'bench.json'
const SINGLE = /^one filter|^no filter/
const PROMPT_CHARACTERS = 2_000
/** Prompts one after the other on this many connections, so that what is measured is the wait and not a full machine. */
const CONNECTIONS = 1

export interface GroupResult {
  readonly group: string
  readonly requests: number
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly max: number
}

export interface Report {
  readonly comparison: 'lists'
  readonly node: string
  readonly rows: number
  /** Undefined where the data were there already. */
  readonly filling: Filling | undefined
  readonly groups: readonly GroupResult[]
  /** The same while others record, and how many a second. */
  readonly underWrites: { readonly perSecond: number; readonly groups: readonly GroupResult[] } | undefined
  /** p99 of the inspected path in milliseconds, in quiet and while an administrator keeps the API busy. */
  readonly prompts: { readonly quiet: Spread; readonly busy: Spread; readonly rounds: number }
}

type Progress = (line: string) => void

/** @throws BenchError, also when `signal` aborts */
export async function runLists(options: Options, progress: Progress, signal: AbortSignal): Promise<Report> {
  return await inWorkplace(signal, options.data, async ({ folder, started }) => {
    const { end, filling } = await prepareData(folder, options.rows, progress, signal)
    writeUpstreamCertificate(folder)
    const upstream = started(new Child('the upstream', 'bench/inspect/upstream.ts', { args: [folder] }))
    const { port: upstreamPort } = await upstream.answer<{ port: number }>()
    const load = started(new Child('the load generator', 'bench/inspect/load.ts'))
    progress('starting weir')
    const weir = await startWeir({ folder, upstreamPort }, started, {
      WEIR_ADMIN_PASSWORD: PASSWORD,
      WEIR_TENANT_RATE: AMPLE_RATE,
      WEIR_RETENTION_DAYS: '0',
    })
    const administrator = await Administrator.login(weir.apiUrl, weir.caPem)
    const asked = questions(end)
    const groups = await measureLists(administrator, asked, options.rounds, progress)
    const underWrites = await measureUnderWrites(weir, administrator, asked, options, progress)
    const { port, caPem } = weir
    const open = { port, caPem, connections: CONNECTIONS, size: PROMPT_CHARACTERS, seen: 0, isH2: false }
    await load.ask({ open } satisfies LoadQuestion)
    const prompts = await measurePrompts(load, administrator, asked, options, progress)
    await load.ask({ close: true })
    await administrator.close()
    return { comparison: 'lists', node: process.version, rows: options.rows, filling, groups, underWrites, prompts }
  })
}

export async function prepareData(folder: string, rows: number, progress: Progress, signal: AbortSignal) {
  const stamp = join(folder, STAMP)
  if (existsSync(stamp)) {
    const known = JSON.parse(readFileSync(stamp, 'utf8')) as { rows: number; end: number }
    if (known.rows !== rows) throw new BenchError(`${folder} holds ${known.rows} records: ask for --rows ${known.rows}`)
    return { end: known.end, filling: undefined }
  }
  const dataDir = weirDataDir(folder)
  if (existsSync(dataDir)) throw new BenchError(`${folder} was filled in part: delete it`)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const end = Date.now()
  progress(`recording ${rows} interactions`)
  const filling = await fill(dataDir, rows, end, progress, signal)
  writeFileSync(stamp, JSON.stringify({ rows, end }))
  return { end, filling }
}

export async function measureLists(
  administrator: Administrator,
  asked: readonly Question[],
  rounds: number,
  progress: Progress,
): Promise<GroupResult[]> {
  const times = new Map<string, number[]>()
  const note = (group: string, ms: number) => times.set(group, [...(times.get(group) ?? []), ms])
  for (let round = 1; round <= rounds; round++) {
    progress(`lists: round ${round} of ${rounds}`)
    for (const { group, path, deep } of asked) {
      const first = await administrator.get(path)
      note(group, first.ms)
      if (!deep) continue
      const pages = Math.ceil((first.total ?? 0) / PAGE)
      for (const page of new Set([Math.ceil(pages / 2), pages])) {
        if (page < 2) continue
        const { ms } = await administrator.get(`${path}&page=${page}`)
        note(group, ms)
        note('deep pages', ms)
        if (page === pages) note('the last page', ms)
      }
    }
  }
  const results = [...times].map(([group, values]) => summarise(group, values))
  const single = [...times].filter(([group]) => SINGLE.test(group)).flatMap(([, values]) => values)
  return [summarise('any list of at most one filter', single), ...results]
}

async function measureUnderWrites(
  { apiUrl, caPem }: { readonly apiUrl: string; readonly caPem: string },
  administrator: Administrator,
  asked: readonly Question[],
  { rounds, writes }: Options,
  progress: Progress,
): Promise<Report['underWrites']> {
  if (writes === 0) return undefined
  progress(`lists, while ${writes} interactions a second are recorded`)
  const begun = performance.now()
  const writer = await Writer.start(apiUrl, caPem, writes)
  let recorded = 0
  let groups: readonly GroupResult[]
  try {
    groups = await measureLists(administrator, asked, rounds, progress)
  } finally {
    recorded = await writer.stop()
  }
  return { perSecond: (recorded / (performance.now() - begun)) * 1000, groups }
}

function summarise(group: string, values: readonly number[]): GroupResult {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (percent: number) => percentile(sorted, percent)
  return { group, requests: sorted.length, p50: at(50), p95: at(95), max: at(100) }
}

/** Quiet and busy take turns, so that what disturbs the machine disturbs both. */
async function measurePrompts(
  load: Child,
  administrator: Administrator,
  asked: readonly Question[],
  { promptRounds, seconds }: Options,
  progress: Progress,
): Promise<Report['prompts']> {
  const quiet: number[] = []
  const busy: number[] = []
  const run = async () => (await load.ask<Load>({ run: { seconds } })).p99
  await run()
  let next = 0
  for (let round = 1; round <= promptRounds; round++) {
    progress(`prompts: round ${round} of ${promptRounds}`)
    quiet.push(await run())
    let stop = false
    const querying = (async () => {
      while (!stop) await administrator.get(asked[next++ % asked.length]?.path ?? '/inventory')
    })()
    busy.push(await run())
    stop = true
    await querying
  }
  return { quiet: spread(quiet), busy: spread(busy), rounds: promptRounds }
}
