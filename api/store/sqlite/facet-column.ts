import type { Interaction } from '../../../core/model/interaction.ts'
import { facetsOf } from '../facets.ts'
import { namesOf } from '../indexed-names.ts'

/** No facet holds a control. */
const SEPARATOR = '\n'

/** An interaction's facets as the table keeps them. */
export function joinFacets(interaction: Interaction, policies: readonly string[]): string {
  return facetsOf(interaction, policies).join(SEPARATOR)
}

export function splitFacets(column: unknown): string[] {
  return typeof column !== 'string' || column === '' ? [] : column.split(SEPARATOR)
}

/** Those of a row that was written before there was a column for them. */
export function facetsOfDocument(document: unknown): string {
  const interaction = JSON.parse(String(document)) as Interaction
  return joinFacets(interaction, namesOf([interaction]).names[0]?.policies ?? [])
}
