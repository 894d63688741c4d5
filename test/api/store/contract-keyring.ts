import type { StoredKey } from '../../../api/store/keyring-store.ts'
import { AT } from './fixtures.ts'
import type { Suite } from './suite.ts'

const key = (id: string): StoredKey => ({
  id,
  purpose: 'session',
  created_at: AT,
  active_from: AT,
  derived: { root: 'r', salt: 's' },
  wraps: [{ root: 'q', sealed: 'x' }],
})

export function testKeyring({ test, named, open }: Suite): void {
  test(named('of processes that change the keyring at once one does, and the others hear of it'), async (t) => {
    const { store, place } = await open(t)
    const { store: second } = await open(t, place)
    t.is(await store.keyring.read(), undefined)
    const first = await Promise.all([store, second, store].map((one) => one.keyring.write([key('a')], undefined)))
    t.deepEqual(first.filter(Boolean).length, 1)
    t.deepEqual(await second.keyring.read(), { version: 1, keys: [key('a')] })
    const next = await Promise.all([store, second].map((one) => one.keyring.write([key('a'), key('b')], 1)))
    t.deepEqual(next.filter(Boolean).length, 1)
    t.deepEqual(await store.keyring.read(), { version: 2, keys: [key('a'), key('b')] })
    t.false(await store.keyring.write([], 1))
    t.false(await store.keyring.write([], undefined))
  })
}
