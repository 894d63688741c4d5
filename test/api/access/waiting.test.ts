import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { pino } from 'pino'
import { AuditLog } from '../../../api/audit/audit-log.ts'
import { loginRoutes } from '../../../api/auth/login-routes.ts'
import { fixedKeys } from '../../../api/keys/fixed-keys.ts'
import { Metrics } from '../../../api/metrics.ts'
import { openStore } from '../../../api/store/open-store.ts'
import type { UserChanges } from '../../../api/store/user-store.ts'
import { apiSettings, startTestApi } from '../../support/api.ts'
import { inviteAndAccept } from '../../support/api-users.ts'
import { documentEngines } from '../../support/engines.ts'
import type { Scope } from '../../support/scope.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { until } from '../../support/wire.ts'
import { AT, aUser } from '../store/fixtures.ts'

/** As many as one caller may have under way (api/app.ts). */
const AT_ONCE = 64

async function send(scope: Scope, port: number, head: string) {
  const socket = connect(port, '127.0.0.1')
  scope.teardown(() => socket.destroy())
  const request = { socket, received: '' }
  socket.on('data', (chunk) => {
    request.received += chunk
  })
  await once(socket, 'connect')
  socket.write(head)
  return request
}

test('a request that waited for its turn is answered with the rights that its caller has then', async (t) => {
  const api = await startTestApi(t)
  const leaver = await inviteAndAccept(api, 'leaver@example.com', 'admin')
  const json = { name: 'stays', rules: { action: 'block', conditions: [] } }
  const policy = await api.request<{ id: string }>('POST', '/policies', { token: api.admin, json })
  const { port } = api.server
  const auth = `Authorization: Bearer ${leaver.token}\r\nHost: x\r\n`
  const withheld = `POST /api/v1/policies HTTP/1.1\r\n${auth}Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`
  const holders = await Promise.all(Array.from({ length: AT_ONCE }, () => send(t, port, withheld)))
  await until(
    () => holders.every(({ received }) => received.includes('100 Continue')),
    () => 'the bodies are not awaited',
  )
  const waiting = await Promise.all(
    [`DELETE /api/v1/policies/${policy.json.id}`, 'GET /api/v1/users', 'GET /api/v1/audit-log'].map((line) =>
      send(t, port, `${line} HTTP/1.1\r\n${auth}\r\n`),
    ),
  )
  // They have been authenticated by then: an ordinary request that came after them has been answered.
  for (let round = 0; round < 3; round += 1) await api.request('GET', '/users/me', { token: api.admin })
  await sleep(100)
  t.deepEqual(
    waiting.map(({ received }) => received),
    ['', '', ''],
  )
  t.is((await api.request('DELETE', `/users/${leaver.id}`, { token: api.admin })).status, 204)
  for (const { socket } of holders) socket.destroy()
  await until(
    () => waiting.every(({ received }) => received.includes('\r\n\r\n')),
    () => 'no answers',
  )
  t.deepEqual(
    waiting.map(({ received }) => received.slice(9, 12)),
    ['401', '401', '401'],
  )
  t.is((await api.request('GET', `/policies/${policy.json.id}`, { token: api.admin })).status, 200)
})

for (const engine of documentEngines(test)) {
  const changes: Readonly<Record<string, UserChanges>> = {
    'a reset': { password_hash: 'another', endSessions: { except: null } },
    'a deactivation': { status: 'inactive', endSessions: { except: null } },
  }
  for (const [name, change] of Object.entries(changes)) {
    engine.test(`${engine.name}: ${name} while a password is being verified ends the login`, async (t) => {
      const settings = apiSettings(temporaryFolder(t), await engine.environment())
      const logger = pino({ level: 'silent' })
      const store = await openStore(settings, logger)
      t.teardown(() => store.close())
      await store.tenants.insert({ id: 't1', name: 'Acme', created_at: AT })
      await store.users.insert(aUser('t1'))
      const user = aUser('t1')
      await store.users.insert(user)
      const now = () => new Date()
      const passwords = {
        verify: async () => {
          await store.users.update('t1', user.id, change)
          return true
        },
      }
      const [login] = loginRoutes({
        store,
        passwords: passwords as never,
        sessionKeys: { session: fixedKeys(Buffer.alloc(32)).current, sessionKeyId: '', onChange: () => () => {} },
        now,
        metrics: new Metrics(),
        audit: new AuditLog(store, now, logger),
      })
      const request = { body: { email: user.email, password: 'Old-Passw0rd-123' }, clientAddress: '192.0.2.1' }
      await t.throwsAsync(async () => login?.handle(request as never), { message: /Wrong e-mail address or password/ })
      t.is((await store.users.get('t1', user.id))?.last_login, null)
    })
  }
}

test('an erasure is in the audit log before it begins, and ends when its administrator may no longer do it', async (t) => {
  const api = await startTestApi(t)
  const leaver = await inviteAndAccept(api, 'leaver@example.com', 'admin')
  const user_id = crypto.randomUUID()
  const record = { platform_id: 'openai-api', content_hash: 'a'.repeat(64), user_id }
  const batch = Array.from({ length: 500 }, () => record)
  for (let round = 0; round < 24; round += 1) {
    await api.request('POST', '/interactions/batch', { token: api.admin, json: batch })
  }
  const erasure = api.request('DELETE', `/interactions?user_id=${user_id}`, { token: leaver.token })
  const entries = async (action: string) => {
    const { json } = await api.request<{ entries: { details: { count: number } }[] }>(
      'GET',
      `/audit-log?action=${action}`,
      { token: api.admin },
    )
    return json.entries.map(({ details }) => details.count)
  }
  for (;;) {
    const [started] = await entries('interaction.deletion_started')
    if (started !== undefined) break
  }
  t.is((await api.request('DELETE', `/users/${leaver.id}`, { token: api.admin })).status, 204)
  t.is((await erasure).status, 401)
  const [deleted = 0] = await entries('interaction.deleted')
  const left = await api.request<{ total: number }>('GET', `/interactions?user_id=${user_id}`, { token: api.admin })
  t.true(deleted < 12_000)
  t.is(left.json.total, 12_000 - deleted)
  // Another administrator's goes on to its end.
  t.like((await api.request('DELETE', `/interactions?user_id=${user_id}`, { token: api.admin })).json, {
    deleted: 12_000 - deleted,
  })
})
