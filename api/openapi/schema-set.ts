import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { type Direction, type JsonSchema, toJsonSchema } from './json-schema.ts'
import { FIELD_DESCRIPTIONS } from './text/fields.ts'

/** Where references point until every model is known; no component's name begins like this. */
const PENDING = '#/pending/'

/**
 * The schemas of one document. A model that is sent in another shape than it comes back, because of defaults or of numbers
 * that may be sent as strings, becomes two components: `Policy` and `PolicyInput`.
 */
export class SchemaSet {
  readonly #models: Record<Direction, Record<string, JsonSchema>> = { input: {}, output: {} }

  /** The schema of something that a client sends. */
  input(schema: z.ZodType): JsonSchema {
    return this.#add(schema, 'input')
  }

  /** The schema of something that a client gets. */
  output(schema: z.ZodType): JsonSchema {
    return this.#add(schema, 'output')
  }

  #add(schema: z.ZodType, direction: Direction): JsonSchema {
    const converted = toJsonSchema(schema, direction)
    for (const [name, model] of Object.entries(converted.models)) {
      this.#models[direction][name] ??= describeFields(name, redirect(model, direction))
    }
    return redirect(converted.schema, direction)
  }

  /** Every component, and `part` with its references pointing to them. */
  resolve<T>(part: T): { readonly part: T; readonly components: Readonly<Record<string, JsonSchema>> } {
    const { input, output } = this.#models
    const twofold = this.#findTwofold()
    const componentName = (reference: string) => {
      const [direction, name] = reference.slice(PENDING.length).split('/')
      return direction === 'input' && twofold.has(name ?? '') ? `${name}Input` : `${name}`
    }
    const resolveIn = <P>(value: P): P =>
      mapReferences(value, (reference) => `#/components/schemas/${componentName(reference)}`)
    const components: Record<string, JsonSchema> = {}
    for (const [name, model] of Object.entries(output)) components[name] = resolveIn(model)
    for (const [name, model] of Object.entries(input)) {
      components[twofold.has(name) ? `${name}Input` : name] = resolveIn(model)
    }
    const sorted = Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))
    return { part: resolveIn(part), components: Object.fromEntries(sorted) }
  }

  /** The models whose two directions differ, in themselves or in what they refer to. */
  #findTwofold(): ReadonlySet<string> {
    const { input, output } = this.#models
    const both = Object.keys(input).filter((name) => name in output)
    const neutral = (model: JsonSchema | undefined) =>
      mapReferences(model, (reference) => reference.split('/').at(-1) ?? '')
    const twofold = new Set(both.filter((name) => !isDeepStrictEqual(neutral(input[name]), neutral(output[name]))))
    for (let size = -1; size !== twofold.size; ) {
      size = twofold.size
      for (const name of both) if (refersTo(input[name], twofold)) twofold.add(name)
    }
    return twofold
  }
}

function redirect<T>(value: T, direction: Direction): T {
  return mapReferences(value, (reference) => PENDING + reference.replace('#/$defs', direction))
}

/** A copy with each `$ref` replaced. */
function mapReferences<T>(value: T, replace: (reference: string) => string): T {
  const copy = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(copy)
    if (typeof inner !== 'object' || inner === null) return inner
    const entries = Object.entries(inner)
    return Object.fromEntries(
      entries.map(([key, item]) => [key, key === '$ref' && isPending(item) ? replace(item) : copy(item)]),
    )
  }
  return copy(value) as T
}

/** References of Zod's, or those that wait; what points into the finished document stays. */
function isPending(reference: unknown): reference is string {
  return typeof reference === 'string' && (reference.startsWith('#/$defs/') || reference.startsWith(PENDING))
}

function refersTo(model: JsonSchema | undefined, names: ReadonlySet<string>): boolean {
  let found = false
  mapReferences(model, (reference) => {
    found ||= names.has(reference.split('/').at(-1) ?? '')
    return reference
  })
  return found
}

function describeFields(name: string, model: JsonSchema): JsonSchema {
  const { '': own, ...fields } = FIELD_DESCRIPTIONS[name] ?? {}
  const properties = (model.properties ?? {}) as Record<string, JsonSchema>
  for (const [field, description] of Object.entries(fields)) {
    const property = properties[field]
    if (property !== undefined) properties[field] = { description, ...property }
  }
  return own === undefined ? model : { description: own, ...model }
}
