import { parseJson } from '../../body/json.ts'
import { PartCollector } from '../collect.ts'
import { openAiOperations } from '../families/openai-compatible.ts'
import { readPart } from '../generic.ts'
import { isObject, type JsonObject } from '../json-value.ts'
import { fieldOperation, type JsonReader, jsonOperation, operation, stringOf } from '../operation.ts'
import type { KnownPlatform, ParsedBody, Prompt, PromptDetails } from '../platform.ts'
import { jsonRefusal, refuseLikeOpenAi } from '../refusals.ts'

const BODY = new Set(['variables', 'extensions'])
const VARIABLES = new Set(['query'])
const SENDS = /send\w*message/i

/** A persisted query of GraphQL: `{queryName, variables: {query, bot, chatId, ...}, extensions: {hash}}`. */
const readQuery: JsonReader = (body, parts) => readVariables(body, parts)

function readVariables(body: JsonObject, parts: PartCollector): PromptDetails | undefined {
  const { queryName, variables } = body
  if (typeof queryName !== 'string') return undefined
  const isPrompt = SENDS.test(queryName)
  if (isObject(variables)) {
    parts.leaves(isPrompt ? 'user' : 'definition', variables.query)
    parts.rest(variables, VARIABLES)
  } else parts.leaves('definition', variables)
  parts.rest(body, BODY)
  if (!isObject(variables)) return { isPrompt }
  return { isPrompt, model: stringOf(variables.bot), conversation: idOf(variables.chatId) }
}

const idOf = (value: unknown) => (typeof value === 'number' ? String(value) : stringOf(value))

/** The same with files: JSON in the field `queryInfo`. */
function readUpload(body: ParsedBody): Prompt | undefined {
  if (body.kind !== 'multipart') return undefined
  const parts = new PartCollector()
  let details: PromptDetails | undefined
  for (const part of body.parts) {
    const parsed = part.name === 'queryInfo' && part.text !== undefined ? parseJson(part.text) : undefined
    if (parsed !== undefined && isObject(parsed.value)) {
      details = readVariables(parsed.value, parts) ?? details
      parts.leaves('definition', parsed.hidden)
    } else readPart(parts, part, 'user')
  }
  return { ...details, isPrompt: true, parts: parts.parts(), unread: parts.unread(), interactionType: 'prompt' }
}

/** Poe (open-source clients, 2026): answers come on a WebSocket of another host, which no prompt goes to, and are not read. */
export const poeWeb: KnownPlatform = {
  id: 'poe-web',
  evidence: { confidence: 'medium', seen: '2026-08', refusal: 'an error of GraphQL (not tried in the real app)' },
  operations: [
    jsonOperation({ id: 'query', isPrompt: false, paths: ['/api/gql_POST'] }, readQuery),
    operation({ id: 'query_with_files', paths: ['/api/gql_upload_POST'] }, readUpload),
    ...openAiOperations({ bases: ['/v1'], refuse: refuseLikeOpenAi }).filter(({ id }) => id === 'chat_completions'),
    fieldOperation({ id: 'bot', paths: ['/bot/*'], refuse: refuseLikeOpenAi }, ['query']),
  ],
  refuse: ({ message }) => jsonRefusal({ data: null, errors: [{ message }] }, {}, 200),
}
