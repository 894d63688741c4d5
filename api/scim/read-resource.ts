import { type Attribute, attributeOf, type Json, type Resource } from './attributes.ts'
import { ScimError } from './errors.ts'

const TEXT_MAX = 1024

/** What may be set of a resource: its own attributes and the client's id. */
const EXTERNAL_ID: Attribute = { name: 'externalId', type: 'string', caseExact: true, description: '' }

export function writable(resource: Resource): readonly Attribute[] {
  return [EXTERNAL_ID, ...resource.attributes]
}

/**
 * The attributes of a body that are kept, under the names of the schema. Clients send many others, which are left out.
 * @throws ScimError invalidValue
 */
export function readResource(body: Json, resource: Resource): Json {
  return readObject(body, writable(resource), '')
}

/** @throws ScimError invalidValue */
export function readValue(value: unknown, attribute: Attribute, path: string): unknown {
  if (value === null || value === undefined) return undefined
  if (attribute.multiValued !== true) return readSingle(value, attribute, path)
  const values = [value].flat().map((item) => readSingle(item, attribute, path))
  return values.filter((item) => item !== undefined)
}

function readSingle(value: unknown, attribute: Attribute, path: string): unknown {
  if (value === null) return undefined
  if (attribute.type === 'boolean') return readBoolean(value, path)
  if (attribute.type !== 'complex') return readText(value, path)
  // Entra ID and others send a text where only its `value` is meant.
  const isPlain = typeof value === 'string' && attributeOf(attribute.subAttributes ?? [], 'value') !== undefined
  const object = isPlain ? { value } : value
  if (typeof object !== 'object' || Array.isArray(object)) throw wrong(path, 'must be an object')
  return readObject(object as Json, attribute.subAttributes ?? [], `${path}.`)
}

function readObject(object: Json, attributes: readonly Attribute[], prefix: string): Json {
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(object)) {
    const attribute = attributeOf(attributes, name)
    if (attribute === undefined) continue
    const found = readValue(value, attribute, `${prefix}${attribute.name}`)
    if (found !== undefined) read[attribute.name] = found
  }
  return read
}

/** Entra ID sends "True" and "False" (learn.microsoft.com/entra/identity/app-provisioning, known compatibility issues). */
function readBoolean(value: unknown, path: string): boolean {
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (word === true || word === 'true') return true
  if (word === false || word === 'false') return false
  throw wrong(path, 'must be true or false')
}

function readText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw wrong(path, 'must be a text')
  if (value.length > TEXT_MAX) throw wrong(path, `must have at most ${TEXT_MAX} characters`)
  // Well-formed text: what has half a character in it no database keeps.
  if (!value.isWellFormed() || value.includes('\0')) throw wrong(path, 'must be well-formed text')
  return value
}

function wrong(path: string, what: string): ScimError {
  return new ScimError('invalidValue', `${path} ${what}`)
}
