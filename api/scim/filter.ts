import { type Attribute, attributeOf, attributesOf, type Json, type Resource } from './attributes.ts'
import { ScimError } from './errors.ts'
import { COMPARISONS_MAX, DEPTH_MAX, FILTER_MAX } from './limits.ts'

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const
type Operator = (typeof OPERATORS)[number]
type Value = string | number | boolean | null

/** The names of attributes as they were written: `name.familyName`, or with the schema before them. */
export interface Comparison {
  readonly kind: 'compare'
  readonly path: string
  readonly operator: Operator
  readonly value: Value
}

export type Filter =
  | Comparison
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'not'; readonly inner: Filter }
  /** emails[type eq "work"]: some value of the attribute matches all of it. */
  | { readonly kind: 'some'; readonly path: string; readonly inner: Filter }

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y

/**
 * RFC 7644, 3.4.2.2.
 * @throws ScimError invalidFilter
 */
export function parseFilter(text: string): Filter {
  return new Parser(text).parse()
}

class Parser {
  readonly #tokens: readonly string[]
  #at = 0
  #comparisons = 0

  constructor(text: string) {
    if (text.length > FILTER_MAX) throw invalid(`has more than ${FILTER_MAX} characters`)
    this.#tokens = tokensOf(text)
  }

  parse(): Filter {
    const filter = this.#or(0)
    if (this.#at < this.#tokens.length) throw invalid(`does not end where it should, after part ${this.#at}`)
    return filter
  }

  #or(depth: number): Filter {
    let left = this.#and(depth)
    while (this.#takeWord('or')) left = { kind: 'or', left, right: this.#and(depth) }
    return left
  }

  #and(depth: number): Filter {
    let left = this.#one(depth)
    while (this.#takeWord('and')) left = { kind: 'and', left, right: this.#one(depth) }
    return left
  }

  #one(depth: number): Filter {
    if (depth > DEPTH_MAX) throw invalid(`is nested more than ${DEPTH_MAX} deep`)
    if (this.#takeWord('not')) {
      if (this.#next() !== '(') throw invalid('needs parentheses after not')
      return { kind: 'not', inner: this.#until(')', depth) }
    }
    const path = this.#next()
    if (path === '(') return this.#until(')', depth)
    if (path === undefined || /^["()[\]]/.test(path)) throw invalid('lacks the name of an attribute')
    if (this.#tokens[this.#at] === '[') {
      this.#at += 1
      return { kind: 'some', path, inner: this.#until(']', depth) }
    }
    return this.#comparison(path)
  }

  #until(end: ')' | ']', depth: number): Filter {
    const inner = this.#or(depth + 1)
    if (this.#next() !== end) throw invalid(`lacks a ${end}`)
    return inner
  }

  #comparison(path: string): Comparison {
    this.#comparisons += 1
    if (this.#comparisons > COMPARISONS_MAX) throw invalid(`has more than ${COMPARISONS_MAX} comparisons`)
    const word = this.#next()?.toLowerCase()
    const operator = OPERATORS.find((one) => one === word)
    if (operator === undefined) throw invalid(`needs one of ${OPERATORS.join(', ')} after each attribute`)
    if (operator === 'pr') return { kind: 'compare', path, operator, value: null }
    return { kind: 'compare', path, operator, value: literalOf(this.#next()) }
  }

  #next(): string | undefined {
    const token = this.#tokens[this.#at]
    this.#at += 1
    return token
  }

  #takeWord(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false
    this.#at += 1
    return true
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  const end = text.trimEnd().length
  while (TOKEN.lastIndex < end) {
    const found = TOKEN.exec(text)
    if (found === null) throw invalid('has a text that does not end')
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '')
  }
  return tokens
}

function literalOf(token: string | undefined): Value {
  // Some clients write True.
  const written = token !== undefined && /^(true|false|null)$/i.test(token) ? token.toLowerCase() : token
  try {
    const value: unknown = JSON.parse(written ?? '')
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Value
  } catch {
    // Told below.
  }
  throw invalid('needs a value after each operator: a text in quotes, a number, true, false or null')
}

type Test<T> = (value: T) => boolean

/** Tells whether a resource, in the form that clients see, matches. An attribute that is not known has no value. */
export function matcher(filter: Filter, resource: Resource): Test<Json> {
  return testOf(filter, attributesOf(resource), resource.schema)
}

/** The same of one value of an attribute with several. */
export function valueMatcher(filter: Filter, attribute: Attribute): Test<unknown> {
  const test = testOf(filter, attribute.subAttributes ?? [], '')
  return (value) => test(asObject(value))
}

/** What is looked up by name is looked up once, as there may be ten thousand values. */
function testOf(filter: Filter, attributes: readonly Attribute[], schema: string): Test<Json> {
  if (filter.kind === 'not') {
    const inner = testOf(filter.inner, attributes, schema)
    return (json) => !inner(json)
  }
  if (filter.kind === 'some') {
    const attribute = attributeOf(attributes, withoutSchema(filter.path, schema))
    if (attribute === undefined) return () => false
    const inner = valueMatcher(filter.inner, attribute)
    return (json) => valuesOf(json[attribute.name]).some(inner)
  }
  if (filter.kind === 'compare') return comparisonOf(filter, attributes, schema)
  const [left, right] = [testOf(filter.left, attributes, schema), testOf(filter.right, attributes, schema)]
  return filter.kind === 'and' ? (json) => left(json) && right(json) : (json) => left(json) || right(json)
}

function comparisonOf({ path, operator, value }: Comparison, attributes: readonly Attribute[], schema: string) {
  const { read, isCaseExact } = reader(withoutSchema(path, schema), attributes)
  const wanted = isCaseExact || typeof value !== 'string' ? value : value.toLowerCase()
  const isMeant = (given: unknown) => compare(operator === 'ne' ? 'eq' : operator, given, wanted, isCaseExact)
  if (operator === 'ne') return (json: Json) => !read(json).some(isMeant)
  if (value === null && operator === 'eq') return (json: Json) => read(json).length === 0
  return (json: Json) => read(json).some(isMeant)
}

function reader(path: string, attributes: readonly Attribute[]) {
  const none = { read: (_json: Json): unknown[] => [], isCaseExact: false }
  const [name = '', sub] = path.split('.')
  const attribute = attributeOf(attributes, name)
  if (attribute === undefined) return none
  const read = (json: Json) => valuesOf(json[attribute.name])
  if (attribute.type !== 'complex') return { read, isCaseExact: attribute.caseExact === true }
  // `emails eq "…"` means the attribute of its values that is called value (RFC 7643, 2.4).
  const inner = attributeOf(attribute.subAttributes ?? [], sub ?? 'value')
  if (inner === undefined) return sub === undefined ? { ...none, read } : none
  const readInner = (json: Json) => read(json).flatMap((value) => valuesOf(asObject(value)[inner.name]))
  return { read: readInner, isCaseExact: inner.caseExact === true }
}

/** @param wanted in lower case unless case counts */
function compare(operator: Operator, given: unknown, wanted: Value, isCaseExact: boolean): boolean {
  if (operator === 'pr') return given !== ''
  if (typeof given === 'boolean') return operator === 'eq' && given === wanted
  if (typeof given !== 'string' || typeof wanted !== 'string') return false
  const left = isCaseExact ? given : given.toLowerCase()
  const right = wanted
  switch (operator) {
    case 'eq':
      return left === right
    case 'co':
      return left.includes(right)
    case 'sw':
      return left.startsWith(right)
    case 'ew':
      return left.endsWith(right)
    case 'gt':
      return left > right
    case 'ge':
      return left >= right
    case 'lt':
      return left < right
    case 'le':
      return left <= right
    default:
      return false
  }
}

/**
 * What every match must have, by the names of attributes in lower case: the comparisons with `eq` that are joined by `and`
 * to the whole of the filter. An index may be asked for them.
 */
export function required(filter: Filter, schema: string): ReadonlyMap<string, string> {
  if (filter.kind === 'and') return new Map([...required(filter.left, schema), ...required(filter.right, schema)])
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string') return new Map()
  return new Map([[withoutSchema(filter.path, schema).toLowerCase(), filter.value]])
}

/** `urn:…:User:userName` is `userName`. */
export function withoutSchema(path: string, schema: string): string {
  return path.toLowerCase().startsWith(`${schema.toLowerCase()}:`) ? path.slice(schema.length + 1) : path
}

function valuesOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function invalid(what: string): ScimError {
  return new ScimError('invalidFilter', `The filter ${what}`)
}

/** Whether the filter asks for an attribute, whatever it asks of it. @param name in lower case */
export function asksFor(filter: Filter, name: string, schema: string): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return asksFor(filter.left, name, schema) || asksFor(filter.right, name, schema)
    case 'not':
      return asksFor(filter.inner, name, schema)
    case 'some':
    case 'compare':
      return withoutSchema(filter.path, schema).toLowerCase().split('.')[0] === name
  }
}
