import { randomUUID } from 'node:crypto'
import test from 'ava'
import { measuredStore } from '../../../api/store/measured-store.ts'
import type { Store } from '../../../api/store/store.ts'
import { EXCEPTIONS } from '../../../core/resources/exception.ts'

class Policies {
  readonly #items = new Map([['1', 'first']])

  async get(_tenant: string, id: string): Promise<string | undefined> {
    return this.#items.get(id)
  }

  async delete(): Promise<void> {
    throw new Error('it is locked')
  }
}

class Kept {
  documents() {
    return this.policies
  }

  readonly #name = randomUUID()
  readonly policies = new Policies()

  async ping(): Promise<string> {
    return this.#name
  }
}

test('operations answer as before, fail as before, and are measured by part', async (t) => {
  const seen: string[] = []
  const store = measuredStore(new Kept() as unknown as Store, (part, seconds) => {
    t.true(seconds >= 0 && seconds < 60)
    seen.push(part)
  })
  t.is((await store.policies.get('t', '1')) as unknown, 'first')
  await t.throwsAsync(store.policies.delete('t', '1'), { message: 'it is locked' })
  t.regex(String(await store.ping()), /^[0-9a-f-]{36}$/, 'what is not measured still reaches its own fields')
  t.is((await store.documents(EXCEPTIONS).get('t', '1')) as unknown, 'first')
  t.is(store.documents(EXCEPTIONS), store.documents(EXCEPTIONS))
  t.deepEqual(seen, ['policies', 'policies', 'exceptions'])
  t.is(store.policies.get, store.policies.get, 'a method stays the same one')
})
