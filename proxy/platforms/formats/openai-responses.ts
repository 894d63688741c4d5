import type { PartRole } from '../../../core/inspect/parts.ts'
import type { PartCollector } from '../collect.ts'
import { isArray, isObject, type JsonObject } from '../json-value.ts'
import { commonDetails, type JsonReader, stringOf } from '../operation.ts'
import { readContent } from './content.ts'
import { roleOf } from './openai-chat.ts'

const BODY = new Set(['instructions', 'input', 'prompt', 'conversation', 'prompt_cache_key'])
const PROMPT = new Set(['variables'])
const MESSAGE = new Set(['content'])
const OUTPUT = new Set(['output'])
const REASONING = new Set(['summary', 'content'])
const ITEMS = new Set(['items'])
const MODERATION = new Set(['input'])
const NONE = new Set<string>()
/** Items that say nothing new: lists of tools, references, sealed summaries. */
const CONTEXT_ITEMS = new Set(['mcp_list_tools', 'item_reference', 'compaction'])

/** OpenAI's responses (API reference, "Create a model response"); Codex speaks it too. */
export const readResponses: JsonReader = (body, parts, target) => {
  if (!('input' in body || 'instructions' in body || 'prompt' in body || 'previous_response_id' in body))
    return undefined
  readContent(parts, 'system', body.instructions)
  readReusablePrompt(parts, body.prompt)
  readInput(parts, body.input)
  parts.leaves('definition', body.conversation)
  parts.leaves('definition', body.prompt_cache_key)
  parts.rest(body, BODY)
  return { ...commonDetails(body), conversation: conversationOf(body, target.headers) }
}

/** A string, or a list of items: messages, tool calls and their outputs, reasoning. */
export function readInput(parts: PartCollector, input: unknown): void {
  if (!isArray(input)) {
    readContent(parts, 'user', input)
    return
  }
  parts.each('user', input, (item) => readItem(parts, item))
}

function readItem(parts: PartCollector, item: JsonObject): void {
  const type = typeof item.type === 'string' ? item.type : 'message'
  if (type.endsWith('_output')) {
    readContent(parts, 'tool', item.output)
    parts.rest(item, OUTPUT)
  } else if (type === 'reasoning') {
    parts.message('assistant')
    readContent(parts, 'assistant', item.summary)
    readContent(parts, 'assistant', item.content)
    parts.rest(item, REASONING)
  } else if (type.endsWith('_call') || type === 'mcp_approval_request') {
    parts.message('assistant')
    parts.rest(item, NONE, 'assistant')
  } else if (CONTEXT_ITEMS.has(type)) {
    parts.rest(item, NONE)
  } else if (type === 'message' || item.role !== undefined) {
    readMessage(parts, item)
  } else {
    // A content part may stand where an item is expected; anything else is read whole.
    readContent(parts, 'user', item)
  }
}

function readMessage(parts: PartCollector, item: JsonObject): void {
  const role: PartRole = roleOf(item.role)
  parts.message(role)
  readContent(parts, role, item.content)
  parts.rest(item, MESSAGE)
}

/** `prompt: {id, version, variables}`: the template is the vendor's, what fills it is the user's. */
function readReusablePrompt(parts: PartCollector, prompt: unknown): void {
  if (!isObject(prompt)) {
    parts.leaves('user', prompt)
    return
  }
  if (isObject(prompt.variables)) {
    for (const [name, value] of Object.entries(prompt.variables)) {
      parts.name(name)
      readContent(parts, 'user', value)
    }
  } else parts.leaves('user', prompt.variables)
  parts.rest(prompt, PROMPT)
}

function conversationOf(
  body: JsonObject,
  headers: { readonly [name: string]: string | undefined },
): string | undefined {
  if (isObject(body.conversation)) return stringOf(body.conversation.id)
  return (
    stringOf(body.conversation) ??
    headers.conversation_id ??
    headers['thread-id'] ??
    headers['session-id'] ??
    headers.session_id ??
    stringOf(body.prompt_cache_key)
  )
}

/** Items put into a conversation ahead of a response; `/v1/conversations/{id}/items` where it exists already. */
export const readConversationItems: JsonReader = (body, parts, target) => {
  readInput(parts, body.items)
  parts.rest(body, ITEMS)
  return { conversation: stringOf(target.path.split('/')[3]) }
}

/** A string, several, or content parts, images among them. */
export const readModeration: JsonReader = (body, parts) => {
  if (body.input === undefined) return undefined
  readContent(parts, 'user', body.input)
  parts.rest(body, MODERATION)
  return commonDetails(body)
}
