import { type Interaction, type ShownInteraction, showInteraction } from '../../core/model/interaction.ts'

export type InteractionListItem = Omit<ShownInteraction, 'tenant_id' | 'content_hash'>

/** List items omit tenant_id and content_hash (specification, GET /interactions). */
export function presentInteractionListItem(interaction: Interaction): InteractionListItem {
  const { tenant_id: _tenant, content_hash: _hash, ...shown } = showInteraction(interaction)
  return shown
}

export type InteractionSearchItem = Pick<
  Interaction,
  'id' | 'platform_id' | 'content_hash' | 'timestamp' | 'risk_score' | 'classifications'
>

export function presentInteractionSearchItem(interaction: Interaction): InteractionSearchItem {
  const { id, platform_id, content_hash, timestamp, risk_score, classifications } = interaction
  return { id, platform_id, content_hash, timestamp, risk_score, classifications }
}
