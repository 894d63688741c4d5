import test from 'ava'
import { jsonOf, type RequestFields } from '../../../proxy/telemetry/request-line.ts'

const LINE: RequestFields = {
  event: 'request',
  action: 'allow',
  observed_action: undefined,
  platform: 'openai-api',
  operation: 'chat_completions',
  policy: undefined,
  policy_id: undefined,
  interaction_id: '01a2079b-62f9-7bd0-bea0-0d69454a7dff',
  reference: '69454a7dff',
  status: 200,
  complete: true,
  error: undefined,
  inspection: 'full',
  reason: undefined,
  client_address: '192.0.2.7',
  request_bytes: 2174,
  inspect_ms: 0.31,
  duration_ms: 12.5,
}

/** Each field as it is in one line, and as it may be in the next. */
const CHANGES: readonly Partial<RequestFields>[] = [
  { action: 'block' },
  { observed_action: 'block' },
  { platform: 'mcp:example.com' },
  { operation: undefined },
  { policy: 'No "IBAN"', policy_id: '5f8f3ad6-0c2b-4f0c-9d0a-0f6b1f0e9a11' },
  { policy_id: '5f8f3ad6-0c2b-4f0c-9d0a-0f6b1f0e9a12' },
  { interaction_id: undefined, reference: undefined },
  { status: undefined },
  { status: 503 },
  { complete: false },
  { error: 'upstream_connect' },
  { inspection: undefined },
  { reason: 'too_large' },
  { client_address: '2001:db8::1' },
  { request_bytes: undefined, inspect_ms: undefined, duration_ms: 0 },
]

test('a line holds its own fields, in their order, whatever the lines before it held', (t) => {
  for (const change of CHANGES) {
    for (const fields of [LINE, { ...LINE, ...change }, LINE]) {
      t.is(`{${jsonOf(fields).slice(1)}}`, JSON.stringify(fields))
    }
  }
})
