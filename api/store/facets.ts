import type { EnforcedAction, Interaction, InteractionType } from '../../core/model/interaction.ts'

/** Longer names are kept, but not searched by: no filter takes them (api/interactions/queries.ts). */
export const FACET_MAX = 255

/** The filters of lists that are neither a column of their own nor a finding. */
export interface FacetFilter {
  readonly enforced_action?: EnforcedAction | undefined
  readonly interaction_type?: InteractionType | undefined
  readonly policy_id?: string | undefined
  /** `status` of `content_metadata.inspection`. */
  readonly inspection?: string | undefined
  /** `content_metadata.model`, letter by letter. */
  readonly model?: string | undefined
  /** `content_metadata.host`, in lower case. */
  readonly host?: string | undefined
}

/**
 * An interaction's facets as one list of texts, each a name and a value: one index serves all of them.
 * @param policies the ids of its policies that are indexed (api/store/indexed-names.ts), each once
 */
export function facetsOf(interaction: Interaction, policies: readonly string[]): string[] {
  const { enforced_action, interaction_type, content_metadata } = interaction
  const { inspection, model, host } = content_metadata
  const facets = [facet('action', enforced_action), facet('kind', interaction_type)]
  for (const id of policies) facets.push(facet('policy', id))
  addSearchable(facets, 'inspection', statusOf(inspection))
  addSearchable(facets, 'model', model)
  addSearchable(facets, 'host', typeof host === 'string' ? host.toLowerCase() : undefined)
  return facets
}

/** The facets that an interaction must have. */
export function facetsWanted(filter: FacetFilter): string[] {
  const { enforced_action, interaction_type, policy_id, inspection, model, host } = filter
  const wanted = { action: enforced_action, kind: interaction_type, policy: policy_id, inspection, model, host }
  return Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [facet(name, value)]))
}

/** What interactions are counted by besides their fields. */
export type CountedFacet = readonly [dimension: 'policy' | 'inspection', value: string]

const NOT_WHOLE: ReadonlySet<unknown> = new Set(['partial', 'none'])

/** Its policies that are indexed, and how far it was inspected where that was not completely. */
export function countedFacets({ content_metadata }: Interaction, policies: readonly string[]): CountedFacet[] {
  const counted = policies.map((id): CountedFacet => ['policy', id])
  const status = statusOf(content_metadata.inspection)
  if (typeof status === 'string' && NOT_WHOLE.has(status)) counted.push(['inspection', status])
  return counted
}

/** The same, from the facets that are kept of it. */
export function countedAmong(facets: readonly string[]): CountedFacet[] {
  return facets.flatMap((text): CountedFacet[] => {
    const [name, value = ''] = text.split(' ', 2)
    if (name === 'policy') return [['policy', value]]
    return name === 'inspection' && NOT_WHOLE.has(value) ? [['inspection', value]] : []
  })
}

function facet(name: string, value: string): string {
  return `${name} ${value}`
}

function addSearchable(facets: string[], name: string, value: unknown): void {
  if (typeof value === 'string' && isSearchable(value)) facets.push(facet(name, value))
}

const CONTROLS = /\p{Cc}/u

/** Without controls, so that a list of facets can be written with line feeds between. */
function isSearchable(value: string): boolean {
  return value !== '' && value.length <= FACET_MAX && !CONTROLS.test(value)
}

function statusOf(inspection: unknown): unknown {
  return typeof inspection === 'object' && inspection !== null && 'status' in inspection
    ? inspection.status
    : inspection
}
