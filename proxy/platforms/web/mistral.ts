import type { PartCollector } from '../collect.ts'
import { isObject, type JsonObject } from '../json-value.ts'
import { type JsonReader, jsonOperation, stringOf } from '../operation.ts'
import type { KnownPlatform } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'

const CHAT = new Set(['messageInput'])
const JSON_FIELD = new Set(['json'])
const NEW_CHAT = new Set(['content'])
const NONE = new Set<string>()

/** `messageInput` is a text or a list of `{type, text}`; a new chat's text went with `message.newChat` before. */
const readChat: JsonReader = (body, parts) => {
  if (body.chatId === undefined && body.messageInput === undefined) return undefined
  readInput(parts, body.messageInput)
  parts.rest(body, CHAT)
  return { conversation: stringOf(body.chatId), stream: true }
}

/** A batch of tRPC: `{"0": {"json": {...}}}`. */
const readNewChat: JsonReader = (body, parts) => {
  for (const call of Object.values(body)) {
    if (!isObject(call) || !isObject(call.json)) {
      parts.leaves('user', call)
      continue
    }
    readInput(parts, call.json.content)
    parts.rest(call.json, NEW_CHAT)
    parts.rest(call, JSON_FIELD)
  }
  return {}
}

/** Settings, titles and lists, for the most part. */
const readProcedure: JsonReader = (body, parts) => {
  parts.rest(body, NONE)
  return { isPrompt: false }
}

function readInput(parts: PartCollector, input: unknown): void {
  parts.each('user', input ?? [], (part: JsonObject) => {
    parts.leaves('user', part.text)
    parts.rest(part, TEXT)
  })
}

const TEXT = new Set(['text'])

/** Le Chat (open-source clients, 2026). */
export const leChat: KnownPlatform = {
  id: 'mistral-lechat',
  evidence: {
    confidence: 'medium',
    seen: '2026-04',
    refusal: 'an error of the app without a reason: it checks the schema of every answer',
  },
  operations: [
    jsonOperation({ id: 'chat', paths: ['/api/chat'] }, readChat),
    jsonOperation({ id: 'new_chat', paths: ['/api/trpc/message.newChat'] }, readNewChat),
    jsonOperation({ id: 'procedure', isPrompt: false, paths: ['/api/trpc/**'] }, readProcedure),
  ],
  refuse: ({ message }) => jsonRefusal({ error: { message } }, {}, 403),
}
