import type { ServerResponse } from 'node:http'
import { referenceOf } from '../../core/reference.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import type { RawHeaders } from '../http/headers.ts'
import { weirHeaders } from './headers.ts'
import { coachMessage, failureMessage, refusalMessage, type Whereabouts } from './messages.ts'
import { buildRefusal } from './refusal.ts'

/** Answers a refused prompt in its platform's own format. */
export function sendRefusal(response: ServerResponse, judged: JudgedPrompt, contact: string): void {
  const { platform, target, inspection, ruling } = judged
  const refusal = buildRefusal(
    platform,
    { message: messageOf(judged, contact), interactionId: judged.id, target, prompt: inspection.prompt },
    inspection.operation,
    ruling.deciding?.policy_name,
  )
  response.writeHead(refusal.status, refusal.headers)
  response.end(refusal.body)
}

/** What is added to the answer of a coached prompt; names and values in turn. */
export function coachHeaders(judged: JudgedPrompt, contact: string): RawHeaders {
  const policyName = judged.ruling.deciding?.policy_name ?? ''
  const reference = referenceOf(judged.id)
  const message = coachMessage({ policyName, types: findingTypes(judged), contact, reference })
  return Object.entries(weirHeaders({ action: 'coach', policyName, interactionId: judged.id, message })).flat()
}

function messageOf(judged: JudgedPrompt, contact: string): string {
  const { deciding, inspection } = judged.ruling
  const reference = referenceOf(judged.id)
  if (deciding === undefined) return failureMessage(inspection.reason ?? 'malformed_body', contact, reference)
  const types = findingTypes(judged)
  return refusalMessage({ policyName: deciding.policy_name, types, contact, reference }, whereaboutsOf(judged, types))
}

function whereaboutsOf({ inspection: { result } }: JudgedPrompt, types: readonly string[]): Whereabouts | undefined {
  if (result === undefined || types.length === 0) return undefined
  const origins = result.origins.filter(({ type }) => types.includes(type))
  return {
    isInNewest: result.classifications.some(({ type }) => types.includes(type)),
    earlier: origins.flatMap(({ message }) => message ?? []),
    messages: result.messages,
    isBeside: origins.some(({ place }) => place === 'beside'),
  }
}

/** What to name: the kinds of data the policy is about, all that was found where it is about none in particular, none where it is about no data. */
function findingTypes({ inspection, ruling }: JudgedPrompt): readonly string[] {
  const found = ruling.isAboutFindings ? (inspection.result?.findingTypes ?? []) : []
  return ruling.decidingTypes.length === 0 ? found : found.filter((type) => ruling.decidingTypes.includes(type))
}

/** The same for an upgrade, as bytes: the socket has left the HTTP server. 426 asks for plain HTTP (RFC 9110 section 15.5.22). */
export function upgradeRefusal(judged: JudgedPrompt, contact: string): string {
  const message = messageOf(judged, contact)
  const body = `${JSON.stringify({ error: { message, type: 'invalid_request_error', code: 'policy_violation' } })}\n`
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    upgrade: 'HTTP/1.1',
    connection: 'close, upgrade',
    'x-should-retry': 'false',
    ...weirHeaders({
      action: 'block',
      policyName: judged.ruling.deciding?.policy_name,
      interactionId: judged.id,
      message,
    }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return ['HTTP/1.1 426 Upgrade Required', ...lines, '', body].join('\r\n')
}
