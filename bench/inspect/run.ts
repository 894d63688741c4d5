import { setTimeout as sleep } from 'node:timers/promises'
import { Child } from '../child.ts'
import { BenchError } from '../errors.ts'
import { readProcessCpu } from '../process-cpu.ts'
import type { Program } from '../program.ts'
import { inWorkplace, type Workplace } from '../workplace.ts'
import type { Lane } from './lanes/lane.ts'
import { startLane } from './lanes/start.ts'
import type { Load, Question } from './load.ts'
import { type LaneName, type Options, speaksH2, YARDSTICK } from './options.ts'
import { nameOf, type PromptSize } from './prompt-size.ts'
import { type LaneResult, type Measurement, summarise } from './summary.ts'
import { writeUpstreamCertificate } from './upstream-certificate.ts'

const SIZES: readonly PromptSize[] = [
  { characters: 2_000, seen: 0 },
  { characters: 50_000, seen: 0 },
  { characters: 50_000, seen: 48_000 },
]
const CONNECTIONS = 16
/**
 * What a contestant on V8 needs until it has optimised what it will. Of a request of 2 kB that Weir inspects, V8's compilers take 400 µs in the
 * first two thousand, 65 to 90 in the next twenty thousand, and 20 from the fiftieth thousand on. Counted in characters, as a text of 50 kB
 * runs the same code as many shorter ones; bounded in measurements, for those who are slow.
 */
const WARM_UP = { characters: 120_000_000, least: 2, most: 60 } as const
/** Work a contestant put off, such as recording, is still its own: the meter is read when it has become idle. */
const IDLE_CHECK_MS = 150
const IDLE_CPU_MICROS = 3_000
const MAX_IDLE_CHECKS = 20

export interface Report {
  readonly comparison: 'inspect'
  readonly node: string
  readonly platform: string
  readonly connections: number
  readonly seconds: number
  readonly rounds: number
  readonly answers: Options['answers']
  readonly yardstick: LaneName
  readonly sizes: readonly {
    readonly promptCharacters: number
    readonly seenCharacters: number
    readonly lanes: readonly LaneResult[]
  }[]
}

/** The two ends that the contestants stand between, and the contestants. */
interface Stage {
  readonly load: Child
  readonly lanes: readonly Lane[]
}

type Progress = (line: string) => void

/**
 * CPU per request of the inspected path, beside the others.
 * @throws BenchError, also when `signal` aborts
 */
export async function runInspect(options: Options, progress: Progress, signal: AbortSignal): Promise<Report> {
  return await inWorkplace(signal, undefined, async (workplace) => {
    const stage = await setUp(workplace, options, progress)
    const sizes: Report['sizes'][number][] = []
    for (const size of SIZES) {
      sizes.push({
        promptCharacters: size.characters,
        seenCharacters: size.seen,
        lanes: await compare(stage, size, options, progress),
      })
    }
    const { seconds, rounds, answers } = options
    const platform = `${process.platform} ${process.arch}`
    return {
      comparison: 'inspect',
      node: process.version,
      platform,
      connections: CONNECTIONS,
      seconds,
      rounds,
      answers,
      yardstick: YARDSTICK,
      sizes,
    }
  })
}

async function setUp({ folder, started }: Workplace, options: Options, progress: Progress): Promise<Stage> {
  writeUpstreamCertificate(folder)
  const upstream = started(new Child('the upstream', 'bench/inspect/upstream.ts', { args: [folder] }))
  const { port, h2Port } = await upstream.answer<{ port: number; h2Port: number }>()
  const load = started(new Child('the load generator', 'bench/inspect/load.ts'))
  const lanes: Lane[] = []
  for (const name of options.lanes) {
    progress(`starting ${name}`)
    const upstreamPort = speaksH2(name) ? h2Port : port
    lanes.push(await startLane(name, { folder, upstreamPort, answers: options.answers }, started))
  }
  return { load, lanes }
}

/** Runs every contestant in turn, again and again, so that whatever disturbs the machine disturbs all of them. */
async function compare(
  { load, lanes }: Stage,
  size: PromptSize,
  { seconds, rounds: count }: Options,
  progress: Progress,
): Promise<LaneResult[]> {
  // Shorter measurements only try whether everything works.
  const most = seconds < 1 ? WARM_UP.least : WARM_UP.most
  for (const lane of lanes) {
    progress(`${nameOf(size)}: warming up ${lane.name}`)
    let characters = 0
    for (let turn = 0; turn < WARM_UP.least || (turn < most && characters < WARM_UP.characters); turn++) {
      characters += (await measure(load, lane, size, seconds)).requests * size.characters
    }
  }
  const rounds: Map<LaneName, Measurement>[] = []
  while (rounds.length < count) {
    progress(`${nameOf(size)}: round ${rounds.length + 1} of ${count}`)
    const round = new Map<LaneName, Measurement>()
    for (const lane of lanes) round.set(lane.name, await measure(load, lane, size, seconds))
    rounds.push(round)
  }
  return summarise(
    lanes.map(({ name }) => name),
    rounds,
  )
}

async function measure(load: Child, lane: Lane, size: PromptSize, seconds: number): Promise<Measurement> {
  const ask = <T>(question: Question) => load.ask<T>(question)
  const { port, caPem, child } = lane
  try {
    const { characters, seen } = size
    await ask({
      open: { port, caPem, connections: CONNECTIONS, size: characters, seen, isH2: speaksH2(lane.name) },
    })
    const before = await cpuWhenIdle(child)
    const apiBefore = apiMicros(child)
    const result = await ask<Load>({ run: { seconds } })
    const after = await cpuWhenIdle(child)
    const apiAfter = apiMicros(child)
    await ask({ close: true })
    return {
      ...result,
      cpuMicrosPerRequest: (after - before) / result.requests,
      apiMicrosPerRequest:
        apiBefore === undefined || apiAfter === undefined ? undefined : (apiAfter - apiBefore) / result.requests,
    }
  } catch (error) {
    // What the contestant printed last says more than what its client saw.
    if (error instanceof BenchError) throw child.failure(`failed with a prompt of ${nameOf(size)} (${error.message})`)
    throw error
  }
}

/** The API's own thread, where the contestant is Weir and the system says what each thread used. */
function apiMicros({ process: { pid } }: Child | Program): number | undefined {
  return process.platform === 'linux' && pid !== undefined ? readProcessCpu(pid).threads['weir-api'] : undefined
}

async function cpuWhenIdle(child: Child | Program): Promise<number> {
  let cpu = await child.cpuMicros()
  for (let checks = 0; checks < MAX_IDLE_CHECKS; checks += 1) {
    await sleep(IDLE_CHECK_MS)
    const now = await child.cpuMicros()
    if (now - cpu < IDLE_CPU_MICROS) return now
    cpu = now
  }
  return cpu
}
