import { hash } from 'node:crypto'
import type { ExtraDetectors } from '../../core/inspect/extra.ts'
import type { TextPart } from '../../core/inspect/parts.ts'
import { inspectPrompt, type PromptInspection } from '../../core/inspect/prompt.ts'
import type { InteractionType } from '../../core/model/interaction.ts'
import type { Decoded, DecodeFailure } from '../body/decode.ts'
import { type ParseResult, parseBody } from '../body/parse.ts'
import type { Platform, Prompt, RequestTarget } from '../platforms/platform.ts'
import { readPrompt } from '../platforms/read.ts'

export interface InspectionInput {
  readonly platform: Platform
  readonly target: RequestTarget
  /** As received, content codings and all. */
  readonly bytes: Buffer
  /** Why `bytes` is only the beginning: the proxy stopped reading at its limit, or the client hung up. */
  readonly truncation?: Truncation | undefined
}

export type Truncation = 'too_large' | 'aborted'

/** Why a request could not be inspected in full (proxy-decisions, "What is inspected"). */
export type InspectionReason = DecodeFailure | 'over_budget' | 'malformed_body'

/** What the proxy keeps of a prompt; its text is not in here. */
export interface PromptSummary {
  readonly interactionType: InteractionType
  readonly model?: string | undefined
  readonly conversation?: string | undefined
  readonly stream?: boolean | undefined
  /** SHA-256, in hex, of what the user said first; tells a conversation that has no id of its own. */
  readonly firstUserTurnHash?: string | undefined
}

export interface RequestInspection {
  /** `partial`: some text was inspected, not all. `none`: no text could be read at all. */
  readonly status: 'full' | 'partial' | 'none'
  /** Absent where `status` is `full`. */
  readonly reason?: InspectionReason | undefined
  /** The platform's operation, or `generic`. */
  readonly operation: string
  readonly prompt?: PromptSummary | undefined
  /** Absent where there was no text: with status `full` the request is no prompt, and nothing is recorded. */
  readonly result?: PromptInspection | undefined
}

export interface InspectionLimits {
  readonly isOverBudget?: () => boolean
  /** The tenant's detectors. */
  readonly extra?: ExtraDetectors | undefined
}

/** Models and conversations as vendors name them: `ft:gpt-5:acme::a1b2`, `models/gemini-3`, `claude@20260101`. */
const LABEL = /^(?:[\w.:/+-]|@(?=\d)){1,200}$/
/** More digits than a time in milliseconds has: an account's or a person's. */
const LONG_NUMBER = /(?:\d[.:/+-]?){14}/

/** Parses, reads and inspects one request whose content codings are undone. Never throws, whatever the body holds. */
export function inspectDecoded(
  input: Omit<InspectionInput, 'bytes'>,
  decoded: Decoded,
  limits: InspectionLimits,
): RequestInspection {
  const parsed = parseBody(decoded.bytes, input.target.headers['content-type'])
  const { operation, prompt } = readPrompt(input.platform, input.target, parsed)
  const failure = failureOf(input.truncation, decoded, parsed, prompt)
  if (prompt.parts.length === 0) {
    return failure === undefined
      ? { status: 'full', operation }
      : { status: 'none', reason: failure, operation, prompt: summarise(prompt, undefined) }
  }
  const result = inspectPrompt(prompt.parts, limits)
  const reason = failure ?? (result.complete ? undefined : 'over_budget')
  // Settings alone, as of a poll or a tool's set-up, are no prompt unless somebody's data is among them.
  if (reason === undefined && result.facts.length === 0 && prompt.parts.every(isDefinition)) {
    return { status: 'full', operation }
  }
  return {
    status: reason === undefined ? 'full' : 'partial',
    reason,
    operation,
    prompt: summarise(prompt, result),
    result,
  }
}

function isDefinition(part: TextPart): boolean {
  return part.role === 'definition'
}

/** The first cause: what is cut off neither decodes nor parses either. */
function failureOf(
  truncation: Truncation | undefined,
  decoded: Decoded,
  parsed: ParseResult,
  prompt: Prompt,
): InspectionReason | undefined {
  if (truncation === 'too_large') return 'too_large'
  if (decoded.failure !== undefined) return decoded.failure
  if (truncation === 'aborted' || parsed.malformed) return 'malformed_body'
  return prompt.unreadable === true ? 'unknown_encoding' : undefined
}

function summarise(prompt: Prompt, result: PromptInspection | undefined): PromptSummary {
  return {
    interactionType: prompt.interactionType,
    model: label(prompt.model),
    conversation: label(prompt.conversation),
    stream: prompt.stream,
    firstUserTurnHash: firstUserTurnHash(prompt.parts, result),
  }
}

/** Goes on record as it is, so anything that may be somebody's text instead of a name is left out. */
function label(value: string | undefined): string | undefined {
  return value !== undefined && LABEL.test(value) && !LONG_NUMBER.test(value) ? value : undefined
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
