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
    `,"event":"request","action":${quoted(fields.action)}` +
    text(',"observed_action":', fields.observed_action) +
    text(',"platform":', fields.platform) +
    text(',"operation":', fields.operation) +
    text(',"policy":', fields.policy) +
    text(',"policy_id":', fields.policy_id) +
    text(',"interaction_id":', fields.interaction_id) +
    text(',"reference":', fields.reference) +
    number(',"status":', fields.status) +
    (fields.complete ? ',"complete":true' : ',"complete":false') +
    text(',"error":', fields.error) +
    text(',"inspection":', fields.inspection) +
    text(',"reason":', fields.reason) +
    text(',"client_address":', fields.client_address) +
    number(',"request_bytes":', fields.request_bytes) +
    number(',"inspect_ms":', fields.inspect_ms) +
    number(',"duration_ms":', fields.duration_ms)
  )
}

function text(name: string, value: string | undefined): string {
  return value === undefined ? '' : name + quoted(value)
}

function number(name: string, value: number | undefined): string {
  return value === undefined ? '' : `${name}${value}`
}
