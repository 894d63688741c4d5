import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { pino } from 'pino'
import { type PublishedHead, readHeads } from '../../api/audit/head-text.ts'
import { AuditPublication } from '../../api/audit/publication.ts'
import { verifyAuditLog } from '../../api/audit/verify.ts'
import { Metrics } from '../../api/metrics.ts'
import { FIELD_DESCRIPTIONS } from '../../api/openapi/text/fields.ts'
import { FORMATS } from '../../api/sinks/formats.ts'
import { headEvent } from '../../api/sinks/head-event.ts'
import { entryHash, GENESIS_HASH } from '../../api/store/audit-chain.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import type { AuditEntry } from '../../core/model/audit.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi, type TestApi } from '../support/api.ts'
import { inviteAndAccept } from '../support/api-users.ts'
import { fixedKeys } from '../support/fixed-keys.ts'
import { temporaryFolder } from '../support/temp.ts'
import { turnsDuring } from '../support/turns.ts'
import { AT } from './store/fixtures.ts'

interface AuditJson {
  entries: AuditEntry[]
  total: number
}

const INTERACTION = { platform_id: 'openai-api', content_hash: 'a'.repeat(64) }

async function entries(api: TestApi, query = ''): Promise<AuditEntry[]> {
  const answer = await api.request<AuditJson>('GET', `/audit-log${query}`, { token: api.admin })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json.entries
}

const verify = async (api: TestApi) =>
  (
    await api.request<{ valid: boolean; entries: number; first_invalid?: string }>('GET', '/audit-log/verify', {
      token: api.admin,
    })
  ).json

test('everything that is done is written down, by whom and from where, newest first', async (t) => {
  const api = await startTestApi(t)
  const asAdmin = { token: api.admin }
  const rules = { action: 'block', conditions: [] }
  const { id: policy } = (
    await api.request<{ id: string }>('POST', '/policies', { ...asAdmin, json: { name: 'P', rules } })
  ).json
  await api.request('PUT', `/policies/${policy}`, { ...asAdmin, json: { priority: 1, enabled: true } })
  await api.request('PUT', `/policies/${policy}`, { ...asAdmin, json: { priority: 1 } })
  await api.request('PATCH', `/policies/${policy}/toggle`, { ...asAdmin, json: { enabled: false } })
  await api.request('DELETE', `/policies/${policy}`, asAdmin)
  const { id: interaction } = (
    await api.request<{ id: string }>('POST', '/interactions', { ...asAdmin, json: INTERACTION })
  ).json
  await api.request('DELETE', `/interactions/${interaction}`, asAdmin)
  await api.serviceToken(['record'])
  const jo = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  await api.request('PUT', `/users/${jo.id}`, { ...asAdmin, json: { role: 'admin' } })
  await api.request('PATCH', `/users/${jo.id}/status`, { ...asAdmin, json: { status: 'inactive' } })
  await api.request('POST', `/users/${jo.id}/reset-password`, {
    ...asAdmin,
    json: { new_password: 'Brand-New-Passw0rd' },
  })
  await api.request('DELETE', `/users/${jo.id}`, asAdmin)
  await api.request('PUT', '/users/me', { ...asAdmin, json: { password: 'Brand-New-Passw0rd' } })
  await api.request('POST', '/auth/login', { json: { email: ADMIN_EMAIL, password: 'wrong' } })

  const log = await entries(api)
  t.deepEqual(log.map(({ action }) => action).toReversed(), [
    'auth.login',
    'policy.created',
    'policy.updated',
    'policy.enabled',
    'policy.disabled',
    'policy.deleted',
    'interaction.deleted',
    'service_token.created',
    'user.invited',
    'user.activated',
    'user.role_changed',
    'user.status_changed',
    'user.password_reset',
    'user.deleted',
    'user.password_changed',
    'auth.login_failed',
  ])
  t.true(log.every(({ ip }) => ip === '127.0.0.1'))
  const deleted = log.find(({ action }) => action === 'policy.deleted')
  t.deepEqual([deleted?.actor_email, deleted?.target_type, deleted?.target_id], [ADMIN_EMAIL, 'policy', policy])
  t.deepEqual(log.find(({ action }) => action === 'policy.updated')?.details, {
    name: 'P',
    changed: ['priority', 'enabled'],
    before: { priority: 100, enabled: false },
    after: { priority: 1, enabled: true },
    version: 2,
  })
  t.is(log.find(({ action }) => action === 'user.activated')?.actor_email, 'jo@example.com')
  t.deepEqual([log[0]?.actor_id, log[0]?.details], [null, { email: ADMIN_EMAIL }])
  t.deepEqual(await verify(api), { valid: true, entries: 16 })
  t.notRegex(JSON.stringify(log), /Passw0rd|argon2|wst_|inv_|"password/)
})

test('what is refused, or changes nothing, is not written down', async (t) => {
  const api = await startTestApi(t)
  await api.request('POST', '/policies', { token: api.admin, json: { name: 'P' } })
  await api.request('POST', '/policies', { token: api.server.internalToken, json: {} })
  await api.request('DELETE', `/policies/${crypto.randomUUID()}`, { token: api.admin })
  await api.request('POST', '/auth/login', { json: { email: 'nobody@example.com', password: 'x' } })
  t.deepEqual(
    (await entries(api)).map(({ action }) => action),
    ['auth.login'],
  )
})

test('the log is filtered and paged', async (t) => {
  const api = await startTestApi(t)
  const jo = await inviteAndAccept(api, 'jo@example.com', 'admin')
  await api.request('PUT', '/users/me', { token: jo.token, json: { display_name: 'Jo' } })
  const actions = async (query: string) => (await entries(api, query)).map(({ action }) => action).join()
  t.is(await actions(`?actor_id=${jo.id}`), 'user.updated,user.activated')
  t.is(await actions('?action=user.invited'), 'user.invited')
  t.is(await actions('?action=user.flown'), '')
  t.is(await actions(`?target_type=user&target_id=${jo.id}`), 'user.updated,user.activated,user.invited')
  t.is(await actions('?limit=2&page=2'), 'user.invited,auth.login')
  t.is(await actions('?end_date=2020-01-01T00:00:00Z'), '')
  t.is(await actions('?start_date=2020-01-01T00:00:00Z&action=auth.login'), 'auth.login')
  for (const query of ['?action=DROP', '?actor_id=me', '?actor=x', '?limit=501']) {
    t.is((await api.request('GET', `/audit-log${query}`, { token: api.admin })).status, 400, query)
  }
})

test('anybody can check the chain with what the log shows', async (t) => {
  const api = await startTestApi(t)
  await inviteAndAccept(api, 'jo@example.com', 'viewer')
  let previous = GENESIS_HASH
  for (const entry of (await entries(api)).toReversed()) {
    t.is(entry.prev_hash, previous)
    t.is(entry.hash, entryHash(entry))
    previous = entry.hash
  }
})

test('the document says what the hash is made of, so that others can check the chain without our code', async (t) => {
  const api = await startTestApi(t)
  await inviteAndAccept(api, 'jo@example.com', 'viewer')
  await api.serviceToken(['record'])
  const rule = FIELD_DESCRIPTIONS.AuditEntry?.hash ?? ''
  const fields = [...rule.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).slice(0, -1)
  t.is(fields.length, 10)
  for (const entry of await entries(api)) {
    const details = Object.fromEntries(Object.entries(entry.details).sort(([a], [b]) => (a < b ? -1 : 1)))
    const values: Record<string, unknown> = { ...entry, details }
    const array = JSON.stringify(fields.map((name) => values[name]))
    t.is(entry.hash, createHash('sha256').update(array).digest('hex'))
  }
})

test('entries written at the same time by many follow one another', async (t) => {
  const api = await startTestApi(t)
  await Promise.all(Array.from({ length: 20 }, () => api.login(ADMIN_EMAIL, ADMIN_PASSWORD)))
  t.deepEqual(await verify(api), { valid: true, entries: 21 })
})

const TAMPERINGS: Record<string, [sql: string, firstInvalid: number]> = {
  'an entry that was changed': [`UPDATE audit_log SET actor_email = 'eve@example.com' WHERE number = 3`, 2],
  'details that were changed': [`UPDATE audit_log SET details = '{}' WHERE number = 2`, 1],
  'an entry that was taken out': ['DELETE FROM audit_log WHERE number = 2', 2],
  'the first entry taken out': ['DELETE FROM audit_log WHERE number = 1', 1],
  'an entry made up in between': [
    `UPDATE audit_log SET number = number + 100 WHERE number > 2;
     INSERT INTO audit_log SELECT 3, tenant_id, '00000000-0000-4000-8000-000000000000', timestamp, actor_id, actor_email,
       action, target_type, target_id, ip, details, hash, hash FROM audit_log WHERE number = 2`,
    -1,
  ],
}

for (const [name, [sql, position]] of Object.entries(TAMPERINGS)) {
  test(`verify finds ${name}`, async (t) => {
    const api = await startTestApi(t)
    for (let count = 0; count < 4; count++) await api.login(ADMIN_EMAIL, ADMIN_PASSWORD)
    const before = (await entries(api)).toReversed()
    const db = new DatabaseSync(join(api.settings.dataDir, 'weir.sqlite'))
    // Who can write the file can drop the triggers that stand in the way.
    db.exec(`DROP TRIGGER audit_is_not_edited; DROP TRIGGER audit_is_not_shortened; ${sql}`)
    db.close()
    const verdict = await verify(api)
    t.false(verdict.valid)
    t.is(verdict.first_invalid, position === -1 ? '00000000-0000-4000-8000-000000000000' : before[position]?.id)
  })
}

test('the database itself refuses to change or shorten the log', async (t) => {
  const api = await startTestApi(t)
  const db = new DatabaseSync(join(api.settings.dataDir, 'weir.sqlite'))
  t.throws(() => db.exec(`UPDATE audit_log SET action = 'x.y'`), { message: /only grows/ })
  t.throws(() => db.exec('DELETE FROM audit_log'), { message: /only grows/ })
  db.close()
})

test('who looks at an interaction, searches for a text or exports a person’s data is in the log', async (t) => {
  const api = await startTestApi(t)
  const jo = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  const content_hash = 'a'.repeat(64)
  const { json: recorded } = await api.request<{ id: string }>('POST', '/interactions', {
    token: api.server.internalToken,
    json: { platform_id: 'openai-api', content_hash, user_id: jo.id, risk_score: 0.97 },
  })
  await api.request('GET', '/interactions', { token: jo.token })
  await api.request('GET', `/interactions/${recorded.id}`, { token: jo.token })
  await api.request('GET', `/interactions?reference=${recorded.id.slice(-10)}`, { token: jo.token })
  await api.request('GET', '/interactions/search?start_date=2020-01-01T00:00:00Z&end_date=2999-01-01T00:00:00Z', {
    token: jo.token,
  })
  await api.request('GET', `/interactions/search?content_hash=${content_hash}`, { token: jo.token })
  const data = await api.request<Record<string, { id: string; action?: string }[]> & { user: object; totals: object }>(
    'GET',
    `/users/${jo.id}/data`,
    { token: api.admin },
  )
  t.is(data.status, 200)
  t.like(data.json.user, { id: jo.id, email: 'jo@example.com' })
  t.deepEqual(
    data.json.interactions?.map(({ id }) => id),
    [recorded.id],
  )
  t.is(data.json.alerts?.length, 2)
  t.deepEqual(
    data.json.actions?.map(({ action }) => action),
    ['interaction.searched', 'interaction.searched', 'interaction.searched', 'interaction.read', 'user.activated'],
  )
  t.deepEqual(data.json.totals, { interactions: 1, alerts: 2, actions: 5, changes: 2 })
  const log = await api.request<{
    entries: { action: string; target_id: string | null; details: Record<string, unknown> }[]
  }>('GET', '/audit-log?limit=5', { token: api.admin })
  t.deepEqual(
    log.json.entries.map(({ action, target_id }) => [action, target_id]),
    [
      ['user.data_exported', jo.id],
      ['interaction.searched', null],
      ['interaction.searched', null],
      ['interaction.searched', null],
      ['interaction.read', recorded.id],
    ],
  )
  t.deepEqual(
    log.json.entries.slice(1, 4).map(({ details }) => details),
    ['content_hash', 'time', 'reference'].map((by) => ({ by, results: 1 })),
  )
  t.false(log.text.includes(content_hash))
  // Somebody whom only interactions name, and somebody whom nothing names.
  const stranger = crypto.randomUUID()
  t.is((await api.request('GET', `/users/${stranger}/data`, { token: api.admin })).status, 404)
  await api.request('POST', '/interactions', {
    token: api.admin,
    json: { platform_id: 'openai-api', content_hash, user_id: stranger },
  })
  t.like((await api.request<object>('GET', `/users/${stranger}/data`, { token: api.admin })).json, { user: null })
})

test('who can write the database, but has not the key, cannot rewrite an entry and link the rest anew', async (t) => {
  const api = await startTestApi(t)
  for (let count = 0; count < 3; count++) await api.login(ADMIN_EMAIL, ADMIN_PASSWORD)
  const log = (await entries(api)).toReversed()
  t.true(log.every(({ key_id, mac }) => /^[0-9a-f]{12}$/.test(key_id ?? '') && /^[0-9a-f]{64}$/.test(mac ?? '')))
  const db = new DatabaseSync(join(api.settings.dataDir, 'weir.sqlite'))
  t.teardown(() => db.close())
  db.exec('DROP TRIGGER audit_is_not_edited')
  const update = db.prepare('UPDATE audit_log SET ip = ?, prev_hash = ?, hash = ? WHERE id = ?')
  let prev_hash = log[0]?.prev_hash ?? ''
  for (const entry of log.slice(0)) {
    const changed = { ...entry, ip: '192.0.2.99', prev_hash }
    const hash = entryHash(changed)
    update.run(changed.ip, prev_hash, hash, entry.id)
    prev_hash = hash
  }
  t.deepEqual(await verify(api), { valid: false, entries: 4, first_invalid: log[0]?.id ?? '' })
  // Without a key at all it is no entry of this release; those of earlier ones come first.
  db.exec('DELETE FROM audit_seals WHERE id IN (SELECT id FROM audit_log WHERE number > 1)')
  t.false((await verify(api)).valid)
})

test('where the entry cannot be written, the change is not made', async (t) => {
  const api = await startTestApi(t)
  const asAdmin = { token: api.admin }
  const json = { name: 'P', rules: { action: 'block', conditions: [] } }
  const { id } = (await api.request<{ id: string }>('POST', '/policies', { ...asAdmin, json })).json
  const db = new DatabaseSync(join(api.settings.dataDir, 'weir.sqlite'))
  t.teardown(() => db.close())
  db.exec(`CREATE TRIGGER no_more BEFORE INSERT ON audit_log BEGIN SELECT raise(ABORT, 'no more'); END`)
  t.is((await api.request('DELETE', `/policies/${id}`, asAdmin)).status, 500)
  t.is((await api.request('GET', `/policies/${id}`, asAdmin)).status, 200)
  t.is((await api.request('POST', '/policies', { ...asAdmin, json: { ...json, name: 'Q' } })).status, 500)
  t.is((await api.request<{ total: number }>('GET', '/policies', asAdmin)).json.total, 1)
})

test('the end of the log is published to metrics and to what keeps events', async (t) => {
  const api = await startTestApi(t)
  const store = openSqliteStore(join(api.settings.dataDir, 'weir.sqlite'))
  t.teardown(() => store.close())
  const metrics = new Metrics()
  const sent: PublishedHead[] = []
  const logger = pino({ level: 'silent' })
  const publication = new AuditPublication({ store, metrics, logger, send: (head) => sent.push(head) })
  t.teardown(() => publication.close())
  await publication.publish()
  const [last] = await entries(api)
  t.like(sent, [{ entries: 1, hash: last?.hash }])
  const sample = `weir_api_audit_head{tenant_id="${sent[0]?.tenant_id}",hash="${last?.hash}"} 1`
  t.true((await metrics.registry.metrics()).includes(sample))
  const [head] = sent
  if (head === undefined) return
  for (const format of Object.values(FORMATS)) {
    const line = format(headEvent(head, new Date(AT)), true)
    t.deepEqual(readHeads(line)[0], head)
  }
})

test('of many checks of long logs at once one part is read at each turn of the event loop', async (t) => {
  const entry = { id: randomUUID(), hash: '', prev_hash: '', key_id: null, mac: null, details: {} } as never
  let [reads, most, isRunning] = [0, 0, true]
  const audit = {
    readAfter: async (tenant: string) => {
      reads += 1
      parts.set(tenant, (parts.get(tenant) ?? 0) + 1)
      return Array.from({ length: (parts.get(tenant) ?? 0) < 4 ? 100 : 1 }, () => entry)
    },
    countTo: async () => 0,
  }
  const parts = new Map<string, number>()
  const known = { checkpointOf: () => undefined, endOf: () => undefined, note: () => {} }
  const keys = fixedKeys(Buffer.alloc(32, 1))
  const look = () => {
    most = Math.max(most, reads)
    reads = 0
    if (isRunning) setImmediate(look)
  }
  setImmediate(look)
  const store = { audit } as never
  const checks = Array.from({ length: 20 }, (_, tenant) => verifyAuditLog(store, { keys, known }, String(tenant)))
  t.false((await Promise.all(checks)).some(({ valid }) => valid))
  isRunning = false
  t.is(most, 1)
})

test('a page of large entries is read with others in between', async (t) => {
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => store.close())
  await store.tenants.insert({ id: 't', name: 'Acme', created_at: AT })
  const values = Array.from({ length: 10_000 }, (_, index) => `value ${index}`)
  const target = { target_type: 'policy', target_id: 'p', ip: null, actor_id: null, actor_email: null }
  for (let made = 0; made < 60; made += 1) {
    const entry = { id: randomUUID(), timestamp: AT, action: 'policy.updated', ...target, details: { values } }
    await store.audit.append('t', entry)
  }
  const [{ items, total }, turns] = await turnsDuring(store.audit.list('t', {}, { offset: 0, limit: 500 }))
  t.deepEqual([items.length, total], [60, 60])
  // Eight parts of a mebibyte; as one, there would be one or none.
  t.true(turns >= 6, `${turns} turns`)
})
