import { z } from 'zod'
import { ApiError, notFound } from '../http/api-error.ts'
import type { ApiRequest, Caller } from '../http/context.ts'
import { limitInFlight } from '../http/in-flight.ts'
import { requireId } from '../http/request.ts'
import { type Route, route } from '../http/route.ts'
import { answer, created, isWanted, listOf, project, requireCurrent, SCIM_TYPE, scim } from './answer.ts'
import { GROUP, type Json, type Resource, USER } from './attributes.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './description.ts'
import { presentGroup, type ScimGroup, toGroup } from './group-resource.ts'
import { ScimGroups } from './groups.ts'
import { idsIn } from './ids.ts'
import { COUNT_DEFAULT, COUNT_MAX, FILTER_MAX } from './limits.ts'
import { listGroups, listUsers } from './list.ts'
import { applyPatch } from './patch.ts'
import { readResource } from './read-resource.ts'
import { presentScimUser, toScimUser } from './user-resource.ts'
import { type ScimDependencies, ScimUsers } from './users.ts'

/** Where clients find it, at the root as they expect it, and under the base of the API. */
export const SCIM = '/scim/v2'
const CLIENTS = { roles: [], scopes: ['scim'] } as const
/**
 * Changes of one tenant one after the other: a client sends many at once, and each reads before it writes. Other processes
 * are kept apart by revisions and unique names in the store.
 */
const CHANGES = { weight: 1, waiting: 512, waitMs: 120_000 }

const names = z.string().max(FILTER_MAX).optional()
const OneQuery = z.object({ attributes: names, excludedAttributes: names })
/** What is not known is passed over, as clients send more than RFC 7644 has. Numbers out of range are brought into it. */
const ListQuery = OneQuery.extend({
  filter: z.string().optional(),
  startIndex: z
    .string()
    .regex(/^-?\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .default(1),
  count: z
    .string()
    .regex(/^-?\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .default(COUNT_DEFAULT),
})
const Body = z.looseObject({})
const texts = z.array(z.string().max(FILTER_MAX)).max(100).optional()
/** RFC 7644, 3.4.3. */
const Search = z.object({
  attributes: texts,
  excludedAttributes: texts,
  filter: z.string().optional(),
  startIndex: z.int().default(1),
  count: z.int().default(COUNT_DEFAULT),
})

/** What a list asks for, wherever it stands. */
type Asked = z.infer<typeof ListQuery>
type Request<Query> = ApiRequest<Json, Query, Caller>

/** Provisioning of users and groups (RFC 7643, RFC 7644). What there is is described by the service itself, under /Schemas. */
export function scimRoutes(parts: ScimDependencies): Route[] {
  const users = new ScimUsers(parts)
  const groups = new ScimGroups(parts, users)
  const changes = limitInFlight(CHANGES)
  const base = () => `${parts.publicUrl()}${SCIM}`
  const user = (one: Parameters<typeof presentScimUser>[0]) => presentScimUser(one, base())
  const group = (one: Parameters<typeof presentGroup>[0]) => presentGroup(one, base())

  const endpoints: Route[] = [
    ...described('ServiceProviderConfig', () => serviceProviderConfig(base())),
    ...describedList('ResourceTypes', () => resourceTypes(base())),
    ...describedList('Schemas', () => schemas(base())),
    route(
      {
        method: 'POST',
        alsoAtRoot: true,
        path: `${SCIM}/.search`,
        operation: 'searchScim',
        summary: 'Search all kinds of resources at once, which is not supported',
        access: CLIENTS,
        body: Body,
        bodyTypes: [SCIM_TYPE],
        query: z.object({}),
        responses: {},
      },
      async () => {
        throw new ApiError(501, 'ERR_NOT_IMPLEMENTED', 'Only one kind of resource is searched at once: /Users/.search')
      },
    ),

    ...list(USER, (tenantId, asked) => listUsers(parts.store, tenantId, toPage(asked), asked.filter, base())),
    post(USER, async ({ caller, body, clientAddress }) =>
      user(await users.create(caller.tenantId, toScimUser(readResource(body, USER)), { caller, clientAddress })),
    ),
    get(USER, async ({ caller, params }) => user(await users.get(caller.tenantId, requireId(params.id, 'User')))),
    change('PUT', USER, async ({ caller, params, body, headers, clientAddress }) => {
      const known = await users.get(caller.tenantId, requireId(params.id, 'User'))
      const before = user(known)
      requireCurrent(before, headers)
      // Who says nothing of it does not mean to let in again whom an admin has deactivated.
      const wanted = toScimUser({ active: before.active, ...readResource(body, USER) })
      return user(await users.change(known, wanted, { caller, clientAddress }))
    }),
    change('PATCH', USER, async ({ caller, params, body, headers, clientAddress }) => {
      const known = await users.get(caller.tenantId, requireId(params.id, 'User'))
      requireCurrent(user(known), headers)
      const wanted = toScimUser(await applyPatch(user(known), body, USER))
      return user(await users.change(known, wanted, { caller, clientAddress }))
    }),
    remove(USER, async ({ caller, params, headers, clientAddress }) => {
      const known = await users.get(caller.tenantId, requireId(params.id, 'User'))
      requireCurrent(user(known), headers)
      await users.delete(known, { caller, clientAddress })
      await groups.leaveAll(caller.tenantId, known.id, { caller, clientAddress })
    }),

    ...list(GROUP, (tenantId, asked) =>
      listGroups(parts.store, tenantId, toPage(asked), asked.filter, base(), isWanted('members', GROUP, asked)),
    ),
    post(GROUP, async ({ caller, body, clientAddress }) =>
      group(await groups.create(caller.tenantId, toGroup(readResource(body, GROUP)), { caller, clientAddress })),
    ),
    get(GROUP, async ({ caller, params }) => group(await groups.get(caller.tenantId, requireId(params.id, 'Group')))),
    change('PUT', GROUP, async ({ caller, params, body, headers, clientAddress }) => {
      const next = async (before: Parameters<typeof presentGroup>[0]) => {
        requireCurrent(group(before), headers)
        return toGroup(readResource(body, GROUP))
      }
      const id = requireId(params.id, 'Group')
      const all = ({ members }: ScimGroup) => members
      return group(await groups.change(caller.tenantId, id, next, all, { caller, clientAddress }))
    }),
    change('PATCH', GROUP, async ({ caller, params, body, headers, clientAddress }) => {
      const next = async (before: Parameters<typeof presentGroup>[0]) => {
        requireCurrent(group(before), headers)
        return toGroup(await applyPatch(group(before), body, GROUP))
      }
      const id = requireId(params.id, 'Group')
      const named = idsIn(body)
      const again = ({ members }: ScimGroup) => members.filter((member) => named.has(member))
      return group(await groups.change(caller.tenantId, id, next, again, { caller, clientAddress }))
    }),
    remove(GROUP, async ({ caller, params, headers, clientAddress }) => {
      const id = requireId(params.id, 'Group')
      requireCurrent(group(await groups.get(caller.tenantId, id)), headers)
      await groups.delete(caller.tenantId, id, { caller, clientAddress })
    }),
  ]
  return endpoints

  /**
   * Nobody waits for the turn of another tenant. What had to wait is asked again who it is: the token of a client that was
   * stolen is deleted while its changes stand in line.
   */
  function inTurn<R extends ApiRequest<unknown, unknown, Caller>, T>(
    request: R,
    work: (request: R) => Promise<T>,
  ): Promise<T> {
    return changes.take(request.caller.tenantId, async () => work({ ...request, caller: await request.renew() }))
  }

  function get(resource: Resource, find: (request: Request<z.infer<typeof OneQuery>>) => Promise<Json>): Route {
    return route(
      {
        method: 'GET',
        alsoAtRoot: true,
        path: `${SCIM}${resource.endpoint}/:id`,
        operation: `getScim${resource.name}`,
        summary: `Get a ${resource.name}`,
        access: CLIENTS,
        query: OneQuery,
        responses: { 200: { description: 'It' } },
      },
      async (request) => answer(await find(request as never), resource, request.query, request.headers),
    )
  }

  function list(
    resource: Resource,
    find: (tenantId: string, asked: Asked) => Promise<{ items: readonly Json[]; total: number }>,
  ): Route[] {
    const answerTo = async ({ tenantId }: Caller, asked: Asked) => {
      const { items, total } = await find(tenantId, asked)
      const shown = items.map((item) => project(item, resource, asked))
      return scim(listOf(shown, total, toPage(asked).offset + 1))
    }
    const about = { alsoAtRoot: true, access: CLIENTS, responses: { 200: { description: 'A page of them' } } } as const
    return [
      route(
        {
          ...about,
          method: 'GET',
          path: `${SCIM}${resource.endpoint}`,
          operation: `listScim${resource.name}s`,
          summary: `List ${resource.name}s`,
          query: ListQuery,
        },
        ({ caller, query }) => answerTo(caller, query),
      ),
      route(
        {
          ...about,
          method: 'POST',
          path: `${SCIM}${resource.endpoint}/.search`,
          operation: `searchScim${resource.name}s`,
          summary: `List ${resource.name}s`,
          body: Search,
          bodyTypes: [SCIM_TYPE],
          query: z.object({}),
        },
        ({ caller, body: { attributes, excludedAttributes, ...asked } }) => {
          const named = { attributes: attributes?.join(), excludedAttributes: excludedAttributes?.join() }
          return answerTo(caller, { ...asked, ...named })
        },
      ),
    ]
  }

  function post(resource: Resource, make: (request: Request<z.infer<typeof OneQuery>>) => Promise<Json>): Route {
    return route(
      {
        method: 'POST',
        alsoAtRoot: true,
        path: `${SCIM}${resource.endpoint}`,
        operation: `createScim${resource.name}`,
        summary: `Create a ${resource.name}`,
        access: CLIENTS,
        body: Body,
        bodyTypes: [SCIM_TYPE],
        query: OneQuery,
        responses: { 201: { description: 'It' } },
      },
      async (request) => created(await inTurn(request, make), resource, request.query),
    )
  }

  function change(
    method: 'PUT' | 'PATCH',
    resource: Resource,
    make: (request: Request<z.infer<typeof OneQuery>>) => Promise<Json>,
  ): Route {
    const verb = method === 'PUT' ? 'replace' : 'patch'
    return route(
      {
        method,
        alsoAtRoot: true,
        path: `${SCIM}${resource.endpoint}/:id`,
        operation: `${verb}Scim${resource.name}`,
        summary: `Change a ${resource.name}`,
        access: CLIENTS,
        body: Body,
        bodyTypes: [SCIM_TYPE],
        query: OneQuery,
        responses: { 200: { description: 'It' } },
      },
      async (request) => answer(await inTurn(request, make), resource, request.query, {}),
    )
  }

  function remove(resource: Resource, work: (request: ApiRequest<unknown, unknown, Caller>) => Promise<void>): Route {
    return route(
      {
        method: 'DELETE',
        alsoAtRoot: true,
        path: `${SCIM}${resource.endpoint}/:id`,
        operation: `deleteScim${resource.name}`,
        summary: `Delete a ${resource.name}`,
        access: CLIENTS,
        query: z.object({}),
        responses: { 204: { description: 'Deleted' } },
      },
      async (request) => {
        await inTurn(request, work)
        return { status: 204 }
      },
    )
  }

  function described(name: string, body: () => Json): Route[] {
    return [
      route(
        {
          method: 'GET',
          alsoAtRoot: true,
          path: `${SCIM}/${name}`,
          operation: `getScim${name}`,
          summary: 'What the SCIM service can do',
          access: CLIENTS,
          query: z.object({}),
          responses: { 200: { description: 'It' } },
        },
        async () => scim(body()),
      ),
    ]
  }

  function describedList(name: string, items: () => readonly Json[]): Route[] {
    const one = route(
      {
        method: 'GET',
        alsoAtRoot: true,
        path: `${SCIM}/${name}/:id`,
        operation: `getScim${name}Item`,
        summary: 'A part of the description',
        access: CLIENTS,
        query: z.object({}),
        responses: { 200: { description: 'It' } },
      },
      async ({ params }) => {
        const found = items().find(({ id }) => String(id).toLowerCase() === params.id?.toLowerCase())
        if (found === undefined) throw notFound(name)
        return scim(found)
      },
    )
    return [...described(name, () => listOf(items(), items().length, 1)), one]
  }
}

function toPage({ startIndex, count }: { readonly startIndex: number; readonly count: number }) {
  return { offset: Math.max(1, startIndex) - 1, limit: Math.min(COUNT_MAX, Math.max(0, count)) }
}
