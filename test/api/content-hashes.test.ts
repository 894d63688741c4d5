import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { pino } from 'pino'
import { ContentHashes, UNREADABLE_HASH } from '../../api/interactions/content-hashes.ts'
import { withSealedHashes } from '../../api/interactions/sealed-interactions.ts'
import { openStore } from '../../api/store/open-store.ts'
import { apiSettings, startTestApi } from '../support/api.ts'
import { documentEngines } from '../support/engines.ts'
import { fixedKeys } from '../support/fixed-keys.ts'
import { temporaryFolder } from '../support/temp.ts'
import { AT, anInteraction, FIRST_PAGE } from './store/fixtures.ts'

const HASH = createHash('sha256').update('+33 6 12 34 56 78').digest('hex')
const NEWEST = { field: 'timestamp', descending: true } as const
const logger = pino({ level: 'silent' })

test('a sealed hash opens for its tenant with its key, is the same each time, and shows nothing of the hash', (t) => {
  const key = randomBytes(32)
  const hashes = new ContentHashes(fixedKeys(key))
  const sealed = hashes.seal('a', HASH)
  t.regex(sealed, /^[0-9a-f]{108}$/)
  t.is(new ContentHashes(fixedKeys(key)).seal('a', HASH), sealed)
  t.is(hashes.open('a', sealed), HASH)
  t.not(hashes.seal('b', HASH), sealed)
  t.is(hashes.open('b', sealed), UNREADABLE_HASH)
  t.is(new ContentHashes(fixedKeys(randomBytes(32))).open('a', sealed), UNREADABLE_HASH)
  t.is(hashes.open('a', HASH), HASH)
  // After a rotation, and as the release before has kept it: without the id of the key.
  const rotated = new ContentHashes(fixedKeys(randomBytes(32), key))
  t.is(rotated.open('a', sealed), HASH)
  t.is(rotated.open('a', sealed.slice(0, 96)), HASH)
  for (const form of [sealed, sealed.slice(0, 96), rotated.seal('a', HASH)]) {
    t.true(rotated.formsOf('a', HASH).includes(form))
  }
  t.not(hashes.seal('a', createHash('sha256').update('x').digest('hex')).slice(0, 12), sealed.slice(0, 12))
})

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: hashes are sealed at rest and found, those of a release before too`, async (t) => {
    const settings = apiSettings(temporaryFolder(t), await engine.environment())
    const store = await openStore(settings, logger)
    t.teardown(() => store.close())
    const tenant = randomUUID()
    await store.tenants.insert({ id: tenant, name: 'A', created_at: AT })
    const old = Array.from({ length: 1200 }, (_, n) =>
      anInteraction(tenant, { content_hash: n === 7 ? HASH : createHash('sha256').update(`${n}`).digest('hex') }),
    )
    for (let n = 0; n < old.length; n += 400) await store.interactions.record(tenant, old.slice(n, n + 400))
    const { interactions } = await withSealedHashes(store, new ContentHashes(fixedKeys(randomBytes(32))))
    const added = anInteraction(tenant, { content_hash: HASH })
    await interactions.record(tenant, [added])

    const kept = await store.interactions.list(tenant, {}, NEWEST, { offset: 0, limit: 2000 })
    t.is(kept.total, 1201)
    t.true(kept.items.every(({ content_hash }) => content_hash.length === 108))
    t.is((await store.interactions.list(tenant, { content_hash: HASH }, NEWEST, FIRST_PAGE)).total, 0)
    const found = await interactions.list(tenant, { content_hash: HASH }, NEWEST, FIRST_PAGE)
    t.deepEqual(found.items.map(({ id }) => id).sort(), [old[7]?.id, added.id].sort())
    t.true(found.items.every(({ content_hash }) => content_hash === HASH))
    t.deepEqual(await interactions.get(tenant, added.id), added)
    const revised = await interactions.revise(tenant, added.id, (current) => ({ ...current, risk_score: 0.9 }))
    t.deepEqual(revised, { before: added, after: { ...added, risk_score: 0.9 } })
    t.is(await interactions.erase(tenant, { content_hash: HASH }, 10), 2)
  })
}

test('an API shows the plain hash and keeps none', async (t) => {
  const api = await startTestApi(t)
  const json = { platform_id: 'openai-api', content_hash: HASH }
  const created = await api.request<{ content_hash: string }>('POST', '/interactions', { token: api.admin, json })
  t.is(created.json.content_hash, HASH)
  const found = await api.request<object[]>('GET', `/interactions/search?content_hash=${HASH}`, { token: api.admin })
  t.is(found.json.length, 1)
  for (const file of ['weir.sqlite', 'weir.sqlite-wal']) {
    const bytes = readFileSync(join(api.settings.dataDir, file))
    t.false(bytes.includes(Buffer.from(HASH, 'hex')) || bytes.includes(HASH), file)
  }
})
