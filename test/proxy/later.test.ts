import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { Later } from '../../proxy/later.ts'
import { PATIENCE_MS } from '../support/once.ts'
import { until } from '../support/wire.ts'

function isDone(condition: () => boolean): Promise<void> {
  return until(condition, () => `waited for ${condition}`)
}

/** What is thrown where nobody catches it, instead of ending the process, until the test is over. */
function uncaughtFaults(t: ExecutionContext): readonly unknown[] {
  const faults: unknown[] = []
  const listener = (error: unknown) => void faults.push(error)
  const before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', listener)
  t.teardown(() => {
    process.off('uncaughtException', listener)
    for (const one of before) process.on('uncaughtException', one)
  })
  return faults
}

test('work is done in the order it came, also what comes meanwhile', async (t) => {
  const done: number[] = []
  const later = new Later<number>((number) => {
    done.push(number)
    if (number === 2) later.add(5)
  })
  for (const number of [1, 2, 3, 4]) later.add(number)
  t.deepEqual(done, [])
  await isDone(() => done.length === 5)
  t.deepEqual(done, [1, 2, 3, 4, 5])
  later.add(6)
  await isDone(() => done.length === 6)
  await sleep(20)
  t.deepEqual(done, [1, 2, 3, 4, 5, 6])
})

test('other work gets its turn in between where there is much of it', async (t) => {
  let done = 0
  const later = new Later<number>(() => {
    const until = performance.now() + 2
    while (performance.now() < until);
    done++
  })
  for (let number = 0; number < 5; number++) later.add(number)
  const seen = new Set<number>()
  for (const end = performance.now() + PATIENCE_MS; done < 5 && performance.now() < end; await turn()) seen.add(done)
  t.is(done, 5)
  seen.delete(0)
  t.true(seen.size > 1)
})

test('flush does all that waits, once', async (t) => {
  const done: number[] = []
  const later = new Later<number>((number) => done.push(number))
  later.add(1)
  later.add(2)
  later.flush()
  t.deepEqual(done, [1, 2])
  await sleep(20)
  t.deepEqual(done, [1, 2])
  later.add(3)
  await isDone(() => done.length === 3)
  t.deepEqual(done, [1, 2, 3])
})

test.serial('a fault ends the turn, and the rest is done all the same', async (t) => {
  const done: number[] = []
  const faults = uncaughtFaults(t)
  const later = new Later<number>((number) => {
    if (number === 1) throw new Error('one')
    done.push(number)
  })
  later.add(1)
  later.add(2)
  await isDone(() => done.length === 1)
  t.deepEqual(done, [2])
  t.is(faults.length, 1)
})

test.serial('a fault of what is behind a row ends the turn, and what comes later is done all the same', async (t) => {
  const done: number[] = []
  const faults = uncaughtFaults(t)
  const later = new Later<number>(
    (number) => done.push(number),
    () => {
      if (faults.length === 0) throw new Error('behind')
    },
  )
  later.add(1)
  await isDone(() => faults.length === 1)
  later.add(2)
  await isDone(() => done.length === 2)
  t.deepEqual(done, [1, 2])
})
