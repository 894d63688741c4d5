import { PartCollector } from '../collect.ts'
import { isArray, isObject, type JsonObject } from '../json-value.ts'
import {
  fieldOperation,
  type JsonReader,
  jsonOperation,
  operation,
  pathMatcher,
  plainOperation,
  stringOf,
} from '../operation.ts'
import type { KnownPlatform, ParsedBody, Prompt, PromptDetails, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'
import { SOCKET_MESSAGE } from '../socket-message.ts'

const SEND = new Set(['content'])
const PART = new Set(['text'])

/** `{event: 'send', conversationId, content: [{type: 'text', text}]}`; other events set the connection up. */
const readSend: JsonReader = (body, parts) => {
  const isPrompt = body.event === 'send'
  if (isPrompt) {
    parts.each('user', body.content, (part) => {
      parts.leaves('user', part.text)
      parts.rest(part, PART)
    })
  } else parts.leaves('definition', body.content)
  parts.rest(body, SEND)
  return { isPrompt, conversation: stringOf(body.conversationId), stream: true }
}

/** Microsoft Copilot as anyone uses it (open-source clients, August 2026). */
export const microsoftCopilot: KnownPlatform = {
  id: 'ms-copilot-consumer',
  evidence: { confidence: 'high', seen: '2026-08', refusal: 'an answer in the chat (not tried in the real app)' },
  operations: [
    jsonOperation(
      {
        id: 'chat_event',
        methods: [SOCKET_MESSAGE],
        isPrompt: false,
        paths: ['/c/api/chat'],
        refuseMessage: answerOnSocket,
      },
      readSend,
    ),
    plainOperation({ id: 'attachments', paths: ['/c/api/attachments'] }),
    fieldOperation(
      {
        id: 'conversations',
        isPrompt: false,
        paths: ['/c/api/conversations/**', '/c/api/conversations', '/c/api/start'],
      },
      [],
    ),
  ],
  refuse: refuseRequest,
}

function answerOnSocket({ message, interactionId, prompt }: Refusal): readonly string[] {
  const about = { conversationId: prompt?.conversation ?? interactionId, messageId: interactionId }
  return [
    { event: 'startMessage', ...about },
    { event: 'appendText', ...about, partId: '0', text: message },
    { event: 'partCompleted', ...about, partId: '0' },
    { event: 'done', ...about },
  ].map((event) => JSON.stringify(event))
}

const COMPLETION = 3
const RECORD_END = '\u001e'
const RECORD = new Set(['arguments'])
const ARGUMENT = new Set(['message', 'previousMessages'])
const MESSAGE = new Set(['text'])

/** Records of SignalR (ASP.NET's HubProtocol.md), several in a message: `{type: 4, target: 'chat', arguments: [{message: {text}}]}`. */
function readRecords(body: ParsedBody): Prompt | undefined {
  if (body.kind !== 'json') return undefined
  const parts = new PartCollector()
  let details: PromptDetails = { isPrompt: false }
  for (const record of isArray(body.value) ? body.value : [body.value]) {
    if (!isObject(record)) parts.leaves('definition', record)
    else if (record.target === 'chat') details = readChat(parts, record)
    else parts.leaves('definition', record)
  }
  return { ...details, parts: parts.parts(), unread: parts.unread(), interactionType: 'prompt', stream: true }
}

function readChat(parts: PartCollector, record: JsonObject): PromptDetails {
  let conversation: string | undefined
  parts.each('user', record.arguments, (argument) => {
    const { message, previousMessages = [] } = argument
    conversation ??= stringOf(argument.conversationId)
    parts.each('user', previousMessages, (earlier) => readMessage(parts, earlier))
    if (isObject(message)) readMessage(parts, message)
    else parts.leaves('user', message)
    parts.rest(argument, ARGUMENT)
  })
  parts.rest(record, RECORD)
  return { isPrompt: true, conversation, eventId: stringOf(record.invocationId) }
}

function readMessage(parts: PartCollector, message: JsonObject): void {
  const role = message.author === 'bot' ? 'assistant' : 'user'
  parts.message(role)
  parts.leaves(role, message.text)
  parts.rest(message, MESSAGE)
}

const GRAPH_CHAT = new Set(['message', 'additionalContext'])

/** The chat of Microsoft Graph: `{message: {text}, additionalContext: [{text}]}` (learn.microsoft.com, copilotConversation: chat). */
const readGraphChat: JsonReader = (body, parts, target) => {
  if (body.message === undefined) return undefined
  parts.leaves('user', body.additionalContext)
  parts.leaves('user', body.message)
  parts.rest(body, GRAPH_CHAT)
  return { conversation: target.path.split('/').at(-2), stream: target.path.endsWith('OverStream') }
}

/** Microsoft 365 Copilot, in the browser and in Office (open-source projects, 2026). */
export const m365Copilot: KnownPlatform = {
  id: 'm365-copilot',
  evidence: { confidence: 'high', seen: '2026-08', refusal: 'an answer in the chat (not tried in the real app)' },
  // Outlook and others use the same hosts.
  isOwnPath: pathMatcher([
    ...[
      '/',
      '/m365Copilot',
      '/m365Copilot/**',
      '/m365chat',
      '/m365chat/**',
      '/chat',
      '/chat/**',
      '/copilot',
      '/copilot/**',
    ],
    '/*/copilot/conversations/**',
  ]),
  operations: [
    operation(
      {
        id: 'chat_record',
        methods: [SOCKET_MESSAGE],
        isPrompt: false,
        paths: ['/m365Copilot/Chathub/**', '/m365Copilot/ChathubProxy/**', '/m365Copilot/SecuredChathub/**'],
        refuseMessage: answerInRecords,
      },
      readRecords,
    ),
    jsonOperation(
      { id: 'graph_chat', paths: ['/*/copilot/conversations/*/chat', '/*/copilot/conversations/*/chatOverStream'] },
      readGraphChat,
    ),
  ],
  refuse: refuseRequest,
}

/** The bot's message, and that the invocation is over. */
function answerInRecords({ message, interactionId, prompt }: Refusal): readonly string[] {
  const said = { messageId: interactionId, author: 'bot', text: message }
  const invocationId = prompt?.eventId ?? '0'
  return [
    { type: 1, target: 'update', arguments: [{ messages: [said] }] },
    { type: COMPLETION, invocationId },
  ].map((record) => `${JSON.stringify(record)}${RECORD_END}`)
}

function refuseRequest({ message }: Refusal): RefusalResponse {
  return jsonRefusal({ error: { code: 'policyViolation', message } })
}
