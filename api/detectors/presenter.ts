import type { Detector, DetectorSummary, ServedDetector } from '../../core/model/detector.ts'
import type { DetectorRecord } from '../store/detector-store.ts'
import type { KnownValueKeys } from './keys.ts'

export function presentDetector({ rule, version: _version, ...fields }: DetectorRecord): Detector {
  if (rule.kind !== 'known_values') return { ...fields, ...rule }
  const { hashed: _hashed, ...shown } = rule
  return { ...fields, ...shown }
}

export function presentDetectorSummary(detector: DetectorRecord): DetectorSummary {
  const { id, name, rule, enabled, created_at, created_by } = detector
  const type = rule.kind === 'allow_list' ? null : rule.type
  return { id, name, kind: rule.kind, type, enabled, created_at, created_by }
}

/** For proxies; undefined for known values that were hashed with another secret, because those can never match. */
export function presentServed(detector: DetectorRecord, keys: KnownValueKeys): ServedDetector | undefined {
  const { rule, version: _version, ...fields } = detector
  if (rule.kind !== 'known_values') return { ...fields, ...rule }
  const { hashed, ...shown } = rule
  const index = keys.toServed(fields.tenant_id, hashed)
  return index === undefined ? undefined : { ...fields, ...shown, index }
}
