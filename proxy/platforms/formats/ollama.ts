import { isArray } from '../json-value.ts'
import { commonDetails, type JsonReader } from '../operation.ts'
import type { Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'
import { readChatMessage } from './openai-chat.ts'

const CHAT = new Set(['messages'])

/** Ollama's chat (ollama/ollama, api/types.go): OpenAI's messages, with arguments of calls as objects, and it streams unless told not to. */
export const readOllamaChat: JsonReader = (body, parts) => {
  if (!isArray(body.messages)) return undefined
  parts.each('user', body.messages, (message) => readChatMessage(parts, message))
  parts.rest(body, CHAT)
  return { ...commonDetails(body), stream: body.stream !== false }
}

export function refuseLikeOllama({ message }: Refusal): RefusalResponse {
  return jsonRefusal({ error: message })
}
