/** Parameters of the list of interactions that the address has and the API takes as they stand there. */
export const INTERACTION_FILTERS = [
  'enforced_action',
  'platform_id',
  'classification_type',
  'risk_score_min',
  'policy_id',
  'interaction_type',
  'inspection',
  'source',
  'user_id',
  'direction',
  'model',
  'host',
  'reference',
  'sort',
  'start_date',
  'end_date',
] as const
