import test from 'ava'
import { AdmissionError } from '../../../../proxy/errors.ts'
import { GuessBrake } from '../../../../proxy/listen/identity/guess-brake.ts'

function brake() {
  const clock = { now: 0 }
  const pauses: number[] = []
  const one = new GuessBrake({
    now: () => clock.now,
    sleep: async (ms) => {
      pauses.push(ms)
    },
  })
  return { one, clock, pauses }
}

test('ten wrong ones are free, then pauses double up to five seconds, one after the other', async (t) => {
  const { one, pauses } = brake()
  for (let n = 0; n < 17; n++) {
    const turn = one.turn('a')
    t.is(turn === undefined, n < 10)
    await turn
    one.wrong('a')
  }
  t.deepEqual(pauses, [250, 500, 1000, 2000, 4000, 5000, 5000])
  t.is(one.turn('b'), undefined, 'another block does not notice')
})

test('eight of a block wait, and further ones are asked to come back', async (t) => {
  const one = new GuessBrake({ now: () => 0, sleep: () => new Promise(() => {}) })
  for (let n = 0; n < 10; n++) one.wrong('a')
  for (let n = 0; n < 8; n++) one.turn('a')
  const error = await t.throwsAsync(async () => one.turn('a'), { instanceOf: AdmissionError })
  t.is(error.resource, 'identities')
})

test('after a minute without a wrong one all is forgotten', (t) => {
  const { one, clock } = brake()
  for (let n = 0; n < 10; n++) one.wrong('a')
  clock.now = 59_999
  t.truthy(one.turn('a'))
  const other = brake()
  for (let n = 0; n < 10; n++) other.one.wrong('a')
  other.clock.now = 60_000
  t.is(other.one.turn('a'), undefined)
})
