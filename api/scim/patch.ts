import { nextTurn } from '../store/turn.ts'
import { type Attribute, attributeOf, type Json, type Resource } from './attributes.ts'
import { ScimError } from './errors.ts'
import { type Filter, matchesValue, parseFilter, withoutSchema } from './filter.ts'
import { FILTER_MAX, OPERATIONS_MAX } from './limits.ts'
import { readValue, writable } from './read-resource.ts'

type Draft = Record<string, unknown>

interface Operation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string | undefined
  readonly value: unknown
}

interface Target {
  readonly attribute: Attribute
  readonly filter: Filter | undefined
  readonly sub: Attribute | undefined
}

/**
 * The resource after the operations of a PATCH (RFC 7644, 3.5.2), as Entra ID and Okta send them: `op` in any case, objects
 * without a path whose names are paths, members to remove in `value`. What is not kept is not looked at.
 * @param before in the form that clients see
 * @throws ScimError
 */
export async function applyPatch(before: Json, body: Json, resource: Resource): Promise<Json> {
  const draft: Draft = structuredClone({ ...before })
  for (const [index, operation] of readOperations(body).entries()) {
    // Of a large group each takes a moment.
    if (index % 16 === 15) await nextTurn()
    if (operation.path !== undefined) applyOne(draft, operation, operation.path, resource)
    else if (operation.op === 'remove') throw new ScimError('noTarget', 'remove needs a path')
    else applyObject(draft, operation, resource)
  }
  return draft
}

function applyObject(draft: Draft, operation: Operation, resource: Resource): void {
  const { value } = operation
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ScimError('invalidValue', 'value must be an object where there is no path')
  }
  for (const [name, inner] of Object.entries(value)) {
    const nested = resource.schema !== '' && name.toLowerCase() === resource.schema.toLowerCase()
    if (nested) applyObject(draft, { ...operation, value: inner }, { ...resource, schema: '' })
    else if (isReadOnly(name)) continue
    else applyOne(draft, { ...operation, value: inner }, name, resource)
  }
}

function applyOne(draft: Draft, operation: Operation, path: string, resource: Resource): void {
  const name = withoutSchema(path.trim(), resource.schema)
  if (name.toLowerCase() === resource.schema.toLowerCase() && name !== '') {
    applyObject(draft, operation, resource)
    return
  }
  if (isReadOnly(name)) throw new ScimError('mutability', `${name.slice(0, 100)} cannot be changed`)
  const target = readPath(name, resource)
  if (target === undefined) return
  if (target.attribute.multiValued === true) applyToValues(draft, operation, target)
  else applyToOne(draft, operation, target)
}

function applyToOne(draft: Draft, { op, value }: Operation, { attribute, sub }: Target): void {
  const { name } = attribute
  if (attribute.required === true && (op === 'remove' || value === null || value === undefined)) {
    throw new ScimError('mutability', `${name} cannot be removed`)
  }
  if (attribute.type !== 'complex') {
    set(draft, name, op === 'remove' ? undefined : readValue(value, attribute, name))
    return
  }
  if (sub === undefined && (op === 'remove' || value === null)) {
    set(draft, name, undefined)
    return
  }
  const whole: Draft = { ...(draft[name] as Json | undefined) }
  if (sub === undefined) Object.assign(whole, readValue(value, attribute, name))
  else set(whole, sub.name, op === 'remove' ? undefined : readValue(value, sub, `${name}.${sub.name}`))
  set(draft, name, whole)
}

function applyToValues(draft: Draft, operation: Operation, target: Target): void {
  const { attribute } = target
  const values = ((draft[attribute.name] as Json[] | undefined) ?? []).slice()
  const after = operation.op === 'remove' ? without(values, operation, target) : withValues(values, operation, target)
  set(draft, attribute.name, after.length === 0 ? undefined : after)
}

function without(values: readonly Json[], { value }: Operation, { attribute, filter, sub }: Target): readonly Json[] {
  const isMeant = (item: Json) => filter === undefined || matchesValue(filter, item, attribute)
  if (sub !== undefined) return values.map((item) => (isMeant(item) ? omit(item, sub.name) : item))
  if (filter !== undefined || value === undefined || value === null) return values.filter((item) => !isMeant(item))
  // Entra ID names the members to remove in the value.
  const gone = new Set((readValue(value, attribute, attribute.name) as Json[]).map((item) => item.value))
  return values.filter((item) => !gone.has(item.value))
}

function withValues(values: readonly Json[], operation: Operation, target: Target): readonly Json[] {
  const { op, value } = operation
  const { attribute, filter, sub } = target
  const { name } = attribute
  if (filter === undefined && sub === undefined) {
    const given = (readValue(value, attribute, name) ?? []) as Json[]
    return onePrimary(op === 'replace' ? distinct(given) : distinct([...values, ...given]), given)
  }
  const changes =
    sub === undefined ? readSingle(value, attribute) : { [sub.name]: readValue(value, sub, `${name}.${sub.name}`) }
  const isMeant = (item: Json) => filter === undefined || matchesValue(filter, item, attribute)
  if (values.some(isMeant)) {
    const changed = values.map((item) => (isMeant(item) ? clean({ ...item, ...changes }) : item))
    return onePrimary(
      changed,
      changed.filter((_, index) => isMeant(values[index] as Json)),
    )
  }
  // Entra ID replaces emails[type eq "work"].value where there is none yet.
  const made = filter === undefined ? undefined : impliedBy(filter, attribute)
  if (made === undefined) throw new ScimError('noTarget', `No value of ${name} matches the path`)
  const item = clean({ ...made, ...changes })
  return onePrimary(distinct([...values, item]), [item])
}

function readSingle(value: unknown, attribute: Attribute): Json {
  const [first = {}] = (readValue(value, attribute, attribute.name) ?? []) as Json[]
  return first
}

/** What a value must have so that it matches; undefined where the filter compares otherwise than with `eq` and `and`. */
function impliedBy(filter: Filter, attribute: Attribute): Json | undefined {
  if (filter.kind === 'and') {
    const [left, right] = [impliedBy(filter.left, attribute), impliedBy(filter.right, attribute)]
    return left && right && { ...left, ...right }
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq') return undefined
  const sub = attributeOf(attribute.subAttributes ?? [], filter.path)
  return sub && { [sub.name]: readValue(filter.value, sub, `${attribute.name}.${sub.name}`) }
}

/** One value has the same `value` as another where it is the same address or member: the later one counts. */
function distinct(values: readonly Json[]): Json[] {
  const byValue = new Map<unknown, Json>()
  for (const item of values) byValue.set(item.value ?? item, item)
  return [...byValue.values()]
}

/** Of several primary values the one that was just given is primary (RFC 7644, 3.5.2). */
function onePrimary(values: readonly Json[], given: readonly Json[]): readonly Json[] {
  const primary = given.find((item) => item.primary === true)
  if (primary === undefined) return values
  return values.map((item) => (item !== primary && item.primary === true ? omit(item, 'primary') : item))
}

/** @returns undefined for an attribute that is not kept */
function readPath(path: string, resource: Resource): Target | undefined {
  if (path.length > FILTER_MAX) throw new ScimError('invalidPath', `The path has more than ${FILTER_MAX} characters`)
  const parts = /^([A-Za-z$][\w$-]*)(?:\[(.*)\])?(?:\.([A-Za-z$][\w$-]*))?$/s.exec(path)
  if (parts === null) {
    // The attribute of an extension, such as the department of a company's employee.
    if (/^urn:[\w:.-]+(\[.*\][\w.:]*)?$/is.test(path)) return undefined
    throw new ScimError('invalidPath', 'The path is no attribute')
  }
  const [, name = '', filterText, subName] = parts
  const attribute = attributeOf(writable(resource), name)
  const filter = filterText === undefined ? undefined : parseFilter(filterText)
  if (attribute === undefined) return undefined
  if (filter !== undefined && attribute.multiValued !== true) {
    throw new ScimError('invalidPath', `${attribute.name} has one value, and takes no filter`)
  }
  const sub = subName === undefined ? undefined : attributeOf(attribute.subAttributes ?? [], subName)
  return subName !== undefined && sub === undefined ? undefined : { attribute, filter, sub }
}

function readOperations(body: Json): Operation[] {
  const key = Object.keys(body).find((name) => name.toLowerCase() === 'operations')
  const operations = key === undefined ? undefined : body[key]
  if (!Array.isArray(operations) || operations.length === 0) {
    throw new ScimError('invalidSyntax', 'Operations must be a list with something in it')
  }
  if (operations.length > OPERATIONS_MAX) {
    throw new ScimError('tooMany', `Operations must have at most ${OPERATIONS_MAX} items`)
  }
  return operations.map(readOperation)
}

function readOperation(given: unknown): Operation {
  if (typeof given !== 'object' || given === null)
    throw new ScimError('invalidSyntax', 'An operation must be an object')
  const { op, path, value } = given as Json
  const word = typeof op === 'string' ? op.toLowerCase() : op
  if (word !== 'add' && word !== 'replace' && word !== 'remove') {
    throw new ScimError('invalidSyntax', 'op must be add, replace or remove')
  }
  if (path !== undefined && path !== null && typeof path !== 'string') {
    throw new ScimError('invalidPath', 'path must be a text')
  }
  return { op: word, path: path === null || path === '' ? undefined : path, value }
}

function isReadOnly(name: string): boolean {
  return /^(id|meta|schemas|groups)([.[]|$)/i.test(name)
}

function set(draft: Draft, name: string, value: unknown): void {
  if (value === undefined) delete draft[name]
  else draft[name] = value
}

function omit(item: Json, name: string): Json {
  const { [name]: _gone, ...others } = item
  return others
}

function clean(item: Json): Json {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined))
}
