import { parseArgs } from 'node:util'
import { policyOn } from '../support/sample-policies.ts'
import type { Scope } from '../support/scope.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'
import { newTally, run, type Tally } from './load.ts'
import { HOST, startServices } from './services.ts'
import { describeUsage, type Usage, usageOf } from './usage.ts'

/**
 * `npm run soak [-- --minutes 10] [--clients 12]`: clients and services, good and bad, at the whole product for some minutes. Every
 * answer has to be the right one, every record has to arrive, and the process has to hold in the end what it held before. Ends
 * with 1 where that is not so.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, clients: { type: 'string', default: '12' } },
})
const milliseconds = Number(values.minutes) * 60_000
const clients = Number(values.clients)
if (!(milliseconds > 0) || !(clients >= 1)) throw new Error('--minutes and --clients take numbers above 0')

const WARM_UP_MS = 10_000
/** Longer than idle connections to services are kept. */
const SETTLE_MS = 60_000
const RECORDS_MS = 120_000
/** Connections that the product keeps for itself, to its own API, come and go; handles of threads stay, so these are counted warm. */
const SLACK = 12
/** Memory of a runtime that collects its garbage when it likes: what leaks with each run goes beyond it in ten minutes. */
const RSS_FACTOR = 1.6
const RSS_SLACK = 150e6

const cleanUps: (() => unknown)[] = []
const scope: Scope = { teardown: (cleanUp) => void cleanUps.push(cleanUp) }
const say = (line: string) => void process.stdout.write(`${line}\n`)
const problems: string[] = []

async function recordsIn(weir: Weir): Promise<number> {
  return (await weir.api<{ total: number }>('GET', '/interactions?limit=1')).json.total
}

/** Waits for a condition that may not come true: then it is a problem, and the rest is still looked at. */
async function hope(
  condition: () => boolean | Promise<boolean>,
  explain: () => string,
  patience: number,
): Promise<void> {
  await until(condition, explain, patience).catch((error: Error) => void problems.push(error.message))
}

async function checkRecords(weir: Weir, { least, most }: Tally): Promise<void> {
  let found = 0
  const count = async () => {
    found = await recordsIn(weir)
    return found >= least
  }
  await hope(count, () => `${found} interactions are recorded, there have to be ${least}`, RECORDS_MS)
  if (found > most) problems.push(`${found} interactions are recorded, there cannot be more than ${most}`)
  say(`${found} interactions recorded, of ${least} to ${most}`)
}

async function checkUsage(pid: number, before: Usage, warm: Usage): Promise<void> {
  const rssAllowed = warm.rss * RSS_FACTOR + RSS_SLACK
  let now = usageOf(pid)
  const isBack = () => {
    now = usageOf(pid)
    return now.handles <= warm.handles + SLACK && now.sockets <= before.sockets + SLACK && now.rss <= rssAllowed
  }
  await hope(isBack, () => `the process holds too much: ${describeUsage(now)}`, SETTLE_MS)
  say(`before: ${describeUsage(before)}\nwarm:   ${describeUsage(warm)}\nafter:  ${describeUsage(now)}`)
}

async function soak(): Promise<void> {
  const services = await startServices(scope)
  const weir = await startWeir(scope, {
    upstreams: { [HOST]: services.ai },
    env: { WEIR_DESTINATION_ALLOW_CIDRS: '127.0.0.0/8' },
  })
  const { process: child } = weir.product
  const pid = child.pid ?? 0
  await weir.createPolicy(policyOn('IBAN', 'block'))
  await recordsIn(weir)
  const before = usageOf(pid)
  const tally = newTally()
  const load = { weir, services, clients }
  await run({ ...load, milliseconds: WARM_UP_MS }, tally)
  const warm = usageOf(pid)
  say(`soaking for ${values.minutes} minutes with ${clients} clients at once`)
  await run({ ...load, milliseconds }, tally)
  for (const [name, count] of [...tally.runs].toSorted()) say(`${String(count).padStart(6)}  ${name}`)
  problems.push(...tally.failures)
  if (tally.failed > tally.failures.length) problems.push(`${tally.failed} runs failed in all`)
  if (child.exitCode !== null) problems.push(`the process ended with ${child.exitCode}`)
  else {
    await checkRecords(weir, tally)
    await checkUsage(pid, before, warm)
    const code = await weir.stop()
    if (code !== 0) problems.push(`asked to stop, the process ended with ${code}`)
  }
  if (weir.product.stderr !== '') problems.push(`on standard error: ${weir.product.stderr.slice(0, 2000)}`)
}

await soak().catch((error: Error) => void problems.push(error.stack ?? error.message))
for (const cleanUp of cleanUps.reverse()) await cleanUp()
for (const problem of problems) say(`PROBLEM ${problem}`)
say(problems.length === 0 ? 'the soak found nothing' : `the soak found ${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)
