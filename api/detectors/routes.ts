import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  Detector,
  DetectorCreate,
  DetectorRule,
  DetectorSummary,
  DetectorTest,
  DetectorTestResult,
  DetectorUpdate,
  ServedDetector,
} from '../../core/model/detector.ts'
import { OWN_WORDS_OFF } from '../../core/own-words/switch.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { notFound } from '../http/api-error.ts'
import type { ApiRequest, Caller, Reply } from '../http/context.ts'
import { etagOf, isUnchanged, requireMatch } from '../http/etag.ts'
import { pageHeaders, toPage } from '../http/query.ts'
import { callerName, definedFields, requireId } from '../http/request.ts'
import { ADMIN, BATCH_BODY_LIMIT, type Route, route } from '../http/route.ts'
import { withConflicts } from '../http/store-errors.ts'
import type { DetectorRecord } from '../store/detector-store.ts'
import type { Changed } from '../store/paging.ts'
import { auditedDetector, changedFields } from './detector-changes.ts'
import { tookTooLong } from './detector-threads.ts'
import { presentDetector, presentDetectorSummary } from './presenter.ts'
import { DetectorListQuery } from './queries.ts'
import { Rules, refuse } from './rules.ts'
import { servedOf, type TenantDetectors } from './tenant-detectors.ts'

/** Detectors reveal what a company wants to hide: only administrators and the proxies see them. */
const READERS = { roles: ['admin'], scopes: ['policies'] } as const
/** Clients revalidate at each use, and shared caches must not store it (docs/reference/api-rules.md, Errors). */
const REVALIDATE = 'private, no-cache'

/** For proxies, after the detectors and not counted in `total`: the tenant has switched off the list of products' own words (PATCH /settings). */
const OwnWordsSwitch = z.strictObject({ kind: z.literal('own_words'), enabled: z.literal(false) })

const DetectorList = z.strictObject({
  detectors: z.array(z.union([DetectorSummary, Detector, ServedDetector, OwnWordsSwitch])),
  total: z.int(),
})
const Toggle = z.strictObject({ enabled: z.boolean() })

type Dependencies = Pick<
  ApiDependencies,
  'settings' | 'store' | 'audit' | 'events' | 'now' | 'logger' | 'knownValueKeys' | 'detectorThreads'
> & { readonly tenantDetectors: TenantDetectors }

/** What tenants add to the built-in detectors (docs/custom-detectors.md). */
export function detectorRoutes(dependencies: Dependencies): Route[] {
  const { settings, store, audit, events, now, logger, knownValueKeys: keys, tenantDetectors } = dependencies
  const { detectorThreads: threads } = dependencies
  const rules = new Rules({ store, keys, threads })
  return [
    route(
      {
        method: 'POST',
        path: '/detectors',
        operation: 'createDetector',
        summary: 'Create a detector',
        access: ADMIN,
        body: DetectorCreate,
        bodyLimit: BATCH_BODY_LIMIT,
        conditional: true,
        responses: { 201: { description: 'The detector', schema: Detector } },
        errors: [409, 503],
      },
      async (request) => {
        const { caller, body } = request
        const { name, description, enabled, ...rest } = body
        await rules.refuseTooMany(caller.tenantId)
        const rule = await rules.toStored(caller.tenantId, DetectorRule.parse(rest))
        // Trying a rule takes its time.
        await request.renew()
        const created_at = now().toISOString()
        const detector = await withConflicts(() =>
          store.detectors.insert(
            {
              id: randomUUID(),
              tenant_id: caller.tenantId,
              name,
              description,
              enabled,
              rule,
              created_at,
              updated_at: created_at,
              created_by: callerName(caller),
            },
            audit.with(request, (made) => auditedDetector('detector.created', made)),
          ),
        )
        changed(caller)
        return oneDetector(detector, 201)
      },
    ),
    route(
      {
        method: 'POST',
        path: '/detectors/test',
        operation: 'testDetector',
        summary: 'Test a detector on a text',
        access: ADMIN,
        body: DetectorTest,
        bodyLimit: BATCH_BODY_LIMIT,
        responses: { 200: { description: 'What it finds, and what it drops', schema: DetectorTestResult } },
        errors: [503],
      },
      async ({ caller, body: { detector, text } }) => {
        const key = keys.newKey(caller.tenantId)
        const { problems, result } = await threads.prepare(caller.tenantId, () => ({ rule: detector, key, text }))
        refuse(problems.map(({ path, message }) => ({ path: `detector.${path}`, message })))
        if (result === undefined) throw tookTooLong(settings.inspectBudgetMs)
        return { status: 200, body: result }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/detectors',
        operation: 'listDetectors',
        summary: 'List detectors',
        access: READERS,
        query: DetectorListQuery,
        conditional: true,
        responses: { 200: { description: 'A page of detectors', schema: DetectorList } },
      },
      async ({ caller, query, headers }) => {
        // Read before the detectors: a tag older than its detectors costs one more request, a newer one would hide a change.
        const versions = await store.detectors.versions(caller.tenantId, query)
        const ownWords = caller.kind !== 'service' || (await store.tenants.settings(caller.tenantId)).own_words
        const switched = ownWords ? [] : [OWN_WORDS_OFF]
        const etag = etagOf(JSON.stringify([caller.kind, query, versions, ...switched]))
        const cached = { ETag: etag, 'Cache-Control': REVALIDATE, ...pageHeaders(query, versions.length) }
        if (isUnchanged(headers['if-none-match'], etag)) return { status: 304, headers: cached }
        const { items, total } = await store.detectors.list(caller.tenantId, query, query.sort, toPage(query))
        return {
          status: 200,
          body: { detectors: [...present(items, caller, query.include), ...switched], total },
          headers: cached,
        }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/detectors/:id',
        operation: 'getDetector',
        summary: 'Get a detector',
        access: ADMIN,
        conditional: true,
        responses: { 200: { description: 'The detector', schema: Detector } },
      },
      async ({ caller, params, headers }) => {
        const detector = await find(caller, params.id)
        const reply = oneDetector(detector, 200)
        const isSame = isUnchanged(headers['if-none-match'], etagOfDetector(detector))
        return isSame ? { status: 304, headers: reply.headers ?? {} } : reply
      },
    ),
    route(
      {
        method: 'PUT',
        path: '/detectors/:id',
        operation: 'updateDetector',
        summary: 'Change some fields of a detector',
        access: ADMIN,
        body: DetectorUpdate,
        bodyLimit: BATCH_BODY_LIMIT,
        conditional: true,
        responses: { 200: { description: 'The updated detector', schema: Detector } },
        errors: [409, 503],
      },
      async (request) => change(request, request.body),
    ),
    route(
      {
        method: 'PATCH',
        path: '/detectors/:id/toggle',
        operation: 'toggleDetector',
        summary: 'Enable or disable a detector',
        access: ADMIN,
        body: Toggle,
        conditional: true,
        responses: { 200: { description: 'The updated detector', schema: Detector } },
      },
      async (request) => change(request, request.body),
    ),
    route(
      {
        method: 'DELETE',
        path: '/detectors/:id',
        operation: 'deleteDetector',
        summary: 'Delete a detector for good',
        access: ADMIN,
        conditional: true,
        responses: { 204: { description: 'Deleted' } },
      },
      async (request) => {
        const { caller, params, headers } = request
        const detector = await find(caller, params.id)
        const version = requireMatch(headers['if-match'], etagOfDetector(detector)) ? detector.version : undefined
        const effects = audit.with<DetectorRecord>(request, (gone) => auditedDetector('detector.deleted', gone))
        const deleted = await withConflicts(() =>
          store.detectors.delete(caller.tenantId, detector.id, version, effects),
        )
        if (deleted === undefined) throw notFound('Detector')
        changed(caller)
        return { status: 204 }
      },
    ),
  ]

  async function find(caller: Caller, id: string | undefined): Promise<DetectorRecord> {
    const detector = await store.detectors.get(caller.tenantId, requireId(id, 'Detector'))
    if (detector === undefined) throw notFound('Detector')
    return detector
  }

  async function change(request: DetectorRequest, update: DetectorUpdate): Promise<Reply> {
    const { caller, params, headers } = request
    const detector = await find(caller, params.id)
    // The new rule is made from the old one. If another change came in between, the caller must look again.
    requireMatch(headers['if-match'], etagOfDetector(detector))
    const rule = await rules.updated(caller.tenantId, detector, update)
    await request.renew()
    const isGuarded = rule !== undefined || headers['if-match'] !== undefined
    const { name, description, enabled } = update
    const changes = { ...definedFields({ name, description, enabled, rule }), updated_at: now().toISOString() }
    const effects = audit.with<Changed<DetectorRecord>>(request, ({ before, after }) => {
      const fields = changedFields(before, after)
      return fields.length === 0 ? [] : auditedDetector('detector.updated', after, fields)
    })
    const updated = await withConflicts(() =>
      store.detectors.update(caller.tenantId, detector.id, changes, isGuarded ? detector.version : undefined, effects),
    )
    if (updated === undefined) throw notFound('Detector')
    const { before, after } = updated
    if (changedFields(before, after).length > 0) changed(caller)
    return oneDetector(after, 200)
  }

  function changed({ tenantId }: Caller): void {
    tenantDetectors.forget(tenantId)
    events.changed(tenantId, 'detectors')
  }

  function present(detectors: readonly DetectorRecord[], caller: Caller, include: 'rules' | undefined): object[] {
    if (include === undefined) return detectors.map(presentDetectorSummary)
    return caller.kind === 'service' ? servedOf(detectors, keys, logger) : detectors.map(presentDetector)
  }
}

type DetectorRequest = ApiRequest<unknown, unknown, Caller>

function oneDetector(detector: DetectorRecord, status: number): Reply {
  return {
    status,
    body: presentDetector(detector),
    headers: { ETag: etagOfDetector(detector), 'Cache-Control': REVALIDATE },
  }
}

function etagOfDetector({ id, version }: DetectorRecord): string {
  return `"${id}.${version}"`
}
