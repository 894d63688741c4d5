import test from 'ava'
import { RecentFaults } from '../../config/restarts.ts'

test('the sixth fault within a minute is one too many, and older ones do not count', (t) => {
  let now = 0
  const faults = new RecentFaults(() => now)
  for (let n = 0; n < 5; n++) faults.add()
  t.false(faults.isTooMany)
  now = 59_999
  faults.add()
  t.is(faults.count, 6)
  t.true(faults.isTooMany)
  now = 60_000
  faults.add()
  t.is(faults.count, 2)
  t.false(faults.isTooMany)
})
