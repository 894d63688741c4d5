import type { TextPart } from '../../../core/inspect/parts.ts'
import { parseJson, startsLikeJson } from '../../body/json.ts'
import { ProtoFile } from '../../body/protobuf.ts'
import { step } from '../../body/time-budget.ts'
import { PartCollector } from '../collect.ts'
import { readPart } from '../generic.ts'
import { isArray, isObject, type JsonObject } from '../json-value.ts'
import { labelOf } from '../labels.ts'
import { isMinted, isPlainName } from '../minted.ts'
import type { ParsedBody, Prompt, Unread } from '../platform.ts'
import type { TelemetryEndpoint } from './endpoint.ts'
import { type Node, pathOf, placeOf } from './place.ts'
import { holdsPrompt } from './prompt-fields.ts'

/** Strings that hold JSON are opened this deep within one another; what goes deeper counts as a prompt. */
const NESTING_MAX = 4
/** The same of objects and lists: the name of a place holds the names of all that it stands in, so that its length needs a bound. */
const DEPTH_MAX = 64
/** Longer texts say themselves what is in them. */
const LABELLED_MAX = 256
/** Shorter strings hold no file, and nothing is escaped in them (collect.ts). */
const PLAIN_MAX = 1024
/** Fewer digits without a name are nobody's (collect.ts). */
const NUMBER_MIN = 10 ** 6
const HEAD_LENGTH = 64
const BASE64 = /^[A-Za-z0-9+/_-]{12,}={0,2}$/
/** `{"key": "user.prompt", "value": …}`: what it is called is a value. */
const NAMES = ['key', 'name', 'field'] as const
const VALUES: ReadonlySet<string> = new Set(['value', 'val', 'values'])
/** A value of OpenTelemetry says its type (opentelemetry-proto, common.proto, AnyValue). */
const TYPED = /^(?:string|int|double|bool|bytes|array|kvlist)_?[vV]alue$/

interface Open extends Node {
  /** What it is called, be it by a value beside it. */
  readonly name: string
  /** The names around it, for what has none of its own. */
  readonly around: string
  readonly owner: JsonObject | undefined
  readonly nesting: number
  readonly depth: number
}

/** Reads telemetry: fields that hold a prompt as the user's, each of the rest with its place. */
export function readTelemetry(body: ParsedBody, endpoint: TelemetryEndpoint): Prompt {
  const reader = new TelemetryReader(endpoint)
  switch (body.kind) {
    case 'json':
      reader.read(body.value)
      break
    case 'form':
      reader.read(membersOf(body.fields))
      break
    case 'text':
      reader.read(linesOf(body.text))
      break
    case 'multipart':
      for (const part of body.parts) {
        if (part.text !== undefined) reader.read({ [part.name]: part.text })
        const rest = new PartCollector()
        readPart(rest, part.text === undefined ? part : { ...part, text: undefined }, 'definition')
        reader.take(rest, { value: undefined, key: part.name })
      }
      break
    case 'binary': {
      const rest = new PartCollector()
      rest.text('definition', body.legible)
      rest.file(body.file, 'user')
      reader.take(rest, { value: undefined })
      break
    }
    case 'empty':
      break
  }
  return { parts: reader.parts, unread: [...reader.unread], interactionType: 'prompt' }
}

/** A name may come twice in a form. */
function membersOf(fields: readonly (readonly [string, string])[]): JsonObject {
  const names = new Set<string>()
  return Object.fromEntries(
    fields.map(([name, text], index) => {
      const isNew = !names.has(name)
      names.add(name)
      return [isNew ? name : `${name}[${index}]`, text]
    }),
  )
}

/** Sentry's envelopes, and others: a value in each line. */
function linesOf(text: string): unknown {
  if (!startsLikeJson(text)) return text
  return text.split('\n').map((line) => (startsLikeJson(line) ? (parseJson(line)?.value ?? line) : line))
}

class TelemetryReader {
  readonly parts: TextPart[] = []
  readonly unread = new Set<Unread>()
  readonly #isPromptAt: TelemetryEndpoint['isPromptAt']
  readonly #names = new Set<string>()

  constructor({ isPromptAt }: TelemetryEndpoint) {
    this.#isPromptAt = isPromptAt
  }

  /** Any depth: nothing here recurses. */
  read(value: unknown): void {
    const pending: Open[] = [{ value, name: '', around: '', owner: undefined, nesting: 0, depth: 0 }]
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      step()
      if (this.#isPrompt(node)) this.#readPrompt(node)
      else if (node.value instanceof ProtoFile) this.#collect(node, (own) => own.leaves('definition', node?.value))
      else if (isArray(node.value)) pushItems(node, node.value, pending)
      else if (isObject(node.value)) this.#pushMembers(node, node.value, pending)
      else if (typeof node.value === 'string') this.#readText(node, node.value, pending)
      else if (typeof node.value === 'number') this.#readNumber(node, node.value)
    }
  }

  /** What a collector has read, as telemetry; files are judged as what they are. */
  take(own: PartCollector, node: Node): void {
    const at = placeOf(node)
    for (const part of own.parts()) {
      // A file's text comes later, and is a person's.
      const isText = part.role === 'definition' && part.text !== ''
      this.parts.push(isText ? { ...part, at, isTelemetry: true } : part)
    }
    for (const reason of own.unread()) this.unread.add(reason)
  }

  #isPrompt(node: Open): boolean {
    const { value, name, owner, around, nesting, depth } = node
    if (typeof value === 'string') {
      if (value === '' || isMinted(value)) return false
      if (nesting > NESTING_MAX && startsLikeJson(value)) return true
    } else if (typeof value !== 'object' || value === null || value instanceof ProtoFile) return false
    else if (depth > DEPTH_MAX) return true
    return holdsPrompt(name, owner, around) || this.#isPromptAt?.(pathOf(node)) === true
  }

  #readPrompt(node: Open): void {
    const own = new PartCollector()
    own.prompt('user', node.value)
    const at = placeOf(node)
    for (const part of own.parts()) this.parts.push({ ...part, at })
    for (const reason of own.unread()) this.unread.add(reason)
  }

  #pushMembers(node: Open, object: JsonObject, pending: Open[]): void {
    const names = Object.keys(object)
    const called = NAMES.map((name) => object[name]).find((name): name is string => typeof name === 'string')
    for (const key of names.toReversed()) {
      this.#readName(node, key)
      const isNamed = called !== undefined && VALUES.has(key)
      const isTyped = TYPED.test(key)
      pending.push({
        value: object[key],
        key: isNamed ? called : isTyped ? undefined : key,
        up: node,
        name: isNamed ? called : isTyped ? node.name : key,
        around: isTyped ? node.around : node.name,
        owner: isTyped ? node.owner : object,
        nesting: node.nesting,
        depth: node.depth + 1,
      })
    }
  }

  /** A name that no program would choose is read as data. */
  #readName(node: Node, name: string): void {
    if (isPlainName(name) || this.#names.has(name)) return
    this.#names.add(name)
    this.#add(name, node)
  }

  #readText(node: Open, text: string, pending: Open[]): void {
    if (text === '') return
    const inner = innerJson(text)
    if (inner !== undefined) {
      for (const hidden of inner.hidden) this.#add(hidden, node)
      pending.push({ ...node, value: inner.value, nesting: node.nesting + 1 })
      return
    }
    const label = text.length > LABELLED_MAX ? undefined : labelOf(node.name, node.around, siblingsOf(node))
    const labelled = label === undefined ? text : `${label}: ${text}`
    if (text.length < PLAIN_MAX) this.#add(labelled, node)
    else this.#collect(node, (own) => own.leaves('definition', labelled))
  }

  #readNumber(node: Open, value: number): void {
    if (Math.abs(value) < NUMBER_MIN) return
    const label = labelOf(node.name, node.around, siblingsOf(node))
    this.#collect(node, (own) => own.leaves('definition', value, label))
  }

  #collect(node: Node, read: (own: PartCollector) => void): void {
    const own = new PartCollector()
    read(own)
    this.take(own, node)
  }

  #add(text: string, node: Node): void {
    this.parts.push({ role: 'definition', text, at: placeOf(node), isTelemetry: true })
  }
}

/** An item is called what its list is called. */
function pushItems(node: Open, items: readonly unknown[], pending: Open[]): void {
  for (let index = items.length - 1; index >= 0; index--) {
    const { name, around, owner, nesting, depth } = node
    pending.push({ value: items[index], key: index, up: node, name, around, owner, nesting, depth: depth + 1 })
  }
}

function siblingsOf({ owner }: Open): string[] {
  if (owner === undefined) return []
  return NAMES.map((name) => owner[name]).filter((name): name is string => typeof name === 'string')
}

/** The JSON that a string is, or is the base64 of. */
function innerJson(text: string): { readonly value: unknown; readonly hidden: readonly string[] } | undefined {
  if (startsLikeJson(text)) return objectIn(text)
  if (!BASE64.test(text)) return undefined
  const head = Buffer.from(text.slice(0, HEAD_LENGTH), 'base64').toString()
  return startsLikeJson(head) ? objectIn(Buffer.from(text, 'base64').toString()) : undefined
}

function objectIn(text: string): ReturnType<typeof parseJson> {
  const parsed = parseJson(text)
  return typeof parsed?.value === 'object' && parsed.value !== null ? parsed : undefined
}
