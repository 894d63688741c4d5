import { quoted } from '../../config/raw-lines.ts'

/** What is logged of one request: the closed set of docs/logging.md. */
export interface RequestFields {
  readonly event: 'request'
  readonly action: string
  readonly observed_action: string | undefined
  readonly platform: string
  readonly operation: string | undefined
  readonly policy: string | undefined
  readonly policy_id: string | undefined
  readonly interaction_id: string | undefined
  readonly reference: string | undefined
  /** Undefined if nothing was answered, because the client or the upstream was gone. */
  readonly status: number | undefined
  /** Whether the client got all of the answer. */
  readonly complete: boolean
  readonly error: string | undefined
  readonly inspection: string | undefined
  readonly reason: string | undefined
  readonly client_address: string
  readonly request_bytes: number | undefined
  readonly inspect_ms: number | undefined
  readonly duration_ms: number | undefined
}

/** As pino writes them, each with a comma before it. */
export function jsonOf(fields: RequestFields): string {
  return (
    decisionOf(fields) +
    text(',"interaction_id":', fields.interaction_id) +
    text(',"reference":', fields.reference) +
    outcomeOf(fields) +
    text(',"client_address":', fields.client_address) +
    number(',"request_bytes":', fields.request_bytes) +
    number(',"inspect_ms":', fields.inspect_ms) +
    number(',"duration_ms":', fields.duration_ms)
  )
}

// What most lines have in common with the one before is made once: of some forty pieces of text a line has a dozen then. It belongs to the
// module, not to a log, as it is right for whoever asks: all that the text is made of is compared. It holds two lines at most.
let lastDecision: RequestFields | undefined
let lastDecisionText = ''
let lastOutcome: RequestFields | undefined
let lastOutcomeText = ''

function decisionOf(fields: RequestFields): string {
  const last = lastDecision
  const isSame =
    last !== undefined &&
    last.action === fields.action &&
    last.observed_action === fields.observed_action &&
    last.platform === fields.platform &&
    last.operation === fields.operation &&
    last.policy === fields.policy &&
    last.policy_id === fields.policy_id
  if (isSame) return lastDecisionText
  lastDecision = fields
  lastDecisionText =
    `,"event":"request","action":${quoted(fields.action)}` +
    text(',"observed_action":', fields.observed_action) +
    text(',"platform":', fields.platform) +
    text(',"operation":', fields.operation) +
    text(',"policy":', fields.policy) +
    text(',"policy_id":', fields.policy_id)
  return lastDecisionText
}

function outcomeOf(fields: RequestFields): string {
  const last = lastOutcome
  const isSame =
    last !== undefined &&
    last.status === fields.status &&
    last.complete === fields.complete &&
    last.error === fields.error &&
    last.inspection === fields.inspection &&
    last.reason === fields.reason
  if (isSame) return lastOutcomeText
  lastOutcome = fields
  lastOutcomeText =
    number(',"status":', fields.status) +
    (fields.complete ? ',"complete":true' : ',"complete":false') +
    text(',"error":', fields.error) +
    text(',"inspection":', fields.inspection) +
    text(',"reason":', fields.reason)
  return lastOutcomeText
}

function text(name: string, value: string | undefined): string {
  return value === undefined ? '' : name + quoted(value)
}

function number(name: string, value: number | undefined): string {
  return value === undefined ? '' : `${name}${value}`
}
