import { isEnveloped } from '../body/envelopes.ts'
import { refuseLikeConnect } from '../platforms/formats/connect.ts'
import { MCP_OPERATION } from '../platforms/mcp/mcp-server.ts'
import { refuseLikeMcp } from '../platforms/mcp/refuse-mcp.ts'
import type { Platform, Refusal, RefusalResponse } from '../platforms/platform.ts'
import { WEIR_HEADER_NAMES, weirHeaders } from './headers.ts'

/**
 * The whole answer to a refused request, in the form that its client shows to a person and does not retry.
 * `operationId` is the inspection's; `policyName` is absent where no policy refuses but the fail mode does.
 */
export function buildRefusal(
  platform: Platform,
  refusal: Refusal,
  operationId?: string,
  policyName?: string,
): RefusalResponse {
  const operation = platform.operations.find(({ id }) => id === operationId)
  const own =
    operationId === MCP_OPERATION ? refuseLikeMcp(refusal) : (operation?.refuse?.(refusal) ?? platform.refuse(refusal))
  const response = inEnvelope(own, refusal)
  return {
    status: response.status,
    body: response.body,
    headers: {
      ...response.headers,
      'content-length': String(Buffer.byteLength(response.body)),
      'cache-control': 'no-store',
      // OpenAI's and Anthropic's SDKs look at this header before they retry anything.
      'x-should-retry': 'false',
      ...corsHeaders(refusal.target.headers.origin),
      ...weirHeaders({
        action: 'block',
        policyName,
        interactionId: refusal.isRecorded === false ? undefined : refusal.interactionId,
        message: refusal.message,
      }),
    },
  }
}

/** A client of gRPC or of Connect's streams understands no other error than theirs, whatever else its service speaks. */
function inEnvelope(own: RefusalResponse, refusal: Refusal): RefusalResponse {
  const type = refusal.target.headers['content-type'] ?? ''
  return isEnveloped(type) && own.headers['content-type'] !== type ? refuseLikeConnect(refusal) : own
}

/** Without these a page may not read an answer from another origin, and shows a network error instead of the reason. */
function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': ['request-id', ...WEIR_HEADER_NAMES].join(', '),
    vary: 'Origin',
  }
}
