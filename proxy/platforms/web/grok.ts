import { commonDetails, type JsonReader, jsonOperation } from '../operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'

const MESSAGE = new Set(['message', 'customInstructions', 'customPersonality'])
const FILE = new Set(['content'])
const RESPONSES = new Set(['responses'])

const readMessage: JsonReader = (body, parts, target) => {
  if (body.message === undefined) return undefined
  parts.leaves('system', body.customInstructions)
  parts.leaves('system', body.customPersonality)
  parts.leaves('user', body.message)
  parts.rest(body, MESSAGE)
  const [, , , conversations, id] = target.path.split('/')
  const conversation = conversations === 'conversations' && id !== 'new' ? id : undefined
  return { ...commonDetails(body), model: commonDetails(body).model ?? modelOf(body), stream: true, conversation }
}

const modelOf = (body: Parameters<JsonReader>[0]) => (typeof body.modelName === 'string' ? body.modelName : undefined)

/** `{fileName, fileMimeType, content}`, the content in base64. */
const readFile: JsonReader = (body, parts) => {
  if (body.content === undefined) return undefined
  parts.media('user', body.content)
  parts.rest(body, FILE)
  return {}
}

/** As X has it: `{responses: [{message, sender}]}`. */
const readResponses: JsonReader = (body, parts) => {
  parts.each('user', body.responses, (response) => {
    const role = response.sender === 2 ? 'assistant' : 'user'
    parts.message(role)
    parts.leaves(role, response.message)
    parts.rest(response, MESSAGE)
  })
  parts.rest(body, RESPONSES)
  return { stream: true }
}

/** Grok's web app (open-source clients, August 2026). */
export const grokWeb: KnownPlatform = {
  id: 'grok-web',
  evidence: {
    confidence: 'high',
    seen: '2026-08',
    refusal: 'an answer in the chat (seen in the real app, April 2026)',
  },
  operations: [
    jsonOperation(
      {
        id: 'conversation',
        isForPeople: true,
        paths: [
          '/rest/app-chat/conversations/new',
          '/rest/app-chat/conversations/*/responses',
          '/rest/app-chat/conversations/*/add-response',
        ],
        refuse: answerInChat,
      },
      readMessage,
    ),
    jsonOperation({ id: 'file_upload', paths: ['/rest/app-chat/upload-file'] }, readFile),
    jsonOperation(
      { id: 'add_response', isForPeople: true, paths: ['/2/grok/add_response.json'], refuse: answerOnX },
      readResponses,
    ),
  ],
  refuse: ({ message }) => jsonRefusal({ error: { code: 7, message, details: [] } }, {}, 403),
}

function answerInChat({ message, interactionId, prompt }: Refusal): RefusalResponse {
  const conversationId = prompt?.conversation ?? interactionId
  const response = { token: message, isThinking: false, isSoftStop: false, responseId: interactionId }
  const modelResponse = { responseId: interactionId, message, sender: 'assistant' }
  // An answer in a conversation that is there already has no `response` around its parts (open-source clients, 2026).
  const results =
    prompt?.conversation === undefined
      ? [{ conversation: { conversationId } }, { response }, { response: { modelResponse } }]
      : [response, { modelResponse }]
  return lines(results.map((result) => ({ result })))
}

function answerOnX({ message }: Refusal): RefusalResponse {
  return lines([{ result: { message } }])
}

function lines(values: readonly unknown[]): RefusalResponse {
  const body = values.map((value) => `${JSON.stringify(value)}\n`).join('')
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}
