import { nextTurn } from '../turns/next-turn.ts'
import { type Attribute, attributeOf, type Json, type Resource } from './attributes.ts'
import { ScimError } from './errors.ts'
import { type Filter, parseFilter, valueMatcher, withoutSchema } from './filter.ts'
import { FILTER_MAX, OPERATIONS_MAX, VALUES_AT_ONCE } from './limits.ts'
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

/** An operation at one path. */
interface Step extends Operation {
  readonly path: string
}

/**
 * The resource after the operations of a PATCH (RFC 7644, 3.5.2), as Entra ID and Okta send them: `op` in any case, objects
 * without a path whose names are paths, members to remove in `value`. What is not kept is not looked at.
 * @param before in the form that clients see
 * @throws ScimError
 */
export async function applyPatch(before: Json, body: Json, resource: Resource): Promise<Json> {
  const draft: Draft = structuredClone({ ...before })
  let steps = 0
  let values = 0
  for (const operation of readOperations(body)) {
    for (const step of stepsOf(operation, resource)) {
      steps += 1
      // Each name of an object costs as much as an operation.
      if (steps > OPERATIONS_MAX) throw tooMany()
      values += applyStep(draft, step, resource)
      if (values < VALUES_AT_ONCE) continue
      values = 0
      await nextTurn()
    }
  }
  return draft
}

function* stepsOf(operation: Operation, { schema }: Resource): Generator<Step> {
  const { op, path } = operation
  if (path === undefined && op === 'remove') throw new ScimError('noTarget', 'remove needs a path')
  const name = path === undefined ? schema : withoutSchema(path.trim(), schema)
  if (isSame(name, schema)) yield* stepsOfObject(operation, schema)
  else yield { ...operation, path: name }
}

function* stepsOfObject(operation: Operation, schema: string, isNested = false): Generator<Step> {
  const { value } = operation
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ScimError('invalidValue', 'value must be an object where there is no path')
  }
  for (const [name, inner] of Object.entries(value)) {
    const one = { ...operation, value: inner }
    if (!isNested && isSame(name, schema)) yield* stepsOfObject(one, schema, true)
    else if (!isReadOnly(name)) yield { ...one, path: withoutSchema(name.trim(), schema) }
  }
}

/** @returns how many values were looked at */
function applyStep(draft: Draft, step: Step, resource: Resource): number {
  if (isReadOnly(step.path)) throw new ScimError('mutability', `${step.path.slice(0, 100)} cannot be changed`)
  const target = readPath(step.path, resource)
  if (target === undefined) return 1
  if (target.attribute.multiValued === true) applyToValues(draft, step, target)
  else applyToOne(draft, step, target)
  const after = draft[target.attribute.name]
  return Array.isArray(after) ? after.length + 1 : 1
}

function isSame(name: string, schema: string): boolean {
  return name.toLowerCase() === schema.toLowerCase()
}

function tooMany(): ScimError {
  return new ScimError('tooMany', `A PATCH must have at most ${OPERATIONS_MAX} operations and names in them`)
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
  const isMeant = filter === undefined ? () => true : valueMatcher(filter, attribute)
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
  const isMeant = filter === undefined ? () => true : valueMatcher(filter, attribute)
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
    throw tooMany()
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
