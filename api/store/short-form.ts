import type { Classification } from '../../core/model/classification.ts'
import type { Interaction } from '../../core/model/interaction.ts'

/** The most that one item of a list shows; the interaction itself has the rest. */
const METADATA_CHARACTERS = 4096
const FINDINGS = 50
const VALUE_CHARACTERS = 128
const DECISIONS = 50

/** As JSON: an interaction that takes more is kept twice, whole and short, so that lists read and parse the short one. */
export const LARGE_CHARACTERS = 8192

/** The fields that may be large. */
export type Shortened = Pick<Interaction, 'content_metadata' | 'classifications' | 'policy_decisions'>

/** An interaction as lists read it: if its large fields were shortened, it says so. */
export type ListedInteraction = Interaction & { readonly truncated?: true }

/** @returns what was given if it is short enough */
export function shorten<T extends Shortened>(interaction: T): T & { readonly truncated?: true } {
  const content_metadata = shortMetadata(interaction.content_metadata)
  const classifications = shortFindings(interaction.classifications)
  const policy_decisions = short(interaction.policy_decisions, DECISIONS)
  const isWhole =
    content_metadata === interaction.content_metadata &&
    classifications === interaction.classifications &&
    policy_decisions === interaction.policy_decisions
  return isWhole
    ? interaction
    : { ...interaction, content_metadata, classifications, policy_decisions, truncated: true }
}

/** @returns what was given if it is short enough; else the fields that fit, in their order */
export function shortMetadata(metadata: Interaction['content_metadata']): Interaction['content_metadata'] {
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

export function shortFindings(findings: Classification[]): Classification[] {
  if (findings.length <= FINDINGS && findings.every(({ value }) => value.length <= VALUE_CHARACTERS)) return findings
  return findings
    .slice(0, FINDINGS)
    .map((found) => ({ ...found, value: found.value.slice(0, VALUE_CHARACTERS).toWellFormed() }))
}

function short<T>(items: T[], max: number): T[] {
  return items.length <= max ? items : items.slice(0, max)
}
