import type { PartRole } from '../../../core/inspect/parts.ts'
import type { PartCollector } from '../collect.ts'
import { isArray, isObject, type JsonObject } from '../json-value.ts'
import { type JsonReader, stringOf } from '../operation.ts'
import type { PromptDetails, RequestTarget } from '../platform.ts'
import { readMessages } from './anthropic-messages.ts'
import { readChatCompletion, roleOf } from './openai-chat.ts'

const BODY = new Set(['system', 'messages', 'promptVariables'])
const MESSAGE = new Set(['content'])
const CALL = new Set(['name', 'input'])
const RESULT = new Set(['content'])
const INPUT = new Set(['input'])
const NONE = new Set<string>()
/** The fields of models that take one text (Bedrock's user guide, "Inference request parameters"). */
const TEXTS = [
  'prompt',
  'inputText',
  'message',
  'input',
  'texts',
  'query',
  'documents',
  'text_prompts',
  'instruction',
] as const
const NAMED: ReadonlySet<string> = new Set(TEXTS)

/** Bedrock's Converse and ConverseStream (Smithy model of bedrock-runtime, 2023-09-30). */
export const readConverse: JsonReader = (body, parts, target) => {
  if (!isArray(body.messages) && body.system === undefined && body.promptVariables === undefined) return undefined
  parts.each('system', body.system, (block) => readBlock(parts, 'system', block))
  parts.each('user', body.messages ?? [], (message) => {
    const role = roleOf(message.role)
    parts.message(role)
    if (isArray(message.content)) parts.each(role, message.content, (block) => readBlock(parts, role, block))
    else parts.leaves(role, message.content)
    parts.rest(message, MESSAGE)
  })
  parts.leaves('user', body.promptVariables)
  parts.rest(body, BODY)
  return bedrockDetails(target)
}

/** InvokeModel: the body is that of the model's vendor. */
export const readInvoke: JsonReader = (body, parts, target) => {
  if (isArray(body.messages)) {
    const read = 'anthropic_version' in body ? readMessages : isNova(body.messages) ? readConverse : readChatCompletion
    return read(body, parts, target) === undefined ? undefined : bedrockDetails(target)
  }
  if (!TEXTS.some((name) => name in body)) return undefined
  for (const name of TEXTS) parts.prompt('user', body[name])
  parts.rest(body, NAMED)
  return bedrockDetails(target)
}

/** CountTokens wraps a request of Converse or InvokeModel. */
export const readTokenCount: JsonReader = (body, parts, target) => {
  const { input } = body
  if (!isObject(input)) return undefined
  if (isObject(input.converse)) {
    if (readConverse(input.converse, parts, target) === undefined) return undefined
  } else if (isObject(input.invokeModel)) parts.media('user', input.invokeModel.body)
  else return undefined
  parts.rest(body, INPUT)
  return bedrockDetails(target)
}

/** The model is a segment of the path: an id, or an ARN whose slashes are escaped. */
function bedrockDetails({ path }: RequestTarget): PromptDetails {
  const [, , segment = ''] = path.split('/')
  return { model: stringOf(decoded(segment)), stream: /-stream$/i.test(path) }
}

/** Amazon's own models take Converse's blocks, which name no type. */
function isNova(messages: readonly unknown[]): boolean {
  return messages.some(
    (message) =>
      isObject(message) &&
      isArray(message.content) &&
      message.content.some((block) => isObject(block) && !('type' in block)),
  )
}

/** A block has one field, which says what it is. */
function readBlock(parts: PartCollector, role: PartRole, block: JsonObject): void {
  for (const name of Object.keys(block)) {
    const value = block[name]
    switch (name) {
      case 'text':
      case 'reasoningContent':
      case 'guardContent':
      case 'citationsContent':
      case 'searchResult':
        readText(parts, role, value)
        break
      case 'toolUse':
        if (isObject(value)) {
          parts.leaves('assistant', value.name)
          parts.leaves('assistant', value.input)
          parts.rest(value, CALL)
        } else parts.leaves('assistant', value)
        break
      case 'toolResult':
        if (isObject(value)) {
          parts.each('tool', value.content ?? [], (item) => readBlock(parts, 'tool', item))
          parts.rest(value, RESULT)
        } else parts.leaves('tool', value)
        break
      case 'json':
        parts.leaves(role, value)
        break
      case 'document':
      case 'image':
      case 'video':
      case 'audio':
        readMedia(parts, role, value)
        break
      default:
        parts.rest({ [name]: value }, NONE, role)
    }
  }
}

function readText(parts: PartCollector, role: PartRole, value: unknown): void {
  if (!isObject(value)) {
    parts.leaves(role, value)
    return
  }
  // Signatures and redacted reasoning are sealed, whatever stands around them.
  for (const name of Object.keys(value)) {
    if (name === 'redactedContent') parts.sealed(value[name])
    else if (name === 'reasoningText' && isObject(value[name])) readText(parts, role, value[name])
    else if (name === 'text' || name === 'content' || name === 'title') parts.leaves(role, value[name])
    else parts.rest({ [name]: value[name] }, NONE)
  }
}

/** `{format, name, context, source: {bytes | text | content | s3Location}}`. */
function readMedia(parts: PartCollector, role: PartRole, value: unknown): void {
  if (!isObject(value)) {
    parts.leaves(role, value)
    return
  }
  for (const name of Object.keys(value)) {
    const field = value[name]
    if (name === 'source' && isObject(field)) {
      for (const kind of Object.keys(field)) {
        if (kind === 'bytes') parts.media(role, field[kind])
        else if (kind === 'text' || kind === 'content') parts.leaves(role, field[kind])
        else parts.rest({ [kind]: field[kind] }, NONE)
      }
    } else if (name === 'context' || name === 'name') parts.leaves(role, field)
    else parts.rest({ [name]: field }, NONE)
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
