import { z } from 'zod'
import { ClassificationType } from '../../core/model/classification.ts'
import { PlatformId, Sha256Hex, Timestamp, Uuid } from '../../core/model/common.ts'
import { Direction, Source } from '../../core/model/interaction.ts'
import {
  integerParameter,
  PAGE_LIMIT_MAX,
  pageParameters,
  sortParameter,
  UnitIntervalParameter,
} from '../http/query.ts'

/** The specification's table of query parameters of GET /interactions. */
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
