import test from 'ava'
import { pino } from 'pino'
import { Retention } from '../../api/retention/retention.ts'
import { openStore } from '../../api/store/open-store.ts'
import { adminCommand } from '../support/admin-command.ts'
import { startTestApi } from '../support/api.ts'
import { inviteAndAccept } from '../support/api-users.ts'
import { documentEngines } from '../support/engines.ts'
import { type ScimFailure, scimClient } from '../support/scim.ts'

const DAY = 86_400_000
const HASH = 'a'.repeat(64)
const ANN = '3fa85f64-5717-4562-b3fc-2c963f66afa6'
const BEN = '3fa85f64-5717-4562-b3fc-2c963f66afa7'

interface Failure {
  readonly error: string
}
interface Holds {
  readonly total: number
  readonly legal_holds: readonly { readonly id: string; readonly user_id: string | null; readonly reason: string }[]
}

for (const { name, test: withEngine, environment } of documentEngines(test)) {
  withEngine(`${name}: what is under a hold is neither erased nor too old, until the hold is lifted`, async (t) => {
    const env = await environment()
    const api = await startTestApi(t, { env })
    const admin = (method: string, path: string, json?: unknown) =>
      api.request<Failure & Holds & { deleted: number; id: string }>(method, path, {
        token: api.admin,
        ...(json !== undefined && { json }),
      })
    const command = (...args: string[]) => adminCommand(api.settings.dataDir, ['legal-hold', ...args], env)
    const token = await api.serviceToken(['record'])
    const record = async (user_id: string, timestamp: string, content_hash = HASH) => {
      const json = { platform_id: 'openai-api', content_hash, user_id, timestamp }
      const { json: made } = await api.request<{ id: string }>('POST', '/interactions', { token, json })
      return made.id
    }
    const total = async () => (await admin('GET', '/interactions')).json.total
    const ids = [
      await record(ANN, '2026-01-10T10:00:00.000Z'),
      await record(ANN, '2026-05-10T10:00:00.000Z'),
      await record(BEN, '2026-01-10T10:00:00.000Z', 'b'.repeat(64)),
    ]

    const set = await command(
      'set',
      '--user',
      ANN,
      '--from',
      '2026-01-01',
      '--to',
      '2026-01-31',
      '--reason',
      'Case 7',
      '--owner',
      'Legal',
      '--json',
    )
    t.is(set.code, 0)
    const hold = JSON.parse(set.stdout) as { id: string; start_date: string; end_date: string }
    t.like(hold, { start_date: '2026-01-01T00:00:00.000Z', end_date: '2026-01-31T23:59:59.999Z' })
    t.like((await admin('GET', '/legal-holds')).json, {
      total: 1,
      legal_holds: [{ id: hold.id, user_id: ANN, reason: 'Case 7' }],
    })
    t.true((await command('list')).stdout.startsWith(`${hold.id}  ${ANN}  2026-01-01T00:00:00.000Z..`))

    for (const path of [
      `/interactions?user_id=${ANN}`,
      `/interactions?content_hash=${HASH}`,
      `/interactions/${ids[0]}`,
    ]) {
      const refused = await admin('DELETE', path)
      t.is(refused.status, 409, path)
      t.true(refused.json.error.includes('Case 7') && refused.json.error.includes(hold.id))
    }
    t.is(await total(), 3)
    t.is((await admin('DELETE', `/interactions/${ids[1]}`)).status, 204)
    t.is((await admin('DELETE', `/interactions?user_id=${BEN}&content_hash=${HASH}`)).json.deleted, 0)

    const store = await openStore(api.settings, pino({ level: 'silent' }))
    t.teardown(() => store.close())
    // Everything arrived a moment ago: in ten days it is old.
    const now = () => new Date(Date.now() + 10 * DAY)
    const retention = new Retention({ store, logger: pino({ level: 'silent' }), now }, { retentionDays: 1 })
    t.teardown(() => retention.close())
    t.like(await retention.run(), { interactions: 1 })
    t.is((await admin('GET', `/interactions/${ids[0]}`)).status, 200)
    t.is((await admin('GET', `/interactions/${ids[2]}`)).status, 404)

    t.is((await command('lift', '--id', ANN, '--reason', 'none')).code, 1)
    t.is((await command('lift', '--id', hold.id)).code, 2)
    t.is((await command('lift', '--id', hold.id, '--reason', 'Settled')).code, 0)
    t.is((await admin('GET', '/legal-holds')).json.total, 0)
    t.like(await retention.run(), { interactions: 1 })
    t.is(await total(), 0)

    const { json } = await api.request<{ entries: { action: string; details: object }[] }>(
      'GET',
      '/audit-log?target_type=legal_hold',
      { token: api.admin },
    )
    t.deepEqual(
      json.entries.map(({ action }) => action),
      ['legal_hold.lifted', 'legal_hold.set'],
    )
    t.like(json.entries[0]?.details, { reason: 'Case 7', owner: 'Legal', lifted_because: 'Settled' })
  })

  withEngine(`${name}: a user under a hold is not deleted, and one of everyone covers all erasures`, async (t) => {
    const env = await environment()
    const api = await startTestApi(t, { env })
    const command = (...args: string[]) => adminCommand(api.settings.dataDir, ['legal-hold', ...args], env)
    const user = await inviteAndAccept(api, 'jo@example.com', 'viewer')
    const said = ['--reason', 'Case 8', '--owner', 'Legal']
    t.is((await command('set', '--user', 'jo@example.com', ...said)).code, 0)
    t.is((await api.request('DELETE', `/users/${user.id}`, { token: api.admin })).status, 409)
    t.is((await api.request('GET', '/legal-holds', { token: user.token })).status, 403)

    t.is((await command('set', '--user', 'nobody@example.com', ...said)).code, 1)
    t.is((await command('set', '--from', 'yesterday', ...said)).code, 2)
    t.is((await command('set', '--from', '2026-02-01', '--to', '2026-01-01', ...said)).code, 2)
    t.is((await command('set', '--reason', ' ', '--owner', 'Legal')).code, 2)
    t.is((await command('set', ...said)).code, 0)
    const token = await api.serviceToken(['record'])
    const json = { platform_id: 'openai-api', content_hash: HASH, timestamp: new Date(Date.now() - DAY).toISOString() }
    const made = await api.request<{ id: string }>('POST', '/interactions', { token, json })
    t.is((await api.request('DELETE', `/interactions/${made.json.id}`, { token: api.admin })).status, 409)
    t.is((await api.request('DELETE', `/interactions?content_hash=${HASH}`, { token: api.admin })).status, 409)
    const other = await api.request<{ deleted: number }>('DELETE', `/interactions?user_id=${ANN}`, { token: api.admin })
    t.is(other.json.deleted, 0)
  })

  withEngine(`${name}: a user under a hold whom a provisioning client deletes is let in no more`, async (t) => {
    const env = await environment()
    const api = await startTestApi(t, { env })
    const client = scimClient(api, await api.serviceToken(['scim']))
    const { id } = await client.make('/Users', { userName: 'gone@example.com' })
    const said = ['--user', 'gone@example.com', '--reason', 'Case 9', '--owner', 'Legal']
    const set = await adminCommand(api.settings.dataDir, ['legal-hold', 'set', ...said], env)
    t.is(set.code, 0, set.stderr)
    const refused = await client.send<ScimFailure>('DELETE', `/Users/${id}`)
    t.is(refused.status, 409)
    t.true(refused.json.detail.includes('Case 9'), refused.text)
    t.like((await api.request('GET', `/users/${id}`, { token: api.admin })).json, { status: 'inactive' })
    t.false((await client.send('GET', `/Users/${id}`)).json.active)
    t.is((await client.send('DELETE', `/Users/${id}`)).status, 409)
  })
}
