import type { Suite } from './suite.ts'

export function testClock({ test, named, open }: Suite): void {
  test(
    named('the clock state is changed by one who knows the last, and is still there when opened again'),
    async (t) => {
      const { store, place } = await open(t)
      const first = { seen_at: '2026-11-21T10:00:00.000Z', held_until: null }
      const second = { seen_at: '2036-11-21T11:00:00.000Z', held_until: '2036-11-23T11:00:00.000Z' }
      t.is(await store.clock.get(), undefined)
      t.true(await store.clock.set(undefined, first))
      t.false(await store.clock.set(undefined, second))
      t.deepEqual(await store.clock.get(), first)
      t.true(await store.clock.set(first, second))
      t.false(await store.clock.set(first, first))
      const again = await open(t, place)
      t.deepEqual(await again.store.clock.get(), second)
      t.true(await again.store.clock.set(second, first))
      t.deepEqual(await store.clock.get(), first)
    },
  )
}
