import type { PartRole } from '../../../core/inspect/parts.ts'
import type { PartCollector } from '../collect.ts'
import { isArray, isObject, type JsonObject } from '../json-value.ts'
import { commonDetails, type JsonReader } from '../operation.ts'
import { readContent } from './content.ts'

const ROLES: ReadonlyMap<unknown, PartRole> = new Map<unknown, PartRole>([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
])

const BODY = new Set(['messages'])
const MESSAGE = new Set(['content', 'refusal', 'reasoning_content', 'reasoning', 'tool_calls', 'function_call'])
const CALL = new Set(['function', 'custom'])
const FUNCTION = new Set(['name', 'arguments', 'input'])

/** OpenAI's chat completions (API reference, "Create chat completion"), and its many copies. */
export const readChatCompletion: JsonReader = (body, parts) => {
  if (!isArray(body.messages)) return undefined
  parts.each('user', body.messages, (message) => readChatMessage(parts, message))
  parts.rest(body, BODY)
  return commonDetails(body)
}

/** A role that no vendor has is a person's: what is new is looked at most closely. */
export function roleOf(role: unknown): PartRole {
  return ROLES.get(role) ?? 'user'
}

export function readChatMessage(parts: PartCollector, message: JsonObject): void {
  const role = roleOf(message.role)
  parts.message(role)
  parts.leaves(role, message.reasoning_content)
  parts.leaves(role, message.reasoning)
  readContent(parts, role, message.content)
  parts.leaves(role, message.refusal)
  parts.each('assistant', message.tool_calls, (call) => readCall(parts, call))
  readFunction(parts, message.function_call)
  parts.rest(message, MESSAGE)
}

function readCall(parts: PartCollector, call: JsonObject): void {
  readFunction(parts, call.function)
  readFunction(parts, call.custom)
  parts.rest(call, CALL)
}

function readFunction(parts: PartCollector, called: unknown): void {
  if (!isObject(called)) {
    parts.leaves('assistant', called)
    return
  }
  const { name, arguments: args, input }: JsonObject = called
  parts.leaves('assistant', name)
  parts.leaves('assistant', args)
  parts.leaves('assistant', input)
  parts.rest(called, FUNCTION)
}
