import type { EventType } from '../../core/model/event.ts'
import type { Policy } from '../../core/model/policy.ts'
import { PolicyField } from '../../core/model/policy-version.ts'
import type { AuditedAction } from '../audit/audit-log.ts'
import type { NewEvent } from '../store/outbox.ts'
import type { Changed } from '../store/paging.ts'
import type { PolicyRecord } from '../store/policy-store.ts'
import { presentPolicy } from './presenter.ts'

export type PolicyContent = Pick<Policy, PolicyField>

const FIELDS = PolicyField.options
/** Of rules as JSON, in an entry of the audit log, which is kept for good: thousands of values. */
const RULES_MAX = 65_536

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
export function auditedPolicy(action: EventType, policy: PolicyRecord, before?: PolicyRecord): AuditedAction {
  const { name, version } = policy
  const whole = action === 'policy.deleted' ? { before: contentOf(policy) } : { after: contentOf(policy) }
  const details = before === undefined ? whole : changeOf(before, policy)
  // A policy that is deleted has no version after that; this one has to stand after the last.
  const at = action === 'policy.deleted' ? version + 1 : version
  return { action, target_type: 'policy', target_id: policy.id, details: { name, ...details, version: at } }
}

/** The fields that differ. */
export function changedFields(before: PolicyContent, after: PolicyContent): PolicyField[] {
  return FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/** What a change replaced, by which the versions of a policy are known (policy-versions.ts). */
function changeOf(before: Policy, after: Policy) {
  const [from, to] = [before.rules.action, after.rules.action]
  const changed = changedFields(before, after)
  return {
    changed,
    ...(from !== to && { action: to, previous_action: from }),
    before: contentOf(before, changed),
    after: contentOf(after, changed),
  }
}

/** Rules of thousands of values are left out: the log keeps all it has for good. */
function contentOf(policy: Policy, fields: readonly PolicyField[] = FIELDS): Partial<PolicyContent> {
  const isKept = (field: PolicyField) => field !== 'rules' || JSON.stringify(policy.rules).length <= RULES_MAX
  return Object.fromEntries(fields.filter(isKept).map((field) => [field, policy[field]]))
}
