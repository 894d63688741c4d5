import { z } from 'zod'
import { BooleanParameter, pageParameters, sortParameter } from '../http/query.ts'

export const PolicyListQuery = z.strictObject({
  ...pageParameters,
  enabled: BooleanParameter.optional(),
  sort: sortParameter(['name', 'priority', 'created_at'], 'priority'),
  /** `rules` lists full policies instead of summaries. */
  include: z.literal('rules').optional(),
})
