import { compareWithNode } from './differential.ts'

const say = (line: string | undefined) => void process.stdout.write(`${line}\n`)

/** `npm run fuzz -- [seconds] [seed]`: compares our parser of requests with Node's, on damaged dialogues. */
const [seconds = 60, seed = Date.now() % 1_000_000_007] = process.argv.slice(2).map(Number)
const end = performance.now() + seconds * 1000
const { rounds, same, stricter, explained, differences, faults } = await compareWithNode(
  () => performance.now() > end,
  seed,
)
say(`seed ${seed}: ${rounds} dialogues, ${same} read alike`)
for (const [rule, count] of Object.entries(stricter)) say(`  ${count} refused by us alone: ${rule}`)
for (const [reason, count] of Object.entries(explained)) say(`  ${count} taken by us alone: ${reason}`)
for (const difference of differences.slice(0, 10)) say(JSON.stringify(difference, undefined, 2))
for (const fault of faults.slice(0, 10)) say(fault.stack)
const failures = differences.length + faults.length
say(failures === 0 ? 'no difference without an explanation' : `${failures} differences or faults`)
process.exit(failures === 0 ? 0 : 1)
