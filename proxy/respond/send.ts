import { referenceOf } from '../../core/reference.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import type { RefusalResponse } from '../platforms/platform.ts'
import { TELEMETRY_OPERATION } from '../platforms/telemetry/endpoint.ts'
import { isClaudeCode } from '../platforms/turns.ts'
import { weirHeaders } from './headers.ts'
import { coachMessage, describeKinds, failureMessage, refusalMessage, type Whereabouts } from './messages.ts'
import { questionOf } from './question.ts'
import { buildRefusal } from './refusal.ts'
import type { Words } from './words.ts'
import { wordsFor } from './words-for.ts'

/** The answer to a refused prompt, in its platform's own format. */
export function refusalOf(judged: JudgedPrompt, contact: string, isRecorded: boolean): RefusalResponse {
  const { platform, target, inspection, ruling } = judged
  return buildRefusal(
    platform,
    {
      message: refusalTextOf(judged, contact, isRecorded),
      interactionId: judged.id,
      isRecorded,
      target,
      prompt: inspection.prompt,
    },
    inspection.operation,
    ruling.deciding?.policy_name,
  )
}

/** The fields that are added to the answer of a prompt that was coached, or of which turns were left out. */
export function coachHeaders(judged: JudgedPrompt, contact: string, isRecorded: boolean): Record<string, string> {
  const { dropped, ruling } = judged
  const isCoached = ruling.action === 'coach' || dropped === undefined
  const policyName = isCoached ? (ruling.deciding?.policy_name ?? '') : dropped.policyName
  const message = coachTextOf(judged, contact, isRecorded)
  return weirHeaders({
    ...{ action: 'coach', policyName, interactionId: isRecorded ? judged.id : undefined, message },
    droppedTurns: dropped?.count,
  })
}

/** What the person is told whose prompt was coached, or who had turns left out of it. */
export function coachTextOf(judged: JudgedPrompt, contact: string, isRecorded: boolean): string {
  const { dropped, ruling } = judged
  const words = wordsOf(judged)
  const reference = isRecorded ? referenceOf(judged.id) : undefined
  const told = dropped === undefined ? [] : [words.dropped(dropped.policyName, dropped.count)]
  const isCoached = ruling.action === 'coach' || dropped === undefined
  const policyName = ruling.deciding?.policy_name ?? ''
  const asked = { policyName, types: findingTypes(judged), contact, reference }
  return [...told, isCoached ? coachMessage(asked, words) : words.ask(contact, reference)].join(' ')
}

/** What the person whose prompt was refused is told. */
export function messageOf(judged: JudgedPrompt, contact: string, isRecorded: boolean): string {
  const { deciding, inspection } = judged.ruling
  const words = wordsOf(judged)
  const reference = isRecorded ? referenceOf(judged.id) : undefined
  if (deciding === undefined) return failureMessage(inspection.reason ?? 'malformed_body', contact, reference, words)
  const types = findingTypes(judged)
  const message = { policyName: deciding.policy_name, types, contact, reference }
  return refusalMessage(message, whereaboutsOf(judged, types), words)
}

/** The same where it is the answer: with where a reason can be given, if the banner asks for one. */
function refusalTextOf(judged: JudgedPrompt, contact: string, isRecorded: boolean): string {
  const message = messageOf(judged, contact, isRecorded)
  return questionOf(judged) === undefined ? message : `${message} ${wordsOf(judged).askedBeside}`
}

/** In the language that the person's browser asks for; programs ask for none. */
export function wordsOf({ target, inspection }: JudgedPrompt): Words {
  const words = wordsFor(target.headers['accept-language'])
  return inspection.operation === TELEMETRY_OPERATION ? { ...words, ...words.telemetry } : words
}

function whereaboutsOf(
  { inspection: { result, operation }, platform, target }: JudgedPrompt,
  types: readonly string[],
): Whereabouts | undefined {
  if (result === undefined || types.length === 0) return undefined
  const isConversation = platform.operations.find(({ id }) => id === operation)?.history !== undefined
  const origins = result.origins.filter(({ type }) => types.includes(type))
  return {
    isInNewest: result.newestTypes.some((type) => types.includes(type)),
    isLast: result.lastTypes.some((type) => types.includes(type)),
    earlier: origins.flatMap(({ message }) => message ?? []),
    messages: result.messages,
    isBeside: origins.some(({ place }) => place === 'beside'),
    isClaudeCode: isConversation && isClaudeCode(target),
    places: [...new Set(origins.flatMap(({ at }) => at || []))],
  }
}

/** What to name: the kinds of data the policy is about, all that was found where it is about none in particular, none if it is about no data. */
function findingTypes({ inspection, ruling }: JudgedPrompt): readonly string[] {
  const found = ruling.isAboutFindings ? (inspection.result?.findingTypes ?? []) : []
  return ruling.decidingTypes.length === 0 ? found : found.filter((type) => ruling.decidingTypes.includes(type))
}

/** What a refused message is answered with on its WebSocket; undefined where its service has no form for that. */
export function messageRefusalOf(
  judged: JudgedPrompt,
  contact: string,
  isRecorded: boolean,
): readonly string[] | undefined {
  const { platform, target, inspection } = judged
  const operation = platform.operations.find(({ id }) => id === inspection.operation)
  const message = refusalTextOf(judged, contact, isRecorded)
  return operation?.refuseMessage?.({
    message,
    interactionId: judged.id,
    isRecorded,
    target,
    prompt: inspection.prompt,
  })
}

/** Why a WebSocket is closed, in as few words as a close frame has room for. */
export function closeReasonOf(judged: JudgedPrompt, isRecorded: boolean): string {
  const { deciding, inspection } = judged.ruling
  const words = wordsOf(judged)
  const reference = isRecorded ? ` ${words.reference(referenceOf(judged.id))}` : ''
  if (deciding === undefined) return `${words.closedByFailure(String(inspection.reason))}${reference}`
  return `Weir: ${words.closedByPolicy(describeKinds(findingTypes(judged), words))}${reference}`
}

/** The answer to a refused upgrade: 426 asks for plain HTTP (RFC 9110 section 15.5.22). */
export function upgradeRefusalOf(
  judged: JudgedPrompt,
  contact: string,
  isRecorded: boolean,
  status = 426,
): RefusalResponse {
  const message = messageOf(judged, contact, isRecorded)
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(status === 426 && { upgrade: 'HTTP/1.1', connection: 'upgrade' }),
      'x-should-retry': 'false',
      ...weirHeaders({
        action: 'block',
        policyName: judged.ruling.deciding?.policy_name,
        interactionId: isRecorded ? judged.id : undefined,
        message,
      }),
    },
    body: `${JSON.stringify({ error: { message, type: 'invalid_request_error', code: 'policy_violation' } })}\n`,
  }
}
