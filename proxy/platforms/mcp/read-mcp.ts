import { PartCollector } from '../collect.ts'
import { isArray, isObject, type JsonObject } from '../json-value.ts'
import type { McpCall, ParsedBody, Prompt, RequestTarget } from '../platform.ts'
import { speaksMcp } from './speaks-mcp.ts'

/**
 * The requests and notifications of a client (modelcontextprotocol.io, revisions 2025-03-26 to 2026-07-28), each with whether it says
 * something of its own; others set up the connection, list what there is, or report.
 */
const METHODS: ReadonlyMap<string, 'says' | 'asks'> = new Map([
  ['tools/call', 'says'],
  ['prompts/get', 'says'],
  ['completion/complete', 'says'],
  ...(
    'initialize server/discover ping tools/list prompts/list resources/list resources/templates/list resources/read resources/subscribe ' +
    'resources/unsubscribe subscriptions/listen logging/setLevel tasks/get tasks/list tasks/result tasks/cancel tasks/update ' +
    'notifications/initialized notifications/cancelled notifications/progress notifications/roots/list_changed'
  )
    .split(' ')
    .map((name): [string, 'asks'] => [name, 'asks']),
])
/** What tools are called by (2026-07-28, "Tool Names"): anything else may be somebody's text. */
const TOOL_NAME = /^[A-Za-z][\w./-]{0,63}$/
const LONG_NUMBER = /\d{9}/
/** More messages than any client sends at once. */
const MAX_IDS = 100

const ENVELOPE = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error'])
const NONE: ReadonlySet<string> = new Set()
const SAID = new Set(['name', 'arguments', 'argument', 'inputResponses', 'requestState', '_meta', 'uri'])

/** Messages of JSON-RPC from a client of the Model Context Protocol; undefined if the body holds anything else. */
export function readMcp(body: ParsedBody, target: RequestTarget): Prompt | undefined {
  if (body.kind !== 'json' || target.method !== 'POST') return undefined
  const isBatch = isArray(body.value)
  const messages = isArray(body.value) ? body.value : [body.value]
  if (messages.length === 0 || !messages.every(isMessage)) return undefined
  if (!speaksMcp(target.headers) && !messages.some(({ method }) => METHODS.has(String(method)))) return undefined
  const parts = new PartCollector()
  for (const message of messages) readMessage(parts, message)
  readParameterHeaders(parts, target)
  const call = messages.find(({ method }) => method === 'tools/call') ?? messages[0]
  return {
    parts: parts.parts(),
    unread: parts.unread(),
    interactionType: 'tool_call',
    isPrompt: messages.some(saysSomething),
    mcp: describe(call ?? {}, messages, isBatch),
  }
}

/** Whether nothing is in the body but what JSON-RPC has, so that no other format can be in it. */
export function isOnlyMcp(body: ParsedBody): boolean {
  if (body.kind !== 'json') return false
  const messages = isArray(body.value) ? body.value : [body.value]
  return messages.every((message) => isObject(message) && Object.keys(message).every((name) => ENVELOPE.has(name)))
}

function isMessage(value: unknown): value is JsonObject {
  return isObject(value) && value.jsonrpc === '2.0' && ('method' in value || 'result' in value || 'error' in value)
}

/** A call, or an answer to what a server has asked: a person's, or a model's. */
function saysSomething(message: JsonObject): boolean {
  const { method, params } = message
  if (method === undefined) return isObject(message.result) && Object.keys(message.result).length > 0
  if (method === 'prompts/get') return isObject(params) && params.arguments !== undefined
  return METHODS.get(String(method)) === 'says'
}

function readMessage(parts: PartCollector, message: JsonObject): void {
  const { id, method, params, result, error } = message
  // JSON-RPC has no other members: what is there is for another reader of the body, and may be what a person says.
  parts.rest(message, ENVELOPE, 'user')
  parts.rest({ id }, NONE)
  if (method === undefined) {
    parts.leaves('user', result)
    parts.leaves('definition', error)
    parts.leaves('definition', params)
    return
  }
  // A request has neither.
  parts.leaves('definition', result)
  parts.leaves('definition', error)
  if (typeof method !== 'string' || !METHODS.has(method)) {
    // Of an extension: what it says is not known.
    parts.leaves('user', params)
    parts.leaves('definition', method)
    return
  }
  if (!isObject(params)) {
    parts.leaves('user', params)
    return
  }
  const role = METHODS.get(method) === 'says' ? 'user' : 'definition'
  parts.leaves(role, params.arguments)
  parts.leaves(role, params.argument)
  parts.leaves('user', params.inputResponses)
  parts.leaves('definition', params.name)
  parts.leaves('definition', params.uri)
  // What the server gave the client to bring back; nobody else can read it.
  parts.sealed(params.requestState)
  parts.leaves('definition', params._meta)
  parts.rest(params, SAID, role)
}

/** A server may have parameters of a tool sent once more as headers (2026-07-28, `x-mcp-header`), in base64 where they are not plain. */
function readParameterHeaders(parts: PartCollector, { headers }: RequestTarget): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || !name.startsWith('mcp-param-')) continue
    const encoded = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/.exec(value)?.[1]
    parts.text('definition', encoded === undefined ? value : Buffer.from(encoded, 'base64').toString())
  }
}

function describe(call: JsonObject, messages: readonly JsonObject[], isBatch: boolean): McpCall {
  const { method, params } = call
  const name = isObject(params) ? params.name : undefined
  const isTool = method === 'tools/call' && typeof name === 'string'
  return {
    method: typeof method === 'string' && METHODS.has(method) ? method : method === undefined ? 'response' : 'other',
    tool: isTool && TOOL_NAME.test(name) && !LONG_NUMBER.test(name) ? name : undefined,
    ids: messages.slice(0, MAX_IDS).flatMap(idOf),
    isBatch,
  }
}

/** The id that an answer is to have; a notification and an answer of the client's own get none. */
function idOf({ id, method }: JsonObject): (string | number)[] {
  return method !== undefined && (typeof id === 'string' || typeof id === 'number') ? [id] : []
}
