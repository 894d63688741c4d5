import { createHmac, hash } from 'node:crypto'
import type { ExtraDetectors } from '../../core/inspect/extra.ts'
import type { FindingsCache } from '../../core/inspect/findings-cache.ts'
import type { TextPart } from '../../core/inspect/parts.ts'
import { inspectPrompt, type PromptInspection } from '../../core/inspect/prompt.ts'
import { inspectTelemetry } from '../../core/inspect/telemetry.ts'
import type { InspectionReason, InspectionStatus } from '../../core/model/inspection-status.ts'
import type { InteractionType } from '../../core/model/interaction.ts'
import type { Decoded } from '../body/decode.ts'
import { codingOfMessages } from '../body/envelopes.ts'
import { type ParseResult, parseBody } from '../body/parse.ts'
import { OverBudgetError, readWithin } from '../body/time-budget.ts'
import type { FileReading } from '../files/file-reading.ts'
import type { DocumentPart } from '../platforms/document-part.ts'
import { fileIdsIn } from '../platforms/file-ids.ts'
import type { McpCall, Platform, Prompt, RequestTarget, Unread } from '../platforms/platform.ts'
import { GENERIC_OPERATION, operationOf, type Reading, readPrompt } from '../platforms/read.ts'
import { TELEMETRY_OPERATION } from '../platforms/telemetry/endpoint.ts'
import { documentsOf, withTexts } from './file-texts.ts'
import { judgedHash, withoutBoundary } from './judged-hash.ts'

export interface InspectionInput {
  /** The client whose turn it takes: the user if one is known, otherwise the address. */
  readonly client: string
  readonly platform: Platform
  readonly target: RequestTarget
  /** As received, content codings and all. */
  readonly bytes: Buffer
  /** Gives a signal that is aborted when the client has gone: asked for only if the request has to wait for its turn. */
  readonly gone?: () => AbortSignal
  /** `bytes` is this text in UTF-8 and nothing else: a piece of an answer. */
  readonly text?: string | undefined
  /** What lies across the ends of `bytes`, a piece of a file, and those of the pieces beside it: read as well. */
  readonly seam?: string | undefined
  /** Why `bytes` is only the beginning: the proxy stopped reading at its limit, or the client hung up. */
  readonly truncation?: Truncation | undefined
}

export type Truncation = 'too_large' | 'aborted'

/** The data that the proxy keeps of a prompt, without its text. */
export interface PromptSummary {
  readonly interactionType: InteractionType
  readonly model?: string | undefined
  readonly conversation?: string | undefined
  readonly stream?: boolean | undefined
  /** Where the bodies of one operation differ: see Prompt. */
  readonly isPrompt?: boolean | undefined
  /** On a WebSocket: see Prompt. */
  readonly lane?: string | undefined
  readonly eventId?: string | undefined
  readonly mcp?: McpCall | undefined
  /** The service's ids of files that it names. They are compared, and never recorded. */
  readonly fileIds?: readonly string[] | undefined
  /** SHA-256, in hex, of the user's first message; identifies a conversation that has no id of its own. */
  readonly firstUserTurnHash?: string | undefined
}

export interface RequestInspection extends InspectionStatus {
  /** The platform's operation, or `generic`. */
  readonly operation: string
  /** The service's file does not have this operation: it is new, or has changed. */
  readonly isUnknown?: boolean | undefined
  readonly prompt?: PromptSummary | undefined
  /**
   * Absent where the request could not be looked at at all, and, with status `full`, where it is neither a prompt nor an
   * upload: nothing is judged or recorded then.
   */
  readonly result?: PromptInspection | undefined
  /** Whether a turn holds any text: then `result` has its hash. */
  readonly hasText?: boolean | undefined
  /** Of all content that is judged, where a reason may be asked for it; see judgedHash(). */
  readonly judgedHash?: string | undefined
  /** Findings of earlier turns that were let through when they were sent before: `result` leaves them out. */
  readonly seenFindings?: readonly { readonly type: string; readonly count: number }[] | undefined
  /** The revision of the tenant's detectors that were used, if it is known. */
  readonly detectorRevision?: number | undefined
}

/** Whether nothing was found, in what is new or around it. */
export function isWithoutFindings({ classifications, contextFindings }: PromptInspection): boolean {
  return classifications.length === 0 && contextFindings.length === 0
}

export interface InspectionLimits {
  readonly isOverBudget?: () => boolean
  /** The tenant's detectors. */
  readonly extra?: ExtraDetectors | undefined
  /** What has been found in texts that come again; changes nothing but the time it takes. */
  readonly cache?: FindingsCache | undefined
  /** Keys the hashes by which parts are known when they come again; without it all parts are new. */
  readonly partKey?: Uint8Array | undefined
  /** A policy may ask for a reason: RequestInspection.judgedHash is needed. */
  readonly hashesJudged?: boolean | undefined
}

/** What answers are inspected as; their records have the operation of their prompt. */
const ANSWER_OPERATION = 'answer'
/** Models and conversations as vendors name them: `ft:gpt-5:acme::a1b2`, `models/gemini-3`, `claude@20260101`. */
const LABEL = /^(?:[\w.:/+-]|@(?=\d)){1,200}$/
/** More digits than a time in milliseconds has: an account's or a person's. */
const LONG_NUMBER = /(?:\d[.:/+-]?){14}/

type RequestInput = Omit<InspectionInput, 'bytes' | 'client' | 'gone'>

/** A request that was parsed and read; undefined where its time was over before. */
export interface ReadRequest {
  readonly parsed: ParseResult
  readonly reading: Reading
  /** Files whose text a reader of files may tell. */
  readonly documents: readonly DocumentPart[]
}

/** Parses, reads and inspects one request whose content codings are undone. Never throws, whatever the body holds. */
export function inspectDecoded(input: RequestInput, decoded: Decoded, limits: InspectionLimits): RequestInspection {
  if (input.text !== undefined) return inspectText(input.text, limits)
  return inspectRead(input, decoded, limits, readDecoded(input, decoded, limits))
}

/** The first half of it. */
export function readDecoded(input: RequestInput, decoded: Decoded, limits: InspectionLimits): ReadRequest | undefined {
  try {
    return readWithin(limits.isOverBudget, () => {
      const { headers } = input.target
      const parsed = parseBody(decoded.bytes, headers['content-type'], codingOfMessages(headers))
      const reading = readPrompt(input.platform, input.target, parsed)
      return { parsed, reading, documents: documentsOf(reading.prompt) }
    })
  } catch (error) {
    if (!(error instanceof OverBudgetError)) throw error
    return undefined
  }
}

/** The second half. @param texts of the files, in their order; a file without one was not read */
export function inspectRead(
  input: RequestInput,
  decoded: Decoded,
  limits: InspectionLimits,
  read: ReadRequest | undefined,
  texts: readonly FileReading[] = [],
): RequestInspection {
  if (read === undefined) return outOfTime(input.platform, input.target)
  const { parsed, reading } = read
  const { operation, isPrompt, isUnknown } = reading
  const { prompt, problems } = withTexts(withSeam(reading.prompt, input.seam), texts)
  const hasText = prompt.parts.some(isTurnWithText)
  const unread = isPrompt || hasText ? (prompt.unread ?? []) : (prompt.unread ?? []).filter(isTokenArray)
  const failure = failureOf(input.truncation, decoded, parsed) ?? reading.failure
  const isJudged = isPrompt || hasText || failure !== undefined || unread.length > 0
  if (!isJudged && prompt.parts.length === 0) return { status: 'full', operation }
  const { partKey } = limits
  const hashPart = partKey && ((part: TextPart) => hashOfPart(part, partKey))
  const options = { ...limits, hashPart }
  const isTelemetry = operation === TELEMETRY_OPERATION
  const result = isTelemetry ? inspectTelemetry(prompt.parts, options) : inspectPrompt(prompt.parts, options)
  const reason = failure ?? firstOf(unread, result.complete)
  // Settings alone (of a poll or a tool's set-up) are not a prompt unless they contain data of a person or company.
  const isEmpty = result.facts.length === 0 && (result.telemetry ?? []).length === 0
  if (!isJudged && reason === undefined && isEmpty) return { status: 'full', operation }
  const hasUnreadableFile = reason !== 'unreadable_file' && unread.includes('unreadable_file')
  return {
    status: reason === undefined ? 'full' : hasText ? 'partial' : 'none',
    reason: reason ?? (hasText ? undefined : 'no_text'),
    ...(hasUnreadableFile && { hasUnreadableFile }),
    ...(problems.length > 0 && { files: problems }),
    operation,
    ...(isUnknown && { isUnknown }),
    prompt: { ...summarise(prompt, result), ...fileIdsOf(parsed) },
    result,
    hasText,
    ...(limits.hashesJudged === true &&
      partKey && { judgedHash: hashJudged(prompt, input, decoded, failure, partKey) }),
  }
}

function hashJudged(
  { parts, unread = [] }: Prompt,
  { target }: RequestInput,
  decoded: Decoded,
  failure: InspectionReason | undefined,
  key: Uint8Array,
): string {
  const isRead = failure === undefined && unread.length === 0
  return judgedHash(parts, isRead ? undefined : withoutBoundary(decoded.bytes, target.headers['content-type']), key)
}

function fileIdsOf({ body }: ParseResult): { readonly fileIds?: readonly string[] } {
  if (body.kind !== 'json') return {}
  const fileIds = fileIdsIn(body.value)
  return fileIds.length === 0 ? {} : { fileIds }
}

/** Text that belongs to no single request. */
function withSeam(prompt: Prompt, seam: string | undefined): Prompt {
  if (seam === undefined) return prompt
  return { ...prompt, parts: [...prompt.parts, { role: 'definition', text: seam }] }
}

function inspectText(text: string, limits: InspectionLimits): RequestInspection {
  const result = inspectPrompt([{ role: 'user', text }], limits)
  const status = result.complete
    ? ({ status: 'full' } as const)
    : ({ status: 'partial', reason: 'over_budget' } as const)
  return { ...status, operation: ANSWER_OPERATION, result, hasText: text !== '' }
}

/** The result for a request whose time was over before anything was inspected. */
export function outOfTime(platform: Platform, target: RequestTarget): RequestInspection {
  return { status: 'none', reason: 'over_budget', operation: operationOf(platform, target)?.id ?? GENERIC_OPERATION }
}

function hashOfPart({ role, text }: TextPart, key: Uint8Array): string {
  // In one call: an object that takes pieces costs as much as hashing two thousand characters.
  if (text.isWellFormed()) return hash('sha256', `${Buffer.from(key).toString('hex')} ${role} ${text}`, 'base64')
  // UTF-16 tells lone surrogates apart, which UTF-8 does not.
  return createHmac('sha256', key).update(`${role} `).update(text, 'utf16le').digest('base64')
}

function isTurnWithText({ role, text }: TextPart): boolean {
  return role !== 'definition' && text !== ''
}

function isTokenArray(unread: Unread): boolean {
  return unread === 'token_array'
}

/** Of several reasons, the one that WEIR_FAIL_MODE applies to: unreadable files come last. */
function firstOf(unread: readonly Unread[], complete: boolean): InspectionReason | undefined {
  return (
    unread.find((reason) => reason !== 'unreadable_file') ??
    (complete ? undefined : 'over_budget') ??
    (unread.length > 0 ? 'unreadable_file' : undefined)
  )
}

/** The first cause: what is cut off neither decodes nor parses either. */
function failureOf(
  truncation: Truncation | undefined,
  decoded: Decoded,
  parsed: ParseResult,
): InspectionReason | undefined {
  if (truncation === 'too_large') return 'too_large'
  if (decoded.failure !== undefined) return decoded.failure
  return truncation === 'aborted' || parsed.malformed ? 'malformed_body' : undefined
}

function summarise(prompt: Prompt, result: PromptInspection | undefined): PromptSummary {
  return {
    interactionType: prompt.interactionType,
    model: label(prompt.model),
    conversation:
      prompt.conversation === undefined ? undefined : (label(prompt.conversation) ?? digest(prompt.conversation)),
    stream: prompt.stream,
    ...(prompt.isPrompt !== undefined && { isPrompt: prompt.isPrompt }),
    ...(prompt.lane !== undefined && { lane: label(prompt.lane) }),
    ...(prompt.eventId !== undefined && { eventId: label(prompt.eventId) }),
    ...(prompt.mcp !== undefined && { mcp: prompt.mcp }),
    firstUserTurnHash: firstUserTurnHash(prompt.parts, result),
  }
}

/** What is kept is short and of one line; what of it may go on record is decided there (record/client-text.ts). */
function label(value: string | undefined): string | undefined {
  return value !== undefined && LABEL.test(value) && !LONG_NUMBER.test(value) ? value : undefined
}

/** Tells one conversation from another all the same. */
function digest(text: string): string {
  return hash('sha256', text, 'hex')
}

function firstUserTurnHash(parts: readonly TextPart[], result: PromptInspection | undefined): string | undefined {
  const [only] = parts
  if (parts.length === 1 && only?.role === 'user' && result !== undefined) return result.contentHash
  const first = parts.findIndex((part) => part.role === 'user')
  if (first === -1) return undefined
  const texts: string[] = []
  for (let index = first; index < parts.length; index++) {
    const part = parts[index]
    if (part === undefined || part.role !== 'user') break
    texts.push(part.text)
  }
  return hash('sha256', texts.join('\n'), 'hex')
}
