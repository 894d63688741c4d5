import type { Policy, PolicySummary } from '../../core/model/policy.ts'
import type { PolicyRecord } from '../store/policy-store.ts'

export function presentPolicy(policy: PolicyRecord): Policy {
  const { version: _version, ...shown } = policy
  return shown
}

export function presentPolicySummary(policy: PolicyRecord): PolicySummary {
  const { id, name, enabled, priority, rules, created_at, created_by } = policy
  return { id, name, enabled, priority, action: rules.action, created_at, created_by }
}
