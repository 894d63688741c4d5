import { createHash } from 'node:crypto'
import { recordClassifications } from '../../core/inspect/mask.ts'
import { ClassifyRequest, ClassifyResponse } from '../../core/model/classify.ts'
import { riskScore } from '../../core/risk.ts'
import { guessLanguage } from '../../core/tier3/language.ts'
import type { ApiDependencies } from '../dependencies.ts'
import type { TenantDetectors } from '../detectors/tenant-detectors.ts'
import { type Route, route } from '../http/route.ts'
import { nextTurn } from '../turns/next-turn.ts'
import { SemanticClassification } from './semantic.ts'

const CLASSIFIERS = { roles: ['admin'], scopes: ['classify'] } as const

/** The text is neither stored nor logged (docs/reference/api-rules.md, Classification). */
export function classificationRoutes({
  settings,
  semanticProvider,
  metrics,
  tenantDetectors,
}: Pick<ApiDependencies, 'settings' | 'semanticProvider' | 'metrics'> & {
  readonly tenantDetectors: TenantDetectors
}): Route[] {
  const semantic = new SemanticClassification({
    provider: semanticProvider,
    timeoutMs: settings.tier3TimeoutMs,
    metrics,
  })
  return [
    route(
      {
        method: 'POST',
        path: '/classification/classify',
        operation: 'classifyText',
        summary: 'Find sensitive data in a text',
        access: CLASSIFIERS,
        body: ClassifyRequest,
        responses: { 200: { description: 'What was found', schema: ClassifyResponse } },
        // Tier 3 may be another service, or take too long.
        errors: [503],
      },
      async ({ caller, body: { text, tier } }) => {
        const extra = await tenantDetectors.of(caller.tenantId)
        // Loaded for the first text: the rules and word lists would be a third of what a start takes.
        const { classify } = await import('../../core/inspect/classify.ts')
        // A long text takes up to a tenth of a second: of many at once one is classified at each turn.
        await nextTurn()
        const started = performance.now()
        const { classifications: known } = classify(text, { tier: tier === 1 ? 1 : 2, extra })
        const classifications = tier === 3 ? await semantic.add(text, known) : known
        if (tier === 3) await nextTurn()
        const response: ClassifyResponse = {
          classifications: recordClassifications(classifications, 'plain'),
          risk_score: riskScore(classifications),
          content_hash: createHash('sha256').update(text).digest('hex'),
          tier,
          duration_ms: Math.round((performance.now() - started) * 1000) / 1000,
          language: guessLanguage(text),
        }
        return { status: 200, body: response }
      },
    ),
  ]
}
