import test from 'ava'
import { Pace } from '../../../proxy/tier3/pace.ts'

function paceAt() {
  const clock = { ms: 5000 }
  return { clock, pace: new Pace(200, () => clock.ms) }
}

test('with little to do the thread rests three times as long as it worked', (t) => {
  const { pace } = paceAt()
  for (let i = 0; i < 10; i++) pace.arrived()
  t.is(pace.restMs(4, 5), 12)
})

test('a backlog is worked off as fast as results are delivered', (t) => {
  const { pace } = paceAt()
  t.is(pace.restMs(4, 100), 200)
  t.is(pace.restMs(100, 100), 300)
})

test('while more prompts come than can be classified, one a second is', (t) => {
  const { pace, clock } = paceAt()
  for (let i = 0; i < 21; i++) pace.arrived()
  t.is(pace.restMs(4, 0), 1000)
  clock.ms += 4999
  t.is(pace.restMs(4, 100), 1000, 'load comes in waves')
  clock.ms += 1
  t.is(pace.restMs(4, 100), 200)
})

test('prompts spread over several seconds are no load', (t) => {
  const { pace, clock } = paceAt()
  for (let i = 0; i < 100; i++) {
    pace.arrived()
    clock.ms += 100
  }
  t.is(pace.restMs(1, 0), 3)
})
