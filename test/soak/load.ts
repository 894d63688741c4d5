import type { Weir } from '../support/weir.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import type { Services } from './services.ts'

const FAILURES_KEPT = 20

/** What a load has done. */
export interface Tally {
  readonly runs: Map<string, number>
  /** The first of them, each with the name of its scenario. */
  readonly failures: string[]
  failed: number
  /** How many interactions there have to be. */
  least: number
  most: number
}

export function newTally(): Tally {
  return { runs: new Map(), failures: [], failed: 0, least: 0, most: 0 }
}

interface Load {
  readonly weir: Weir
  readonly services: Services
  /** How many runs there are at once. */
  readonly clients: number
  readonly milliseconds: number
}

/** Every scenario as often as it weighs. */
const TURNS: readonly Scenario[] = SCENARIOS.flatMap((scenario) =>
  Array.from({ length: scenario.weight }, () => scenario),
)
/** Has no divisor in common with the number of turns, so that neighbours are different scenarios. */
const STRIDE = 17
let started = 0

/** Runs scenarios side by side until the time is over; each run that has begun comes to its end. */
export async function run({ weir, services, clients, milliseconds }: Load, tally: Tally): Promise<void> {
  const end = performance.now() + milliseconds
  const client = async () => {
    while (performance.now() < end && weir.product.process.exitCode === null) {
      const n = started++
      const scenario = TURNS[(n * STRIDE) % TURNS.length]
      if (scenario !== undefined) await runOne(scenario, { weir, services, n }, tally)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
}

async function runOne(
  scenario: Scenario,
  stage: { readonly weir: Weir; readonly services: Services; readonly n: number },
  tally: Tally,
): Promise<void> {
  const cleanUps: (() => unknown)[] = []
  try {
    await scenario.run({ ...stage, scope: { teardown: (cleanUp) => void cleanUps.push(cleanUp) } })
  } catch (error) {
    tally.failed++
    if (tally.failures.length < FAILURES_KEPT) tally.failures.push(`${scenario.name}: ${(error as Error).message}`)
  }
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
  const [least, most] = scenario.recorded
  tally.runs.set(scenario.name, (tally.runs.get(scenario.name) ?? 0) + 1)
  tally.least += least
  tally.most += most
}
