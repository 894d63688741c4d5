import { z } from 'zod'
import { LegalHold } from '../../core/model/legal-hold.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { pageHeaders, pageParameters, toPage } from '../http/query.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import { presentHold } from './presenter.ts'

const LegalHoldList = z.strictObject({ legal_holds: z.array(LegalHold), total: z.int() })

/** Set and lifted on the machine itself: who may erase records does not decide on what must be kept. */
export function legalHoldRoutes({ store }: Pick<ApiDependencies, 'store'>): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/legal-holds',
        operation: 'listLegalHolds',
        summary: 'List the legal holds, oldest first',
        access: ADMIN,
        query: z.strictObject(pageParameters),
        responses: { 200: { description: 'A page of legal holds', schema: LegalHoldList } },
      },
      async ({ caller, query }) => {
        const all = await store.legalHolds.list(caller.tenantId)
        const { offset, limit } = toPage(query)
        const body = { legal_holds: all.slice(offset, offset + limit).map(presentHold), total: all.length }
        return { status: 200, body, headers: pageHeaders(query, all.length) }
      },
    ),
  ]
}
