import { z } from 'zod'
import type { Severity } from '../../core/model/alert.ts'
import type { SinkEvent } from './format.ts'
import { severityOf } from './severity.ts'

const text = z.string().optional().catch(undefined)
const number = z.number().optional().catch(undefined)
const Named = z.object({ policy_name: z.string() })
const Typed = z.object({ type: z.string() })

/** The fields of the payloads of all event types (specification, Event types); each type has some of them. */
const Data = z.object({
  id: text,
  platform_id: text,
  user_id: text,
  enforced_action: text,
  risk_score: number,
  policy_decisions: z.array(Named).optional().catch(undefined),
  classifications: z.array(Typed).optional().catch(undefined),
  title: text,
  description: text,
  type: text,
  status: text,
  count: number,
  interaction_id: text,
  name: text,
  email: text,
  role: text,
  head: text,
})

export type Facts = Omit<z.infer<typeof Data>, 'policy_decisions' | 'classifications'> & {
  readonly event: SinkEvent
  readonly severity: Severity
  /** A sentence. */
  readonly message: string
  readonly policies: readonly string[]
  /** `EMAIL x 2, IBAN x 1`: types and counts, no values. */
  readonly findings: string
}

/** The facts that every format uses. */
export function factsOf(event: SinkEvent): Facts {
  const { policy_decisions = [], classifications = [], ...data } = Data.parse(event.data)
  const counts = Map.groupBy(classifications, ({ type }) => type)
  const facts = {
    ...data,
    event,
    severity: severityOf(event),
    policies: policy_decisions.map(({ policy_name }) => policy_name),
    findings: [...counts].map(([type, found]) => `${type} x ${found.length}`).join(', '),
  }
  return { ...facts, message: messageOf(facts) }
}

function messageOf({
  event,
  platform_id,
  enforced_action,
  title,
  name,
  email,
  id,
  head,
}: Omit<Facts, 'message'>): string {
  const where = platform_id ?? 'an AI service'
  switch (event.event_type) {
    case 'interaction.created':
      return `Interaction with ${where} recorded`
    case 'interaction.classified':
      return `Interaction with ${where} classified`
    case 'interaction.policy_violated':
      return `Interaction with ${where} matched a policy: ${enforced_action ?? 'log'}`
    case 'interaction.high_risk':
      return `Interaction with ${where} is of high risk`
    case 'alert.created':
    case 'alert.severity_high':
    case 'alert.severity_critical':
      return `Alert: ${title ?? id}`
    case 'audit.head':
      return `Audit log: ${head}`
    case 'alert.resolved':
      return `Alert resolved: ${title ?? id}`
    default: {
      const [resource = '', verb = ''] = event.event_type.split('.')
      const what = `${resource[0]?.toUpperCase()}${resource.slice(1)}`
      return `${what} ${verb.replace('_', ' ')}: ${name ?? email ?? id}`
    }
  }
}
