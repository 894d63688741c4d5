import type { LegalHold } from '../../core/model/legal-hold.ts'
import type { AuditedAction } from '../audit/audit-log.ts'
import type { LegalHoldRecord } from '../store/legal-hold-store.ts'

export function presentHold({ tenant_id: _tenant, ...hold }: LegalHoldRecord): LegalHold {
  return hold
}

/** @param why why it is lifted */
export function auditedHold(action: 'legal_hold.set' | 'legal_hold.lifted', why?: string) {
  return (record: LegalHoldRecord): AuditedAction => {
    const { id, created_at: _created, ...hold } = presentHold(record)
    const details = { ...hold, ...(why !== undefined && { lifted_because: why }) }
    return { action, target_type: 'legal_hold', target_id: id, details }
  }
}
