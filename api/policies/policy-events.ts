import type { EventBus } from '../events/bus.ts'
import type { PolicyRecord } from '../store/store.ts'
import { presentPolicy } from './presenter.ts'

/** A switched policy is enabled or disabled; one that changed otherwise is updated; one PUT may do both, or nothing. */
export function publishPolicyChange(events: EventBus, before: PolicyRecord, after: PolicyRecord): void {
  const data = () => presentPolicy(after)
  const switched = before.enabled !== after.enabled
  if (hasOtherChange(before, after)) events.publish(after.tenant_id, 'policy.updated', data)
  if (switched) events.publish(after.tenant_id, after.enabled ? 'policy.enabled' : 'policy.disabled', data)
}

function hasOtherChange(before: PolicyRecord, after: PolicyRecord): boolean {
  return (
    before.name !== after.name ||
    before.description !== after.description ||
    before.priority !== after.priority ||
    JSON.stringify(before.rules) !== JSON.stringify(after.rules)
  )
}
