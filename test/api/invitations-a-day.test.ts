import { join } from 'node:path'
import test from 'ava'
import { pino } from 'pino'
import { AuditLog } from '../../api/audit/audit-log.ts'
import { EventBus } from '../../api/events/bus.ts'
import { ApiError } from '../../api/http/api-error.ts'
import type { ApiRequest, Caller, Reply } from '../../api/http/context.ts'
import type { Mail } from '../../api/mail/mailer.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import { inviteRoutes } from '../../api/users/invite-routes.ts'
import { apiSettings } from '../support/api.ts'
import { temporaryFolder } from '../support/temp.ts'
import { AT, aUser } from './store/fixtures.ts'

test('the invitations mailed to one person a day are bounded, however they are asked for', async (t) => {
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => store.close())
  const tenantId = crypto.randomUUID()
  await store.tenants.insert({ id: tenantId, name: 'Example', created_at: AT })
  const admin = aUser(tenantId)
  await store.users.insert(admin)
  const session = { id: 'x', version: 1, expiresAt: Infinity, keyId: 'k' }
  const caller: Caller = { kind: 'user', tenantId, user: admin, session }
  const mails: Mail[] = []
  const now = () => new Date()
  const logger = pino({ level: 'silent' })
  const audit = new AuditLog(store, now, logger)
  const events = new EventBus(logger, now)
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  const settings = apiSettings(temporaryFolder(t))
  const publicUrl = () => 'https://weir.example'
  const routes = inviteRoutes({ settings, store, audit, events, mailer, publicUrl, now }, 3)
  const call = async (operation: string, request: Partial<ApiRequest<unknown, unknown, Caller>>) => {
    const found = routes.find((one) => one.operation === operation)
    const rest = { query: undefined, headers: {}, params: {}, body: undefined, clientAddress: '192.0.2.1' }
    return found?.handle({ ...rest, ...request, caller, renew: async () => caller })
  }
  const idOf = (reply: Reply | undefined) => (reply?.body as { id: string } | undefined)?.id ?? ''
  const invite = (email: string) => call('inviteUser', { body: { email, role: 'viewer' } })
  const id = idOf(await invite('jo@example.com'))
  await call('resendInvitation', { params: { id } })
  await store.users.delete(tenantId, id)
  const again = idOf(await invite('jo@example.com'))
  t.is(mails.length, 3)
  for (const refused of [
    () => call('resendInvitation', { params: { id: again } }),
    async () => {
      await store.users.delete(tenantId, again)
      await invite('jo@example.com')
    },
  ]) {
    const error = await t.throwsAsync(refused(), { instanceOf: ApiError })
    t.is(error.status, 429)
    // Not the minute: the day.
    t.true(Number(error.headers?.['Retry-After']) > 80_000)
  }
  t.is((await invite('kim@example.com'))?.status, 201)
  t.is(mails.length, 4)
})
