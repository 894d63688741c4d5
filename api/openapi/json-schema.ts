import { z } from 'zod'
import { isStorableText } from '../../core/model/common.ts'
import { MODELS } from './models.ts'
import { REFINEMENTS } from './refinements.ts'

/** A schema of JSON Schema 2020-12, which is what OpenAPI 3.1 takes as it is. */
export interface JsonSchema {
  [keyword: string]: unknown
}

/** What a client sends, or what it gets: a field with a default may be left out of the one and never is of the other. */
export type Direction = 'input' | 'output'

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>
type Processed = Parameters<Override>[0]

const registry = z.registry<{ id: string }>()
for (const [id, schema] of MODELS) registry.add(schema, { id })

export interface Converted {
  readonly schema: JsonSchema
  /** The models that `schema` refers to as `#/$defs/<name>`, and those they refer to. */
  readonly models: Readonly<Record<string, JsonSchema>>
}

/** Says in JSON Schema what a schema of the code takes or gives. */
export function toJsonSchema(schema: z.ZodType, direction: Direction): Converted {
  const { $schema: _dialect, $defs, id: _id, ...json } = convert(schema, direction)
  const models = Object.entries(($defs ?? {}) as Record<string, JsonSchema>)
  return { schema: json, models: Object.fromEntries(models.map(([name, { id: _name, ...model }]) => [name, model])) }
}

function convert(schema: z.core.$ZodType, direction: Direction): JsonSchema {
  return z.toJSONSchema(schema, {
    metadata: registry,
    target: 'draft-2020-12',
    io: direction,
    unrepresentable: 'any',
    override: (processed) => adjust(processed, direction),
  })
}

/** What Zod knows and leaves out of its own conversion, and what it adds that says nothing. */
function adjust({ zodSchema, jsonSchema }: Processed, direction: Direction): void {
  const json = jsonSchema as JsonSchema
  if (zodSchema._zod.def.type === 'pipe') adjustPipe(zodSchema as z.core.$ZodPipe, json, direction)
  for (const check of zodSchema._zod.def.checks ?? []) adjustCheck(check._zod.def, json)
  if (json.minLength === 0) delete json.minLength
  if (direction === 'output' && json.type === 'integer') dropSafeBounds(json)
  // Every key of a JSON object is a string.
  if (JSON.stringify(json.propertyNames) === '{"type":"string"}') delete json.propertyNames
  if (Array.isArray(json.anyOf)) joinConstants(json, json.anyOf)
  if (direction === 'output' && typeof json.properties === 'object') nameTimestamps(json.properties as JsonSchema)
  Object.assign(json, REFINEMENTS.get(zodSchema as unknown as z.ZodType))
  // One way to say it is enough: the format where it is exact, for addresses the pattern.
  if (json.format === 'uuid' || json.format === 'date-time') delete json.pattern
  if (json.format === 'email') delete json.format
}

/**
 * A transformation of ours changes how a value is written, never what it is: what comes out has the shape of what went in.
 * Where two schemas follow one another, both hold for what goes in.
 */
function adjustPipe({ _zod: { def } }: z.core.$ZodPipe, json: JsonSchema, direction: Direction): void {
  const isTransformed = (side: z.core.$ZodType) => side._zod.def.type === 'transform'
  if (direction === 'output' && isTransformed(def.out)) Object.assign(json, withoutDialect(convert(def.in, direction)))
  if (direction === 'input' && def.in._zod.def.type === 'string' && !isTransformed(def.out)) {
    Object.assign(json, withoutDialect(convert(def.out, direction)))
  }
}

function withoutDialect({ $schema: _dialect, id: _id, ...json }: JsonSchema): JsonSchema {
  return json
}

function adjustCheck(check: { check: string; pattern?: RegExp; fn?: unknown }, json: JsonSchema): void {
  if (check.pattern?.flags.includes('i')) json.pattern = inAnyCase(check.pattern.source)
  if (check.fn === isStorableText) json.pattern = '^[^\\u0000]*$'
}

/** JSON Schema's patterns have no flags: `a-f` in any case is `a-fA-F`. */
function inAnyCase(source: string): string {
  return source.replaceAll(/([a-z])-([a-z])/g, (range) => range + range.toUpperCase())
}

function dropSafeBounds(json: JsonSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}

/** A choice of constants reads better as a list of values. */
function joinConstants(json: JsonSchema, choices: readonly JsonSchema[]): void {
  if (!choices.every((choice) => 'const' in choice)) return
  delete json.anyOf
  const values = choices.map((choice) => choice.const)
  Object.assign(json, { type: values.every(Number.isInteger) ? 'integer' : typeof values[0], enum: values })
}

/** The server writes every timestamp in one way; the names of their fields are a convention that a test holds. */
const TIMESTAMP_NAME = /(?:_at|_seen|^timestamp|^last_login|^last_delivery|^bucket)$/

function nameTimestamps(properties: JsonSchema): void {
  for (const [name, property] of Object.entries(properties as Record<string, JsonSchema>)) {
    if (!TIMESTAMP_NAME.test(name)) continue
    const choices = Array.isArray(property.anyOf) ? (property.anyOf as JsonSchema[]) : [property]
    for (const choice of choices) if (choice.type === 'string') choice.format = 'date-time'
    if (Array.isArray(property.type) && property.type.includes('string')) property.format = 'date-time'
  }
}
