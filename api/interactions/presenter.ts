import { type Interaction, type InteractionListItem, showInteraction } from '../../core/model/interaction.ts'
import { type ListedInteraction, shorten, shortFindings } from '../store/short-form.ts'

/** List items omit tenant_id and content_hash (specification, GET /interactions). */
export function presentInteractionListItem(interaction: ListedInteraction): InteractionListItem {
  const { tenant_id: _tenant, content_hash: _hash, ...item } = showInteraction(shorten(interaction))
  return item
}

export type InteractionSearchItem = Pick<
  Interaction,
  'id' | 'platform_id' | 'content_hash' | 'timestamp' | 'risk_score' | 'classifications'
> & { truncated?: true }

export function presentInteractionSearchItem(interaction: ListedInteraction): InteractionSearchItem {
  const { id, platform_id, content_hash, timestamp, risk_score } = interaction
  const classifications = shortFindings(interaction.classifications)
  const isWhole = classifications === interaction.classifications && interaction.truncated === undefined
  const item = { id, platform_id, content_hash, timestamp, risk_score, classifications }
  return isWhole ? item : { ...item, truncated: true }
}
