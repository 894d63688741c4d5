import { join } from 'node:path'
import { pino } from 'pino'
import { AuditLog } from '../../api/audit/audit-log.ts'
import { EventBus } from '../../api/events/bus.ts'
import type { ApiRequest, Caller, Reply } from '../../api/http/context.ts'
import type { Mail } from '../../api/mail/mailer.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import type { Store } from '../../api/store/store.ts'
import { inviteRoutes } from '../../api/users/invite-routes.ts'
import { AT, aUser } from '../api/store/fixtures.ts'
import { apiSettings } from './api.ts'
import type { Scope } from './scope.ts'
import { temporaryFolder } from './temp.ts'

type Request = Partial<ApiRequest<unknown, unknown, Caller>>

export interface Inviting {
  readonly store: Store
  readonly tenantId: string
  /** What was sent. */
  readonly mails: readonly Mail[]
  /** What an administrator asks of one of the routes. */
  call(operation: string, request: Request): Promise<Reply | undefined>
}

/** The routes of invitations without a server, on a store of their own. @param mailsADay to one person */
export async function openInviting(scope: Scope, mailsADay?: number): Promise<Inviting> {
  const store = openSqliteStore(join(temporaryFolder(scope), 'weir.sqlite'))
  scope.teardown(() => store.close())
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
  const settings = apiSettings(temporaryFolder(scope))
  const publicUrl = () => 'https://weir.example'
  const routes = inviteRoutes({ settings, store, audit, events, mailer, publicUrl, now }, mailsADay)
  const call = async (operation: string, request: Request) => {
    const found = routes.find((one) => one.operation === operation)
    const rest = { query: undefined, headers: {}, params: {}, body: undefined, clientAddress: '192.0.2.1' }
    return found?.handle({ ...rest, ...request, caller, renew: async () => caller })
  }
  return { store, tenantId, mails, call }
}
