import type { AuditedAction } from '../audit/audit-log.ts'
import type { Changed } from '../store/paging.ts'
import type { ScimGroupRecord } from '../store/scim-group-store.ts'
import type { UserRecord } from '../store/user-store.ts'

/** Everything that one request of a provisioning client changed of a user. */
export function actionsOf({ before, after }: Changed<UserRecord>): AuditedAction[] {
  const entry = (action: string, details: Readonly<Record<string, unknown>> = {}): AuditedAction => ({
    action,
    target_type: 'user',
    target_id: after.id,
    details: { email: after.email, ...details, by: 'scim' },
  })
  const entries = [
    ...(before.scim === null ? [entry('user.provisioned')] : []),
    ...(before.status === after.status
      ? []
      : [entry('user.status_changed', { from: before.status, to: after.status })]),
    ...(before.role === after.role ? [] : [entry('user.role_changed', { from: before.role, to: after.role })]),
  ]
  const renamed = before.email === after.email ? {} : { from_email: before.email }
  return entries.length > 0 && before.email === after.email ? entries : [...entries, entry('user.updated', renamed)]
}

/** How many ids of members an entry names at most. */
const NAMED_MAX = 100

export function auditedGroup(action: string, group: ScimGroupRecord, before?: ScimGroupRecord): AuditedAction {
  const had = new Set(before?.members)
  const has = new Set(group.members)
  const isGone = action === 'scim_group.deleted'
  const added = isGone ? [] : group.members.filter((id) => !had.has(id))
  const removed = isGone ? group.members : (before?.members ?? []).filter((id) => !has.has(id))
  const details = {
    display_name: group.display_name,
    ...(before !== undefined && before.display_name !== group.display_name && { from_name: before.display_name }),
    members_added: added.length,
    members_removed: removed.length,
    ...(added.length > 0 && { added: added.slice(0, NAMED_MAX) }),
    ...(removed.length > 0 && { removed: removed.slice(0, NAMED_MAX) }),
  }
  return { action, target_type: 'scim_group', target_id: group.id, details }
}
