import test from 'ava'
import { ownRunningTimes, RunningTimes } from '../../config/running-time.ts'

/** A thread whose running time is told in steps of a tick, as Linux tells it. */
function thread(tickMs: number) {
  let now = 1000
  let ran = 300
  let asked = 0
  const clock = {
    now: () => now,
    running: () => {
      asked++
      return Math.floor(ran / tickMs) * tickMs
    },
  }
  return {
    times: new RunningTimes(clock),
    asked: () => asked,
    run(ms: number) {
      now += ms
      ran += ms
    },
    wait(ms: number) {
      now += ms
    },
  }
}

test('a budget is spent by running, and not by waiting', (t) => {
  const { times, run, wait } = thread(0.001)
  const budget = times.begin(200)
  wait(400)
  t.false(budget.isSpent(), 'somebody else had the core')
  run(199)
  t.false(budget.isSpent())
  run(2)
  t.false(budget.wasSpent, 'nobody has asked')
  t.true(budget.isSpent())
  t.true(budget.wasSpent)
})

test('one that begins right behind another is charged for nothing that came before it', (t) => {
  const { times, run, asked } = thread(0.001)
  const first = times.begin(1000)
  const budgets = Array.from({ length: 50 }, () => {
    const budget = times.begin(4)
    run(0.1)
    return budget
  })
  t.true(asked() <= 6, 'the system is asked once a millisecond')
  run(3.8)
  t.false(budgets.at(-1)?.isSpent(), 'the others did not use up its time')
  run(0.2)
  t.true(budgets.at(-1)?.isSpent(), 'nor did they add to it')
  t.false(first.isSpent())
})

test('where the system tells running time by ticks, a budget is exact to one of them', (t) => {
  const TICK_MS = 10
  for (let before = 0; before < 40; before += 0.7) {
    const { times, run } = thread(TICK_MS)
    times.begin(4)
    run(before)
    const budget = times.begin(25)
    run(25 - TICK_MS)
    t.false(budget.isSpent(), `after ${before} ms`)
    run(2 * TICK_MS + 1)
    t.true(budget.isSpent(), `after ${before} ms`)
  }
})

test.serial('the thread that asks is measured by its own clock', async (t) => {
  const budget = ownRunningTimes.begin(100)
  // Nothing else runs in this file meanwhile, so all that is waited is waited.
  await new Promise((resolve) => setTimeout(resolve, 150))
  t.false(budget.isSpent(), 'somebody else had the core')
  const deadline = performance.now() + 60_000
  while (!budget.isSpent() && performance.now() < deadline);
  t.true(budget.isSpent())
})
