import type { InteractionType } from '../../core/model/interaction.ts'
import { PartCollector } from './collect.ts'
import { readGenerically, readPart } from './generic.ts'
import { isObject, type JsonObject } from './json-value.ts'
import type { HistoryField, Operation, ParsedBody, Prompt, PromptDetails, RequestTarget } from './platform.ts'

type Refuse = NonNullable<Operation['refuse']>

interface Route {
  /** Stable name within the platform. */
  readonly id: string
  /** See Operation. */
  readonly paths: readonly string[]
  readonly methods?: readonly string[]
  readonly interactionType?: InteractionType
  readonly refuse?: Refuse
  readonly refuseMessage?: NonNullable<Operation['refuseMessage']>
  /** See Operation. */
  readonly history?: HistoryField
  /** See Operation; true if absent where there is a history. */
  readonly isForPeople?: boolean
  /** See Operation; true if absent. */
  readonly isPrompt?: boolean
}

/** Reads a JSON object into `parts`; undefined if it is not of the shape that the format has. */
export type JsonReader = (body: JsonObject, parts: PartCollector, target: RequestTarget) => PromptDetails | undefined

/** An operation whose body is a JSON object of a known format. */
export function jsonOperation(route: Route, read: JsonReader): Operation {
  return operation(route, (body, target, interactionType) => {
    if (body.kind !== 'json' || !isObject(body.value)) return undefined
    const parts = new PartCollector()
    const details = read(body.value, parts, target)
    return details === undefined
      ? undefined
      : { ...details, parts: parts.parts(), unread: parts.unread(), interactionType }
  })
}

/**
 * An operation whose texts are in a few named fields of a JSON object, a form or a multipart body, with files beside
 * them. The other fields are settings.
 */
export function fieldOperation(route: Route, fields: readonly string[]): Operation {
  const named: ReadonlySet<string> = new Set(fields)
  return operation(route, (body, _target, interactionType) => {
    const parts = new PartCollector()
    if (body.kind === 'json') {
      const { value } = body
      if (!isObject(value) || (fields.length > 0 && !fields.some((field) => field in value))) return undefined
      for (const field of fields) parts.prompt('user', value[field])
      parts.rest(value, named)
      return { ...commonDetails(value), unread: parts.unread(), parts: parts.parts(), interactionType }
    }
    if (body.kind === 'form') {
      for (const [name, text] of body.fields) {
        parts.name(name)
        parts.text(named.has(name) ? 'user' : 'definition', text)
      }
      return { parts: parts.parts(), interactionType, model: fieldValue(body.fields, 'model') }
    }
    if (body.kind !== 'multipart') return undefined
    let model: string | undefined
    for (const part of body.parts) {
      if (part.name === 'model') model = part.text
      readPart(parts, part, named.has(part.name) || part.filename !== undefined ? 'user' : 'definition')
    }
    return { parts: parts.parts(), unread: parts.unread(), interactionType, model }
  })
}

/** An operation without a format of its own: every string of its body counts. */
export function plainOperation(route: Route): Operation {
  return operation(route, (body, _target, interactionType) => readGenerically(body, interactionType))
}

/** `model` and `stream` as nearly every vendor names them. */
export function commonDetails(body: JsonObject): PromptDetails {
  return { model: stringOf(body.model), stream: body.stream === true }
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

type Extract = (body: ParsedBody, target: RequestTarget, type: InteractionType) => Prompt | undefined

/** An operation with a format of its own kind; see `Operation.extract` for what `extract` owes. */
export function operation(route: Route, extract: Extract): Operation {
  const { id, methods = ['POST'], interactionType = 'prompt', refuse, isPrompt = true, refuseMessage, history } = route
  const { isForPeople = history !== undefined } = route
  const matchesPath = pathMatcher(route.paths)
  return {
    id,
    paths: route.paths,
    isPrompt,
    matches: (target) => methods.includes(target.method) && matchesPath(target.path),
    extract: (body, target) => extract(body, target, interactionType),
    ...(history === undefined ? {} : { history }),
    ...(isForPeople && { isForPeople }),
    ...(refuse === undefined ? {} : { refuse }),
    ...(refuseMessage === undefined ? {} : { refuseMessage }),
  }
}

/** Tells whether a path fits one of these patterns; see `Route.paths`. */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  // Some vendors ignore case; a path that only one spelling of leads to is still the same operation.
  const exact = new Set(patterns.filter((pattern) => !pattern.includes('*')).map((pattern) => pattern.toLowerCase()))
  const alternatives = patterns.filter((pattern) => pattern.includes('*')).map(patternSource)
  if (alternatives.length === 0) return (path) => exact.has(path.toLowerCase())
  // Each `[^/]+` ends at a fixed character, so matching takes linear time.
  const expression = new RegExp(`^(?:${alternatives.join('|')})$`, 'i')
  return (path) => exact.has(path.toLowerCase()) || expression.test(path)
}

function patternSource(pattern: string): string {
  return pattern
    .split(/(\*+)/)
    .map((piece) => (piece === '**' ? '.*' : piece === '*' ? '[^/]+' : RegExp.escape(piece)))
    .join('')
}

function fieldValue(fields: readonly (readonly [string, string])[], name: string): string | undefined {
  return fields.find(([field]) => field === name)?.[1]
}
