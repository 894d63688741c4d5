import { badRequest } from './api-error.ts'

/**
 * What one object of a body may have: more than fit into the metadata of an interaction, the freest of all objects. A parser takes half a
 * second for a million names that differ, on the thread that serves everyone.
 */
const FIELDS_MAX = 16_384
/**
 * How deeply the values of a body may be nested: more than any valid one is (core/model/interaction.ts, METADATA_MAX_DEPTH). A parser takes
 * seconds for ten million brackets, and a gigabyte.
 */
const DEPTH_MAX = 64
/** A text that is shorter is parsed in a millisecond, whatever it holds. */
const SMALL = 8192

const SUSPECT = /__proto__|\\u005f/i

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN = 0x7b
const CLOSE = 0x7d

/**
 * The value of a body. A field named `__proto__`, which a careless program would take for a prototype, an object with too many fields and
 * what is nested too deeply are errors; in an item of an array they make that item null: it is a batch, and the others count.
 * @throws ApiError 400
 */
export function parseBody(text: string): unknown {
  if (text.length < SMALL) return withoutPoisoned(text, parse(text))
  const isArray = /^\s*\[/.test(text)
  const spans = outOfBounds(text, isArray)
  if (spans.length > 0 && !isArray) {
    if (spans.some(({ isDeep }) => isDeep))
      throw badRequest(`The request body is nested more than ${DEPTH_MAX} levels deep`)
    throw badRequest(`An object of the request body has more than ${FIELDS_MAX} fields`)
  }
  const bounded = withNulls(text, spans)
  return withoutPoisoned(bounded, parse(bounded))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid()
  }
}

function withoutPoisoned(text: string, value: unknown): unknown {
  if (!SUSPECT.test(text) || !isPoisoned(value)) return value
  if (!Array.isArray(value)) throw invalid()
  return value.map((item) => (isPoisoned(item) ? null : item))
}

function invalid() {
  return badRequest('The request body is not valid JSON, or has a field named __proto__')
}

/** Without recursion: items may be nested as deeply as their size allows. */
function isPoisoned(item: unknown): boolean {
  const open = [item]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) return true
    for (const inner of Object.values(value)) open.push(inner)
  }
  return false
}

interface Span {
  readonly from: number
  readonly to: number
  /** It is nested too deeply; else an object has too many fields. */
  readonly isDeep: boolean
}

/** Where the values stand that are beyond the bounds: items of the array, or the whole text. */
function outOfBounds(text: string, isArray: boolean): Span[] {
  const spans: Span[] = []
  const fields = new Uint32Array(DEPTH_MAX + 1)
  let depth = 0
  let from = isArray ? text.indexOf('[') + 1 : 0
  let isWide = false
  let isDeep = false
  const end = (to: number) => {
    if (isWide || isDeep) spans.push({ from, to, isDeep })
    isWide = false
    isDeep = false
    from = to + 1
  }
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case COLON:
        if (depth <= DEPTH_MAX && (fields[depth] as number)++ >= FIELDS_MAX) isWide = true
        break
      case COMMA:
        if (depth === 1 && isArray) end(at)
        break
      case OPEN:
      case OPEN_ARRAY:
        depth++
        if (depth > DEPTH_MAX) isDeep = true
        else fields[depth] = 0
        break
      case CLOSE:
      case CLOSE_ARRAY:
        depth--
        if (depth === 0) end(isArray ? at : text.length)
        // What comes after the value, or closes what was never opened, is not valid JSON: the parser says so.
        if (depth <= 0) return spans
    }
  }
  end(text.length)
  return spans
}

function endOfString(text: string, from: number): number {
  let at = from
  do {
    at = text.indexOf('"', at + 1)
  } while (at !== -1 && isEscaped(text, at))
  return at === -1 ? text.length : at
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

function withNulls(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  let kept = ''
  let at = 0
  for (const { from, to } of spans) {
    kept += `${text.slice(at, from)}null`
    at = to
  }
  return kept + text.slice(at)
}
