import type { IncomingHttpHeaders } from 'node:http'
import type { Reply } from '../http/context.ts'
import { isUnchanged, requireMatch } from '../http/etag.ts'
import { attributeOf, attributesOf, type Json, type Resource } from './attributes.ts'
import { withoutSchema } from './filter.ts'

/** RFC 7644, 8.1. */
export const SCIM_TYPE = 'application/scim+json'

/** Which attributes a client wants back, by its query (RFC 7644, 3.9). */
export interface Projection {
  readonly attributes?: string | undefined
  readonly excludedAttributes?: string | undefined
}

export function scim(body: Json, status = 200, headers: Reply['headers'] = {}): Reply {
  return { status, body, headers, type: SCIM_TYPE }
}

/** One resource with its ETag; 304 where the client has it. */
export function answer(whole: Json, resource: Resource, query: Projection, headers: IncomingHttpHeaders): Reply {
  const etag = etagOf(whole)
  if (isUnchanged(headers['if-none-match'], strong(etag))) return { status: 304, headers: { ETag: etag } }
  return scim(project(whole, resource, query), 200, { ETag: etag })
}

export function created(whole: Json, resource: Resource, query: Projection): Reply {
  const location = String((whole.meta as Json).location)
  return scim(project(whole, resource, query), 201, { ETag: etagOf(whole), Location: location })
}

/**
 * If-Match, where a client sends it. Weak tags are compared as they are: SCIM knows no others.
 * @throws ApiError 412
 */
export function requireCurrent(whole: Json, headers: IncomingHttpHeaders): void {
  requireMatch(headers['if-match']?.replace(/\bW\//g, ''), strong(etagOf(whole)))
}

export function listOf(items: readonly Json[], total: number, startIndex: number): Json {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    itemsPerPage: items.length,
    startIndex,
    Resources: items,
  }
}

export function project(whole: Json, resource: Resource, { attributes, excludedAttributes }: Projection): Json {
  if (attributes !== undefined && attributes.trim() !== '') return only(whole, resource, pathsOf(attributes, resource))
  if (excludedAttributes === undefined) return whole
  return except(whole, resource, pathsOf(excludedAttributes, resource))
}

/** Whether an attribute is to be in the answer, or a part of it. @param name in lower case */
export function isWanted(name: string, resource: Resource, { attributes, excludedAttributes }: Projection): boolean {
  const paths = (list: string) => pathsOf(list, resource).map((path) => path.toLowerCase())
  if (attributes !== undefined && attributes.trim() !== '') {
    return paths(attributes).some((path) => path.split('.')[0] === name)
  }
  return excludedAttributes === undefined || !paths(excludedAttributes).includes(name)
}

/** `id` and `schemas` are always there. */
function only(whole: Json, resource: Resource, paths: readonly string[]): Json {
  const projected: Record<string, unknown> = { schemas: whole.schemas, id: whole.id }
  for (const path of paths) {
    const [name = '', sub] = path.split('.')
    const attribute = attributeOf(attributesOf(resource), name)
    const value = attribute && whole[attribute.name]
    if (attribute === undefined || value === undefined) continue
    const inner = sub === undefined ? undefined : attributeOf(attribute.subAttributes ?? [], sub)?.name
    if (sub === undefined) projected[attribute.name] = value
    else if (inner !== undefined) projected[attribute.name] = together(projected[attribute.name], value, inner)
  }
  return projected
}

function except(whole: Json, resource: Resource, paths: readonly string[]): Json {
  const projected: Record<string, unknown> = { ...whole }
  for (const path of paths) {
    const [name = '', sub] = path.split('.')
    const attribute = attributeOf(attributesOf(resource), name)
    if (attribute === undefined || attribute.name === 'id' || attribute.name === 'schemas') continue
    const inner = sub === undefined ? undefined : attributeOf(attribute.subAttributes ?? [], sub)?.name
    if (sub === undefined) delete projected[attribute.name]
    else if (inner !== undefined) projected[attribute.name] = each(projected[attribute.name], (one) => omit(one, inner))
  }
  return projected
}

function together(had: unknown, value: unknown, sub: string): unknown {
  if (!Array.isArray(value)) return { ...(had as Json | undefined), [sub]: (value as Json)[sub] }
  return value.map((item, index) => ({ ...(had as Json[] | undefined)?.[index], [sub]: (item as Json)[sub] }))
}

function each(value: unknown, change: (one: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((item) => change(item as Json))
  return typeof value === 'object' && value !== null ? change(value as Json) : value
}

function omit(one: Json, name: string): Json {
  const { [name]: _gone, ...others } = one
  return others
}

function pathsOf(list: string, { schema }: Resource): string[] {
  return list.split(',').map((path) => withoutSchema(path.trim(), schema))
}

function etagOf(whole: Json): string {
  return String((whole.meta as Json).version)
}

function strong(etag: string): string {
  return etag.replace(/^W\//, '')
}
