import type { EventType } from '../../core/model/event.ts'
import type { Policy } from '../../core/model/policy.ts'
import type { AuditedAction } from '../audit/audit-log.ts'
import type { NewEvent } from '../store/outbox.ts'
import type { Changed } from '../store/paging.ts'
import type { PolicyRecord } from '../store/policy-store.ts'
import { presentPolicy } from './presenter.ts'

type Content = Pick<Policy, (typeof FIELDS)[number]>

const FIELDS = ['name', 'description', 'rules', 'priority', 'enabled'] as const

/** A switched policy is enabled or disabled; one that changed otherwise is updated; one PUT may do both, or nothing. */
export function changesOf(before: Policy, after: Policy): EventType[] {
  const changed = changedFields(before, after)
  const types: EventType[] = []
  if (changed.some((field) => field !== 'enabled')) types.push('policy.updated')
  if (changed.includes('enabled')) types.push(after.enabled ? 'policy.enabled' : 'policy.disabled')
  return types
}

export function publishCreated(policy: PolicyRecord): readonly NewEvent[] {
  return [{ event_type: 'policy.created', data: () => presentPolicy(policy) }]
}

export function publishChanged({ before, after }: Changed<PolicyRecord>) {
  return changesOf(before, after).map((event_type) => ({ event_type, data: () => presentPolicy(after) }))
}

export function publishDeleted({ id }: PolicyRecord): readonly NewEvent[] {
  return [{ event_type: 'policy.deleted', data: () => ({ id }) }]
}

/** The event's name is the audit log's too. `before` is given where a policy changed. */
export function auditedPolicy(action: EventType, policy: Policy, before?: Policy): AuditedAction {
  return {
    action,
    target_type: 'policy',
    target_id: policy.id,
    details: { name: policy.name, ...(before !== undefined && changeOf(before, policy)) },
  }
}

/** The fields that differ. */
export function changedFields(before: Content, after: Content): (typeof FIELDS)[number][] {
  return FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/** Which fields changed, and what a weaker or stronger policy did before; conditions may be long, and the policy has them. */
function changeOf(before: Policy, after: Policy) {
  const [from, to] = [before.rules.action, after.rules.action]
  return { changed: changedFields(before, after), ...(from !== to && { action: to, previous_action: from }) }
}
