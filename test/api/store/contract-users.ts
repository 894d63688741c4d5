import { randomUUID } from 'node:crypto'
import { DuplicateError, LastAdminError } from '../../../api/store/errors.ts'
import type { Changed } from '../../../api/store/paging.ts'
import type { Store } from '../../../api/store/store.ts'
import {
  ENDED_SESSIONS_MAX,
  SESSIONS_MAX,
  type SessionRecord,
  type UserChanges,
  type UserRecord,
} from '../../../api/store/user-store.ts'
import { AT, aUser, FIRST_PAGE } from './fixtures.ts'
import type { Suite } from './suite.ts'

export function testUsers({ test, named, open, openTenant, openTwoTenants }: Suite): void {
  test(named('users come back as they were stored'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const user = aUser(tenant, {
      status: 'pending',
      password_hash: null,
      invited_by: 'boss@example.com',
      invitation: { token_hash: 'f'.repeat(64), expires_at: AT },
      proxy_token_hash: '$argon2id$y',
    })
    await store.users.insert(user)
    t.deepEqual(await store.users.get(tenant, user.id), user)
    t.deepEqual(await store.users.findByEmail(user.email), [user])
    t.deepEqual(await store.users.findByInvitation('f'.repeat(64)), user)
    t.is(await store.users.findByInvitation('0'.repeat(64)), undefined)
    t.is(await store.users.count(tenant), 1)
  })

  test(named('an e-mail address is unique within its tenant, not beyond'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    await store.users.insert(aUser(tenant, { email: 'jo@example.com' }))
    await store.users.insert(aUser(other, { email: 'jo@example.com', created_at: '2026-11-22T00:00:00.000Z' }))
    const again = store.users.insert(aUser(tenant, { email: 'jo@example.com' }))
    t.is((await t.throwsAsync(again, { instanceOf: DuplicateError })).field, 'email')
    t.deepEqual(
      (await store.users.findByEmail('jo@example.com')).map((user) => user.tenant_id),
      [tenant, other],
    )
  })

  test(named('names are those of today, of one tenant, by display name or else by address'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const ada = aUser(tenant, { email: 'ada@x.org', display_name: 'Ada' })
    const bo = aUser(tenant, { email: 'bo@x.org', display_name: ' ', status: 'inactive' })
    const stranger = aUser(other, { email: 'eve@x.org', display_name: 'Eve' })
    for (const user of [ada, bo, stranger]) await store.users.insert(user)
    const asked = [ada.id, bo.id, stranger.id, randomUUID(), "x' OR 1=1"]
    const names = async () => Object.fromEntries(await store.users.names(tenant, asked))
    t.deepEqual(await names(), { [ada.id]: 'Ada', [bo.id]: 'bo@x.org' })
    await store.users.insert(aUser(tenant, { role: 'admin' }))
    await store.users.update(tenant, ada.id, { display_name: 'Ada L.' })
    await store.users.delete(tenant, bo.id)
    t.deepEqual(await names(), { [ada.id]: 'Ada L.' })
    t.deepEqual(await store.users.names(tenant, []), new Map())
  })

  test(named('users are read by their ids, those of one tenant'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const [ada, bo, eve] = [aUser(tenant), aUser(tenant), aUser(other)]
    for (const user of [ada, bo, eve]) await store.users.insert(user)
    const found = await store.users.getMany(tenant, [bo.id, eve.id, randomUUID(), "x' OR 1=1", ada.id])
    t.deepEqual(new Map([...found].sort()), new Map([[ada.id, ada] as const, [bo.id, bo] as const].sort()))
    t.deepEqual(await store.users.getMany(tenant, []), new Map())
  })

  test(named('users are filtered, sorted and paged'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    await store.users.insert(aUser(other))
    const users = [
      aUser(tenant, { email: 'b@x.org', created_at: '2026-01-01T00:00:00.000Z' }),
      aUser(tenant, { email: 'c@x.org', created_at: '2026-01-03T00:00:00.000Z', role: 'viewer' }),
      aUser(tenant, { email: 'a@x.org', created_at: '2026-01-02T00:00:00.000Z', role: 'viewer', status: 'inactive' }),
    ]
    for (const user of users) await store.users.insert(user)
    const list = async (
      ...[filter, sort, page]: Parameters<Store['users']['list']> extends [string, ...infer R] ? R : never
    ) => {
      const { items, total } = await store.users.list(tenant, filter, sort, page)
      return `${items.map(({ email }) => email.charAt(0)).join('')} of ${total}`
    }
    const byEmail = { field: 'email', descending: false } as const
    t.is(await list({}, byEmail, FIRST_PAGE), 'abc of 3')
    t.is(await list({}, { field: 'created_at', descending: true }, FIRST_PAGE), 'cab of 3')
    t.is(await list({ role: 'viewer' }, byEmail, FIRST_PAGE), 'ac of 2')
    t.is(await list({ role: 'viewer', status: 'active' }, byEmail, FIRST_PAGE), 'c of 1')
    t.is(await list({}, byEmail, { offset: 1, limit: 1 }), 'b of 3')
    t.is(await list({}, byEmail, { offset: 10, limit: 1 }), ' of 3')
  })

  test(named('an admin whose sessions have ended since is not demoted by who has seen them before'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const admin = aUser(tenant)
    for (const user of [admin, aUser(tenant)]) await store.users.insert(user)
    const before = { ifSessionVersion: admin.session_version + 1 }
    t.is(await store.users.update(tenant, admin.id, { role: 'viewer', ...before }), undefined)
    t.is(await store.users.update(tenant, admin.id, { status: 'inactive', ...before }), undefined)
    t.is(await store.users.update(tenant, admin.id, { role: 'viewer', ifSecondFactorVersion: 7 }), undefined)
    t.deepEqual(await store.users.get(tenant, admin.id), admin)
    const changes = { role: 'viewer', ifSessionVersion: admin.session_version, ifSecondFactorVersion: null } as const
    t.is((await store.users.update(tenant, admin.id, changes))?.after.role, 'viewer')
  })

  test(named('a change of a user gives what was and what is, and can end sessions'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const user = aUser(tenant)
    await store.users.insert(user)
    const changed = await store.users.update(tenant, user.id, {
      display_name: 'Joan',
      endSessions: { except: 'session-1' },
      proxy_token_hash: '$argon2id$z',
    })
    const expected = {
      ...user,
      display_name: 'Joan',
      session_version: 2,
      kept_session: 'session-1',
      proxy_token_hash: '$argon2id$z',
    }
    t.deepEqual(changed, { before: user, after: expected })
    t.deepEqual(await store.users.get(tenant, user.id), expected)
    t.is(await store.users.update(tenant, randomUUID(), { display_name: 'X' }), undefined)
  })

  test(named('one session after the other can be ended, side by side too, and a bounded number is kept'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const user = aUser(tenant)
    await store.users.insert(user)
    const changed = await store.users.update(tenant, user.id, { endSession: 'first' })
    t.deepEqual(changed?.after.ended_sessions, ['first'])
    await Promise.all(['a', 'b', 'c'].map((endSession) => store.users.update(tenant, user.id, { endSession })))
    t.deepEqual([...((await store.users.get(tenant, user.id))?.ended_sessions ?? [])].sort(), ['a', 'b', 'c', 'first'])
    for (let number = 0; number < ENDED_SESSIONS_MAX; number += 1) {
      await store.users.update(tenant, user.id, { endSession: `${number}` })
    }
    const kept = (await store.users.get(tenant, user.id))?.ended_sessions ?? []
    t.is(kept.length, ENDED_SESSIONS_MAX)
    t.is(kept.at(-1), `${ENDED_SESSIONS_MAX - 1}`)
  })

  test(named('sessions begin, are used and end, and the one used least lately makes room'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const user = aUser(tenant)
    await store.users.insert(user)
    const minute = (number: number) => new Date(Date.parse('2026-11-22T10:00:00Z') + number * 60_000).toISOString()
    const begin = (id: string, at: number) =>
      store.users.update(tenant, user.id, { addSession: aSession(id, minute(at), minute(at + 480)) })
    const ids = async () => (await store.users.get(tenant, user.id))?.sessions.map(({ id }) => id).sort()
    await Promise.all(['a', 'b', 'c'].map((id) => begin(id, 0)))
    t.deepEqual(await ids(), ['a', 'b', 'c'])
    const used = { id: 'a', at: minute(5), address: '192.0.2.7' }
    await store.users.update(tenant, user.id, { useSession: used })
    await store.users.update(tenant, user.id, { useSession: { ...used, id: 'unknown' } })
    const found = (await store.users.get(tenant, user.id))?.sessions.find(({ id }) => id === 'a')
    t.deepEqual(found, { ...aSession('a', minute(0), minute(480)), last_used_at: minute(5), address: '192.0.2.7' })
    await store.users.update(tenant, user.id, { endSession: 'b' })
    t.deepEqual(await ids(), ['a', 'c'])
    for (let number = 1; number < SESSIONS_MAX; number += 1) await begin(`${number}`, 2)
    t.is((await ids())?.length, SESSIONS_MAX)
    t.true((await ids())?.includes('a'), 'used last')
    t.false((await ids())?.includes('c'))
    await store.users.update(tenant, user.id, { endSessions: { except: 'a' } })
    t.deepEqual(await ids(), ['a'])
    await begin('late', 481)
    t.deepEqual(await ids(), ['late'], 'the other has expired')
  })

  test(
    named('an identity finds its user in its tenant alone, belongs to one of them, and can be taken away'),
    async (t) => {
      const { store, tenant } = await openTenant(t)
      const identity = { issuer: 'https://id.example.com', subject: randomUUID() }
      const [first, second, third] = [aUser(tenant), aUser(tenant), aUser(tenant)]
      for (const user of [first, second]) await store.users.insert(user)
      t.is(await store.users.findByIdentity(tenant, identity), undefined)
      const linked = await store.users.update(tenant, first.id, { identity })
      t.deepEqual(linked?.after, { ...first, identity })
      t.deepEqual(await store.users.findByIdentity(tenant, identity), { ...first, identity })
      t.is(await store.users.findByIdentity(tenant, { ...identity, issuer: 'https://other.example.com' }), undefined)
      t.is(await store.users.findByIdentity(randomUUID(), identity), undefined)
      await t.throwsAsync(store.users.update(tenant, second.id, { identity }), { instanceOf: DuplicateError })
      await t.throwsAsync(store.users.insert({ ...third, identity }), { instanceOf: DuplicateError })
      await store.users.update(tenant, first.id, { display_name: 'Joan' })
      t.is((await store.users.findByIdentity(tenant, identity))?.id, first.id)
      await store.users.update(tenant, first.id, { identity: null })
      t.is(await store.users.findByIdentity(tenant, identity), undefined)
      await store.users.insert({ ...third, identity })
      t.is((await store.users.findByIdentity(tenant, identity))?.id, third.id)
    },
  )

  test(named('a change for one session version is not made to another'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const user = aUser(tenant)
    await store.users.insert(user)
    await store.users.update(tenant, user.id, { password_hash: 'new', endSessions: { except: null } })
    const late = { password_hash: 'late', endSessions: { except: 'old' }, ifSessionVersion: user.session_version }
    t.is(await store.users.update(tenant, user.id, late), undefined)
    t.is((await store.users.get(tenant, user.id))?.password_hash, 'new')
    const changed = await store.users.update(tenant, user.id, { ...late, ifSessionVersion: user.session_version + 1 })
    t.deepEqual(changed?.after, { ...user, password_hash: 'late', session_version: 3, kept_session: 'old' })
    t.deepEqual(await store.users.get(tenant, user.id), changed?.after)
  })

  test(named('the last active admin can be neither demoted, deactivated nor deleted'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const admin = aUser(tenant)
    await store.users.insert(admin)
    await store.users.insert(aUser(tenant, { role: 'viewer' }))
    await store.users.insert(aUser(tenant, { status: 'inactive' }))
    await store.users.insert(aUser(other))
    await t.throwsAsync(store.users.update(tenant, admin.id, { role: 'viewer' }), { instanceOf: LastAdminError })
    await t.throwsAsync(store.users.update(tenant, admin.id, { status: 'inactive' }), { instanceOf: LastAdminError })
    await t.throwsAsync(store.users.delete(tenant, admin.id), { instanceOf: LastAdminError })
    t.deepEqual(await store.users.get(tenant, admin.id), admin)
    await store.users.insert(aUser(tenant))
    t.deepEqual(await store.users.delete(tenant, admin.id), admin)
    t.is(await store.users.get(tenant, admin.id), undefined)
  })

  test(named('of two admins who are demoted at the same time one stays'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const admins = [aUser(tenant), aUser(tenant)] as const
    for (const admin of admins) await store.users.insert(admin)
    const results = await Promise.allSettled([
      store.users.update(tenant, admins[0].id, { role: 'viewer' }),
      second.users.update(tenant, admins[1].id, { role: 'viewer' }),
    ])
    t.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  })

  test(named('an invitation is accepted once'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const token_hash = 'f'.repeat(64)
    const invited = aUser(tenant, {
      status: 'pending',
      password_hash: null,
      invitation: { token_hash, expires_at: AT },
    })
    await store.users.insert(invited)
    t.is(await store.users.acceptInvitation('0'.repeat(64), { password_hash: 'x' }), undefined)
    const accept = { password_hash: '$argon2id$new', display_name: 'Joan', last_login: AT }
    const results = await Promise.all([
      store.users.acceptInvitation(token_hash, accept),
      second.users.acceptInvitation(token_hash, accept),
    ])
    const expected = { ...invited, ...accept, status: 'active' as const, invitation: null }
    t.deepEqual(
      results.filter((user) => user !== undefined),
      [expected],
    )
    t.deepEqual(await store.users.get(tenant, invited.id), expected)
    t.is(await store.users.findByInvitation(token_hash), undefined)
  })

  test(named('an invitation brings nobody back who was deactivated'), async (t) => {
    const { store, tenant } = await openTenant(t)
    for (const [index, status] of (['inactive', 'active'] as const).entries()) {
      const token_hash = String(index).repeat(64)
      const user = aUser(tenant, { status, invitation: { token_hash, expires_at: AT } })
      await store.users.insert(user)
      t.is(await store.users.acceptInvitation(token_hash, { password_hash: 'x' }), undefined)
      t.deepEqual(await store.users.get(tenant, user.id), user)
    }
  })

  test(named('several users change in one go, and the last admin stays one'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const [admin, one, two] = [aUser(tenant), aUser(tenant, { role: 'viewer' }), aUser(tenant, { role: 'viewer' })]
    for (const user of [admin, one, two]) await store.users.insert(user)
    const viewer = { role: 'viewer' } as const
    const all = (changes: UserChanges, ...ids: string[]) => new Map(ids.map((id) => [id, changes]))
    const gone = randomUUID()
    const told: string[] = []
    const publish = ({ after }: Changed<UserRecord>) => {
      told.push(after.id)
      return []
    }
    const effects = { audit: publish }
    const renamed = await store.users.updateMany(tenant, all({ display_name: 'New' }, one.id, gone, two.id), effects)
    t.deepEqual(
      renamed.map(({ before, after }) => [before, after]),
      [one, two].map((user) => [user, { ...user, display_name: 'New' }]),
    )
    t.deepEqual(told, [one.id, two.id])
    for (const { after } of renamed) t.deepEqual(await store.users.get(tenant, after.id), after)
    await t.throwsAsync(store.users.updateMany(tenant, all(viewer, admin.id, one.id)), { instanceOf: LastAdminError })
    t.deepEqual(await store.users.get(tenant, admin.id), admin)
    t.deepEqual(await store.users.updateMany(tenant, new Map()), [])
  })

  test(named('a change that asks for a status is made of users of this status alone'), async (t) => {
    const { store, tenant } = await openTenant(t)
    await store.users.insert(aUser(tenant))
    const changes = {
      role: 'viewer',
      invitation: { token_hash: 'e'.repeat(64), expires_at: AT },
      ifStatus: 'pending',
    } as const
    for (const status of ['active', 'inactive'] as const) {
      const user = aUser(tenant, { status, role: 'admin' })
      await store.users.insert(user)
      t.is(await store.users.update(tenant, user.id, changes), undefined)
      t.is(await store.users.update(tenant, user.id, changes, { audit: () => [] }), undefined)
      t.deepEqual(await store.users.get(tenant, user.id), user)
    }
    const pending = aUser(tenant, { status: 'pending', role: 'admin' })
    await store.users.insert(pending)
    const { ifStatus: _only, ...changed } = changes
    t.deepEqual((await store.users.update(tenant, pending.id, changes))?.after, { ...pending, ...changed })
  })
}

function aSession(id: string, created_at: string, expires_at: string): SessionRecord {
  const address = '127.0.0.1'
  return {
    ...{ id, method: 'password', key_id: 'key', created_at, expires_at, last_used_at: created_at },
    ...{ address, user_agent: 'curl' },
  }
}
