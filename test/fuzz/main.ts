import { parseArgs } from 'node:util'
import { compareWithNode } from './differential.ts'
import { damagedDialogues } from './requests.ts'
import { fuzzTunnels } from './tunnel.ts'

const say = (line: string | undefined) => void process.stdout.write(`${line}\n`)

/**
 * `npm run fuzz [-- --seconds 60] [--seed 1] [--count 1000] [--connections 200]`: compares our parser of requests with Node's, on damaged
 * dialogues; and sends damaged frames of HTTP/2 and of WebSockets through tunnels of the whole product, on N connections. A
 * seed gives the same bytes in every run; without one it is chosen at random, and printed. --count says how many dialogues,
 * instead of for how long.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string' },
    connections: { type: 'string' },
  },
})
const MAX_SEED = 2 ** 32 - 1
const seconds = numberFrom('seconds', 1, 86_400) ?? 60
const seed = numberFrom('seed', 0, MAX_SEED) ?? Math.floor(Math.random() * MAX_SEED)
const count = numberFrom('count', 1, Number.MAX_SAFE_INTEGER)
const connections = numberFrom('connections', 0, 1_000_000) ?? 200
const end = performance.now() + seconds * 1000
const isEnough = count === undefined ? () => performance.now() > end : (done: number) => done >= count

say(`seed ${seed}`)
const { rounds, same, stricter, explained, differences, faults } = await compareWithNode(
  damagedDialogues(seed, isEnough),
)
say(`${rounds} dialogues, ${same} read alike`)
for (const [rule, times] of Object.entries(stricter)) say(`  ${times} refused by us alone: ${rule}`)
for (const [reason, times] of Object.entries(explained)) say(`  ${times} taken by us alone: ${reason}`)
for (const difference of differences.slice(0, 10)) say(JSON.stringify(difference, undefined, 2))
for (const fault of faults.slice(0, 10)) say(fault.stack)
let failures = differences.length + faults.length
say(failures === 0 ? 'no difference without an explanation' : `${failures} differences or faults`)
if (connections > 0) failures += await fuzzInTunnels()
process.exit(failures === 0 ? 0 : 1)

/** @returns the number of problems */
async function fuzzInTunnels(): Promise<number> {
  const cleanUps: (() => unknown)[] = []
  const { ended, problems } = await fuzzTunnels({ teardown: (one) => void cleanUps.push(one) }, seed, connections)
  say(`${connections} connections of damaged frames in tunnels, ${ended} of them ended by the proxy`)
  for (const problem of problems.slice(0, 10)) say(`PROBLEM ${problem}`)
  say(problems.length === 0 ? 'others were served, and all sockets are back' : `${problems.length} problems`)
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
  return problems.length
}

function numberFrom(name: keyof typeof values, min: number, max: number): number | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max) {
    say(`--${name} takes a whole number from ${min} to ${max}`)
    process.exit(2)
  }
  return value
}
