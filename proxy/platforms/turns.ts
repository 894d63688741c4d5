import { isArray, isObject, type JsonObject } from './json-value.ts'
import type { RequestTarget } from './platform.ts'

/** A message of a person with all that follows it, up to the next one. */
export interface Turn {
  /** Of the conversation's elements: the first, and the one behind the last. */
  readonly start: number
  readonly end: number
  /**
   * What the person said, and what was given back to tools since then. A turn is told from another one by these texts alone: clients add
   * marks for caches to a message that they send again, and leave out what the model thought.
   */
  readonly said: readonly string[]
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
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? elements.length
    return { start, end, said: elements.slice(start, end).filter(isGiven).flatMap(textsIn) }
  })
}

/** Whether an element belongs to its turn, and goes with it. */
export function isOfTurn(element: unknown): boolean {
  return !isObject(element) || !INSTRUCTIONS.has(element.role)
}

/** The field of a message in a person's name that holds its pieces; undefined if it is no such message, or has none. */
export function piecesField(element: unknown): 'content' | 'parts' | undefined {
  if (!isObject(element) || !isPersons(element)) return undefined
  if (isArray(element.content)) return 'content'
  return isArray(element.parts) ? 'parts' : undefined
}

/** Whether a client gives the results of tools with it, in a person's name. */
export function hasResults(element: unknown): boolean {
  const field = piecesField(element)
  return field !== undefined && isObject(element) && (element[field] as readonly unknown[]).some(isResult)
}

/** A message of a person: not one by which a client, in a person's name, gives a tool's result. */
function beginsTurn(element: JsonObject): boolean {
  return isPersons(element) && !hasResults(element)
}

function isPersons({ role, type, parts }: JsonObject): boolean {
  // Gemini takes one without a role for the person's.
  const isPerson = role === 'user' || (role === undefined && parts !== undefined)
  return isPerson && (type === undefined || type === 'message')
}

/** Of the person or of a tool; not of the model. */
function isGiven(element: JsonObject): boolean {
  const { role, type } = element
  return isPersons(element) || role === 'tool' || (role === undefined && String(type).endsWith('_output'))
}

function isResult(piece: unknown): boolean {
  return isObject(piece) && (RESULTS.has(piece.type) || 'functionResponse' in piece || 'function_response' in piece)
}

/** What is said in a message or a piece of one, in its order. */
export function textsIn(value: unknown): readonly string[] {
  const said: string[] = []
  collect(value, said, 0)
  return said
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
const CLAUDE_CODE = /claude-(?:cli|code)/i
const HASHED_BODY = /\bcch=|x-anthropic-billing-header/

/**
 * Whether a body may be changed on its way: nothing about it says that its client signs it.
 * @param bytes without content codings
 */
export function mayChange({ headers }: Pick<RequestTarget, 'headers'>, bytes: Buffer): boolean {
  if (SIGNING.some((name) => headers[name] !== undefined)) return false
  if (/^AWS4-|signature/i.test(headers.authorization ?? '')) return false
  return !isClaudeCode({ headers }) && !HASHED_BODY.test(bytes.toString('latin1'))
}

/** It puts a hash of its body among its instructions. */
export function isClaudeCode({ headers }: Pick<RequestTarget, 'headers'>): boolean {
  const isNamed = headers['x-claude-code-session-id'] !== undefined || headers['x-app'] === 'cli'
  return isNamed || CLAUDE_CODE.test(headers['user-agent'] ?? '')
}
