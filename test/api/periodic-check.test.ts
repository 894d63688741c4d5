import test from 'ava'
import { PeriodicCheck } from '../../api/periodic-check.ts'
import { until } from '../support/wire.ts'

test('checks follow one another, a failure is reported and ends nothing, and closing waits for the one under way', async (t) => {
  let [begun, ended, atOnce] = [0, 0, 0]
  const failures: unknown[] = []
  const checks = new PeriodicCheck(
    1,
    async () => {
      begun += 1
      atOnce = Math.max(atOnce, begun - ended)
      await new Promise((resolve) => setTimeout(resolve, 5))
      ended += 1
      if (begun === 1) throw new Error('the first one')
    },
    (error) => failures.push(error),
  )
  t.is(begun, 1)
  await until(
    () => begun >= 3,
    () => `${begun} checks have begun`,
  )
  const underWay = begun
  await checks.close()
  t.true(ended >= underWay)
  t.is(begun, ended)
  t.is(atOnce, 1)
  t.deepEqual(failures.map(String), ['Error: the first one'])
})

test('a check that takes longer than the interval is not followed by those that were due meanwhile', async (t) => {
  const slow = Promise.withResolvers<void>()
  let begun = 0
  const checks = new PeriodicCheck(
    1,
    () => {
      begun += 1
      return slow.promise
    },
    (error) => t.fail(String(error)),
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  const closed = checks.close()
  slow.resolve()
  await closed
  t.is(begun, 1)
})
