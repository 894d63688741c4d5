import { asKept } from '../../../core/model/classification.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { referenceOf } from '../../../core/reference.ts'
import { facetsOf } from '../facets.ts'
import type { IndexedNames } from '../indexed-names.ts'
import type { Sender } from '../new-names.ts'
import { LARGE_CHARACTERS, type ListedInteraction, shorten } from '../short-form.ts'
import type { Stored } from './collection.ts'

/** The short form of a large interaction has its whole fields, as JSON, besides. */
type Whole = Pick<Interaction, 'content_metadata' | 'classifications' | 'policy_decisions'>

/**
 * `_id` is `<tenant>:<id>`, since callers choose ids and one tenant's must not take another's. Within a tenant it sorts
 * as the id does. A document is either pending or counted.
 */
export interface InteractionDocument extends Stored, Omit<Interaction, 'id' | 'content_metadata'> {
  /** As JSON: its field names are the caller's, and neither `$where` nor `a.b` may mean anything here. */
  readonly content_metadata: string
  /** What lists are filtered by besides the fields (api/store/facets.ts), and the reference among them. */
  readonly facets: readonly string[]
  /** The types of findings that it is listed and counted by (api/store/indexed-names.ts). */
  readonly types?: readonly string[]
  /** If its fields are in short form (api/store/short-form.ts): the whole ones, as JSON, which lists do not read. */
  readonly whole?: string | null
  readonly truncated?: true | null
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

export function toFields(interaction: Interaction, { types, policies }: IndexedNames): InteractionFields {
  const whole = wholeOf(interaction)
  const short: ListedInteraction = whole === null ? interaction : shorten(interaction)
  const { truncated = null, ...shown } = short
  const { id: _id, tenant_id: _tenant, timestamp: _timestamp, content_metadata, ...fields } = shown
  return {
    ...fields,
    content_metadata: JSON.stringify(content_metadata),
    facets: toFacets(interaction, policies),
    types,
    whole: truncated === null ? null : whole,
    truncated,
  }
}

/** Null if it is not large. */
function wholeOf({ content_metadata, classifications, policy_decisions }: Interaction): string | null {
  const whole: Whole = { content_metadata, classifications, policy_decisions }
  const text = JSON.stringify(whole)
  return text.length <= LARGE_CHARACTERS ? null : text
}

export function toFacets(interaction: Interaction, policies: readonly string[]): string[] {
  return [...facetsOf(interaction, policies), referenceFacet(referenceOf(interaction.id))]
}

/** As it was counted in: what a refused upgrade counts as may stand in what the short form leaves out. */
export function toCountable(document: InteractionDocument): InteractionDocument {
  if (typeof document.whole !== 'string' || document.enforced_action !== 'block') return document
  const { content_metadata, policy_decisions } = JSON.parse(document.whole) as Whole
  return { ...document, content_metadata: JSON.stringify(content_metadata), policy_decisions }
}

export function referenceFacet(reference: string): string {
  return `reference ${reference}`
}

/** With all that was read of it: a list in short form leaves out the whole. */
export function toInteraction(document: InteractionDocument): ListedInteraction {
  const {
    _id,
    content_metadata,
    facets: _facets,
    pending: _pending,
    outbox: _outbox,
    sender: _sender,
    listed_as: _listed,
    counted: _counted,
    types: _types,
    whole,
    truncated,
    ...fields
  } = document
  const isShort = truncated === true && typeof whole !== 'string'
  const interaction = {
    id: idOf(document),
    ...fields,
    // Written by toFields only: no need to validate up to 500 of them a page again.
    content_metadata: JSON.parse(content_metadata) as Interaction['content_metadata'],
    ...(typeof whole === 'string' && (JSON.parse(whole) as Whole)),
    ...(isShort && { truncated: true as const }),
  }
  return { ...interaction, classifications: interaction.classifications.map(asKept) }
}

/** An interaction as inventory and alerts show it. */
export function toListedInteraction(document: InteractionDocument): Interaction {
  const interaction = toInteraction(document)
  return { ...interaction, platform_id: document.listed_as ?? interaction.platform_id }
}
