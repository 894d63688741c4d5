import { isDeepStrictEqual } from 'node:util'

export type Schema = Readonly<Record<string, unknown>>

/** One place where a value does not fit, as `/policies/0/name: must be of type string`. */
export type Problem = string

type Check = (given: never, value: unknown, context: Context) => Problem[]

interface Context {
  readonly schema: Schema
  readonly path: string
  /** The document that `$ref` points into. */
  readonly root: unknown
}

/**
 * Validates against the part of JSON Schema 2020-12 that the API's document uses. It is written for tests and shares no
 * code with what it checks; a keyword that it does not know is an error, not a pass.
 */
export function validate(value: unknown, schema: Schema | boolean, root: unknown, path = ''): Problem[] {
  if (typeof schema === 'boolean') return schema ? [] : [`${path}: must not be there`]
  return Object.entries(schema).flatMap(([keyword, given]) => {
    if (ANNOTATIONS.has(keyword)) return []
    const check = CHECKS[keyword]
    if (check === undefined) throw new Error(`the schema at ${path || '/'} uses ${keyword}, which is not checked`)
    return check(given as never, value, { schema, path, root })
  })
}

const ANNOTATIONS = new Set(['description', 'default', 'example', 'examples', 'title', 'readOnly', 'contentMediaType'])

/** RFC 3339, 5.6, as this API writes it: in UTC. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  email: /^[^@\s]+@[^@\s]+$/,
  password: /^/,
}

const CHECKS: Readonly<Record<string, Check>> = {
  $ref: (reference: string, value, { root, path }) => validate(value, resolve(reference, root), root, path),
  type: (types: string | string[], value, { path }) =>
    [types].flat().some((type) => isOfType(value, type)) ? [] : [`${path}: must be of type ${types}`],
  const: (expected: unknown, value, { path }) =>
    isDeepStrictEqual(value, expected) ? [] : [`${path}: must be ${JSON.stringify(expected)}`],
  enum: (choices: unknown[], value, { path }) =>
    choices.some((choice) => isDeepStrictEqual(choice, value)) ? [] : [`${path}: must be one of ${choices}`],
  minimum: (limit: number, value, { path }) =>
    typeof value !== 'number' || value >= limit ? [] : [`${path}: must be at least ${limit}`],
  maximum: (limit: number, value, { path }) =>
    typeof value !== 'number' || value <= limit ? [] : [`${path}: must be at most ${limit}`],
  minLength: (limit: number, value, { path }) =>
    typeof value !== 'string' || [...value].length >= limit ? [] : [`${path}: must not be shorter than ${limit}`],
  maxLength: (limit: number, value, { path }) =>
    typeof value !== 'string' || [...value].length <= limit ? [] : [`${path}: must not be longer than ${limit}`],
  pattern: (pattern: string, value, { path }) =>
    typeof value !== 'string' || new RegExp(pattern, 'u').test(value) ? [] : [`${path}: must match ${pattern}`],
  format: (format: string, value, { path }) => {
    const expected = FORMATS[format]
    if (expected === undefined) throw new Error(`the schema at ${path} uses the format ${format}, which is not checked`)
    return typeof value !== 'string' || expected.test(value) ? [] : [`${path}: must be a ${format}`]
  },
  minItems: (limit: number, value, { path }) =>
    !Array.isArray(value) || value.length >= limit ? [] : [`${path}: must have at least ${limit} items`],
  maxItems: (limit: number, value, { path }) =>
    !Array.isArray(value) || value.length <= limit ? [] : [`${path}: must have at most ${limit} items`],
  uniqueItems: (_: true, value, { path }) =>
    !Array.isArray(value) || new Set(value.map((item) => JSON.stringify(item))).size === value.length
      ? []
      : [`${path}: must not name anything twice`],
  items: (schema: Schema, value, { root, path }) =>
    Array.isArray(value) ? value.flatMap((item, index) => validate(item, schema, root, `${path}/${index}`)) : [],
  required: (names: string[], value, { path }) =>
    isObject(value) ? names.filter((name) => !(name in value)).map((name) => `${path}/${name}: is required`) : [],
  properties: (properties: Record<string, Schema>, value, { root, path }) =>
    isObject(value)
      ? Object.entries(properties).flatMap(([name, schema]) =>
          name in value ? validate(value[name], schema, root, `${path}/${name}`) : [],
        )
      : [],
  additionalProperties: (schema: Schema | boolean, value, { schema: parent, root, path }) => {
    if (!isObject(value)) return []
    const known = Object.keys((parent.properties as object | undefined) ?? {})
    const others = Object.entries(value).filter(([name]) => !known.includes(name))
    return others.flatMap(([name, item]) => validate(item, schema, root, `${path}/${name}`))
  },
  maxProperties: (limit: number, value, { path }) =>
    !isObject(value) || Object.keys(value).length <= limit ? [] : [`${path}: must have at most ${limit} properties`],
  propertyNames: (schema: Schema, value, { root, path }) =>
    isObject(value) ? Object.keys(value).flatMap((name) => validate(name, schema, root, `${path}/${name}`)) : [],
  allOf: (schemas: Schema[], value, { root, path }) => schemas.flatMap((schema) => validate(value, schema, root, path)),
  anyOf: (schemas: Schema[], value, { root, path }) => {
    const attempts = schemas.map((schema) => validate(value, schema, root, path))
    return attempts.some((problems) => problems.length === 0) ? [] : fewest(attempts)
  },
  oneOf: (schemas: Schema[], value, { root, path }) => {
    const attempts = schemas.map((schema) => validate(value, schema, root, path))
    const fitting = attempts.filter((problems) => problems.length === 0).length
    if (fitting > 1) return [`${path}: fits ${fitting} schemas, and may fit one only`]
    return fitting === 1 ? [] : fewest(attempts)
  },
  if: (condition: Schema, value, { schema, root, path }) => {
    const branch = validate(value, condition, root, path).length === 0 ? schema.then : schema.else
    return branch === undefined ? [] : validate(value, branch as Schema, root, path)
  },
  // Both belong to `if`.
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: () => [],
  else: () => [],
}

/** Follows a reference within the document (RFC 6901). */
export function resolve(reference: string, root: unknown): Schema {
  const parts = reference.replace(/^#\//, '').split('/')
  const found = parts.reduce<unknown>(
    (part, name) => (isObject(part) ? part[name.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
    root,
  )
  if (!reference.startsWith('#/') || !isObject(found)) throw new Error(`${reference} leads nowhere`)
  return found
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** The problems of the closest attempt say the most. */
function fewest(attempts: readonly Problem[][]): Problem[] {
  return attempts.reduce((best, problems) => (problems.length < best.length ? problems : best), attempts[0] ?? [])
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
