import { z } from 'zod'
import { ClassificationType } from '../../core/model/classification.ts'
import { PlatformId, Sha256Hex, Timestamp, Uuid } from '../../core/model/common.ts'
import { Direction, EnforcedAction, InteractionType, Source } from '../../core/model/interaction.ts'
import { Reference } from '../../core/model/reference.ts'
import {
  integerParameter,
  PAGE_LIMIT_MAX,
  pageParameters,
  sortParameter,
  UnitIntervalParameter,
} from '../http/query.ts'
import { FACET_MAX } from '../store/facets.ts'

/** Of `content_metadata`, as far as it is searched by (api/store/facets.ts). */
const Name = z
  .string()
  .max(FACET_MAX)
  .regex(/^[^\u0000-\u001f\u007f-\u009f]+$/, `must be 1 to ${FACET_MAX} characters without controls`)

/** The specification's table of query parameters of GET /interactions, and more. */
export const InteractionListQuery = z.strictObject({
  ...pageParameters,
  platform_id: PlatformId.optional(),
  risk_score_min: UnitIntervalParameter.optional(),
  risk_score_max: UnitIntervalParameter.optional(),
  classification_type: ClassificationType.optional(),
  source: Source.optional(),
  start_date: Timestamp.optional(),
  end_date: Timestamp.optional(),
  user_id: Uuid.optional(),
  direction: Direction.optional(),
  enforced_action: EnforcedAction.optional(),
  policy_id: Uuid.optional(),
  interaction_type: InteractionType.optional(),
  inspection: z.enum(['full', 'partial', 'none']).optional(),
  model: Name.optional(),
  host: Name.transform((host) => host.toLowerCase()).optional(),
  reference: Reference.optional(),
  sort: sortParameter(['timestamp', 'risk_score', 'platform_id'], '-timestamp'),
})

/** By content, or by time range; both narrow each other. The answer is a bare array, so its pages are as long as can be. */
export const InteractionSearchQuery = z
  .strictObject({
    page: pageParameters.page,
    limit: integerParameter(1, PAGE_LIMIT_MAX).default(PAGE_LIMIT_MAX),
    content_hash: Sha256Hex.optional(),
    start_date: Timestamp.optional(),
    end_date: Timestamp.optional(),
    platform_id: PlatformId.optional(),
  })
  .refine(
    (query) => query.content_hash !== undefined || (query.start_date !== undefined && query.end_date !== undefined),
    {
      path: ['content_hash'],
      message: 'is required, unless start_date and end_date are given',
    },
  )

/** Erasure names whose interactions, or which text's; with both, only those that are both. */
export const InteractionErasureQuery = z
  .strictObject({ user_id: Uuid.optional(), content_hash: Sha256Hex.optional() })
  .refine((query) => query.user_id !== undefined || query.content_hash !== undefined, {
    path: ['user_id'],
    message: 'is required, unless content_hash is given',
  })
