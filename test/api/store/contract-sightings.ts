import { randomUUID } from 'node:crypto'
import type { Store } from '../../../api/store/store.ts'
import type { Sighting } from '../../../core/model/sighting.ts'
import { AT, anInteraction, aWebhook, FIRST_PAGE } from './fixtures.ts'
import type { Suite } from './suite.ts'

const NEWEST_ALERTS = { field: 'created_at', descending: true } as const

export function aSighting(fields: Partial<Sighting> = {}): Sighting {
  return { platform_id: 'mistral-lechat', kind: 'tunnelled', count: 1, first_seen: AT, last_seen: AT, ...fields }
}

async function alertsOf(store: Store, tenant: string) {
  const { items } = await store.alerts.list(tenant, {}, NEWEST_ALERTS, FIRST_PAGE)
  return items.sort((a, b) => (a.title < b.title ? -1 : 1))
}

export function testSightings({ test, named, open, openTenant, openTwoTenants }: Suite): void {
  test(named('counts of sightings end where numbers are no longer exact, and what has them can be read'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const half = 2 ** 52
    for (let n = 0; n < 4; n += 1) {
      const sightings = [aSighting({ count: half }), aSighting({ kind: 'handshake_failed', count: half })]
      await store.inventory.addSightings(tenant, { id: undefined, sightings })
    }
    const [service] = await store.inventory.list(tenant)
    t.is(service?.tunnelled, Number.MAX_SAFE_INTEGER)
    const counts = (await alertsOf(store, tenant)).map(({ count }) => count)
    t.true(counts.includes(Number.MAX_SAFE_INTEGER), `${counts}`)
    t.truthy(await store.inventory.setStatus(tenant, aSighting().platform_id, 'unsanctioned'))
  })

  test(named('services that are seen without a prompt are in the inventory, with when and how often'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const early = '2026-11-21T09:00:00.000Z'
    const late = '2026-11-21T11:00:00.000Z'
    await store.interactions.record(tenant, [anInteraction(tenant, { enforced_action: 'block', risk_score: 0.5 })])
    t.true(
      await store.inventory.addSightings(tenant, {
        id: undefined,
        sightings: [
          aSighting({ platform_id: 'openai-api', count: 3, first_seen: early }),
          aSighting({ platform_id: 'openai-api', count: 4, last_seen: late }),
          aSighting({ host: 'chat.mistral.ai' }),
          aSighting({ platform_id: 'claude-web', kind: 'handshake_failed', count: 9 }),
        ],
      }),
    )
    const seen = { status: 'tolerated', first_seen: AT, last_seen: AT, interactions: 0, users: 0 } as const
    const zeros = { blocked: 0, coached: 0, tunnelled: 0, max_risk_score: 0, avg_risk_score: 0 } as const
    t.deepEqual(await store.inventory.list(tenant), [
      {
        ...seen,
        ...zeros,
        platform_id: 'openai-api',
        first_seen: early,
        last_seen: late,
        interactions: 1,
        blocked: 1,
        tunnelled: 7,
        max_risk_score: 0.5,
        avg_risk_score: 0.5,
      },
      { ...seen, ...zeros, platform_id: 'claude-web' },
      { ...seen, ...zeros, platform_id: 'mistral-lechat', tunnelled: 1 },
    ])
    t.deepEqual(await store.inventory.list(other), [])
    await store.inventory.setStatus(tenant, 'mistral-lechat', 'unsanctioned')
    await store.inventory.addSightings(tenant, { id: undefined, sightings: [aSighting({ count: 2 })] })
    await store.interactions.record(tenant, [anInteraction(tenant, { platform_id: 'mistral-lechat' })])
    const mistral = (await store.inventory.list(tenant)).find(({ platform_id }) => platform_id === 'mistral-lechat')
    t.deepEqual([mistral?.status, mistral?.tunnelled, mistral?.interactions], ['unsanctioned', 3, 1])
  })

  test(named('what clients refuse adds up, with where and how it was refused last'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const refused = (fields: Partial<Sighting>) =>
      aSighting({
        platform_id: 'openai-api',
        kind: 'client_refused',
        host: 'api.openai.com',
        reason: 'closed',
        ...fields,
      })
    const add = (...sightings: Sighting[]) => store.inventory.addSightings(tenant, { id: undefined, sightings })
    await add(refused({ count: 2, clients: 1 }), refused({ count: 3, clients: 4, reason: 'unknown_ca' }))
    const later = new Date(Date.parse(AT) + 60_000).toISOString()
    await add(refused({ clients: 2, host: 'files.openai.com', reason: 'bad_certificate', last_seen: later }))
    const [service] = await store.inventory.list(tenant)
    t.like(service, { platform_id: 'openai-api', tunnelled: 0, interactions: 0 })
    t.deepEqual(service?.not_inspected, {
      refusals: 6,
      clients: 4,
      host: 'files.openai.com',
      reason: 'bad_certificate',
      last_refused: later,
      proposed_bypass: ['files.openai.com'],
    })
  })

  test(named('interactions of unknown operations are counted by service, and counted out as they go'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const unknown = { content_metadata: { unknown_operation: true } }
    const at = (minute: number) => new Date(Date.parse(AT) + minute * 60_000).toISOString()
    const first = anInteraction(tenant, { ...unknown, timestamp: at(3), enforced_action: 'block' })
    const long = { note: 'x'.repeat(9000), unknown_operation: true, inspection: 'y'.repeat(5000) }
    const large = anInteraction(tenant, { content_metadata: long, timestamp: at(1) })
    const known = [{}, { unknown_operation: 'true' }, { note: 'unknown_operation' }].map((content_metadata) =>
      anInteraction(tenant, { content_metadata, timestamp: at(9) }),
    )
    await store.interactions.record(tenant, [first, large])
    await store.interactions.record(tenant, known)
    await store.interactions.record(other, [anInteraction(other)])
    const found = async (id = tenant) => (await store.inventory.list(id))[0]?.unknown_operations
    t.deepEqual(await found(), { count: 2, last_seen: at(3) })
    t.is(await found(other), undefined)
    t.deepEqual((await store.inventory.setStatus(tenant, first.platform_id, 'sanctioned'))?.after.unknown_operations, {
      count: 2,
      last_seen: at(3),
    })
    await store.interactions.delete(tenant, large.id)
    t.deepEqual(await found(), { count: 1, last_seen: at(3) })
    await store.interactions.delete(tenant, first.id)
    t.is(await found(), undefined)
  })

  test(named('a service that is seen for the first time, with or without a prompt, alerts once'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const sightings = [aSighting({ host: 'chat.mistral.ai', count: 5 })]
    await store.inventory.addSightings(tenant, { id: randomUUID(), sightings })
    await store.inventory.addSightings(tenant, { id: randomUUID(), sightings })
    const { newPlatforms } = await store.interactions.record(tenant, [
      anInteraction(tenant, { platform_id: 'mistral-lechat' }),
    ])
    t.deepEqual(newPlatforms, [])
    const [alert, ...more] = await alertsOf(store, tenant)
    t.deepEqual(more, [])
    t.like(alert, {
      type: 'new_ai_service',
      severity: 'low',
      title: 'Mistral Le Chat is used for the first time',
      platform_id: 'mistral-lechat',
      interaction_id: null,
      user_id: null,
      count: 1,
    })
    t.regex(alert?.description ?? '', /at chat\.mistral\.ai, and its traffic is not decrypted/)
  })

  test(named('a handshake that failed alerts with service, host and reason, and alike ones are counted'), async (t) => {
    const { store, tenant } = await openTenant(t)
    await store.interactions.record(tenant, [
      anInteraction(tenant),
      anInteraction(tenant, { platform_id: 'claude-web' }),
    ])
    const failed = { kind: 'handshake_failed', platform_id: 'openai-api', host: 'api.openai.com' } as const
    const expired = aSighting({ ...failed, reason: 'CERT_HAS_EXPIRED', count: 2 })
    const broken = aSighting({ ...failed, platform_id: 'claude-web', host: 'claude.ai', reason: 'ECONNRESET' })
    const report = (sightings: Sighting[]) => store.inventory.addSightings(tenant, { id: randomUUID(), sightings })
    await report([expired, { ...expired, count: 3 }, broken])
    await report([expired])
    const failures = (await alertsOf(store, tenant)).filter(({ type }) => type === 'inspection_failed')
    t.deepEqual(
      failures.map(({ title, severity, count, interaction_id, platform_id }) => [
        title,
        severity,
        count,
        interaction_id,
        platform_id,
      ]),
      [
        ['The TLS handshake with Claude (claude.ai) failed: ECONNRESET', 'medium', 1, null, 'claude-web'],
        ['The certificate of OpenAI API (api.openai.com) was refused: it has expired', 'medium', 7, null, 'openai-api'],
      ],
    )
  })

  test(named('what sightings raise reaches listeners and webhooks'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const webhook = aWebhook(tenant, { events: ['alert.created'] })
    await store.webhooks.insert(webhook)
    const told: string[] = []
    store.outbox.onCommitted(
      ({ events }) => told.push(...events.map(({ event_type }) => event_type)),
      () => true,
    )
    const sightings = [aSighting(), aSighting({ kind: 'handshake_failed', reason: 'CERT_REVOKED' })]
    await store.inventory.addSightings(tenant, { id: randomUUID(), sightings })
    t.deepEqual(told, ['alert.created', 'alert.created'])
    const { items } = await store.deliveries.list(tenant, webhook.id, 10)
    t.deepEqual(items.map(({ body }) => JSON.parse(body).data.type).sort(), ['inspection_failed', 'new_ai_service'])
  })

  test(named('a report that is sent again, by two at once too, is counted once'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const batch = { id: randomUUID(), sightings: [aSighting({ count: 2 })] }
    const answers = await Promise.all(
      [store, second, store, second].map((each) => each.inventory.addSightings(tenant, batch)),
    )
    t.deepEqual(answers.filter(Boolean).length, 1)
    t.false(await store.inventory.addSightings(tenant, batch))
    t.true(await store.inventory.addSightings(tenant, { ...batch, id: randomUUID() }))
    t.is((await store.inventory.list(tenant))[0]?.tunnelled, 4)
  })

  test(named('the same id of two tenants is two reports'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const batch = { id: randomUUID(), sightings: [aSighting()] }
    t.true(await store.inventory.addSightings(tenant, batch))
    t.true(await store.inventory.addSightings(other, batch))
  })

  test(
    named('reports and records of several processes at once are all counted, and the service is new once'),
    async (t) => {
      const { store, place, tenant } = await openTenant(t)
      const stores = [store, ...(await Promise.all([open(t, place), open(t, place)])).map((opened) => opened.store)]
      const recorded = await Promise.all(
        stores.flatMap((each) =>
          Array.from({ length: 5 }, async () => {
            const sightings = [aSighting({ count: 3 }), aSighting({ kind: 'handshake_failed' })]
            await each.inventory.addSightings(tenant, { id: randomUUID(), sightings })
            return each.interactions.record(tenant, [anInteraction(tenant, { platform_id: 'mistral-lechat' })])
          }),
        ),
      )
      t.deepEqual(
        recorded.flatMap(({ newPlatforms }) => newPlatforms),
        [],
      )
      const [service] = await store.inventory.list(tenant)
      t.deepEqual([service?.tunnelled, service?.interactions], [45, 15])
      const alerts = await alertsOf(store, tenant)
      t.deepEqual(
        alerts.map(({ type, count }) => [type, count]),
        [
          ['new_ai_service', 1],
          ['inspection_failed', 15],
        ],
      )
    },
  )
}
