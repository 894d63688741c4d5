import { z } from 'zod'
import { ClassificationType } from '../model/classification.ts'
import type { TelemetryFinding } from '../model/event-data.ts'
import type { Interaction } from '../model/interaction.ts'
import { telemetryIn } from '../telemetry-in.ts'

const TYPES_NAMED_MAX = 10

/** What a proxy tells beside the findings; whatever else a caller writes there is passed over. */
const ContextFindings = z.array(z.object({ type: ClassificationType }))
const MatchedTypes = z.array(ClassificationType)

/** Kinds of data and a number: what the policy matched, and all that was found, earlier messages included. Never a value, however masked. */
export function describeFindings(interaction: Interaction): string {
  const { risk_score, direction, enforced_action } = interaction
  const telemetry = telemetryIn(interaction.content_metadata)
  if (telemetry !== undefined) return `Risk ${risk_score}, ${direction}; ${describeTelemetry(telemetry, interaction)}.`
  const { newest, context, matched } = typesFoundIn(interaction)
  const facts = [
    ...named('the policy matched in context', matched),
    ...named('found', newest),
    ...named('found in context', context),
  ]
  if (facts.length === 0) facts.push(enforced_action === 'block' ? 'not for any kind of data' : 'nothing found')
  return `Risk ${risk_score}, ${direction}; ${facts.join('; ')}.`
}

/** With the place of each in the body: nobody has seen it, and it may be long. */
function describeTelemetry(
  telemetry: readonly TelemetryFinding[],
  { enforced_action, ...interaction }: Interaction,
): string {
  const places = (part: TelemetryFinding['part'], isEnforced: boolean) =>
    telemetry
      .filter((found) => found.part === part && found.enforced === isEnforced)
      .map(({ type, at }) => (at === '' ? type : `${type} at ${at}`))
  const { newest, context } = typesFoundIn({ enforced_action, ...interaction })
  // What could not be parsed has no places.
  const placed = new Set(telemetry.map(({ type }) => type))
  const facts = [
    ...named('found in a field of telemetry that holds a prompt', places('prompt', true)),
    ...named('found in telemetry', [
      ...places('telemetry', true),
      ...[...newest, ...context].filter((type) => !placed.has(type)),
    ]),
    ...named('recorded only', places('telemetry', false)),
  ]
  return facts.length > 0
    ? facts.join('; ')
    : enforced_action === 'block'
      ? 'not for any kind of data'
      : 'nothing found'
}

/** Kinds of data, as often as they were found: in the newest message, in what came before it, and what a policy matched there. */
export function typesFoundIn({ classifications, content_metadata }: Interaction) {
  const context = ContextFindings.safeParse(content_metadata.context_findings).data ?? []
  return {
    newest: classifications.map(({ type }) => type),
    context: context.map(({ type }) => type),
    matched: MatchedTypes.safeParse(content_metadata.matched_in_context).data ?? [],
  }
}

function named(what: string, types: readonly string[]): string[] {
  const distinct = [...new Set(types)].sort()
  if (distinct.length === 0) return []
  const more = distinct.length > TYPES_NAMED_MAX ? ' and others' : ''
  return [`${what}: ${distinct.slice(0, TYPES_NAMED_MAX).join(', ')}${more}`]
}
