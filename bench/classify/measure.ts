import { percentile } from '../statistics.ts'
import type { Contestant } from './contestants.ts'

export interface Speed {
  readonly contestant: string
  /** Of one text, in microseconds of wall clock. */
  readonly p50: number
  readonly p95: number
  /** Nanoseconds of wall clock a character, half of the texts below it; each by the fastest of its rounds, as others share the machine. */
  readonly nanosPerCharacter: number
  /** Million bytes of UTF-8 a second of CPU time (user and system, all threads: the collector's too); the median of the rounds. */
  readonly megabytesPerCpuSecond: number | undefined
}

interface Tally {
  /** By text, of the fastest round. */
  readonly fastest: number[]
  readonly micros: number[]
  readonly rates: number[]
}

/** In rounds, and all rounds count but these: V8 has optimised what it will by then. */
const WARM_UP = 2
/** A contestant that takes longer for one round is measured in one round alone. */
const PATIENCE_MICROS = 2_000_000

/** The contestants take turns over the texts, again and again, so that whatever disturbs the machine disturbs all of them. */
export async function compare(
  contestants: readonly Contestant[],
  texts: readonly string[],
  rounds: number,
  signal: AbortSignal,
): Promise<Speed[]> {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const tallies = new Map<Contestant, Tally>(
    contestants.map((each) => [each, { fastest: texts.map(() => Number.POSITIVE_INFINITY), micros: [], rates: [] }]),
  )
  const slow = new Set<Contestant>()
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const [contestant, tally] of tallies) {
      signal.throwIfAborted()
      if (slow.has(contestant)) continue
      const { micros, cpuMicros } = await goOver(contestant, texts)
      if (micros.reduce((sum, value) => sum + value, 0) > PATIENCE_MICROS) slow.add(contestant)
      else if (round < 0) continue
      tally.micros.push(...micros)
      for (const [index, each] of micros.entries()) tally.fastest[index] = Math.min(tally.fastest[index] ?? each, each)
      tally.rates.push(bytes / Math.max(1, cpuMicros))
    }
  }
  return [...tallies].map(([{ name, isRemote }, tally]) => {
    const micros = tally.micros.toSorted((a, b) => a - b)
    return {
      contestant: name,
      p50: percentile(micros, 50),
      p95: percentile(micros, 95),
      nanosPerCharacter: percentile(
        texts.map(({ length }, index) => ((tally.fastest[index] ?? 0) * 1000) / length).toSorted((a, b) => a - b),
        50,
      ),
      megabytesPerCpuSecond: isRemote
        ? undefined
        : percentile(
            tally.rates.toSorted((a, b) => a - b),
            50,
          ),
    }
  })
}

async function goOver(
  contestant: Contestant,
  texts: readonly string[],
): Promise<{ micros: number[]; cpuMicros: number }> {
  const micros: number[] = []
  const before = process.cpuUsage()
  for (const text of texts) {
    const start = process.hrtime.bigint()
    const found = contestant.find(text)
    if (found instanceof Promise) await found
    micros.push(Number(process.hrtime.bigint() - start) / 1000)
  }
  const { user, system } = process.cpuUsage(before)
  return { micros, cpuMicros: user + system }
}
