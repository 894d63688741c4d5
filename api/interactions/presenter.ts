import type { Classification } from '../../core/model/classification.ts'
import { type Interaction, type InteractionListItem, showInteraction } from '../../core/model/interaction.ts'

/** The most that one item of a list shows; the interaction itself has the rest. */
const METADATA_CHARACTERS = 4096
const FINDINGS = 50
const VALUE_CHARACTERS = 128
const DECISIONS = 50

/** List items omit tenant_id and content_hash (specification, GET /interactions). */
export function presentInteractionListItem(interaction: Interaction): InteractionListItem {
  const { tenant_id: _tenant, content_hash: _hash, ...shown } = showInteraction(interaction)
  const content_metadata = shortMetadata(interaction.content_metadata)
  const classifications = shortFindings(interaction.classifications)
  const policy_decisions = short(interaction.policy_decisions, DECISIONS)
  const isWhole =
    content_metadata === interaction.content_metadata &&
    classifications === interaction.classifications &&
    policy_decisions === interaction.policy_decisions
  if (isWhole) return shown
  return { ...shown, content_metadata, classifications, policy_decisions, truncated: true }
}

export type InteractionSearchItem = Pick<
  Interaction,
  'id' | 'platform_id' | 'content_hash' | 'timestamp' | 'risk_score' | 'classifications'
> & { truncated?: true }

export function presentInteractionSearchItem(interaction: Interaction): InteractionSearchItem {
  const { id, platform_id, content_hash, timestamp, risk_score } = interaction
  const classifications = shortFindings(interaction.classifications)
  const item = { id, platform_id, content_hash, timestamp, risk_score, classifications }
  return classifications === interaction.classifications ? item : { ...item, truncated: true }
}

/** @returns what was given if it is short enough; else the fields that fit, in their order */
function shortMetadata(metadata: Interaction['content_metadata']): Interaction['content_metadata'] {
  if (JSON.stringify(metadata).length <= METADATA_CHARACTERS) return metadata
  let room = METADATA_CHARACTERS
  return Object.fromEntries(
    Object.entries(metadata).filter((entry) => {
      const { length } = JSON.stringify(entry)
      if (length > room) return false
      room -= length
      return true
    }),
  )
}

function shortFindings(findings: Classification[]): Classification[] {
  if (findings.length <= FINDINGS && findings.every(({ value }) => value.length <= VALUE_CHARACTERS)) return findings
  return findings
    .slice(0, FINDINGS)
    .map((found) => ({ ...found, value: found.value.slice(0, VALUE_CHARACTERS).toWellFormed() }))
}

function short<T>(items: T[], max: number): T[] {
  return items.length <= max ? items : items.slice(0, max)
}
