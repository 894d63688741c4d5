import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import test from 'ava'
import { EventFilter, JsonFilter } from '../../../proxy/coaching/answer-filters.ts'
import { FirstLine, type LineOutcome } from '../../../proxy/coaching/first-line.ts'
import { Held } from '../../../proxy/coaching/held.ts'
import { coachingLimits } from '../../../proxy/coaching/limits.ts'
import type { Lease } from '../../../proxy/listen/lease.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const memory = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers

const NO_ROOM = { tryTake: () => undefined }
const SAID = JSON.stringify({ choices: [{ index: 0, delta: { content: 'Lima.' } }] })

for (const [name, Filter, empty, text] of [
  ['events', EventFilter, '\n', `data: ${SAID}\n\n`],
  ['JSON values', JsonFilter, '{}', SAID],
] as const) {
  const passed = (before: Buffer) => {
    let outcome: LineOutcome | undefined
    const line = new FirstLine({ line: 'Mind.', mayTell: () => true, onSettled: (settled) => (outcome = settled) })
    const filter = new Filter(line, new Held(NO_ROOM, 'ann'))
    const length = filter.push(before).length
    const said = filter.push(Buffer.from(text)).toString()
    filter.close()
    return { length, said, outcome }
  }
  const many = (count: number) => Buffer.from(empty.repeat(count))

  test(`an answer of very many ${name} is passed on as it is after the last one that is looked at`, (t) => {
    const few = passed(many(1000))
    t.is(few.outcome, 'added')
    t.regex(few.said, /Mind\.\\n\\nLima\./)
    const before = many(coachingLimits.stretches)
    t.deepEqual(passed(before), { length: before.length, said: text, outcome: 'unchanged' })
  })
}

test('what comes byte by byte is held in one piece', (t) => {
  const text = 'Lima.'.padEnd(200_000, ' Yes.')
  for (const [Filter, before] of [
    [EventFilter, 'data: '],
    [JsonFilter, ''],
  ] as const) {
    const line = new FirstLine({ line: 'Mind.', mayTell: () => true, onSettled: () => {} })
    const lease = { release: () => {} }
    const filter = new Filter(line, new Held({ tryTake: () => lease as Lease }, 'ann'))
    const answer = Buffer.from(`${before}${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}\n`)
    collectGarbage()
    const usedBefore = memory()
    // As the buffers of a socket: what is kept of it has to be copied.
    const byte = Buffer.alloc(1)
    let passed = ''
    let used = 0
    for (const [at, value] of answer.entries()) {
      byte[0] = value
      passed += filter.push(byte)
      if (at === answer.length - 8) {
        collectGarbage()
        used = memory() - usedBefore
      }
    }
    t.is(passed, answer.toString().replace('Lima.', 'Mind.\\n\\nLima.'))
    t.true(used < 2_000_000, `${used} bytes for ${answer.length}`)
  }
})

test('nor is one looked at further that is very long', (t) => {
  let outcome: LineOutcome | undefined
  const line = new FirstLine({ line: 'Mind.', mayTell: () => true, onSettled: (settled) => (outcome = settled) })
  const filter = new EventFilter(line, new Held(NO_ROOM, 'ann'))
  const long = Buffer.from(`: ${'-'.repeat(1_048_573)}\n`)
  for (let bytes = 0; bytes < coachingLimits.lookedAtBytes; bytes += long.length) filter.push(long)
  t.is(outcome, undefined)
  filter.push(long)
  t.is(outcome, 'unchanged')
  t.is(filter.push(Buffer.from(`data: ${SAID}\n\n`)).toString(), `data: ${SAID}\n\n`)
})
