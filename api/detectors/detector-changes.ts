import type { AuditedAction } from '../audit/audit-log.ts'
import type { DetectorRecord } from '../store/detector-store.ts'

type Content = Pick<DetectorRecord, 'name' | 'description' | 'enabled' | 'rule'>

/** The fields that differ, by their names in the API, sorted. */
export function changedFields(before: Content, after: Content): string[] {
  const flat = ({ name, description, enabled, rule }: Content): Record<string, unknown> => {
    return { name, description, enabled, ...rule }
  }
  const [old, current] = [flat(before), flat(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])]
  const fields = names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(current[name]))
  // Only hashes of the values exist, and they are not shown.
  return [...new Set(fields.map((name) => (name === 'hashed' || name === 'value_count' ? 'values' : name)))].sort()
}

/** Without the patterns, words and values of the detector. */
export function auditedDetector(
  action: string,
  { id, name, rule }: DetectorRecord,
  changes?: readonly string[],
): AuditedAction {
  const type = rule.kind === 'allow_list' ? {} : { type: rule.type }
  const details = { name, kind: rule.kind, ...type, ...(changes !== undefined && { changed: [...changes] }) }
  return { action, target_type: 'detector', target_id: id, details }
}
