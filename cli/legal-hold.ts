import { randomUUID } from 'node:crypto'
import { toDetails } from '../api/http/details.ts'
import { auditedDocument, withoutTenant } from '../api/resources/routes.ts'
import type { Store } from '../api/store/store.ts'
import { WeirError } from '../core/errors.ts'
import { Uuid } from '../core/model/common.ts'
import { LEGAL_HOLDS, type LegalHold, LegalHoldCreate } from '../core/resources/legal-hold.ts'
import type { Command } from './command.ts'
import { UsageError } from './errors.ts'
import { beginTime, endTime } from './time-options.ts'
import { audited, findTenant, TENANT, withStore } from './with-store.ts'

/** Each is looked at before anything is erased. */
const HOLDS_MAX = 500

class LegalHoldError extends WeirError {
  constructor(message: string) {
    super('ERR_LEGAL_HOLD', message)
  }
}

export const setLegalHold: Command = {
  name: 'legal-hold set',
  summary:
    'Keeps records whatever their age, and refuses to erase them: interactions and alerts of a tenant, of one user, of a period.',
  options: [
    TENANT,
    { name: 'user', value: 'USER', meaning: 'only records of this person, by e-mail address or id' },
    { name: 'from', value: 'TIME', meaning: 'only records from this date or time on, such as 2026-01-31' },
    { name: 'to', value: 'TIME', meaning: 'only records up to this date, the whole day, or time' },
    { name: 'reason', value: 'TEXT', required: true, meaning: 'why, such as the number of the case' },
    { name: 'owner', value: 'NAME', required: true, meaning: 'who answers for it' },
  ],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store) => {
      const { id: tenant_id } = await findTenant(store, call)
      const parsed = LegalHoldCreate.safeParse({
        user_id: call.has('user') ? await userNamed(store, tenant_id, call.text('user')) : null,
        start_date: beginTime(call, 'from'),
        end_date: endTime(call, 'to'),
        reason: call.text('reason'),
        owner: call.text('owner'),
      })
      if (!parsed.success) {
        const problems = toDetails(parsed.error.issues).map(({ path, message }) => `--${optionOf(path)} ${message}`)
        throw new UsageError(problems.join('\n'))
      }
      if ((await store.documents(LEGAL_HOLDS).list(tenant_id)).length >= HOLDS_MAX) {
        throw new LegalHoldError(`A tenant has at most ${HOLDS_MAX} legal holds`)
      }
      const hold = { ...parsed.data, id: randomUUID(), tenant_id, created_at: new Date().toISOString() }
      await store.documents(LEGAL_HOLDS).insert(hold, audited(store, auditedDocument(LEGAL_HOLDS, 'set')))
      return { text: lineOf(hold), json: withoutTenant(hold) }
    }),
}

export const listLegalHolds: Command = {
  name: 'legal-hold list',
  summary: 'Lists the legal holds of a tenant, one per line, with id, whom and when they cover, owner and reason.',
  options: [TENANT],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store) => {
      const holds = await store.documents(LEGAL_HOLDS).list((await findTenant(store, call)).id)
      return { text: holds.map(lineOf).join(''), json: holds.map(withoutTenant) }
    }),
}

export const liftLegalHold: Command = {
  name: 'legal-hold lift',
  summary: 'Ends a legal hold. What is older than WEIR_RETENTION_DAYS goes within the next hour or so.',
  options: [
    TENANT,
    { name: 'id', value: 'ID', required: true, meaning: 'the hold, as "legal-hold list" shows it' },
    { name: 'reason', value: 'TEXT', required: true, meaning: 'why; the audit log keeps it' },
  ],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store) => {
      const { id: tenantId } = await findTenant(store, call)
      const reason = call.text('reason').trim()
      if (reason === '' || reason.length > 1000) throw new UsageError('--reason must have 1 to 1000 characters')
      const effects = audited(store, auditedDocument(LEGAL_HOLDS, 'lifted', { lifted_because: reason }))
      const gone = await store.documents(LEGAL_HOLDS).delete(tenantId, call.text('id').toLowerCase(), effects)
      if (gone === undefined) throw new LegalHoldError(`There is no legal hold ${JSON.stringify(call.text('id'))}`)
      return { text: lineOf(gone), json: withoutTenant(gone) }
    }),
}

function lineOf({ id, user_id, start_date, end_date, owner, reason }: LegalHold): string {
  const period = start_date === null && end_date === null ? 'always' : `${start_date ?? ''}..${end_date ?? ''}`
  return `${id}  ${user_id ?? 'everyone'}  ${period}  ${owner}  ${reason}\n`
}

function optionOf(path: string): string {
  if (path === 'start_date') return 'from'
  return path === 'end_date' ? 'to' : path
}

/** Records may name somebody who is no user, or no longer. */
async function userNamed(store: Store, tenantId: string, user: string): Promise<string> {
  if (Uuid.safeParse(user).success) return user.toLowerCase()
  const found = (await store.users.findByEmail(user.toLowerCase())).find(({ tenant_id }) => tenant_id === tenantId)
  if (found === undefined) throw new LegalHoldError(`There is no user ${user}`)
  return found.id
}
