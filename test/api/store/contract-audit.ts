import { randomUUID } from 'node:crypto'
import type { AuditFilter } from '../../../api/store/audit-store.ts'
import type { AuditDraft } from '../../../core/model/audit.ts'
import { AT, aDetector, anInteraction, aPolicy, aUser, aWebhook, FIRST_PAGE } from './fixtures.ts'
import type { Suite } from './suite.ts'

export function testAudit({ test, named, open, openTenant, openTwoTenants }: Suite): void {
  test(named('audit entries come back as they were sealed, each after the one before'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const details = { name: 'é😀', nested: { list: [1, 'two', null], empty: {} } }
    const first = await store.audit.append(tenant, anEntry({ details }))
    await store.audit.append(other, anEntry({}))
    const second = await store.audit.append(
      tenant,
      anEntry({ actor_id: null, actor_email: null, ip: null, target_id: null }),
    )
    t.is(first.prev_hash, '0'.repeat(64))
    t.is(second.prev_hash, first.hash)
    t.deepEqual(await store.audit.list(tenant, {}, FIRST_PAGE), { items: [second, first], total: 2 })
    t.deepEqual(await store.audit.read(tenant, FIRST_PAGE), [first, second])
    t.deepEqual(await store.audit.read(tenant, { offset: 1, limit: 1 }), [second])
    t.deepEqual(await store.audit.read(tenant, { offset: 2, limit: 1 }), [])
    t.deepEqual(await store.audit.head(tenant), { entries: 2, hash: second.hash })
    t.is(await store.audit.head(randomUUID()), undefined)
  })

  test(named('audit entries that many append at once make one chain'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? store : second).audit.append(tenant, anEntry({}))),
    )
    const chain = await store.audit.read(tenant, FIRST_PAGE)
    t.is(chain.length, 40)
    for (const [index, entry] of chain.entries()) {
      t.is(entry.prev_hash, chain[index - 1]?.hash ?? '0'.repeat(64))
    }
  })

  test(named('the audit log has an entry of a change exactly where the change was made'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const noted = (action: string) => ({ audit: () => [anEntry({ action })] })
    const actions = async () => (await store.audit.read(tenant, FIRST_PAGE)).map(({ action }) => action)
    const policy = aPolicy(tenant)
    await store.policies.insert(policy, noted('policy.made'))
    await t.throwsAsync(store.policies.insert(aPolicy(tenant, { name: policy.name }), noted('policy.twice')))
    await store.policies.update(tenant, policy.id, { updated_at: AT, priority: 2 }, undefined, noted('policy.changed'))
    await t.throwsAsync(store.policies.delete(tenant, policy.id, 99, noted('policy.stale')))
    await store.policies.delete(tenant, policy.id, undefined, noted('policy.gone'))
    t.is(await store.policies.delete(tenant, policy.id, undefined, noted('policy.gone_again')), undefined)
    const token = {
      id: randomUUID(),
      tenant_id: tenant,
      name: 'n',
      scopes: [],
      token_hash: 'h',
      created_at: AT,
      created_by: 'jo',
    }
    await store.serviceTokens.insert(token, noted('token.made'))
    await store.serviceTokens.delete(tenant, token.id, noted('token.gone'))
    t.is(await store.serviceTokens.delete(tenant, token.id, noted('token.gone_again')), undefined)
    await store.serviceTokens.insert({ ...token, id: randomUUID() }, noted('token.made'))
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook, noted('webhook.made'))
    await store.webhooks.update(tenant, webhook.id, { updated_at: AT, active: false }, noted('webhook.changed'))
    await store.webhooks.delete(tenant, webhook.id, noted('webhook.gone'))
    const detector = aDetector(tenant)
    await store.detectors.insert(detector, noted('detector.made'))
    await store.detectors.update(tenant, detector.id, { updated_at: AT, enabled: false }, 1, noted('detector.changed'))
    await t.throwsAsync(store.detectors.delete(tenant, detector.id, 1, noted('detector.stale')))
    await store.detectors.delete(tenant, detector.id, 2, noted('detector.gone'))
    await store.users.insert(aUser(tenant), noted('user.made'))
    const admin = aUser(tenant)
    await store.users.insert(admin)
    await store.users.update(tenant, admin.id, { display_name: 'Kim' }, noted('user.changed'))
    await store.users.delete(tenant, admin.id, noted('user.gone'))
    const interaction = anInteraction(tenant)
    await store.interactions.record(tenant, [interaction])
    await store.inventory.setStatus(tenant, interaction.platform_id, 'sanctioned', noted('inventory.changed'))
    await store.interactions.revise(tenant, interaction.id, (same) => same, noted('interaction.same'))
    const riskier = (before: Interaction) => ({ ...before, risk_score: before.risk_score / 2 + 0.5 })
    await store.interactions.revise(tenant, interaction.id, riskier, noted('interaction.revised'))
    await store.interactions.delete(tenant, interaction.id, noted('interaction.gone'))
    t.is(await store.interactions.delete(tenant, interaction.id, noted('interaction.gone_again')), undefined)
    t.deepEqual(await actions(), [
      'policy.made',
      'policy.changed',
      'policy.gone',
      'token.made',
      'token.gone',
      'token.made',
      'webhook.made',
      'webhook.changed',
      'webhook.gone',
      'detector.made',
      'detector.changed',
      'detector.gone',
      'user.made',
      'user.changed',
      'user.gone',
      'inventory.changed',
      'interaction.revised',
      'interaction.gone',
    ])
  })

  test(named('audit entries are filtered and paged, newest first'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const actor_id = randomUUID()
    await store.audit.append(tenant, anEntry({ action: 'a.a', timestamp: '2026-01-01T00:00:00.000Z', actor_id }))
    await store.audit.append(tenant, anEntry({ action: 'b.b', timestamp: '2026-01-02T00:00:00.000Z', target_id: 'x' }))
    await store.audit.append(
      tenant,
      anEntry({ action: 'c.c', timestamp: '2026-01-03T00:00:00.000Z', target_type: 'user' }),
    )
    const find = async (filter: AuditFilter, page = FIRST_PAGE) => {
      const { items, total } = await store.audit.list(tenant, filter, page)
      return `${items.map(({ action }) => action.charAt(0)).join('')} of ${total}`
    }
    t.is(await find({}), 'cba of 3')
    t.is(await find({}, { offset: 1, limit: 1 }), 'b of 3')
    t.is(await find({ actor_id }), 'a of 1')
    t.is(await find({ action: 'b.b' }), 'b of 1')
    t.is(await find({ target_type: 'policy' }), 'ba of 2')
    t.is(await find({ target_type: 'policy', target_id: 'x' }), 'b of 1')
    t.is(await find({ start_date: '2026-01-02T00:00:00.000Z' }), 'cb of 2')
    t.is(await find({ end_date: '2026-01-02T00:00:00.000Z' }), 'ba of 2')
  })
}

function anEntry(fields: Partial<AuditDraft>): AuditDraft {
  return {
    id: randomUUID(),
    timestamp: AT,
    actor_id: randomUUID(),
    actor_email: 'jo@example.com',
    action: 'policy.created',
    target_type: 'policy',
    target_id: randomUUID(),
    ip: '192.0.2.1',
    details: {},
    ...fields,
  }
}

import type { Interaction } from '../../../core/model/interaction.ts'
