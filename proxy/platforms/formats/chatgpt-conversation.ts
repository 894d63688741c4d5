import type { PartRole } from '../../../core/inspect/parts.ts'
import { parseJson } from '../../body/json.ts'
import { PartCollector } from '../collect.ts'
import { isObject, type JsonObject } from '../json-value.ts'
import { commonDetails, type JsonReader, stringOf } from '../operation.ts'
import type { ParsedBody, Prompt } from '../platform.ts'
import { roleOf } from './openai-chat.ts'

const BODY = new Set(['messages', 'partial_query'])
const MESSAGE = new Set(['content', 'author'])
const CONTENT = new Set(['parts'])
const PART = new Set(['text'])
const NONE = new Set<string>()

/** `{messages: [{author: {role}, content: {content_type, parts}}], conversation_id, model}`; a draft has `partial_query`. */
export const readConversation: JsonReader = (body, parts) => {
  parts.each('user', body.messages, (message) => readMessage(parts, message))
  parts.each('user', body.partial_query, (draft) => readMessage(parts, draft))
  parts.rest(body, BODY)
  return { ...commonDetails(body), stream: true, conversation: stringOf(body.conversation_id) }
}

function readMessage(parts: PartCollector, message: JsonObject): void {
  const role = roleOf(isObject(message.author) ? message.author.role : message.role)
  parts.message(role)
  readContent(parts, role, message.content)
  if (isObject(message.author)) parts.rest(message.author, NONE)
  else parts.leaves('definition', message.author)
  parts.rest(message, MESSAGE)
}

function readContent(parts: PartCollector, role: PartRole, content: unknown): void {
  if (!isObject(content)) {
    parts.leaves(role, content)
    return
  }
  // Parts that are objects refer to assets uploaded earlier; a voice part has its transcript in `text`.
  parts.each(role, content.parts, (part) => {
    parts.leaves(role, part.text)
    parts.rest(part, PART)
  })
  parts.rest(content, CONTENT, role)
}

/** The page for signed-out people sends a form; what was said before is JSON in its field `conversationState`. */
export function readConversationForm(body: ParsedBody): Prompt | undefined {
  if (body.kind !== 'form') return undefined
  const parts = new PartCollector()
  for (const [name, text] of body.fields) if (name === 'conversationState') readState(parts, text)
  for (const [name, text] of body.fields) {
    if (name === 'conversationState') continue
    parts.name(name)
    parts.text(name === 'prompt' ? 'user' : 'definition', text)
  }
  return { parts: parts.parts(), interactionType: 'prompt', stream: true }
}

function readState(parts: PartCollector, text: string): void {
  const parsed = parseJson(text)
  if (parsed === undefined || !isObject(parsed.value)) {
    parts.text('user', text)
    return
  }
  parts.each('user', parsed.value.messages, (message) => readMessage(parts, message))
  parts.rest(parsed.value, BODY)
  parts.leaves('definition', parsed.hidden)
}
