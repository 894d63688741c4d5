import { z } from 'zod'
import { Exception, ExceptionCreate, ServedException } from '../../core/model/exception.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { notFound } from '../http/api-error.ts'
import { etagOf, isUnchanged } from '../http/etag.ts'
import { pageHeaders, pageParameters, toPage } from '../http/query.ts'
import { callerName, requireId } from '../http/request.ts'
import { ADMIN, BATCH_BODY_LIMIT, type Route, route } from '../http/route.ts'
import { newException } from './new-exception.ts'
import { auditedException, presentException, servedExceptions } from './presenter.ts'

/** What is let through is a secret of the administrators, whom they trust with it another. */
const READERS = { roles: ['admin'], scopes: ['policies'] } as const

const ExceptionList = z.strictObject({ exceptions: z.array(z.union([Exception, ServedException])), total: z.int() })

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'events' | 'now' | 'logger' | 'knownValueKeys'>

/** What policies do not hold for, until a date (docs/policies.md, Exceptions). */
export function exceptionRoutes({ store, audit, events, now, logger, knownValueKeys: keys }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/exceptions',
        operation: 'createException',
        summary: 'Create an exception to policies',
        access: ADMIN,
        body: ExceptionCreate,
        bodyLimit: BATCH_BODY_LIMIT,
        responses: {
          201: { description: 'The exception, in force on all proxies within a second', schema: Exception },
        },
        errors: [409],
      },
      async ({ caller, body, clientAddress }) => {
        const { tenantId } = caller
        const exception = await newException(store, keys, body, { tenantId, by: callerName(caller), now: now() })
        await store.exceptions.insert(
          exception,
          audit.with({ caller, clientAddress }, auditedException('exception.created')),
        )
        events.exceptionsChanged(tenantId)
        return { status: 201, body: presentException(exception) }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/exceptions',
        operation: 'listExceptions',
        summary: 'List the exceptions in force',
        access: READERS,
        query: z.strictObject(pageParameters),
        conditional: true,
        responses: { 200: { description: 'A page of exceptions', schema: ExceptionList } },
      },
      async ({ caller, query, headers }) => {
        const time = now().toISOString()
        const all = (await store.exceptions.list(caller.tenantId)).filter(({ expires_at }) => expires_at > time)
        const { offset, limit } = toPage(query)
        const etag = etagOf(JSON.stringify([caller.kind, query, all.map(({ id }) => id)]))
        const cached = { ETag: etag, 'Cache-Control': 'private, no-cache', ...pageHeaders(query, all.length) }
        if (isUnchanged(headers['if-none-match'], etag)) return { status: 304, headers: cached }
        const page = all.slice(offset, offset + limit)
        const exceptions = caller.kind === 'service' ? servedExceptions(page, keys, logger) : page.map(presentException)
        return { status: 200, body: { exceptions, total: all.length }, headers: cached }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/exceptions/:id',
        operation: 'getException',
        summary: 'Get an exception',
        access: ADMIN,
        responses: { 200: { description: 'The exception', schema: Exception } },
      },
      async ({ caller, params }) => {
        const found = await store.exceptions.get(caller.tenantId, requireId(params.id, 'Exception'))
        if (found === undefined) throw notFound('Exception')
        return { status: 200, body: presentException(found) }
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/exceptions/:id',
        operation: 'deleteException',
        summary: 'End an exception',
        access: ADMIN,
        responses: { 204: { description: 'Ended on all proxies within a second' } },
      },
      async ({ caller, params, clientAddress }) => {
        const deleted = await store.exceptions.delete(
          caller.tenantId,
          requireId(params.id, 'Exception'),
          audit.with({ caller, clientAddress }, auditedException('exception.deleted')),
        )
        if (deleted === undefined) throw notFound('Exception')
        events.exceptionsChanged(caller.tenantId)
        return { status: 204 }
      },
    ),
  ]
}
