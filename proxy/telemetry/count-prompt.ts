import { RULES } from '../../core/inspect/rules/all.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import type { ProxyMetrics } from './metrics.ts'
import { platformLabel } from './platform-label.ts'

/** Types of a tenant's own detectors share one label value: their names are an open set, and may say something about the tenant. */
export const OWN_DETECTOR = 'own_detector'
const BUILT_IN: ReadonlySet<string> = new Set(RULES.map(({ type }) => type))

/** Counts a prompt that was decided over: what was done, how much of it was inspected, what was found in its newest turn. */
export function countPrompt(
  metrics: Pick<ProxyMetrics, 'requests' | 'inspections' | 'findings' | 'telemetryFindings' | 'unknownOperations'>,
  { platform, ruling, inspection }: Pick<JudgedPrompt, 'platform' | 'ruling' | 'inspection'>,
): void {
  const label = platformLabel(platform.id)
  metrics.requests.inc(label, ruling.action)
  metrics.inspections.inc(ruling.inspection.status, ruling.inspection.reason)
  if (inspection.isUnknown === true) metrics.unknownOperations.inc({ platform: label })
  for (const { type } of inspection.result?.classifications ?? []) {
    metrics.findings.inc(labelOf(type))
  }
  for (const { type, count, isEnforced } of inspection.result?.telemetry ?? []) {
    metrics.telemetryFindings.add(count, labelOf(type), isEnforced ? 'enforced' : 'recorded')
  }
}

function labelOf(type: string): string {
  return BUILT_IN.has(type) ? type : OWN_DETECTOR
}
