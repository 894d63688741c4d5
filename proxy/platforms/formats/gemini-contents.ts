import type { PartRole } from '../../../core/inspect/parts.ts'
import type { PartCollector } from '../collect.ts'
import { isArray, isObject, type JsonObject } from '../json-value.ts'
import type { JsonReader } from '../operation.ts'
import type { PromptDetails, RequestTarget } from '../platform.ts'
import { roleOf } from './openai-chat.ts'

const REQUEST = new Set(['systemInstruction', 'system_instruction', 'contents', 'content'])
const WRAPPERS = ['generateContentRequest', 'generate_content_request'] as const
const BATCH_PATH = ['requests', 'batch', 'inputConfig', 'input_config'] as const
const BATCH_DEPTH = 4
const BATCH_ITEM = new Set(['request'])
const CONTENT = new Set(['parts'])
const CALL = new Set(['name', 'args'])
const RESPONSE = new Set(['response'])
const BLOB = new Set(['data'])
const NONE = new Set<string>()

/**
 * Google's `generateContent` and its relatives (ai.google.dev/api: generate-content, caching, embeddings). These are
 * protocol buffers as JSON, whose names may come in camel case and in snake case.
 */
export const readGenerateContent: JsonReader = (body, parts, target) =>
  readRequest(body, parts) ? geminiDetails(target) : undefined

/** `countTokens`: contents, or a whole request wrapped up. */
export const readCountTokens: JsonReader = (body, parts, target) => {
  const name = WRAPPERS.find((wrapper) => isObject(body[wrapper]))
  const wrapped = name === undefined ? undefined : body[name]
  if (name === undefined || !isObject(wrapped)) return readGenerateContent(body, parts, target)
  if (!readRequest(wrapped, parts)) return undefined
  parts.rest(body, new Set([name]))
  return geminiDetails(target)
}

/** `{requests: [...]}`, or `{batch: {inputConfig: {requests: {requests: [{request: ...}]}}}}`. */
export const readContentBatch: JsonReader = (body, parts, target) => {
  const found = findRequests(body, parts)
  if (found === undefined) return undefined
  parts.each('user', found, (item) => {
    const request = isObject(item.request) ? item.request : item
    if (!readRequest(request, parts)) parts.leaves('user', item)
    else if (request !== item) parts.rest(item, BATCH_ITEM)
  })
  return geminiDetails(target)
}

/** The model and the method are in the path: `/v1beta/models/gemini-2.5-pro:streamGenerateContent`. */
export function geminiDetails(target: RequestTarget): PromptDetails {
  const last = target.path.slice(target.path.lastIndexOf('/') + 1)
  const colon = last.lastIndexOf(':')
  if (colon === -1) return {}
  return { model: last.slice(0, colon), stream: last.slice(colon + 1).toLowerCase() === 'streamgeneratecontent' }
}

function readRequest(request: JsonObject, parts: PartCollector): boolean {
  const { contents, content } = request
  if (contents === undefined && content === undefined) return false
  readContent(parts, 'system', request.systemInstruction)
  readContent(parts, 'system', request.system_instruction)
  for (const item of isArray(contents) ? contents : [contents]) readContent(parts, 'user', item)
  readContent(parts, 'user', content)
  parts.rest(request, REQUEST)
  return true
}

/** A Content: `{role, parts: [...]}`; lenient clients also send a string, or a part. */
export function readContent(parts: PartCollector, defaultRole: PartRole, content: unknown): void {
  if (!isObject(content)) {
    parts.leaves(defaultRole, content)
    return
  }
  const role = defaultRole === 'system' || content.role === undefined ? defaultRole : roleOf(content.role)
  parts.message(role)
  if (content.parts === undefined) {
    readPart(parts, role, content)
    return
  }
  parts.each(role, content.parts, (part) => readPart(parts, role, part))
  parts.rest(content, CONTENT)
}

function readPart(parts: PartCollector, role: PartRole, part: JsonObject): void {
  for (const name of Object.keys(part)) {
    const value = part[name]
    switch (name) {
      case 'text':
        parts.leaves(role, value)
        break
      case 'functionCall':
      case 'function_call':
        readNamed(parts, 'assistant', value, CALL)
        break
      case 'functionResponse':
      case 'function_response':
        readNamed(parts, role === 'assistant' ? role : 'tool', value, RESPONSE)
        break
      case 'executableCode':
      case 'executable_code':
      case 'codeExecutionResult':
      case 'code_execution_result':
        parts.leaves(role, value)
        break
      case 'inlineData':
      case 'inline_data':
        if (isObject(value)) {
          parts.media(role, value.data)
          parts.rest(value, BLOB)
        } else parts.leaves(role, value)
        break
      case 'role':
      case 'fileData':
      case 'file_data':
      case 'videoMetadata':
      case 'video_metadata':
      case 'thoughtSignature':
      case 'thought_signature':
        parts.rest({ [name]: value }, NONE)
        break
      default:
        parts.rest({ [name]: value }, NONE, role)
    }
  }
}

/** A call or its result: the named fields are what a model is given, the others are ids and settings. */
function readNamed(parts: PartCollector, role: PartRole, value: unknown, named: ReadonlySet<string>): void {
  if (!isObject(value)) {
    parts.leaves(role, value)
    return
  }
  for (const name of named) parts.leaves(role, value[name])
  parts.rest(value, named)
}

/** Walks down to the list of requests; what stands beside the way is read as context. */
function findRequests(body: JsonObject, parts: PartCollector): readonly unknown[] | undefined {
  let level: JsonObject = body
  for (let depth = 0; depth < BATCH_DEPTH; depth++) {
    const name = BATCH_PATH.find((step) => isObject(level[step]) || isArray(level[step]))
    const next = name === undefined ? undefined : level[name]
    if (name === undefined) return undefined
    parts.rest(level, new Set([name]))
    if (isArray(next)) return next
    if (isObject(next)) level = next
  }
  return undefined
}
