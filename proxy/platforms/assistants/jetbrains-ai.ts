import { isArray, isObject } from '../json-value.ts'
import { type JsonReader, jsonOperation, plainOperation, stringOf } from '../operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'

const BODY = new Set(['chat'])
const CHAT = new Set(['messages'])
const MESSAGE = new Set(['content'])
const ROLES: ReadonlyMap<unknown, 'system' | 'assistant' | 'tool'> = new Map([
  ['system_message', 'system'],
  ['assistant_message', 'assistant'],
  ['assistant_message_tool', 'assistant'],
  ['tool_message', 'tool'],
] as const)

const readChat: JsonReader = (body, parts) => {
  const { chat } = body
  if (!isObject(chat) || !isArray(chat.messages)) return undefined
  parts.each('user', chat.messages, (message) => {
    const role = ROLES.get(message.type) ?? 'user'
    parts.message(role)
    parts.leaves(role, message.content)
    parts.rest(message, MESSAGE, role)
  })
  parts.rest(chat, CHAT)
  parts.rest(body, BODY)
  return { model: stringOf(body.profile), stream: true }
}

/** JetBrains AI Assistant and Junie, as seen in open-source clients, 2026. */
export const jetBrainsAi: KnownPlatform = {
  id: 'jetbrains-ai',
  operations: [
    jsonOperation({ id: 'chat', paths: ['/user/*/llm/chat/stream/*', '/user/*/llm/chat/*'] }, readChat),
    plainOperation({
      id: 'completion',
      paths: ['/user/*/completion/**', '/user/*/llm/**', '/application/*/llm/**', '/user/*/gec/**', '/user/*/trf/**'],
    }),
  ],
  refuse: ({ message }: Refusal): RefusalResponse => jsonRefusal({ message }),
}
