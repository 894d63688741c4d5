import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  type Interaction,
  InteractionListItem,
  InteractionRecord,
  ShownInteraction,
  showInteraction,
} from '../../core/model/interaction.ts'
import { LaterClassification } from '../../core/model/later-classification.ts'
import type { Actor, AuditedAction } from '../audit/audit-log.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { notFound } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import { pageHeaders, TotalIsEstimate, toPage } from '../http/query.ts'
import { requireId } from '../http/request.ts'
import { ADMIN, BATCH_BODY_LIMIT, EVERY_USER, type Route, route } from '../http/route.ts'
import type { People } from '../people/people.ts'
import { requireInteractionNotHeld } from '../retention/held-records.ts'
import type { Changed } from '../store/paging.ts'
import { eraseInteractions } from './erase.ts'
import { presentInteractionListItem, presentInteractionSearchItem } from './presenter.ts'
import { InteractionErasureQuery, InteractionListQuery, InteractionSearchQuery } from './queries.ts'
import { PersonsInteraction } from './read-records.ts'
import { BATCH_MAX, Batch, recordBatch } from './record-batch.ts'
import type { Recorder } from './recorder.ts'
import { slicesOf } from './slices.ts'

const RECORDERS = { roles: ['admin'], scopes: ['record'] } as const

const BatchResult = z.strictObject({
  received: z.int(),
  stored: z.int(),
  rejected: z.array(z.strictObject({ index: z.int(), code: z.string() })).optional(),
})
const Erased = z.strictObject({ deleted: z.int().min(0) })
const InteractionList = z.strictObject({
  data: z.array(InteractionListItem),
  total: z.int(),
  total_is_estimate: TotalIsEstimate.optional(),
  limit: z.int(),
  offset: z.int(),
})
const InteractionSearchResult = z.array(
  ShownInteraction.pick({
    id: true,
    platform_id: true,
    content_hash: true,
    timestamp: true,
    risk_score: true,
    classifications: true,
  }).extend({ truncated: z.literal(true).optional() }),
)

type Dependencies = Pick<ApiDependencies, 'store' | 'metrics' | 'audit'> & {
  readonly recorder: Recorder
  readonly people: People
}

export function interactionRoutes({ store, metrics, audit, recorder, people }: Dependencies): Route[] {
  /** The log does not hold what was searched for: texts can be guessed from their hashes. */
  function recordSearch(actor: Actor & { readonly caller: Caller }, by: string, results: number): Promise<void> {
    const action = { action: 'interaction.searched', target_type: 'interaction', target_id: null }
    return audit.recordRead(actor.caller.tenantId, actor, { ...action, details: { by, results } })
  }

  return [
    route(
      {
        method: 'POST',
        path: '/interactions',
        operation: 'createInteraction',
        summary: 'Record an interaction',
        access: RECORDERS,
        body: PersonsInteraction,
        serviceBody: InteractionRecord,
        responses: { 201: { description: 'The interaction', schema: ShownInteraction } },
        // It can be deleted between being stored and being read again.
        errors: [404],
      },
      async ({ caller, body }) => {
        const [recorded] = await recorder.record(caller, slicesOf([body]))
        // A repeated id answers with what is stored under it, not with what was sent this time.
        const interaction = await store.interactions.get(caller.tenantId, recorded?.id ?? '')
        if (interaction === undefined) throw notFound('Interaction')
        return { status: 201, body: (await people.ofInteractions(caller, [showInteraction(interaction)]))[0] }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/interactions/batch',
        operation: 'createInteractions',
        summary: 'Record up to 500 interactions; invalid ones are skipped',
        access: RECORDERS,
        body: Batch,
        documentedBody: z.array(z.union([InteractionRecord, PersonsInteraction, z.unknown()])).max(BATCH_MAX),
        bodyLimit: BATCH_BODY_LIMIT,
        responses: {
          200: {
            description: 'The number of items received and stored, and which were not valid',
            schema: BatchResult,
          },
        },
      },
      async ({ caller, body }) => {
        return { status: 200, body: await recordBatch({ recorder, metrics }, caller, body) }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/interactions',
        operation: 'listInteractions',
        summary: 'List interactions',
        access: EVERY_USER,
        query: InteractionListQuery,
        responses: { 200: { description: 'A page of interactions', schema: InteractionList } },
      },
      async ({ caller, query, clientAddress }) => {
        const { page: _page, limit: _limit, sort, ...filter } = query
        const page = toPage(query)
        const { items, total, isEstimate } = await store.interactions.list(caller.tenantId, filter, sort, page, 'short')
        // It names one interaction, as reading it does.
        if (filter.reference !== undefined) await recordSearch({ caller, clientAddress }, 'reference', total)
        return {
          status: 200,
          body: {
            data: await people.ofInteractions(caller, items.map(presentInteractionListItem)),
            total,
            ...(isEstimate && { total_is_estimate: isEstimate }),
            limit: page.limit,
            offset: page.offset,
          },
          headers: pageHeaders(query, total, isEstimate),
        }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/interactions/search',
        operation: 'searchInteractions',
        summary: 'Find interactions by content hash or time range',
        access: EVERY_USER,
        query: InteractionSearchQuery,
        responses: { 200: { description: 'The interactions, newest first', schema: InteractionSearchResult } },
      },
      async ({ caller, query, clientAddress }) => {
        const { page: _page, limit: _limit, ...filter } = query
        const newestFirst = { field: 'timestamp', descending: true } as const
        const { items, total, isEstimate } = await store.interactions.list(
          caller.tenantId,
          filter,
          newestFirst,
          toPage(query),
          'short',
        )
        // A search for a hash tests whether a person wrote a given text; one by time shows hashes, for the same test.
        const by = filter.content_hash === undefined ? 'time' : 'content_hash'
        await recordSearch({ caller, clientAddress }, by, total)
        return {
          status: 200,
          body: items.map(presentInteractionSearchItem),
          headers: pageHeaders(query, total, isEstimate),
        }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/interactions/:id',
        operation: 'getInteraction',
        summary: 'Get an interaction',
        access: EVERY_USER,
        responses: { 200: { description: 'The interaction', schema: ShownInteraction } },
      },
      async ({ caller, params, clientAddress }) => {
        const interaction = await store.interactions.get(caller.tenantId, requireId(params.id, 'Interaction'))
        if (interaction === undefined) throw notFound('Interaction')
        await audit.recordRead(
          caller.tenantId,
          { caller, clientAddress },
          { action: 'interaction.read', target_type: 'interaction', target_id: interaction.id },
        )
        return { status: 200, body: (await people.ofInteractions(caller, [showInteraction(interaction)]))[0] }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/interactions/:id/classifications',
        operation: 'reclassifyInteraction',
        summary: 'Add the findings of a later classification tier',
        access: RECORDERS,
        body: LaterClassification,
        responses: { 200: { description: 'The updated interaction', schema: ShownInteraction } },
        // An earlier tier than the recorded one has nothing to add.
        errors: [409],
      },
      async ({ caller, params, body, clientAddress }) => {
        const id = requireId(params.id, 'Interaction')
        const revised = await recorder.reclassify(caller.tenantId, id, body, (publish) =>
          // For services this is ordinary work; a person who changes evidence is recorded.
          caller.kind === 'user' ? audit.with({ caller, clientAddress }, auditedRevision, publish) : publish,
        )
        if (revised === undefined) throw notFound('Interaction')
        return { status: 200, body: (await people.ofInteractions(caller, [showInteraction(revised.after)]))[0] }
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/interactions',
        operation: 'eraseInteractions',
        summary: 'Delete all interactions of a user, or of one text, for good',
        access: ADMIN,
        query: InteractionErasureQuery,
        responses: { 200: { description: 'The number of deleted interactions', schema: Erased } },
        errors: [409],
      },
      async ({ caller, query, clientAddress, renew }) => {
        const { tenantId } = caller
        const erasure = { tenantId, actor: { caller, clientAddress }, filter: query, stillAllowed: renew }
        const deleted = await eraseInteractions({ store, audit }, erasure)
        return { status: 200, body: { deleted } }
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/interactions/:id',
        operation: 'deleteInteraction',
        summary: 'Delete an interaction for good',
        access: ADMIN,
        responses: { 204: { description: 'Deleted' } },
        errors: [409],
      },
      async ({ caller, params, clientAddress }) => {
        const id = requireId(params.id, 'Interaction')
        await requireInteractionNotHeld(store, caller.tenantId, id)
        const deleted = await store.interactions.delete(
          caller.tenantId,
          id,
          audit.with({ caller, clientAddress }, () => {
            // Nothing of the erased data, because the log keeps its entries for good.
            return { action: 'interaction.deleted', target_type: 'interaction', target_id: id }
          }),
        )
        if (deleted === undefined) throw notFound('Interaction')
        return { status: 204 }
      },
    ),
  ]
}

function auditedRevision({ before, after }: Changed<Interaction>): readonly AuditedAction[] {
  if (isDeepStrictEqual(before, after)) return []
  const details = {
    tier: { from: before.tier, to: after.tier },
    risk_score: { from: before.risk_score, to: after.risk_score },
    classifications: { from: before.classifications.length, to: after.classifications.length },
  }
  return [{ action: 'interaction.reclassified', target_type: 'interaction', target_id: after.id, details }]
}
