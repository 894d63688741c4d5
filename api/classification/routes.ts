import { recordClassifications } from '../../core/inspect/mask.ts'
import { ClassifyRequest, ClassifyResponse } from '../../core/model/classify.ts'
import { riskScore } from '../../core/risk.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { tookTooLong } from '../detectors/detector-threads.ts'
import type { TenantDetectors } from '../detectors/tenant-detectors.ts'
import { type Route, route } from '../http/route.ts'
import { SemanticClassification } from './semantic.ts'

const CLASSIFIERS = { roles: ['admin'], scopes: ['classify'] } as const

/** The text is neither stored nor logged (docs/reference/api-rules.md, Classification). */
export function classificationRoutes({
  settings,
  semanticProvider,
  metrics,
  logger,
  detectorThreads: threads,
  tenantDetectors,
}: Pick<ApiDependencies, 'settings' | 'semanticProvider' | 'metrics' | 'logger' | 'detectorThreads'> & {
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
        // It may take too long, and tier 3 may be another service.
        errors: [503],
      },
      async ({ caller, body: { text, tier } }) => {
        const asked = { text, tier: tier === 1 ? 1 : 2 } as const
        const { classifications: known, ...found } = await threads.classify(caller.tenantId, asked, tenantDetectors)
        for (const { id, reason } of found.skipped) {
          logger.error({ code: 'ERR_DETECTOR', id, reason }, 'a detector cannot be used')
        }
        if (found.isOverBudget) throw tookTooLong(settings.inspectBudgetMs)
        const began = performance.now()
        const classifications = tier === 3 ? await semantic.add(text, known) : known
        const response: ClassifyResponse = {
          classifications: recordClassifications(classifications, 'plain'),
          risk_score: riskScore(classifications),
          content_hash: found.contentHash,
          tier,
          duration_ms: Math.round((found.durationMs + performance.now() - began) * 1000) / 1000,
          language: found.language,
        }
        return { status: 200, body: response }
      },
    ),
  ]
}
