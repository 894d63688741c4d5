import test from 'ava'
import fc from 'fast-check'
import { prioritiesFor } from '../../../core/policy/order.ts'

const placed = (...priorities: number[]) =>
  priorities.map((priority, index) => ({ id: 'abcdefgh'[index] ?? '', priority }))

test('one policy that moves is one change, where there is room', (t) => {
  const current = placed(10, 20, 30, 40)
  t.deepEqual(prioritiesFor(current, ['a', 'b', 'c', 'd']), [])
  t.deepEqual(prioritiesFor(current, ['d', 'a', 'b', 'c']), [{ id: 'd', priority: 4 }])
  t.deepEqual(prioritiesFor(current, ['a', 'c', 'b', 'd']).length, 1)
  t.deepEqual(prioritiesFor(current, ['b', 'c', 'd', 'a']), [{ id: 'a', priority: 50 }])
  t.deepEqual(prioritiesFor(placed(0, 1, 2), ['c', 'a', 'b']).length, 3)
  t.deepEqual(prioritiesFor(placed(1_000_000, 1_000_000), ['b', 'a']).length, 1)
})

test('whatever the priorities were, the order is the one that was asked for', (t) => {
  const priorities = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(priorities, fc.infiniteStream(fc.nat()), (given, dice) => {
      const current = placed(...given.toSorted((one, other) => one - other))
      const ids = current
        .map(({ id }) => ({ id, at: dice.next().value }))
        .toSorted((x, y) => x.at - y.at)
        .map(({ id }) => id)
      const changes = new Map(prioritiesFor(current, ids).map(({ id, priority }) => [id, priority]))
      // Of equal ones the older comes first: they stand in the order in which they were made.
      const after = current
        .map(({ id, priority }, age) => ({ id, age, priority: changes.get(id) ?? priority }))
        .toSorted((one, other) => one.priority - other.priority || one.age - other.age)
      t.deepEqual(
        after.map(({ id }) => id),
        ids,
      )
      t.true(after.every(({ priority }) => priority >= 0 && priority <= 1_000_000))
    }),
  )
})
