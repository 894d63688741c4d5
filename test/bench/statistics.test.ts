import test from 'ava'
import { percentile, spread } from '../../bench/statistics.ts'

test('the median of an even number of values lies between the two in the middle', (t) => {
  t.deepEqual(spread([4, 1, 3, 2]), { median: 2.5, min: 1, max: 4 })
})

test('numbers are ordered as numbers', (t) => {
  t.deepEqual(spread([100, 9, 20]), { median: 20, min: 9, max: 100 })
})

test('one value is its own spread', (t) => {
  t.deepEqual(spread([7]), { median: 7, min: 7, max: 7 })
})

test('the values given stay as they are', (t) => {
  const values = [3, 1, 2]
  spread(values)
  t.deepEqual(values, [3, 1, 2])
})

test('percentiles are interpolated between the closest ranks', (t) => {
  const sorted = Array.from({ length: 101 }, (_, index) => index)
  t.is(percentile(sorted, 99), 99)
  t.is(percentile(sorted, 0), 0)
  t.is(percentile(sorted, 100), 100)
  t.is(percentile([10, 20], 25), 12.5)
})

test('there is no percentile of nothing', (t) => {
  t.throws(() => spread([]), { instanceOf: RangeError })
})
