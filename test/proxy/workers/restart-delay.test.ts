import test from 'ava'
import { restartDelay } from '../../../proxy/workers/restart-delay.ts'

test('a worker that was at work is replaced at once', (t) => {
  t.deepEqual(restartDelay(10_000, 7), { ms: 0, early: 0 })
  t.deepEqual(restartDelay(20, 0), { ms: 0, early: 1 })
})

test('workers that die at their start are replaced ever more slowly', (t) => {
  const delays: number[] = []
  for (let n = 0, early = 0; n < 9; n++) {
    const delay = restartDelay(20, early)
    delays.push(delay.ms)
    early = delay.early
  }
  t.deepEqual(delays, [0, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
})
