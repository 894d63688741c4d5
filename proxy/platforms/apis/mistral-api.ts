import { openAiOperations } from '../families/openai-compatible.ts'
import { readContent } from '../formats/content.ts'
import { readChatCompletion, roleOf } from '../formats/openai-chat.ts'
import { isArray } from '../json-value.ts'
import { commonDetails, fieldOperation, type JsonReader, jsonOperation } from '../operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'

const CONVERSATION = new Set(['inputs', 'instructions'])
const ENTRY = new Set(['content', 'result', 'arguments'])

/** `inputs` is a string, or entries: messages of both sides, calls and results of functions. */
const readConversation: JsonReader = (body, parts, target) => {
  if (body.inputs === undefined) return undefined
  readContent(parts, 'system', body.instructions)
  if (isArray(body.inputs))
    parts.each('user', body.inputs, (entry) => {
      const role = entry.role === undefined ? roleOfEntry(entry.type) : roleOf(entry.role)
      parts.message(role)
      readContent(parts, role, entry.content)
      parts.leaves('tool', entry.result)
      parts.leaves('assistant', entry.arguments)
      parts.rest(entry, ENTRY)
    })
  else readContent(parts, 'user', body.inputs)
  parts.rest(body, CONVERSATION)
  const [, , , conversation] = target.path.split('/')
  return { ...commonDetails(body), conversation }
}

function roleOfEntry(type: unknown) {
  if (type === 'message.output' || type === 'function.call') return 'assistant'
  return type === 'function.result' ? 'tool' : 'user'
}

/** Mistral and Codestral (mistralai/client-python, June 2026). */
export const mistralApi: KnownPlatform = {
  id: 'mistral-api',
  operations: [
    ...openAiOperations({ bases: ['/v1'] }),
    fieldOperation({ id: 'fim_completions', paths: ['/v1/fim/completions'] }, ['prompt', 'suffix']),
    jsonOperation({ id: 'agent_completions', paths: ['/v1/agents/completions'] }, readChatCompletion),
    jsonOperation(
      { id: 'conversations', paths: ['/v1/conversations', '/v1/conversations/*', '/v1/conversations/*/restart'] },
      readConversation,
    ),
    fieldOperation({ id: 'ocr', paths: ['/v1/ocr'] }, ['document']),
    fieldOperation(
      {
        id: 'classifications',
        paths: ['/v1/chat/moderations', '/v1/classifications', '/v1/chat/classifications'],
      },
      ['input'],
    ),
    fieldOperation({ id: 'libraries', paths: ['/v1/libraries/*/documents'] }, ['file']),
  ],
  refuse: refuseLikeMistral,
}

function refuseLikeMistral({ message }: Refusal): RefusalResponse {
  return jsonRefusal({
    object: 'error',
    message,
    type: 'invalid_request_error',
    param: null,
    code: 'blocked_by_policy',
  })
}
