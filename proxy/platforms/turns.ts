import { isArray, isObject, type JsonObject } from './json-value.ts'
import type { RequestTarget } from './platform.ts'

/** A message of a person with all that follows it, up to the next one. */
export interface Turn {
  /** Of the conversation's elements: the first, and the one behind the last. */
  readonly start: number
  readonly end: number
  /** What the person said, told from another message by its texts alone: clients add marks for caches to a message that they send again. */
  readonly said: string
}

/** Instructions may stand between messages; they belong to no turn. */
const INSTRUCTIONS: ReadonlySet<unknown> = new Set(['system', 'developer'])
/** What a service gives back to a tool's call: without the call it would be refused. */
const RESULTS: ReadonlySet<unknown> = new Set(['tool_result', 'function_call_output', 'functionResponse'])
/** Not said by anybody. */
const MARKS: ReadonlySet<string> = new Set(['role', 'type', 'id', 'status', 'name', 'cache_control', 'metadata'])
const DEPTH_MAX = 16

/** The turns of a conversation, in their order; undefined if an element is none that a conversation has. */
export function turnsOf(elements: readonly unknown[]): readonly Turn[] | undefined {
  if (!elements.every(isObject)) return undefined
  const starts = elements.flatMap((element, index) => (beginsTurn(element) ? [index] : []))
  return starts.map((start, index) => ({
    start,
    end: starts[index + 1] ?? elements.length,
    said: saidIn(elements[start]),
  }))
}

/** Whether an element belongs to its turn, and goes with it. */
export function isOfTurn(element: unknown): boolean {
  return !isObject(element) || !INSTRUCTIONS.has(element.role)
}

/** A message of a person: not one by which a client, in a person's name, gives a tool's result. */
function beginsTurn({ role, type, content, parts }: JsonObject): boolean {
  // Gemini takes one without a role for the person's.
  const isPerson = role === 'user' || (role === undefined && parts !== undefined)
  if (!isPerson || (type !== undefined && type !== 'message')) return false
  const pieces = isArray(content) ? content : isArray(parts) ? parts : []
  return !pieces.some(
    (piece) =>
      isObject(piece) && (RESULTS.has(piece.type) || 'functionResponse' in piece || 'function_response' in piece),
  )
}

function saidIn(element: unknown): string {
  const said: string[] = []
  collect(element, said, 0)
  return JSON.stringify(said)
}

function collect(value: unknown, said: string[], depth: number): void {
  if (typeof value === 'string') said.push(value)
  else if (depth > DEPTH_MAX) said.push(JSON.stringify(value))
  else if (isArray(value)) for (const one of value) collect(one, said, depth + 1)
  else if (isObject(value)) {
    for (const [name, one] of Object.entries(value)) if (!MARKS.has(name)) collect(one, said, depth + 1)
  }
}

/** Fields that sign a body, or prove it whole (SigV4; RFC 9421, 9530, 1864). */
const SIGNING = [
  ...['x-amz-content-sha256', 'x-amz-date', 'signature', 'signature-input', 'content-digest', 'repr-digest'],
  ...['digest', 'content-md5', 'x-signature', 'x-content-signature', 'x-goog-hash', 'dpop'],
]
/** Claude Code puts a hash of its body among its instructions. */
const CLAUDE_CODE = /claude-(?:cli|code)/i
const HASHED_BODY = /\bcch=|x-anthropic-billing-header/

/** Whether a body may be changed on its way: nothing about it says that its client signs it. */
export function mayChange({ headers }: Pick<RequestTarget, 'headers'>, bytes: Buffer): boolean {
  if (SIGNING.some((name) => headers[name] !== undefined)) return false
  if (/^AWS4-|signature/i.test(headers.authorization ?? '')) return false
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') return false
  if (headers['x-claude-code-session-id'] !== undefined || CLAUDE_CODE.test(headers['user-agent'] ?? '')) return false
  return headers['x-app'] !== 'cli' && !HASHED_BODY.test(bytes.toString('latin1'))
}
