import { z } from 'zod'
import type { Alert, AlertFacts } from '../model/alert.ts'
import { text } from '../model/common.ts'
import type { Interaction } from '../model/interaction.ts'
import { telemetryIn } from '../telemetry-in.ts'
import { typesFoundIn } from './describe-findings.ts'

/** A sender may name a thousand of each: a list of alerts shows no more than these. */
const POLICIES_MAX = 20
const TYPES_MAX = 50

/** As proxies write them; whatever else a caller writes there is passed over. */
const Host = text(253, 1)
const Inspection = z.object({ reason: text(100, 1) })
const NotDelivered = text(64, 1)
const ClientAddress = z.union([z.ipv4(), z.ipv6()])

const NOTHING = {
  types: [],
  risk_score: null,
  enforced_action: null,
  host: null,
  reason: null,
  not_delivered: null,
  client_address: null,
}

/** @param interaction what raised it, if it is still there: without it policies have no names */
export function factsOf({ policy_ids }: Pick<Alert, 'policy_ids'>, interaction: Interaction | undefined): AlertFacts {
  const shown = policy_ids.slice(0, POLICIES_MAX)
  const then = new Map(interaction?.policy_decisions.map(({ policy_id, policy_name }) => [policy_id, policy_name]))
  const policies = shown.map((id) => ({ id, name: then.get(id) ?? null }))
  if (interaction === undefined) return { policies, ...NOTHING }
  const { risk_score, enforced_action, content_metadata } = interaction
  const { newest, context, matched } = typesFoundIn(interaction)
  const isTelemetry = telemetryIn(content_metadata) !== undefined
  return {
    policies,
    ...(isTelemetry && { telemetry: true }),
    types: [...new Set([...matched, ...newest, ...context])].sort().slice(0, TYPES_MAX),
    risk_score,
    enforced_action,
    host: Host.safeParse(content_metadata.host).data ?? null,
    reason: Inspection.safeParse(content_metadata.inspection).data?.reason ?? null,
    not_delivered:
      enforced_action === 'block' ? null : (NotDelivered.safeParse(content_metadata.not_delivered).data ?? null),
    client_address: ClientAddress.safeParse(content_metadata.client_address).data ?? null,
  }
}
