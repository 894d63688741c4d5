import type { Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'

/** Of the codes that JSON-RPC leaves to servers (section 5.1), one that neither the protocol nor its SDKs use. */
const POLICY_VIOLATION = -32_050
/** The first revision whose results say that they are complete. */
const STATELESS = '2026-07-28'

/**
 * A refused call is answered as a tool that failed is: the model reads why, and tells the person. Any other request gets an error of
 * JSON-RPC; a message that expects no answer a status.
 */
export function refuseLikeMcp({ message, prompt, target }: Refusal): RefusalResponse {
  const { method, ids, isBatch } = prompt?.mcp ?? { method: 'other', ids: [], isBatch: false }
  const error = { code: POLICY_VIOLATION, message }
  if (ids.length === 0) return jsonRefusal({ jsonrpc: '2.0', id: null, error })
  const revision = target.headers['mcp-protocol-version'] ?? ''
  const result = {
    ...(revision >= STATELESS && { resultType: 'complete' }),
    content: [{ type: 'text', text: message }],
    isError: true,
  }
  const answer = method === 'tools/call' ? { result } : { error }
  const answers = ids.map((id) => ({ jsonrpc: '2.0', id, ...answer }))
  return jsonRefusal(isBatch ? answers : answers[0], {}, 200)
}
