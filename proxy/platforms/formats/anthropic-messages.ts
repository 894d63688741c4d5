import type { PartCollector } from '../collect.ts'
import { isArray, isObject, type JsonObject } from '../json-value.ts'
import { commonDetails, type JsonReader, stringOf } from '../operation.ts'
import { readContent } from './content.ts'
import { roleOf } from './openai-chat.ts'

const BODY = new Set(['system', 'messages'])
const MESSAGE = new Set(['content'])
const BATCH = new Set(['requests'])
const REQUEST = new Set(['params'])

/** Anthropic's messages (API reference, "Create a Message"), also of Claude Code. */
export const readMessages: JsonReader = (body, parts, target) => {
  if (!readMessagesInto(body, parts)) return undefined
  return { ...commonDetails(body), conversation: target.headers['x-claude-code-session-id'] }
}

/** "Create a Message Batch": many requests that have nothing to do with one another. */
export const readMessageBatch: JsonReader = (body, parts) => {
  if (!isArray(body.requests)) return undefined
  let model: string | undefined
  parts.each('user', body.requests, (request) => {
    const { params } = request
    if (!isObject(params) || !readMessagesInto(params, parts)) {
      parts.leaves('user', request)
      return
    }
    model ??= stringOf(params.model)
    parts.rest(request, REQUEST)
  })
  parts.rest(body, BATCH)
  return { model }
}

function readMessagesInto(body: JsonObject, parts: PartCollector): boolean {
  if (!isArray(body.messages)) return false
  readContent(parts, 'system', body.system)
  parts.each('user', body.messages, (message) => {
    const role = roleOf(message.role)
    parts.message(role)
    readContent(parts, role, message.content)
    parts.rest(message, MESSAGE)
  })
  parts.rest(body, BODY)
  return true
}
