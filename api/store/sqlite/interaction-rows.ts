import type { Interaction } from '../../../core/model/interaction.ts'
import { nextTurn } from '../../turns/next-turn.ts'
import { LARGE_CHARACTERS, type ListedInteraction, shorten } from '../short-form.ts'
import type { PlacedRow } from './bitmap-index/indexed-row.ts'
import type { Row } from './database.ts'
import { bytesToHex, bytesToUuid } from './sql.ts'

/** What a shortened document begins with: its own fields come first, so that no text of a sender is taken for this. */
const SHORT = '{"truncated":true,'

/** Characters of documents that are parsed at a turn: under a millisecond. */
const PARSED_AT_ONCE = 131_072

/** The fields that nothing is searched by. */
type Document = Pick<
  Interaction,
  | 'interaction_type'
  | 'content_metadata'
  | 'classifications'
  | 'policy_decisions'
  | 'enforced_action'
  | 'tier'
  | 'received_at'
> & {
  /** What the inventory counts it as, if that is not its platform. */
  readonly listed_as?: string | undefined
  readonly truncated?: true
}

/**
 * What of an interaction stands in the row's document.
 * @param listed what the inventory counts it as
 */
function toDocument(interaction: Interaction, listed: string): Document {
  const { interaction_type, content_metadata, classifications, policy_decisions, enforced_action, tier } = interaction
  const fields = { interaction_type, content_metadata, classifications, policy_decisions, enforced_action, tier }
  const { received_at } = interaction
  const document = received_at === undefined ? fields : { ...fields, received_at }
  return listed === interaction.platform_id ? document : { ...document, listed_as: listed }
}

/** The texts of an interaction's document: one, or, if it is large, a short form for lists besides. */
export function toDocuments(interaction: Interaction, listed: string): { shown: string; whole: string | undefined } {
  const document = toDocument(interaction, listed)
  const text = JSON.stringify(document)
  if (text.length <= LARGE_CHARACTERS) return { shown: text, whole: undefined }
  const { truncated, ...short } = shorten(document)
  return truncated ? { shown: JSON.stringify({ truncated, ...short }), whole: text } : { shown: text, whole: undefined }
}

/** Whether the row has the short form of its document: the whole one is in a table of its own. */
export function isShort(row: Row): boolean {
  return String(row.document).startsWith(SHORT)
}

/** What the inventory counts the interaction of a row as. */
export function listedIn(row: Row): string {
  const text = String(row.document)
  // The word alone spares nearly all of them the parsing.
  const { listed_as } = text.includes('"listed_as"') ? (JSON.parse(text) as Document) : {}
  return listed_as ?? String(row.platform)
}

/** An interaction as inventory and alerts show it. */
export function listAs(interaction: Interaction, listed = interaction.platform_id): Interaction {
  return listed === interaction.platform_id ? interaction : { ...interaction, platform_id: listed }
}

/** An interaction from its row. */
export function toInteraction(tenantId: string, row: Row): ListedInteraction {
  // Written by toDocument only: no need to validate up to 500 of them a page again.
  const { listed_as: _, ...document } = JSON.parse(String(row.document)) as Document
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

/** In slices: a page may be of five hundred large ones. */
export async function toInteractions(tenantId: string, rows: readonly Row[]): Promise<ListedInteraction[]> {
  const interactions: ListedInteraction[] = []
  let characters = 0
  for (const row of rows) {
    characters += String(row.document).length
    if (characters > PARSED_AT_ONCE) {
      await nextTurn()
      characters = 0
    }
    interactions.push(toInteraction(tenantId, row))
  }
  return interactions
}

/** As the index of lists knows the row. */
export function toPlacedRow(row: Row): PlacedRow {
  return { number: Number(row.number), id: bytesToHex(row.id), at: Number(row.at), hash: Number(row.hash_prefix) }
}
