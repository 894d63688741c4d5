import { createHash } from 'node:crypto'
import { classify } from '../../core/inspect/classify.ts'
import { recordClassifications } from '../../core/inspect/mask.ts'
import { ClassifyRequest, ClassifyResponse } from '../../core/model/classify.ts'
import { riskScore } from '../../core/risk.ts'
import { guessLanguage } from '../../core/semantic/language.ts'
import { badRequest } from '../http/api-error.ts'
import { type Route, route } from '../http/route.ts'

const CLASSIFIERS = { roles: ['admin'], scopes: ['classify'] } as const

/** The text is neither stored nor logged (api-decisions, Classification). */
export function classificationRoutes(): Route[] {
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
      },
      async ({ body: { text, tier } }) => {
        if (tier === 3) throw badRequest('Tier 3 is not available', [{ path: 'tier', message: 'must be 1 or 2 here' }])
        const started = performance.now()
        const { classifications } = classify(text, { tier })
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
