import test from 'ava'
import { TextQueue } from '../../../proxy/tier3/text-queue.ts'

test('first in, first out', (t) => {
  const queue = new TextQueue<number>(10, 100)
  for (const item of [1, 2, 3]) t.is(queue.push(item, 5), 0)
  t.deepEqual([queue.length, queue.bytes], [3, 15])
  t.deepEqual([queue.shift(), queue.shift(), queue.shift(), queue.shift()], [1, 2, 3, undefined])
  t.deepEqual([queue.length, queue.bytes], [0, 0])
})

test('for one more than fit, the oldest gives way', (t) => {
  const queue = new TextQueue<number>(2, 100)
  t.deepEqual(
    [1, 2, 3, 4].map((item) => queue.push(item, 1)),
    [0, 0, 1, 1],
  )
  t.deepEqual([queue.shift(), queue.shift(), queue.shift()], [3, 4, undefined])
})

test('for more bytes than fit, as many of the oldest give way as it takes', (t) => {
  const queue = new TextQueue<string>(100, 100)
  for (const item of ['a', 'b', 'c']) queue.push(item, 30)
  t.is(queue.push('large', 60), 2)
  t.deepEqual([queue.bytes, queue.shift(), queue.shift()], [90, 'c', 'large'])
  t.is(queue.push('too large', 101), 1)
  t.is(queue.length, 0)
})

test('clearing says how many there were', (t) => {
  const queue = new TextQueue<number>(5, 100)
  for (let i = 0; i < 9; i++) queue.push(i, 10)
  t.is(queue.clear(), 5)
  t.deepEqual([queue.length, queue.bytes, queue.shift()], [0, 0, undefined])
})

test('long use leaves nothing behind', (t) => {
  const queue = new TextQueue<number>(3, 1000)
  for (let i = 0; i < 10_000; i++) {
    queue.push(i, 1)
    if (i % 3 === 0) queue.shift()
  }
  t.is(queue.length, 2 + Number(queue.bytes === 3))
  t.is(queue.bytes, queue.length)
  const rest = [queue.shift(), queue.shift(), queue.shift()].filter((item) => item !== undefined)
  t.deepEqual(
    rest,
    rest.toSorted((a, b) => a - b),
  )
  t.is(rest.at(-1), 9999)
})
