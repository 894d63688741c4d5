import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { pino } from 'pino'
import { openStore } from '../../../api/store/open-store.ts'
import { withSealedWebhooks } from '../../../api/webhooks/sealed-webhooks.ts'
import { Sealer } from '../../../api/webhooks/sealing.ts'
import { apiSettings, startTestApi } from '../../support/api.ts'
import { documentEngines } from '../../support/engines.ts'
import { fixedKeys } from '../../support/fixed-keys.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, aWebhook, FIRST_PAGE } from '../store/fixtures.ts'

const URL = 'https://127.0.0.1:1/services/T00/very-secret-path?key=s3cr3t'
const HEADERS = { 'X-Api-Key': 'a-secret-header' }
const logger = pino({ level: 'silent' })

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: addresses and headers are sealed at rest, those of a release before too`, async (t) => {
    const settings = apiSettings(temporaryFolder(t), await engine.environment())
    const store = await openStore(settings, logger)
    t.teardown(() => store.close())
    await store.tenants.insert({ id: 'a', name: 'A', created_at: AT })
    const old = aWebhook('a', { url: URL, headers: HEADERS })
    await store.webhooks.insert(old)
    const key = randomBytes(32)
    const { webhooks } = await withSealedWebhooks(store, new Sealer(fixedKeys(key)))
    const kept = async () => JSON.stringify((await store.webhooks.list('a', {}, FIRST_PAGE)).items)
    t.notRegex(await kept(), /very-secret|s3cr3t|a-secret-header|X-Api-Key/)
    t.deepEqual(await webhooks.get('a', old.id), old)

    const other = aWebhook('a', { url: `${URL}2`, headers: {} })
    await webhooks.insert(other)
    const { items } = await webhooks.list('a', {}, FIRST_PAGE)
    t.deepEqual(items.map(({ url }) => url).sort(), [URL, `${URL}2`])
    const updated = await webhooks.update('a', other.id, { url: URL, headers: HEADERS, updated_at: AT })
    t.deepEqual([updated?.before.url, updated?.after.url, updated?.after.headers], [`${URL}2`, URL, HEADERS])
    t.notRegex(await kept(), /very-secret|s3cr3t|a-secret-header|X-Api-Key/)
    // With another key it can still be seen, set anew and deleted.
    const lost = (await withSealedWebhooks(store, new Sealer(fixedKeys(randomBytes(32))))).webhooks
    t.is((await lost.get('a', old.id))?.url, 'https://unreadable.invalid/')
    t.is((await lost.update('a', old.id, { url: URL, updated_at: AT }))?.after.url, URL)
    t.truthy(await lost.delete('a', other.id))
  })
}

test('the database of an API has neither the address nor a header of its webhooks', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } })
  const json = { url: URL, events: ['policy.created'], headers: HEADERS }
  const created = await api.request<{ id: string }>('POST', '/webhooks', { token: api.admin, json })
  t.is(created.status, 201)
  const shown = await api.request('GET', `/webhooks/${created.json.id}`, { token: api.admin })
  t.like(shown.json as object, { url: URL, headers: HEADERS })
  for (const file of ['weir.sqlite', 'weir.sqlite-wal']) {
    const bytes = readFileSync(join(api.settings.dataDir, file), 'latin1')
    for (const secret of ['very-secret-path', 's3cr3t', 'a-secret-header']) t.false(bytes.includes(secret), file)
  }
})
