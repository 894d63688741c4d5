import test from 'ava'
import { RunningTime } from '../../../proxy/inspection/running-time.ts'

function runFor(ms: number): void {
  const { user, system } = process.threadCpuUsage()
  for (;;) {
    const now = process.threadCpuUsage()
    if (now.user + now.system - user - system >= ms * 1000) return
  }
}

test('a budget is spent by running, and not by waiting', async (t) => {
  const budget = new RunningTime(200)
  await new Promise((resolve) => setTimeout(resolve, 400))
  t.false(budget.isSpent(), 'somebody else had the core')
  runFor(210)
  t.true(budget.isSpent())
})

test('one that begins right behind another is charged for nothing that came before it', (t) => {
  const first = new RunningTime(1000)
  const budgets = Array.from({ length: 50 }, () => {
    const budget = new RunningTime(4)
    runFor(0.1)
    return budget
  })
  t.false(budgets.at(-1)?.isSpent())
  runFor(6)
  t.true(budgets.at(-1)?.isSpent(), 'the others did not use up its time, nor did they add to it')
  t.false(first.isSpent())
})
