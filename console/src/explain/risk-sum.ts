import type { Classification } from '../../../core/model/classification.ts'
import { weightOf } from '../../../core/risk.ts'

export interface RiskPart {
  readonly type: string
  readonly weight: number
  readonly confidence: number
  /** What the risk is with this finding and those before it. */
  readonly after: number
}

/** How a risk comes about: distinct findings, the heaviest first (core/risk.ts). */
export function riskParts(findings: readonly Pick<Classification, 'type' | 'score' | 'value'>[]): RiskPart[] {
  const best = new Map<string, Pick<Classification, 'type' | 'score' | 'value'>>()
  for (const finding of findings) {
    const key = `${finding.type} ${finding.value}`
    const known = best.get(key)
    if (known === undefined || finding.score > known.score) best.set(key, finding)
  }
  const heaviest = [...best.values()].sort((a, b) => weightOf(b.type) * b.score - weightOf(a.type) * a.score)
  let safe = 1
  return heaviest.map(({ type, score }) => {
    safe *= 1 - weightOf(type) * score
    return { type, weight: weightOf(type), confidence: score, after: 1 - safe }
  })
}
