import type { PartRole, TextPart } from '../../core/inspect/parts.ts'
import {
  type Embedded,
  embeddedInBytes,
  embeddedInMedia,
  embeddedInString,
  looselyEmbeddedInMedia,
} from '../body/embedded.ts'
import type { FileExamination } from '../body/file.ts'
import { startsLikeJson, unescapeJson } from '../body/json.ts'
import { ProtoFile } from '../body/protobuf.ts'
import { isRichText } from '../body/rich-text.ts'
import { step } from '../body/time-budget.ts'
import { type DocumentPart, documentPart } from './document-part.ts'
import { embeddedInJson } from './embedded-in-json.ts'
import { bytesIn, isArray, isObject, isOfPieces, isTokenArray, type JsonObject, numberIn } from './json-value.ts'
import { labelOf } from './labels.ts'
import { isMinted, isPlainName } from './minted.ts'
import type { Unread } from './platform.ts'

/** Names whose values a vendor mints or a protocol fixes; only values that look like it are left out (minted.ts). */
const STRUCTURE: ReadonlySet<string> = new Set(
  (
    'type role object id model status index stream detail format mime_type mimeType media_type content_type language ' +
    'recipient tool_call_id tool_use_id call_id file_id item_id response_id previous_response_id message_id ' +
    'parent_message_id conversation_id finish_reason stop_reason'
  ).split(' '),
)
/** Names of fields that a vendor has encrypted for itself and that clients only return. */
const SEALED: ReadonlySet<string> = new Set(
  'signature thought_signature thoughtSignature encrypted_content encrypted_index'.split(' '),
)
/** Names under which vendors take token numbers in place of a text. */
const TOKENS: ReadonlySet<string> = new Set(
  'prompt prompts input inputs suffix tokens token_ids input_ids input_tokens prompt_token_ids'.split(' '),
)
/** Integers of this many digits are read whatever they are called; shorter ones are counts and times without a name. */
const MIN_NUMBER = 10 ** 11
const MIN_LABELLED_NUMBER = 10 ** 6
/** A number loses its leading zero in JSON: `0612345678` arrives as nine digits. */
const DIGITS_WITHOUT_ZERO = 9
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
/** A field of google.protobuf.Struct is a message of its name and, at 2, a Value, whose number is at 2 again (struct.proto). */
const PROTO_VALUE = '2'
const PROTO_NUMBER = '2'
/** Objects with more fields are no label and its value. */
const MAX_LABELLED_FIELDS = 12

/**
 * Gathers the texts of one request in the order of the conversation. What no format names ends up as `definition`: it
 * is inspected, but no part of a turn, so that hashing what a person typed still finds it. The same holds for every derived
 * reading: a turn's text stays as it came.
 */
export class PartCollector {
  readonly #turns: TextPart[] = []
  readonly #definitions: string[] = []
  /** What is only read out of the texts: each by itself, so that it is known again when its text comes again. */
  readonly #derived = new Set<string>()
  readonly #documents: DocumentPart[] = []
  readonly #names = new Set<string>()
  readonly #unread = new Set<Unread>()
  #silentAssistant = false

  /** Marks where a message starts: an assistant's message ends a turn even where it holds no text. */
  message(role: PartRole): void {
    if (role === 'assistant') this.#silentAssistant = true
  }

  /** One text, as a person or a program wrote it. */
  text(role: PartRole, text: string): void {
    if (text.length === 0) return
    this.#alsoUnescaped(text)
    if (role === 'definition') this.#definitions.push(text)
    else this.#push(role, text)
  }

  /** Base64 by its place in the format: a document's text is the role's, a file is looked at for what is legible in it. */
  media(role: PartRole, data: unknown): void {
    if (typeof data !== 'string') {
      this.leaves(role, data)
      return
    }
    const embedded = embeddedInMedia(data)
    if (embedded === undefined) {
      this.text(role, data)
      const loose = looselyEmbeddedInMedia(data)
      if (loose !== undefined) this.#beside(loose, role)
    } else {
      if (embedded.text !== undefined) this.fileText(role, embedded.text)
      this.#beside({ ...embedded, text: undefined }, role)
      this.text('definition', embedded.raw)
    }
  }

  /** A piece of somebody's speech, in base64: nothing in it is a text, and it is no file that could be looked into. */
  speech(data: unknown): void {
    this.#unread.add('unreadable_file')
    if (typeof data !== 'string' || !BASE64.test(data)) this.leaves('user', data)
  }

  /** Data that a vendor has encrypted for itself: it is nobody's file, but it is read as far as possible. */
  sealed(data: unknown): void {
    const embedded = typeof data === 'string' ? embeddedInMedia(data) : undefined
    if (embedded === undefined) this.leaves('definition', data)
    else {
      this.#beside({ ...embedded, file: undefined })
      this.text('definition', embedded.raw)
    }
  }

  /** A file that is no text, in bytes of its own; what it says, if its text can be read, is of `role`. */
  file(file: FileExamination, role: PartRole = 'definition'): void {
    const { document, broken } = file
    if (document === undefined) this.#unread.add(broken ? 'malformed_file' : 'unreadable_file')
    else this.#document(documentPart(role, document, file))
  }

  /** A file that is a text: the text is of `role`, and what it says to a reader of its format is context. */
  fileText(role: PartRole, text: string): void {
    this.text(role, text)
    for (const embedded of embeddedInJson(text)) this.#beside(embedded)
    if (isRichText(text))
      this.#document(documentPart('definition', Buffer.from(text), { recognised: true, broken: false }))
  }

  /** A value that a model may be given; numbers in place of its text cannot be read. */
  prompt(role: PartRole, value: unknown): void {
    if (isTokenArray(value)) this.#unread.add('token_array')
    this.leaves(role, value)
  }

  /** Every string of a value of unknown shape, as one text with a line each. Any depth: nothing here recurses. */
  leaves(role: PartRole, value: unknown, name = ''): void {
    if (value === undefined || value === null) return
    const texts: string[] = []
    const pending: unknown[] = [value]
    const names: string[] = [name]
    while (pending.length > 0) {
      step()
      const item = pending.pop()
      const around = names.pop() ?? ''
      if (typeof item === 'string') this.#leaf(item, texts)
      else if (item instanceof ProtoFile) this.#protoFile(role, item)
      else if (typeof item === 'number') this.#number(item, labelOf(around, '', []))
      else if (Array.isArray(item)) {
        const number = numberIn(item)
        if (number === undefined) this.#bytes(item, item.length)
        else texts.push(named(number, labelOf(around, '', [])))
        for (let i = item.length - 1; i >= 0; i--) {
          pending.push(item[i])
          names.push(around)
        }
      } else if (typeof item === 'object' && item !== null) this.#fields(item as JsonObject, around, pending, names)
    }
    if (texts.length === 0) return
    if (role === 'definition') this.#definitions.push(texts.join('\n'))
    else this.#push(role, texts.join('\n'))
  }

  /** A list of objects of a known kind; any other item is read as a value of unknown shape. */
  each(role: PartRole, list: unknown, read: (item: JsonObject) => void): void {
    if (isTokenArray(list)) this.#unread.add('token_array')
    // Read as one text: its pieces say nothing alone.
    const isOne = isArray(list) && (isOfPieces(list) || numberIn(list) !== undefined)
    for (const item of isArray(list) && !isOne ? list : [list]) {
      step()
      if (isObject(item)) read(item)
      else this.leaves(role, item)
    }
  }

  /** A field's name, read unless it is one that a program would choose. */
  name(name: string): void {
    step()
    if (isPlainName(name) || this.#names.has(name)) return
    this.#names.add(name)
    this.#definitions.push(name)
  }

  /** All that a format does not name, so that nothing hides there. */
  rest(object: JsonObject, named: ReadonlySet<string>, role: PartRole = 'definition'): void {
    for (const name of Object.keys(object)) {
      if (named.has(name)) continue
      const value = object[name]
      this.name(name)
      if (typeof value === 'string' && STRUCTURE.has(name)) {
        // An id belongs to no turn, so one that may contain personal data is read as context.
        if (!isMinted(value)) this.#unknownId(value)
      } else if (SEALED.has(name)) this.sealed(value)
      else if (typeof value === 'number') this.#number(value, labelOf(name, '', []))
      else this.leaves(role, value, name)
      if (TOKENS.has(name) && isTokenArray(value)) this.#unread.add('token_array')
    }
  }

  parts(): TextPart[] {
    const beside = [...(this.#definitions.length === 0 ? [] : [this.#definitions.join('\n')]), ...this.#derived]
    if (beside.length === 0 && this.#documents.length === 0) return this.#turns
    return [...this.#turns, ...beside.map((text) => ({ role: 'definition', text }) as const), ...this.#documents]
  }

  /** The parts of the request that cannot be read. */
  unread(): Unread[] {
    return [...this.#unread]
  }

  /** The part after a prefix is also read alone: `call_4111111111111111`. */
  #unknownId(id: string): void {
    this.leaves('definition', id)
    const prefix = /^[A-Za-z]{1,20}[-_:]/.exec(id)?.[0]
    if (prefix !== undefined) this.text('definition', id.slice(prefix.length))
  }

  /** What a list of numbers says to whoever takes it for bytes, as clients in JavaScript send a file in JSON. */
  #bytes(list: Readonly<Record<string, unknown>> | readonly unknown[], length: number): void {
    const bytes = bytesIn(list, length)
    if (bytes !== undefined) this.#beside(embeddedInBytes(bytes))
  }

  #fields(object: JsonObject, around: string, pending: unknown[], pendingNames: string[]): void {
    const names = Object.keys(object)
    if (names[0] === '0') this.#bytes(object, names.length)
    const siblings = names.length > MAX_LABELLED_FIELDS ? [] : names.map((name) => object[name]).filter(isString)
    for (let i = names.length - 1; i >= 0; i--) {
      const name = names[i] ?? ''
      const value = object[name]
      if (typeof value !== 'number') {
        pending.push(value)
        pendingNames.push(name)
      }
    }
    for (const name of names) {
      const value = object[name]
      this.name(name)
      if (typeof value === 'number') this.#number(value, labelOf(name, around, siblings))
      else if (name === PROTO_VALUE && isNumberValue(value))
        this.#number(value[PROTO_NUMBER], labelOf('', '', siblings))
      else if (TOKENS.has(name) && isTokenArray(value)) this.#unread.add('token_array')
    }
  }

  #protoFile(role: PartRole, { file, legible }: ProtoFile): void {
    this.text('definition', legible)
    this.file(file, role)
  }

  #leaf(value: string, texts: string[]): void {
    if (value.length === 0) return
    const embedded = embeddedInString(value)
    if (embedded !== undefined) this.#beside(embedded)
    const text = embedded?.raw ?? value
    if (text === '') return
    // A file is no text of a turn.
    if (embedded?.file !== undefined && embedded.text === undefined) this.#definitions.push(text)
    else texts.push(text)
    this.#alsoUnescaped(text)
  }

  /** Escapes of JSON within a string (tool arguments, JSON Lines files) would hide a value from the detectors. */
  #alsoUnescaped(text: string): void {
    const unescaped = startsLikeJson(text) ? unescapeJson(text) : undefined
    if (unescaped !== undefined) this.#derived.add(unescaped)
  }

  /** The decoded meaning of a string, besides its text. */
  #beside({ text, others, file }: Omit<Embedded, 'raw'>, role: PartRole = 'definition'): void {
    if (text !== undefined) this.#derivedText(text)
    for (const other of others) this.#derived.add(other)
    if (file !== undefined) this.file(file, role)
  }

  #derivedText(text: string): void {
    if (text === '') return
    this.#derived.add(text)
    this.#alsoUnescaped(text)
    if (isRichText(text))
      this.#document(documentPart('definition', Buffer.from(text), { recognised: true, broken: false }))
  }

  #number(value: number, label: string | undefined): void {
    // A fraction hides nothing of what stands before it.
    const size = Math.abs(Math.trunc(value))
    if (!Number.isSafeInteger(size)) return
    if (size < MIN_LABELLED_NUMBER || (label === undefined && size < MIN_NUMBER)) return
    const digits = size.toFixed(0)
    this.#definitions.push(named(digits, label))
    if (label !== undefined && digits.length === DIGITS_WITHOUT_ZERO) this.#definitions.push(`${label}: 0${digits}`)
  }

  #document(part: DocumentPart): void {
    if (part.role === 'definition') this.#documents.push(part)
    else this.#add(part)
  }

  #push(role: PartRole, text: string): void {
    this.#add({ role, text })
  }

  #add(part: TextPart): void {
    if (this.#silentAssistant) {
      this.#silentAssistant = false
      if (part.role !== 'assistant') this.#turns.push({ role: 'assistant', text: '' })
    }
    this.#turns.push(part)
  }
}

function named(number: string, label: string | undefined): string {
  return label === undefined ? number : `${label}: ${number}`
}

function isNumberValue(value: unknown): value is { readonly [PROTO_NUMBER]: number } {
  return isObject(value) && typeof value[PROTO_NUMBER] === 'number' && Object.keys(value).length === 1
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}
