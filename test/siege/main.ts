import { parseArgs } from 'node:util'
import type { Scope } from '../support/scope.ts'
import { ATTACKS, type Attack } from './attacks.ts'
import { besiege, startBesieged, untilGivenBack } from './besiege.ts'
import type { Probed } from './probe.ts'

/**
 * `node bin/launch.mjs --tool test/siege/main.ts [--megabytes 512] [--only uploads]`: gives the whole product so much memory (none with 0: then only what it takes is told),
 * attacks it with what is small on the wire and large in memory, one attack after the other, and looks whether it stays below the limit,
 * gives back what it took, and serves somebody else's small prompt meanwhile. Ends with 1 where it does not.
 */
const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '512' }, only: { type: 'string', default: '' } },
})
const limit = values.megabytes === '0' ? undefined : Number(values.megabytes) * 1024 * 1024
if (Number.isNaN(limit)) throw new Error('--megabytes takes a number')

const CALM_MS = 8000
const HOLD_MS = 10_000
const GIVEN_BACK_MS = 30_000
const SLACK_BYTES = 64 * 1024 * 1024
const PROMPT_MS = 20

const say = (line: string) => void process.stdout.write(`${line}\n`)
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`
const milliseconds = ({ median, p99, count, failed }: Probed) =>
  `median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of ${count}, ${failed} failed`
let problems = 0

function problem(text: string): void {
  problems++
  say(`  PROBLEM ${text}`)
}

async function attackWith(attack: Attack, scope: Scope): Promise<void> {
  const besieged = await startBesieged(scope, limit)
  const { isLimited, resident, hasEnded } = besieged
  say(`${attack.name}: ${isLimited ? `ended by the kernel beyond ${values.megabytes} MiB` : 'no limit by the kernel'}`)
  const { idle, peak, held, said, calm, during } = await besiege(besieged, attack, attack.sizes.full, {
    calmMs: CALM_MS,
    holdMs: HOLD_MS,
  })
  say(`  ${said}; a small prompt before: ${milliseconds(calm)}; meanwhile: ${milliseconds(during)}`)
  if (hasEnded()) return problem('the process has ended')
  const before = resident()
  await untilGivenBack(besieged, idle + SLACK_BYTES, GIVEN_BACK_MS).catch((error: Error) => problem(error.message))
  const figures = { idle, peak, 'at its end': before, later: resident(), 'held by clients': held }
  say(
    `  ${Object.entries(figures)
      .map(([what, bytes]) => `${what} ${megabytes(bytes)}`)
      .join(', ')}`,
  )
  if (limit !== undefined && peak >= limit) problem('it took more than the limit')
  // Of a machine that is busy with something else it says nothing.
  if (calm.p99 < PROMPT_MS / 2 && during.p99 >= PROMPT_MS) problem('somebody else had to wait')
}

for (const attack of ATTACKS) {
  if (!attack.name.startsWith(values.only)) continue
  const cleanUps: (() => unknown)[] = []
  await attackWith(attack, { teardown: (cleanUp) => void cleanUps.push(cleanUp) }).catch((error: Error) =>
    problem(error.message),
  )
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
}
process.exit(problems === 0 ? 0 : 1)
