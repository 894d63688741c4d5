import type { Interaction } from '../../../core/model/interaction.ts'
import type { Row } from './database.ts'
import { bytesToHex, bytesToUuid } from './sql.ts'

/** The fields that nothing is searched by. */
type Document = Pick<
  Interaction,
  'interaction_type' | 'content_metadata' | 'classifications' | 'policy_decisions' | 'enforced_action' | 'tier'
>

/** What of an interaction stands in the row's document. */
export function toDocument(interaction: Interaction): Document {
  const { interaction_type, content_metadata, classifications, policy_decisions, enforced_action, tier } = interaction
  return { interaction_type, content_metadata, classifications, policy_decisions, enforced_action, tier }
}

/** An interaction from its row. */
export function toInteraction(tenantId: string, row: Row): Interaction {
  // Written by toDocument only: no need to validate up to 500 of them a page again.
  const document = JSON.parse(String(row.document)) as Document
  return {
    id: bytesToUuid(row.id),
    tenant_id: tenantId,
    timestamp: new Date(Number(row.at)).toISOString(),
    platform_id: String(row.platform),
    content_hash: bytesToHex(row.content_hash),
    risk_score: Number(row.risk),
    direction: row.direction as Interaction['direction'],
    source: row.source as Interaction['source'],
    user_id: row.user === null ? null : bytesToUuid(row.user),
    ...document,
  }
}
