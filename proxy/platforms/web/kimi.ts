import { PartCollector } from '../collect.ts'
import { refuseBehind } from '../formats/connect.ts'
import { readChatCompletion } from '../formats/openai-chat.ts'
import { isArray, isObject, type JsonObject } from '../json-value.ts'
import { jsonOperation, operation, stringOf } from '../operation.ts'
import type { KnownPlatform, ParsedBody, Prompt, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'

const REQUEST = new Set(['message'])
const MESSAGE = new Set(['blocks'])
const BLOCK = new Set(['text'])

/** JSON in envelopes of Connect: `{chat_id, message: {role, blocks: [{text: {content}}]}}`. */
function readChat(body: ParsedBody): Prompt | undefined {
  if (body.kind !== 'json') return undefined
  const parts = new PartCollector()
  let conversation: string | undefined
  for (const request of isArray(body.value) ? body.value : [body.value]) {
    if (!isObject(request)) {
      parts.leaves('user', request)
      continue
    }
    conversation ??= stringOf(request.chat_id)
    const { message } = request
    if (isObject(message)) readMessage(parts, message)
    else parts.leaves('user', message)
    parts.rest(request, REQUEST)
  }
  return { parts: parts.parts(), unread: parts.unread(), interactionType: 'prompt', conversation, stream: true }
}

function readMessage(parts: PartCollector, message: JsonObject): void {
  parts.each('user', message.blocks, (block) => {
    parts.leaves('user', block.text)
    parts.rest(block, BLOCK)
  })
  parts.rest(message, MESSAGE)
}

/** Kimi's chat (open-source clients, 2026). */
export const kimiWeb: KnownPlatform = {
  id: 'kimi-web',
  evidence: {
    confidence: 'medium',
    seen: '2026-08',
    refusal: 'an answer in the chat and an error behind it (not tried in the real app)',
  },
  operations: [
    operation({ id: 'chat', paths: ['/apiv2/kimi.gateway.chat.v1.ChatService/Chat'], refuse: answerInChat }, readChat),
    jsonOperation({ id: 'completion', paths: ['/api/chat/*/completion/stream'] }, readChatCompletion),
  ],
  refuse: ({ message }) => jsonRefusal({ error_type: 'policy_violation', message }, {}, 403),
}

function answerInChat(refusal: Refusal): RefusalResponse {
  const block = { id: refusal.interactionId, text: { content: refusal.message } }
  return refuseBehind(refusal, [{ op: 'set', mask: 'block.text', block }])
}
