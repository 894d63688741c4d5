import { nameOfAiService } from '../../core/catalogue/ai-services.ts'
import type { TextPart } from '../../core/inspect/parts.ts'
import type { DecodeFailure } from '../body/decode.ts'
import { startsLikeJson } from '../body/json.ts'
import type { ParseResult } from '../body/parse.ts'
import { readGenerically } from './generic.ts'
import { MCP_OPERATION } from './mcp/mcp-server.ts'
import { isOnlyMcp, readMcp } from './mcp/read-mcp.ts'
import { messageInQuery, type QueryMessage } from './message-in-query.ts'
import { COMMON_OPERATIONS } from './operator-host.ts'
import { pathReadings } from './path.ts'
import type { Operation, ParsedBody, Platform, Prompt, RequestTarget } from './platform.ts'
import { textOfQuery } from './query.ts'
import { SOCKET_MESSAGE } from './socket-message.ts'
import { TELEMETRY_OPERATION, type TelemetryEndpoint, telemetryAt } from './telemetry/endpoint.ts'
import { readTelemetry } from './telemetry/read-telemetry.ts'

/** The operation of requests that the platform's file does not know. */
export const GENERIC_OPERATION = 'generic'
/** The same for messages on WebSockets. */
const GENERIC_MESSAGE = 'message'
/** Requests that are not the AI service's; they are not read. */
export const OTHER_OPERATION = 'other'

export interface Reading {
  readonly operation: string
  /** Whether the request is judged and recorded also where it holds no text: see Operation. */
  readonly isPrompt: boolean
  /** The platform's file does not have it: it was read as what its path looks like, or every string of it. */
  readonly isUnknown: boolean
  readonly prompt: Prompt
  /** Why a message in the query could not be read, where there is one. */
  readonly failure: DecodeFailure | undefined
}

/** Finds the operation and reads its texts; a body that is not of its shape is read generically. The query is read as well. */
export function readPrompt(platform: Platform, target: RequestTarget, parsed: ParseResult): Reading {
  const message = messageInQuery(target.query)
  const failure = message?.failure
  const complete = (prompt: Prompt) => withHidden(withMessage(prompt, message), hiddenIn(parsed, target, message))
  const isMessage = target.method === SOCKET_MESSAGE
  const telemetry = telemetryFor(platform, target)
  if (telemetry !== undefined) {
    if (!parsed.malformed) {
      const prompt = withMeasured(readTelemetry(parsed.body, telemetry), parsed, target)
      return { operation: TELEMETRY_OPERATION, isPrompt: false, isUnknown: false, prompt, failure }
    }
    const prompt = readOutOfShape(parsed.body, undefined, isMessage)
    const isPrompt = isPromptOf(platform, undefined, prompt, parsed.body, isMessage)
    return { operation: TELEMETRY_OPERATION, isPrompt, isUnknown: false, prompt: complete(prompt), failure }
  }
  const own = findOperation(platform.operations, target)
  const found = own ?? findOperation(COMMON_OPERATIONS, target)
  // A service that takes prompts at this path ignores what it does not know: an envelope around its format makes it no other.
  const mcp = found === undefined || isOnlyMcp(parsed.body) ? readMcp(parsed.body, target) : undefined
  if (mcp !== undefined) {
    const isPrompt = mcp.isPrompt === true
    return { operation: MCP_OPERATION, isPrompt, isUnknown: false, prompt: complete(mcp), failure }
  }
  const operation = found?.operation
  const prompt =
    operation?.extract(parsed.body, found?.target ?? target) ?? readOutOfShape(parsed.body, operation, isMessage)
  return {
    operation: operation?.id ?? (isMessage ? GENERIC_MESSAGE : GENERIC_OPERATION),
    isPrompt: isPromptOf(platform, operation, prompt, parsed.body, isMessage),
    isUnknown: own === undefined && parsed.body.kind !== 'empty',
    prompt: complete(prompt),
    failure,
  }
}

/** What a program measures may be rounded (proxy/body/json.ts); a name that comes twice may hide anything. */
const MEASURED = /^(?:[^:\n]{0,64}: )?[0-9]+$/

/** With what else a request says. */
function withMeasured(prompt: Prompt, { hidden }: ParseResult, target: RequestTarget): Prompt {
  const query = textOfQuery(target.query)
  const isMeasured = hidden.every((text) => MEASURED.test(text))
  const parts: TextPart[] = [
    ...(isMeasured ? hidden : []).map((text) => ({ role: 'definition', text, isTelemetry: true }) as const),
    ...(query === '' ? [] : [{ role: 'definition', text: query, at: '?', isTelemetry: true } as const]),
  ]
  const measured = parts.length === 0 ? prompt : { ...prompt, parts: [...prompt.parts, ...parts] }
  return isMeasured ? measured : withHidden(measured, hidden)
}

function hiddenIn(parsed: ParseResult, target: RequestTarget, message: QueryMessage | undefined): readonly string[] {
  const query = textOfQuery(target.query)
  return query === '' ? parsed.hidden : [...parsed.hidden, query, ...(message?.texts ?? [])]
}

/** With what is in its query besides texts. */
function withMessage(prompt: Prompt, message: QueryMessage | undefined): Prompt {
  if (message === undefined || message.documents.length + message.unread.length === 0) return prompt
  const { parts, unread = [] } = prompt
  return { ...prompt, parts: [...parts, ...message.documents], unread: [...unread, ...message.unread] }
}

function isPromptOf(
  platform: Platform,
  operation: Operation | undefined,
  prompt: Prompt,
  body: ParsedBody,
  isMessage: boolean,
): boolean {
  if (body.kind === 'empty') return false
  // Bytes on a WebSocket that are no text may be anything, speech and encoded prompts among them.
  if (isMessage && body.kind === 'binary') return true
  return prompt.isPrompt ?? operation?.isPrompt ?? isUpload(platform, body)
}

/**
 * If an operation has its own format, bytes of an unknown format are not a file but an encoded prompt; and what starts like JSON, and is
 * none, may be a prompt to a lenient parser, whatever its type says.
 */
function readOutOfShape(body: ParsedBody, operation: Operation | undefined, isMessage: boolean): Prompt {
  const prompt = readGenerically(body)
  const isPrompt = operation?.isPrompt === true
  const isEncoded = body.kind === 'binary' && !body.file.recognised && (isPrompt || isMessage)
  const isLoose = body.kind === 'text' && isPrompt && startsLikeJson(body.text)
  return isEncoded || isLoose ? { ...prompt, unread: ['unknown_encoding'] } : prompt
}

export function operationOf(platform: Platform, target: RequestTarget): Pick<Operation, 'id'> | undefined {
  if (telemetryFor(platform, target) !== undefined) return { id: TELEMETRY_OPERATION }
  return (findOperation(platform.operations, target) ?? findOperation(COMMON_OPERATIONS, target))?.operation
}

/** Prompts go to some paths wherever they stand: no other path makes telemetry of these. */
function telemetryFor(platform: Platform, target: RequestTarget): TelemetryEndpoint | undefined {
  const endpoint = telemetryAt(platform, target)
  return endpoint && (findOperation(COMMON_OPERATIONS, target) === undefined ? endpoint : undefined)
}

/** Uses the path as servers read it, so that another spelling does not avoid its operation. The forwarded path stays unchanged. */
function findOperation(
  operations: readonly Operation[],
  target: RequestTarget,
): { readonly operation: Operation; readonly target: RequestTarget } | undefined {
  for (const path of pathReadings(target.path)) {
    const { method, query, headers } = target
    const read = path === target.path ? target : { method, path, query, headers, host: target.host }
    const operation = operations.find((candidate) => candidate.matches(read))
    if (operation !== undefined) return { operation, target: read }
  }
  return undefined
}

/**
 * Whether a body is a file, or a form with one, that goes to an API: nobody sends it one by accident, so that it is an upload
 * also where the path is not known (a new operation, or a spelling that only the service knows).
 */
function isUpload(platform: Platform, body: ParsedBody): boolean {
  if (nameOfAiService(platform.id).category !== 'api') return false
  if (body.kind === 'binary') return body.file.recognised
  return body.kind === 'multipart' && body.parts.some(({ file }) => file?.recognised === true)
}

function withHidden(prompt: Prompt, hidden: readonly string[]): Prompt {
  if (hidden.length === 0) return prompt
  return { ...prompt, parts: [...prompt.parts, { role: 'definition', text: hidden.join('\n') }] }
}
