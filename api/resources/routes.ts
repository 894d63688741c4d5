import { z } from 'zod'
import type { Document, Owned, Resource } from '../../core/resources/resource.ts'
import type { Actor, AuditedAction } from '../audit/audit-log.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { notFound } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import { etagOf, isUnchanged } from '../http/etag.ts'
import { oneAtATime } from '../http/in-flight.ts'
import { pageHeaders, pageParameters, toPage } from '../http/query.ts'
import { callerName, requireId } from '../http/request.ts'
import { type Route, route } from '../http/route.ts'

/** Who makes a document, and when. */
export interface Creation {
  readonly tenantId: string
  /** The address of the user, or the name of the service token. */
  readonly by: string
  readonly now: Date
}

/** What is special about a resource. */
export interface ResourceHooks<T extends Document, Body> {
  /** What is kept of a request. @throws ApiError if it may not be */
  readonly beforeWrite?: (body: Body, creation: Creation) => Owned<T> | Promise<Owned<T>>
  /** Called when it is committed, before it is answered. */
  readonly afterCreate?: (tenantId: string, created: Owned<T>) => Promise<void>
  /** As this caller gets them in a list; as everyone gets one, if not given. */
  readonly presentList?: (documents: readonly Owned<T>[], caller: Caller) => readonly unknown[]
  /** As clients get one: without its tenant, if nothing else is said. */
  readonly present?: (document: Owned<T>) => unknown
}

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'events' | 'now'>

/** The entry of the audit log about a document. @param verb in the past tense */
export function auditedDocument<T extends Document>(
  resource: Resource<T>,
  verb: string,
  more: Readonly<Record<string, unknown>> = {},
): (document: Owned<T>) => AuditedAction {
  return (document) => ({
    action: `${resource.singular}.${verb}`,
    target_type: resource.singular,
    target_id: document.id,
    details: { ...resource.auditDetails(document), ...more },
  })
}

/** Whether a document has not ended. */
export function isInForce(now: Date): (document: Document) => boolean {
  const time = now.toISOString()
  return ({ expires_at }) => expires_at === undefined || expires_at === null || expires_at > time
}

/** The operations that a resource declares. @throws TypeError for one that is created without `beforeWrite` */
export function resourceRoutes<T extends Document, Body>(
  resource: Resource<T, Body>,
  dependencies: Dependencies,
  hooks: ResourceHooks<T, Body> = {},
): Route[] {
  const { operations } = resource
  return [
    ...(operations.create === undefined ? [] : [createRoute(resource, operations.create, dependencies, hooks)]),
    listRoute(resource, dependencies, hooks),
    ...(operations.get === undefined ? [] : [getRoute(resource, operations.get, dependencies, hooks)]),
    ...(operations.delete === undefined ? [] : [deleteRoute(resource, operations.delete, dependencies)]),
  ]
}

type Operation<T extends Document, Body, Name extends keyof Resource<T, Body>['operations']> = NonNullable<
  Resource<T, Body>['operations'][Name]
>

function createRoute<T extends Document, Body>(
  resource: Resource<T, Body>,
  { body, bodyLimit, answer, name, ...said }: Operation<T, Body, 'create'>,
  { store, audit, events, now }: Dependencies,
  { beforeWrite, afterCreate, present = withoutTenant }: ResourceHooks<T, Body>,
): Route {
  if (beforeWrite === undefined) throw new TypeError(`${name} needs to know what is kept of a request`)
  const creating = oneAtATime()
  return route(
    {
      method: 'POST',
      path: resource.path,
      operation: name,
      ...said,
      body,
      ...(bodyLimit !== undefined && { bodyLimit }),
      responses: { 201: { description: answer, schema: resource.shown } },
      errors: [409],
    },
    async ({ caller, body: sent, clientAddress, renew }) => {
      const { tenantId } = caller
      const actor: Actor = { caller, clientAddress }
      const created = await creating.take(tenantId, async () => {
        await renew()
        const made = await beforeWrite(sent, { tenantId, by: callerName(caller), now: now() })
        await store.documents(resource).insert(made, audit.with(actor, auditedDocument(resource, 'created')))
        return made
      })
      if (resource.notice !== undefined) events.changed(tenantId, resource.plural)
      await afterCreate?.(tenantId, created)
      return { status: 201, body: present(created) }
    },
  )
}

function listRoute<T extends Document, Body>(
  resource: Resource<T, Body>,
  { store, now }: Dependencies,
  { present = withoutTenant, presentList = (documents) => documents.map(present) }: ResourceHooks<T, Body>,
): Route {
  const { answer, name, ...said } = resource.operations.list
  const schema = z.strictObject({ [resource.plural]: z.array(resource.listed ?? resource.shown), total: z.int() })
  return route(
    {
      method: 'GET',
      path: resource.path,
      operation: name,
      ...said,
      query: z.strictObject(pageParameters),
      conditional: true,
      responses: { 200: { description: answer, schema } },
    },
    async ({ caller, query, headers }) => {
      const all = (await store.documents(resource).list(caller.tenantId)).filter(isInForce(now()))
      // No document changes, so their ids are their versions.
      const etag = etagOf(JSON.stringify([caller.kind, query, all.map(({ id }) => id)]))
      const cached = { ETag: etag, 'Cache-Control': 'private, no-cache', ...pageHeaders(query, all.length) }
      if (isUnchanged(headers['if-none-match'], etag)) return { status: 304, headers: cached }
      const { offset, limit } = toPage(query)
      const page = presentList(all.slice(offset, offset + limit), caller)
      return { status: 200, body: { [resource.plural]: page, total: all.length }, headers: cached }
    },
  )
}

function getRoute<T extends Document, Body>(
  resource: Resource<T, Body>,
  { answer, name, ...said }: Operation<T, Body, 'get'>,
  { store }: Dependencies,
  { present = withoutTenant }: ResourceHooks<T, Body>,
): Route {
  return route(
    {
      method: 'GET',
      path: `${resource.path}/:id`,
      operation: name,
      ...said,
      responses: { 200: { description: answer, schema: resource.shown } },
    },
    async ({ caller, params }) => {
      const found = await store.documents(resource).get(caller.tenantId, requireId(params.id, resource.title))
      if (found === undefined) throw notFound(resource.title)
      return { status: 200, body: present(found) }
    },
  )
}

function deleteRoute<T extends Document, Body>(
  resource: Resource<T, Body>,
  { answer, name, ...said }: Operation<T, Body, 'delete'>,
  { store, audit, events }: Dependencies,
): Route {
  return route(
    {
      method: 'DELETE',
      path: `${resource.path}/:id`,
      operation: name,
      ...said,
      responses: { 204: { description: answer } },
    },
    async ({ caller, params, clientAddress }) => {
      const id = requireId(params.id, resource.title)
      const effects = audit.with({ caller, clientAddress }, auditedDocument(resource, 'deleted'))
      const gone = await store.documents(resource).delete(caller.tenantId, id, effects)
      if (gone === undefined) throw notFound(resource.title)
      if (resource.notice !== undefined) events.changed(caller.tenantId, resource.plural)
      return { status: 204 }
    },
  )
}

export function withoutTenant<T extends Document>({ tenant_id: _tenant, ...shown }: Owned<T>) {
  return shown
}
