import test from 'ava'
import { Held } from '../../../proxy/coaching/held.ts'
import { coachingLimits } from '../../../proxy/coaching/limits.ts'
import type { Lease } from '../../../proxy/listen/lease.ts'

const { freeBytes, valueBytes } = coachingLimits

function open() {
  const counts = { taken: 0, released: 0 }
  const tryTake = () => {
    counts.taken++
    return { release: () => counts.released++ } as unknown as Lease
  }
  return { held: new Held({ tryTake }, 'ann'), counts }
}

test('little is held without a part of what clients share, more with one, and never more than a value may have', (t) => {
  const { held, counts } = open()
  t.true(held.hasRoom(freeBytes))
  t.is(counts.taken, 0)
  t.true(held.hasRoom(freeBytes + 1))
  t.true(held.hasRoom(valueBytes))
  t.is(counts.taken, 1)
  t.false(held.hasRoom(valueBytes + 1))
  held.release()
  held.release()
  t.is(counts.released, 1)
})

test('where nothing is left to share only little is held', (t) => {
  const held = new Held({ tryTake: () => undefined }, 'ann')
  t.true(held.hasRoom(freeBytes))
  t.false(held.hasRoom(freeBytes + 1))
})

test('a part that was taken back is not taken again', (t) => {
  const { held, counts } = open()
  t.true(held.hasRoom(valueBytes))
  held.revoke()
  t.is(counts.released, 1)
  t.false(held.hasRoom(1))
  t.is(counts.taken, 1)
})
