import { PartCollector } from '../collect.ts'
import { answerNothing, refuseLikeConnect } from '../formats/connect.ts'
import { readFields, valuesAt } from '../formats/proto-fields.ts'
import { isArray, isObject } from '../json-value.ts'
import { operation } from '../operation.ts'
import type { KnownPlatform, ParsedBody, Prompt } from '../platform.ts'

/** The client's key and the person's token, in the description of the client that each request begins with. */
const CREDENTIALS: ReadonlySet<string> = new Set(['1.3', '1.21'])
const OPAQUE = /^[\w.+/=:-]{16,8192}$/
const ROLES: ReadonlyMap<unknown, 'user' | 'assistant' | 'tool' | 'system'> = new Map([
  [1, 'user'],
  [2, 'assistant'],
  [4, 'tool'],
  [5, 'system'],
] as const)

const isCredential = (place: string, text: string) => CREDENTIALS.has(place) && OPAQUE.test(text)

/** System prompt in 2, messages in 3: their text in 3, who says it in 2. */
function readChat(body: ParsedBody): Prompt | undefined {
  if (body.kind !== 'json') return undefined
  const parts = new PartCollector()
  for (const message of isArray(body.value) ? body.value : [body.value]) {
    for (const instruction of valuesAt(message, '2')) readFields(parts, instruction, () => 'system')
    for (const said of valuesAt(message, '3')) {
      if (!isObject(said)) {
        readFields(parts, said, () => 'definition')
        continue
      }
      const role = ROLES.get(said['2']) ?? 'user'
      parts.message(role)
      readFields(parts, said, (place) => (place === '3' || place.startsWith('6.') ? role : 'definition'))
    }
    readFields(parts, message, (place, text) =>
      /^[23](?:[.?]|$)/.test(place) || isCredential(place, text) ? undefined : 'definition',
    )
  }
  return promptOf(parts)
}

const readAs =
  (role: 'user' | 'definition') =>
  (body: ParsedBody): Prompt | undefined => {
    if (body.kind !== 'json') return undefined
    const parts = new PartCollector()
    for (const message of isArray(body.value) ? body.value : [body.value]) {
      readFields(parts, message, (place, text) =>
        isCredential(place, text) ? undefined : place.startsWith('1.') ? 'definition' : role,
      )
    }
    return { ...promptOf(parts), ...(role === 'definition' && { isPrompt: false }) }
  }

function promptOf(parts: PartCollector): Prompt {
  return { parts: parts.parts(), unread: parts.unread(), interactionType: 'prompt', stream: true }
}

const SERVICE = '/exa.api_server_pb.ApiServerService'

/** Windsurf and Codeium; the schema is not public: numbers of fields as in open-source clients, 2026. */
export const windsurf: KnownPlatform = {
  id: 'windsurf-codeium',
  evidence: {
    confidence: 'high',
    seen: '2026-08',
    refusal: 'an error with the message (not tried in the real app); nothing for completions while typing',
  },
  operations: [
    operation({ id: 'chat', paths: [`${SERVICE}/GetChatMessage`] }, readChat),
    operation(
      {
        id: 'completion',
        paths: [
          `${SERVICE}/GetStreamingCompletions`,
          `${SERVICE}/GetCompletions`,
          '/exa.language_server_pb.LanguageServerService/*',
        ],
        refuse: answerNothing,
      },
      readAs('user'),
    ),
    operation(
      {
        id: 'embeddings',
        paths: [`${SERVICE}/GetEmbeddings`, '/exa.index_pb.IndexService/*'],
        interactionType: 'embedding',
      },
      (body, _target, interactionType) => {
        const prompt = readAs('user')(body)
        return prompt && { ...prompt, interactionType }
      },
    ),
    operation({ id: 'other_call', isPrompt: false, paths: ['/exa.**'] }, readAs('definition')),
  ],
  refuse: (refusal) => refuseLikeConnect(refusal),
}
