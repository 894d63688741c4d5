import type { PartRole } from '../../../core/inspect/parts.ts'
import { isLikeDataUrl } from '../../body/embedded.ts'
import type { PartCollector } from '../collect.ts'
import { isArray, isObject, type JsonObject } from '../json-value.ts'

/** Deeper content than any format has is read as a value of unknown shape. */
const MAX_NESTING = 8

const NAMED = {
  text: new Set(['text']),
  refusal: new Set(['refusal']),
  thinking: new Set(['thinking']),
  redacted: new Set(['data']),
  call: new Set(['input', 'name']),
  result: new Set(['content']),
  found: new Set(['title', 'content']),
  none: new Set<string>(),
} as const satisfies Record<string, ReadonlySet<string>>

/** Names under which media parts carry base64, and those under which they carry an address or base64. */
const BASE64: ReadonlySet<string> = new Set(['data', 'file_data', 'bytes', 'b64_json', 'audio'])
const ADDRESS: ReadonlySet<string> = new Set(['url', 'image_url', 'file_url', 'audio_url', 'video_url'])
/** The fields of a document that a model gets besides its data. */
const SHOWN: ReadonlySet<string> = new Set(['text', 'title', 'context', 'transcript'])

/**
 * The `content` of a message of OpenAI or Anthropic: a string, or parts of text, media and tool results. A part of an
 * unknown type is read whole, with the message's role.
 */
export function readContent(parts: PartCollector, role: PartRole, content: unknown, nesting = 0): void {
  if (typeof content === 'string') {
    parts.text(role, content)
    return
  }
  if (nesting === MAX_NESTING) {
    parts.leaves(role, content)
    return
  }
  if (isArray(content)) parts.each(role, content, (part) => readPart(parts, role, part, nesting))
  else if (isObject(content)) readPart(parts, role, content, nesting)
  else parts.leaves(role, content)
}

function readPart(parts: PartCollector, role: PartRole, part: JsonObject, nesting: number): void {
  switch (part.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'summary_text':
    case 'reasoning_text':
      parts.leaves(role, part.text)
      parts.rest(part, NAMED.text)
      return
    case 'refusal':
      parts.leaves(role, part.refusal)
      parts.rest(part, NAMED.refusal)
      return
    case 'thinking':
      parts.leaves(role, part.thinking)
      parts.rest(part, NAMED.thinking)
      return
    case 'redacted_thinking':
      parts.sealed(part.data)
      parts.rest(part, NAMED.redacted)
      return
    case 'image':
    case 'image_url':
    case 'input_image':
    case 'input_audio':
    case 'audio_url':
    case 'video_url':
    case 'document':
    case 'file':
    case 'input_file':
      readMedia(parts, role, part, nesting)
      return
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      parts.leaves('assistant', part.name)
      parts.leaves('assistant', part.input)
      parts.rest(part, NAMED.call)
      return
    case 'tool_result':
      readContent(parts, resultRole(role), part.content, nesting + 1)
      parts.rest(part, NAMED.result)
      return
    case 'search_result':
      parts.leaves(role, part.title)
      readContent(parts, role, part.content, nesting + 1)
      parts.rest(part, NAMED.found)
      return
    case 'mid_conv_system':
      readContent(parts, 'system', part.content, nesting + 1)
      parts.rest(part, NAMED.result)
      return
    default: {
      const isResult = typeof part.type === 'string' && part.type.endsWith('_tool_result')
      parts.rest(part, NAMED.none, isResult ? resultRole(role) : role)
      return
    }
  }
}

/** A vendor's own tools answer within the assistant's message. */
function resultRole(role: PartRole): PartRole {
  return role === 'assistant' ? 'assistant' : 'tool'
}

/** Images, audio and documents: their text where they hold some; names, addresses and settings are context. */
function readMedia(parts: PartCollector, role: PartRole, media: JsonObject, nesting: number): void {
  for (const name of Object.keys(media)) {
    const value = media[name]
    parts.name(name)
    if (name === 'content') readContent(parts, role, value, nesting + 1)
    else if (typeof value !== 'string') {
      if (isObject(value) && nesting < MAX_NESTING) readMedia(parts, role, value, nesting + 1)
      else parts.leaves('definition', value)
    } else if (SHOWN.has(name)) parts.text(role, value)
    else if (media.type === 'text' && name === 'data') parts.text(role, value)
    else if (BASE64.has(name) || (ADDRESS.has(name) && isLikeDataUrl(value))) parts.media(role, value)
    else parts.rest({ [name]: value }, NAMED.none)
  }
}
