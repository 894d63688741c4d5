import type { PartCollector } from '../collect.ts'
import { isArray, isObject, type JsonObject } from '../json-value.ts'
import { commonDetails, type JsonReader } from '../operation.ts'
import type { PromptDetails, RequestTarget } from '../platform.ts'
import { readContent } from './content.ts'
import { readChatMessage } from './openai-chat.ts'

const ASSISTANT = new Set(['instructions'])
const THREAD = new Set(['messages'])
const RUN = new Set(['instructions', 'additional_instructions', 'additional_messages', 'thread'])
const OUTPUTS = new Set(['tool_outputs'])
const OUTPUT = new Set(['output'])

/** OpenAI's assistants (API reference, "Assistants", "Threads", "Runs"): what is set up once, for many runs. */
export const readAssistant: JsonReader = (body, parts) => {
  readContent(parts, 'system', body.instructions)
  parts.rest(body, ASSISTANT)
  return commonDetails(body)
}

export const readThread: JsonReader = (body, parts, target) => {
  readThreadInto(body, parts)
  return threadDetails(body, target)
}

/** One message added to a thread. */
export const readThreadMessage: JsonReader = (body, parts, target) => {
  if (body.content === undefined) return undefined
  readChatMessage(parts, body)
  return threadDetails(body, target)
}

export const readRun: JsonReader = (body, parts, target) => {
  readContent(parts, 'system', body.instructions)
  readContent(parts, 'system', body.additional_instructions)
  if (isObject(body.thread)) readThreadInto(body.thread, parts)
  else parts.leaves('user', body.thread)
  readMessages(parts, body.additional_messages)
  parts.rest(body, RUN)
  return threadDetails(body, target)
}

export const readToolOutputs: JsonReader = (body, parts, target) => {
  if (!isArray(body.tool_outputs)) return undefined
  parts.each('tool', body.tool_outputs, (item) => {
    readContent(parts, 'tool', item.output)
    parts.rest(item, OUTPUT)
  })
  parts.rest(body, OUTPUTS)
  return threadDetails(body, target)
}

function readThreadInto(thread: JsonObject, parts: PartCollector): void {
  readMessages(parts, thread.messages)
  parts.rest(thread, THREAD)
}

function readMessages(parts: PartCollector, messages: unknown): void {
  parts.each('user', messages, (message) => readChatMessage(parts, message))
}

/** `/v1/threads/{id}/...`; a thread that is only being made has no id yet. */
function threadDetails(body: JsonObject, target: RequestTarget): PromptDetails {
  const id = target.path.split('/')[3]
  return { ...commonDetails(body), conversation: id?.startsWith('thread_') === true ? id : undefined }
}
