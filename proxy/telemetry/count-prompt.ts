import { RULES } from '../../core/inspect/rules/all.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import type { ProxyMetrics } from './metrics.ts'
import { platformLabel } from './platform-label.ts'

/** Types of a tenant's own detectors share one label value: their names are an open set, and may say something about the tenant. */
export const OWN_DETECTOR = 'own_detector'
const BUILT_IN: ReadonlySet<string> = new Set(RULES.map(({ type }) => type))

/** Counts a prompt that was decided over: what was done, how much of it was inspected, what was found in its newest turn. */
export function countPrompt(
  metrics: Pick<ProxyMetrics, 'requests' | 'inspections' | 'findings' | 'unknownOperations'>,
  { platform, ruling, inspection }: Pick<JudgedPrompt, 'platform' | 'ruling' | 'inspection'>,
): void {
  const label = platformLabel(platform.id)
  metrics.requests.inc({ platform: label, action: ruling.action })
  metrics.inspections.inc({ status: ruling.inspection.status, reason: ruling.inspection.reason ?? '' })
  if (inspection.isUnknown === true) metrics.unknownOperations.inc({ platform: label })
  const counts = new Map<string, number>()
  for (const { type } of inspection.result?.classifications ?? []) {
    const label = BUILT_IN.has(type) ? type : OWN_DETECTOR
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  for (const [type, count] of counts) metrics.findings.inc({ type }, count)
}
