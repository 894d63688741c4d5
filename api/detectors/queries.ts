import { z } from 'zod'
import { DetectorUpdate } from '../../core/model/detector.ts'
import { BooleanParameter, pageParameters, sortParameter } from '../http/query.ts'

export const DetectorListQuery = z.strictObject({
  ...pageParameters,
  enabled: BooleanParameter.optional(),
  kind: DetectorUpdate.shape.kind,
  sort: sortParameter(['name', 'created_at'], 'name'),
  /** `rules` lists full detectors instead of summaries. */
  include: z.literal('rules').optional(),
})
