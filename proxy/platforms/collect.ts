import type { PartRole, TextPart } from '../../core/inspect/parts.ts'
import { textOfMedia, textOfString } from '../body/embedded.ts'
import { startsLikeJson, unescapeJson } from '../body/json.ts'

export type JsonObject = { readonly [name: string]: unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** Names whose values a vendor mints or a protocol fixes; only values that look like it are left out (isToken). */
const STRUCTURE: ReadonlySet<string> = new Set([
  ...[
    'type',
    'role',
    'object',
    'id',
    'model',
    'status',
    'index',
    'stream',
    'detail',
    'format',
    'mime_type',
    'mimeType',
  ],
  ...['media_type', 'tool_call_id', 'tool_use_id', 'call_id', 'file_id', 'item_id', 'response_id', 'message_id'],
  ...['previous_response_id', 'parent_message_id', 'conversation_id', 'finish_reason', 'stop_reason'],
  ...['content_type', 'language', 'recipient'],
])
/** Names of what a vendor has sealed for itself and clients only echo. */
const SEALED: ReadonlySet<string> = new Set([
  ...['signature', 'thought_signature', 'thoughtSignature', 'encrypted_content', 'encrypted_index'],
])
const MAX_TOKEN_LENGTH = 128
const MAX_PLAIN_NAME_LENGTH = 64
/** Numbers of this many digits can be a card's, a person's or a company's; shorter ones are counts and times. */
const MIN_NUMBER = 10 ** 11

/**
 * Gathers the texts of one request in the order of the conversation. What no format names ends up as `definition`: it
 * is inspected, but no part of a turn, so that hashing what a person typed still finds it.
 */
export class PartCollector {
  readonly #turns: TextPart[] = []
  readonly #definitions: string[] = []
  #silentAssistant = false

  /** Marks where a message starts: an assistant's message ends a turn even where it holds no text. */
  message(role: PartRole): void {
    if (role === 'assistant') this.#silentAssistant = true
  }

  /** One text, as a person or a program wrote it. */
  text(role: PartRole, text: string): void {
    if (text.length === 0) return
    // Escapes of JSON within a string (tool arguments, JSON Lines files) would hide a value from the detectors. The text
    // of a turn stays as it is, for its hash and offsets, and is read once more without them.
    const unescaped = startsLikeJson(text) ? unescapeJson(text) : undefined
    if (unescaped !== undefined) this.#definitions.push(unescaped)
    if (role === 'definition') {
      if (unescaped === undefined) this.#definitions.push(text)
    } else this.#push(role, text)
  }

  /** Base64 by its place in the format: read where it holds text. */
  media(role: PartRole, data: unknown): void {
    if (typeof data !== 'string') {
      this.leaves(role, data)
      return
    }
    const text = textOfMedia(data)
    if (text !== undefined) this.text(role, text)
  }

  /** Every string of a value of unknown shape, as one text with a line each. Any depth: nothing here recurses. */
  leaves(role: PartRole, value: unknown): void {
    if (value === undefined || value === null) return
    const texts: string[] = []
    const pending: unknown[] = [value]
    while (pending.length > 0) {
      const item = pending.pop()
      if (typeof item === 'string') this.#leaf(role, item, texts)
      else if (typeof item === 'number') this.#number(item)
      else if (Array.isArray(item)) for (let i = item.length - 1; i >= 0; i--) pending.push(item[i])
      else if (typeof item === 'object' && item !== null) {
        const names = Object.keys(item)
        for (let i = names.length - 1; i >= 0; i--) {
          const name = names[i] ?? ''
          if (!isPlainName(name)) this.#definitions.push(name)
          pending.push((item as JsonObject)[name])
        }
      }
    }
    if (texts.length === 0) return
    if (role === 'definition') this.#definitions.push(texts.join('\n'))
    else this.#push(role, texts.join('\n'))
  }

  /** All that a format does not name, so that nothing hides there. */
  rest(object: JsonObject, named: ReadonlySet<string>, role: PartRole = 'definition'): void {
    for (const name of Object.keys(object)) {
      if (named.has(name)) continue
      const value = object[name]
      if (typeof value === 'boolean' || value === null) continue
      if (typeof value === 'string' && STRUCTURE.has(name) && isToken(value)) continue
      if (!isPlainName(name)) this.#definitions.push(name)
      if (SEALED.has(name)) this.media('definition', value)
      else this.leaves(role, value)
    }
  }

  parts(): TextPart[] {
    if (this.#definitions.length === 0) return this.#turns
    return [...this.#turns, { role: 'definition', text: this.#definitions.join('\n') }]
  }

  #leaf(role: PartRole, value: string, texts: string[]): void {
    if (value.length === 0) return
    const text = textOfString(value)
    if (text === undefined) return
    const unescaped = startsLikeJson(text) ? unescapeJson(text) : undefined
    // What an assistant said is no content, so nothing points into it: once is enough.
    if (unescaped !== undefined && role === 'assistant') texts.push(unescaped)
    else {
      texts.push(text)
      if (unescaped !== undefined) this.#definitions.push(unescaped)
    }
  }

  #number(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) >= MIN_NUMBER) this.#definitions.push(value.toFixed(0))
  }

  #push(role: PartRole, text: string): void {
    if (this.#silentAssistant) {
      this.#silentAssistant = false
      if (role !== 'assistant') this.#turns.push({ role: 'assistant', text: '' })
    }
    this.#turns.push({ role, text })
  }
}

/** Whether a value is the kind of token that protocols are made of, not a text, an address or a bare number. */
export function isToken(value: string): boolean {
  if (value.length > MAX_TOKEN_LENGTH) return false
  let letters = 0
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    const lower = code >= 0x61 && code <= 0x7a
    const upper = code >= 0x41 && code <= 0x5a
    const digit = code >= 0x30 && code <= 0x39
    // - . / : _
    if (!lower && !upper && !digit && code !== 0x5f && code !== 0x3a && !(code >= 0x2d && code <= 0x2f)) return false
    if (lower) letters++
  }
  return letters > 0
}

/** A name as programs choose it. Others, and those with many digits, are somebody's data. */
function isPlainName(name: string): boolean {
  if (name.length > MAX_PLAIN_NAME_LENGTH) return false
  let digits = 0
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index)
    if (code >= 0x30 && code <= 0x39) digits++
    const letter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
    if (
      !letter &&
      !(code >= 0x30 && code <= 0x39) &&
      code !== 0x5f &&
      code !== 0x24 &&
      code !== 0x2d &&
      code !== 0x2e
    ) {
      return false
    }
  }
  return digits < 8
}
