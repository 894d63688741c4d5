import { readProtobuf } from '../../body/protobuf.ts'
import { PartCollector } from '../collect.ts'
import { answerNothing, refuseLikeConnect } from '../formats/connect.ts'
import { type RoleAt, readFields, valuesAt } from '../formats/proto-fields.ts'
import { isArray, isObject } from '../json-value.ts'
import { operation } from '../operation.ts'
import type { KnownPlatform, ParsedBody, Prompt, Refusal, RefusalResponse } from '../platform.ts'

const HEX = /^(?:[0-9a-f]{2})+$/i
/** Of a message of the agent's client: what a person says, at first and later; what tools have found out is below 2. */
const SAID: ReadonlySet<string> = new Set(['1.2.1.1.1', '1.2.1.4.1', '4.1.1.1', '4.1.4.1'])
const INSTRUCTIONS = /^1\.(?:8|29\.[12])$/
const TOOL_RESULT = /^2\./
/** Of a request of the older chat: a message, with who says it beside it, and results of tools. */
const CHAT_MESSAGE = '1.1'
const USER = 1
const ASSISTANT = 2

const agentRole: RoleAt = (place) => {
  if (SAID.has(place)) return 'user'
  if (INSTRUCTIONS.test(place)) return 'system'
  return TOOL_RESULT.test(place) ? 'tool' : 'definition'
}

/** Messages of the agent's client, in a stream or one by one. */
function readAgent(body: ParsedBody): Prompt | undefined {
  if (body.kind !== 'json') return undefined
  const parts = new PartCollector()
  for (const message of messagesOf(body.value)) readFields(parts, message, agentRole)
  return promptOf(parts)
}

/**
 * Where HTTP/2 does not get through, each message of the agent's client goes alone, in hexadecimal within a message of protobuf; many are
 * heartbeats.
 */
function readAppended(body: ParsedBody): Prompt | undefined {
  if (body.kind !== 'json') return undefined
  const parts = new PartCollector()
  for (const message of messagesOf(body.value)) {
    const hex = valuesAt(message, '1').find((value) => typeof value === 'string' && HEX.test(value))
    const inner = typeof hex === 'string' ? readProtobuf(Buffer.from(hex, 'hex')) : undefined
    if (inner === undefined) {
      readFields(parts, message, (place) => (place.startsWith('1') ? 'user' : 'definition'))
      continue
    }
    readFields(parts, inner, agentRole)
    readFields(parts, message, (place) => (place === '1' ? undefined : 'definition'))
  }
  return { ...promptOf(parts), isPrompt: parts.parts().some(({ role }) => role === 'user' || role === 'tool') }
}

/** `messages` of the older chat: a text, and 1 for the person or 2 for the model. */
function readChat(body: ParsedBody): Prompt | undefined {
  if (body.kind !== 'json') return undefined
  const parts = new PartCollector()
  for (const message of messagesOf(body.value)) {
    for (const said of valuesAt(message, CHAT_MESSAGE)) {
      if (!isObject(said)) {
        readFields(parts, said, () => 'definition')
        continue
      }
      const role = said['2'] === ASSISTANT ? 'assistant' : said['2'] === USER ? 'user' : 'system'
      parts.message(role)
      readFields(parts, said, (place) => (place === '1' ? role : place.startsWith('18.') ? 'tool' : 'definition'))
    }
    readFields(parts, message, (place) => (isWithin(place, CHAT_MESSAGE) ? undefined : 'definition'))
  }
  return promptOf(parts)
}

/** Every text, as the person's: a file with the place of the cursor in it, a change to be described. */
function readAll(body: ParsedBody): Prompt | undefined {
  if (body.kind !== 'json') return undefined
  const parts = new PartCollector()
  for (const message of messagesOf(body.value)) readFields(parts, message, () => 'user')
  return promptOf(parts)
}

/** Sign-in, settings and reports, for the most part. */
function readBeside(body: ParsedBody): Prompt | undefined {
  if (body.kind !== 'json') return undefined
  const parts = new PartCollector()
  for (const message of messagesOf(body.value)) readFields(parts, message, () => 'definition')
  return { ...promptOf(parts), isPrompt: false }
}

function messagesOf(value: unknown): readonly unknown[] {
  return isArray(value) ? value : [value]
}

function promptOf(parts: PartCollector): Prompt {
  return { parts: parts.parts(), unread: parts.unread(), interactionType: 'prompt', stream: true }
}

function isWithin(place: string, outer: string): boolean {
  return place === outer || place.startsWith(`${outer}.`) || place.startsWith(`${outer}?`)
}

/** Cursor's editor, agents and command line; its schema is not public: numbers of fields as in open-source clients, 2026. */
export const cursor: KnownPlatform = {
  id: 'cursor',
  evidence: {
    confidence: 'high',
    seen: '2026-08',
    refusal: 'an error of the agent with the message (not tried in the real app); nothing for completions while typing',
  },
  operations: [
    operation({ id: 'agent_run', paths: ['/agent.v1.AgentService/Run'] }, readAgent),
    operation({ id: 'agent_stream', isPrompt: false, paths: ['/agent.v1.AgentService/RunSSE'] }, readBeside),
    operation({ id: 'agent_append', isPrompt: false, paths: ['/aiserver.v1.BidiService/BidiAppend'] }, readAppended),
    operation(
      {
        id: 'chat',
        paths: [
          '/aiserver.v1.ChatService/StreamUnifiedChatWithTools',
          '/aiserver.v1.ChatService/StreamUnifiedChatWithToolsSSE',
          '/aiserver.v1.ChatService/StreamUnifiedChat',
        ],
      },
      readChat,
    ),
    operation(
      {
        id: 'completion',
        paths: [
          '/aiserver.v1.AiService/StreamCpp',
          '/aiserver.v1.AiService/StreamNextCursorPrediction',
          '/aiserver.v1.CppService/*',
        ],
        refuse: answerNothing,
      },
      readAll,
    ),
    operation(
      {
        id: 'code',
        paths: ['/aiserver.v1.AiService/WriteGitCommitMessage', '/aiserver.v1.BackgroundComposerService/*'],
      },
      readAll,
    ),
    operation(
      {
        id: 'code_index',
        paths: ['/aiserver.v1.RepositoryService/*', '/aiserver.v1.FileSyncService/*'],
        interactionType: 'embedding',
      },
      (body, _target, interactionType) => {
        const prompt = readAll(body)
        return prompt && { ...prompt, interactionType }
      },
    ),
    operation({ id: 'other_call', isPrompt: false, paths: ['/aiserver.v1.*/*', '/agent.v1.*/*'] }, readBeside),
  ],
  refuse: refuseLikeCursor,
}

function refuseLikeCursor(refusal: Refusal): RefusalResponse {
  const details = { title: 'Blocked by company policy', detail: refusal.message, isRetryable: false }
  const debug = { error: 'ERROR_CUSTOM_MESSAGE', details, isExpected: true }
  return refuseLikeConnect(refusal, [{ type: 'aiserver.v1.ErrorDetails', debug }])
}
