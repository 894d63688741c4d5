import { asKept } from '../../../core/model/classification.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { referenceOf } from '../../../core/reference.ts'
import { facetsOf } from '../facets.ts'
import type { Sender } from '../new-names.ts'
import type { Stored } from './collection.ts'

/**
 * `_id` is `<tenant>:<id>`, since callers choose ids and one tenant's must not take another's. Within a tenant it sorts
 * as the id does. A document is either pending or counted.
 */
export interface InteractionDocument extends Stored, Omit<Interaction, 'id' | 'content_metadata'> {
  /** As JSON: its field names are the caller's, and neither `$where` nor `a.b` may mean anything here. */
  readonly content_metadata: string
  /** What lists are filtered by besides the fields (api/store/facets.ts), and the reference among them. */
  readonly facets: readonly string[]
  /** Until it is counted: `<tenant>:<the call that stored it>`. */
  readonly pending?: string
  /** While it is pending: the events that tell of it, as JSON. */
  readonly outbox?: readonly string[]
  /** While it is pending: who sent it. */
  readonly sender?: Sender
  /** What the inventory counts it as, if that is not its platform. */
  readonly listed_as?: string
  /** The journal entry that counted it or revised it last. */
  readonly counted?: number
}

/** The fields of an interaction that may change. */
export type InteractionFields = Omit<
  InteractionDocument,
  '_id' | 'tenant_id' | 'timestamp' | 'pending' | 'outbox' | 'sender' | 'listed_as' | 'counted'
>

export function keyOf(tenantId: string, id: string): string {
  return `${tenantId}:${id}`
}

export function idOf({ _id, tenant_id }: InteractionDocument): string {
  return _id.slice(tenant_id.length + 1)
}

export function toFields(interaction: Interaction): InteractionFields {
  const { id: _id, tenant_id: _tenant, timestamp: _timestamp, content_metadata, ...fields } = interaction
  return { ...fields, content_metadata: JSON.stringify(content_metadata), facets: toFacets(interaction) }
}

export function toFacets(interaction: Interaction): string[] {
  return [...facetsOf(interaction), referenceFacet(referenceOf(interaction.id))]
}

export function referenceFacet(reference: string): string {
  return `reference ${reference}`
}

export function toInteraction(document: InteractionDocument): Interaction {
  const {
    _id,
    content_metadata,
    facets: _facets,
    pending: _pending,
    outbox: _outbox,
    sender: _sender,
    listed_as: _listed,
    counted: _counted,
    ...fields
  } = document
  return {
    id: idOf(document),
    ...fields,
    classifications: fields.classifications.map(asKept),
    // Written by toFields only: no need to validate up to 500 of them a page again.
    content_metadata: JSON.parse(content_metadata) as Interaction['content_metadata'],
  }
}

/** An interaction as inventory and alerts show it. */
export function toListedInteraction(document: InteractionDocument): Interaction {
  const interaction = toInteraction(document)
  return { ...interaction, platform_id: document.listed_as ?? interaction.platform_id }
}
