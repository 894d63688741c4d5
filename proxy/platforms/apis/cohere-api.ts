import { openAiOperations } from '../families/openai-compatible.ts'
import { readChatMessage, roleOf } from '../formats/openai-chat.ts'
import { isArray } from '../json-value.ts'
import { commonDetails, fieldOperation, type JsonReader, jsonOperation, stringOf } from '../operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal, refuseLikeOpenAi } from '../refusals.ts'

const CHAT = new Set(['messages', 'documents'])
const FIRST_CHAT = new Set(['message', 'preamble', 'chat_history', 'documents', 'tool_results'])
const TURN = new Set(['message'])
/** Cohere's names of the first version. */
const ROLES: ReadonlyMap<unknown, string> = new Map([
  ['CHATBOT', 'assistant'],
  ['SYSTEM', 'system'],
  ['TOOL', 'tool'],
])

const readChat: JsonReader = (body, parts) => {
  if (!isArray(body.messages)) return undefined
  parts.leaves('user', body.documents)
  parts.each('user', body.messages, (message) => readChatMessage(parts, message))
  parts.rest(body, CHAT)
  return commonDetails(body)
}

const readFirstChat: JsonReader = (body, parts) => {
  if (typeof body.message !== 'string') return undefined
  parts.leaves('system', body.preamble)
  parts.each('user', body.chat_history ?? [], (turn) => {
    const role = roleOf(ROLES.get(turn.role) ?? 'user')
    parts.message(role)
    parts.leaves(role, turn.message)
    parts.rest(turn, TURN)
  })
  parts.leaves('user', body.documents)
  parts.leaves('tool', body.tool_results)
  parts.text('user', body.message)
  parts.rest(body, FIRST_CHAT)
  return { ...commonDetails(body), conversation: stringOf(body.conversation_id) }
}

/** Cohere, versions 1 and 2 (docs.cohere.com, API reference). */
export const cohereApi: KnownPlatform = {
  id: 'cohere-api',
  operations: [
    jsonOperation({ id: 'chat', isForPeople: true, paths: ['/v2/chat'] }, readChat),
    jsonOperation({ id: 'chat_v1', paths: ['/v1/chat'] }, readFirstChat),
    fieldOperation({ id: 'generate', paths: ['/v1/generate'] }, ['prompt']),
    fieldOperation({ id: 'embed', paths: ['/v1/embed', '/v2/embed'], interactionType: 'embedding' }, [
      'texts',
      'inputs',
      'images',
    ]),
    fieldOperation({ id: 'rerank', paths: ['/v1/rerank', '/v2/rerank'], interactionType: 'embedding' }, [
      'query',
      'documents',
    ]),
    fieldOperation({ id: 'classify', paths: ['/v1/classify'] }, ['inputs', 'examples']),
    fieldOperation({ id: 'text', paths: ['/v1/summarize', '/v1/tokenize'] }, ['text']),
    ...openAiOperations({ bases: ['/compatibility/v1'], refuse: refuseLikeOpenAi }).filter(({ id }) => id !== 'rerank'),
  ],
  refuse: ({ message }: Refusal): RefusalResponse => jsonRefusal({ message }),
}
