import type { PartRole, TextPart } from '../../core/inspect/parts.ts'
import { legibleInMedia, textOfMedia, textOfString } from '../body/embedded.ts'
import { startsLikeJson, unescapeJson } from '../body/json.ts'

export type JsonObject = { readonly [name: string]: unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** Names whose values a vendor mints or a protocol fixes; only values that look like it are left out (isToken). */
const STRUCTURE: ReadonlySet<string> = new Set(
  (
    'type role object id model status index stream detail format mime_type mimeType media_type content_type language ' +
    'recipient tool_call_id tool_use_id call_id file_id item_id response_id previous_response_id message_id ' +
    'parent_message_id conversation_id finish_reason stop_reason'
  ).split(' '),
)
/** Names of what a vendor has sealed for itself and clients only echo. */
const SEALED: ReadonlySet<string> = new Set(
  'signature thought_signature thoughtSignature encrypted_content encrypted_index'.split(' '),
)
const MAX_TOKEN_LENGTH = 128
/** A time in milliseconds; account, card, company and personal numbers have more digits in a row. */
const MAX_TOKEN_DIGITS = 13
const MAX_PLAIN_NAME_LENGTH = 64
const MAX_PLAIN_NAME_DIGITS = 7
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
    if (text === undefined) this.text('definition', legibleInMedia(data))
    else this.text(role, text)
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
          this.name(name)
          pending.push((item as JsonObject)[name])
        }
      }
    }
    if (texts.length === 0) return
    if (role === 'definition') this.#definitions.push(texts.join('\n'))
    else this.#push(role, texts.join('\n'))
  }

  /** A list of objects of a known kind; what is none of them is read as a value of unknown shape. */
  each(role: PartRole, list: unknown, read: (item: JsonObject) => void): void {
    for (const item of isArray(list) ? list : [list]) {
      if (isObject(item)) read(item)
      else this.leaves(role, item)
    }
  }

  /** A field's name, read where it is none that a program would choose. */
  name(name: string): void {
    if (!isPlainName(name)) this.#definitions.push(name)
  }

  /** All that a format does not name, so that nothing hides there. */
  rest(object: JsonObject, named: ReadonlySet<string>, role: PartRole = 'definition'): void {
    for (const name of Object.keys(object)) {
      if (named.has(name)) continue
      const value = object[name]
      this.name(name)
      if (typeof value === 'string' && STRUCTURE.has(name) && isToken(value)) continue
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
    if (text === undefined) {
      this.text('definition', legibleInMedia(value))
      return
    }
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
function isToken(value: string): boolean {
  if (value.length > MAX_TOKEN_LENGTH) return false
  let hasLowerCase = false
  let digits = 0
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    if (isDigit(code)) digits++
    else if (TOKEN_MARKS.has(code)) continue
    else if (!isLetter(code)) return false
    else {
      digits = 0
      hasLowerCase ||= code >= 0x61
    }
    if (digits > MAX_TOKEN_DIGITS) return false
  }
  return hasLowerCase
}

/** A name as programs choose it. Others, and those with many digits, are somebody's data. */
function isPlainName(name: string): boolean {
  if (name.length > MAX_PLAIN_NAME_LENGTH) return false
  let digits = 0
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index)
    if (isDigit(code)) digits++
    else if (!isLetter(code) && !NAME_MARKS.has(code)) return false
  }
  return digits <= MAX_PLAIN_NAME_DIGITS
}

const TOKEN_MARKS = codesOf('-./:_')
const NAME_MARKS = codesOf('-._$')

function codesOf(marks: string): ReadonlySet<number> {
  return new Set(Array.from(marks, (mark) => mark.charCodeAt(0)))
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}
