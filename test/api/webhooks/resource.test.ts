import test from 'ava'
import { signBody } from '../../../api/webhooks/signatures.ts'
import { EventType } from '../../../core/model/event.ts'
import { EVENT_DATA } from '../../../core/model/event-data.ts'
import type { Delivery, Webhook, WebhookTestResult, WebhookWithSecret } from '../../../core/model/webhook.ts'
import { documentEngines } from '../../support/engines.ts'
import { type Deliveries, type Failure, startWebhooks } from '../../support/webhook-api.ts'

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: a webhook is created, read, listed, changed and deleted`, async (t) => {
    const { ask, create, origin } = await startWebhooks(t, { env: await engine.environment() })
    const { signing_secret, ...created } = await create({ auth_token: 'token-1', headers: { 'X-Team': 'soc' } })
    t.regex(signing_secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    t.regex(created.id, /^whk_[0-9a-f]{32}$/)
    t.like(created, {
      url: `${origin}/hook`,
      events: ['policy.created'],
      description: '',
      active: true,
      headers: { 'X-Team': 'soc' },
      has_auth_token: true,
      created_by: 'admin@example.com',
      last_delivery: null,
      delivery_count: 0,
    })
    const path = `/webhooks/${created.id}`
    t.deepEqual((await ask('GET', path)).json, created)

    const inactive = await create({ active: false, events: ['user.deleted', 'user.deleted'] })
    t.deepEqual(inactive.events, ['user.deleted'])
    t.false(inactive.has_auth_token)
    const list = await ask<{ webhooks: Webhook[]; total: number }>('GET', '/webhooks')
    t.is(list.json.total, 2)
    t.is(list.headers.get('x-total-count'), '2')
    t.deepEqual(Object.keys(list.json.webhooks[1] ?? {}).sort(), [
      'active',
      'created_at',
      'delivery_count',
      'events',
      'id',
      'last_delivery',
      'url',
    ])
    const onlyActive = await ask<{ webhooks: Webhook[]; total: number }>('GET', '/webhooks?active=true&limit=1')
    t.deepEqual(
      onlyActive.json.webhooks.map(({ id }) => id),
      [created.id],
    )

    const changed = await ask<Webhook>('PUT', path, {
      json: { description: 'The SOC', events: ['alert.created'], headers: {}, auth_token: '', active: false },
    })
    t.is(changed.status, 200)
    t.like(changed.json, { description: 'The SOC', headers: {}, has_auth_token: false, active: false })
    t.deepEqual(changed.json.events, ['alert.created'])
    t.is(changed.json.url, created.url)
    t.deepEqual((await ask('PUT', path, { json: {} })).status, 200)

    t.is((await ask('DELETE', path)).status, 204)
    t.is((await ask('GET', path)).status, 404)
    t.is((await ask('DELETE', path)).status, 404)
    t.is((await ask<Failure>('GET', `${path}/deliveries`)).json.error, 'Webhook not found')
  })

  engine.test(
    `${engine.name}: the secret is shown on creation and rotation only, and the one before signs on`,
    async (t) => {
      const { api, ask, create, createPolicy, receiver, settled, auditText } = await startWebhooks(t, {
        env: await engine.environment(),
      })
      const { id, signing_secret: first } = await create({ auth_token: 'receiver-token' })
      const path = `/webhooks/${id}`
      const rotated = await ask<WebhookWithSecret>('POST', `${path}/rotate-secret`)
      t.is(rotated.status, 200)
      const second = rotated.json.signing_secret
      t.not(second, first)
      await createPolicy('P')
      await settled(id, 1)
      const [delivery] = receiver.deliveries
      t.is(delivery?.headers['x-service-signature'], signBody(second, delivery?.body ?? Buffer.of()))
      t.is(delivery?.headers['x-service-signature-previous'], signBody(first, delivery?.body ?? Buffer.of()))
      t.is(delivery?.headers.authorization, 'Bearer receiver-token')
      for (const answer of [
        await ask('GET', path),
        await ask('GET', '/webhooks'),
        await ask('PUT', path, { json: { description: 'x' } }),
        await ask('GET', `${path}/deliveries`),
        await ask('GET', '/audit-log'),
      ]) {
        for (const secret of [first, second, 'receiver-token']) t.false(answer.text.includes(secret))
      }
      const audit = await auditText()
      for (const action of ['webhook.created', 'webhook.secret_rotated', 'webhook.updated'])
        t.true(audit.includes(action))
      // Of the URL the log has the host: a path may be a secret.
      t.false(audit.includes('/hook'))
      t.is((await ask('GET', '/audit-log/verify')).status, 200)
      t.truthy(api)
    },
  )

  engine.test(`${engine.name}: of two rotations at once both secrets sign`, async (t) => {
    const { ask, create, createPolicy, receiver, settled } = await startWebhooks(t, { env: await engine.environment() })
    const { id } = await create()
    const rotate = async () =>
      (await ask<WebhookWithSecret>('POST', `/webhooks/${id}/rotate-secret`)).json.signing_secret
    const secrets = await Promise.all([rotate(), rotate()])
    await createPolicy('P')
    await settled(id, 1)
    const [delivery] = receiver.deliveries
    const body = delivery?.body ?? Buffer.of()
    t.deepEqual(
      [delivery?.headers['x-service-signature'], delivery?.headers['x-service-signature-previous']].sort(),
      secrets.map((secret) => signBody(secret, body)).sort(),
    )
  })

  engine.test(`${engine.name}: what was delivered is listed, and is delivered again on request`, async (t) => {
    let status = 500
    const { ask, create, createPolicy, receiver, settled } = await startWebhooks(t, {
      env: { ...(await engine.environment()), WEIR_WEBHOOK_SCHEDULE: '0' },
      answer: (_request, response) => void response.writeHead(status).end(),
    })
    const { id } = await create()
    await createPolicy('P')
    const [failed] = await settled(id, 1)
    t.like(failed, { event_type: 'policy.created', state: 'failed', success: false, status_code: 500, attempt: 1 })
    t.regex(failed?.error ?? '', /^status: /)
    t.is(failed?.next_attempt_at, null)
    t.deepEqual(
      failed?.attempts.map(({ status_code }) => status_code),
      [500],
    )

    const again = `/webhooks/${id}/deliveries/${failed?.id}/redeliver`
    // Its only attempt has failed: the webhook is switched off.
    t.is((await ask<Webhook>('GET', `/webhooks/${id}`)).json.active, false)
    t.is((await ask<Failure>('POST', again)).status, 409)
    status = 204
    t.is((await ask('PUT', `/webhooks/${id}`, { json: { active: true } })).status, 200)
    const redelivery = await ask<Delivery>('POST', again)
    t.is(redelivery.status, 202)
    t.like(redelivery.json, { event_id: failed?.event_id, state: 'pending', success: false, attempt: 0, attempts: [] })
    t.not(redelivery.json.id, failed?.id)
    const [newest, oldest] = await settled(id, 2)
    t.is(newest?.id, redelivery.json.id)
    t.is(oldest?.id, failed?.id)
    t.like(newest, { state: 'succeeded', success: true, status_code: 204 })
    t.false('error' in (newest ?? {}))
    t.deepEqual(receiver.deliveries[1]?.body, receiver.deliveries[0]?.body)
    t.is(receiver.deliveries[1]?.headers['webhook-id'], failed?.event_id)
    const shown = (await ask<Webhook>('GET', `/webhooks/${id}`)).json
    t.is(shown.delivery_count, 2)
    t.is(shown.last_delivery, newest?.timestamp ?? null)
    t.is((await ask<Deliveries>('GET', `/webhooks/${id}/deliveries?limit=1`)).json.deliveries.length, 1)
    t.is((await ask('POST', `/webhooks/${id}/deliveries/dlv_${'0'.repeat(32)}/redeliver`)).status, 404)
  })
}

test('a test sends a sample of any type once, signed, and keeps nothing of it', async (t) => {
  const { ask, create, receiver } = await startWebhooks(t)
  const { id, signing_secret } = await create({ active: false })
  for (const event_type of EventType.options) {
    const { status, json } = await ask<WebhookTestResult>('POST', `/webhooks/${id}/test`, { json: { event_type } })
    t.is(status, 200)
    t.deepEqual(
      { ...json, response_time_ms: 0, timestamp: '' },
      {
        delivered: true,
        status_code: 204,
        response_time_ms: 0,
        timestamp: '',
      },
    )
    const delivery = receiver.deliveries.at(-1)
    t.is(delivery?.headers['x-service-signature'], signBody(signing_secret, delivery?.body ?? Buffer.of()))
    const event = JSON.parse(delivery?.body.toString() ?? '')
    t.is(event.event_type, event_type)
    t.is(event.id, delivery?.headers['webhook-id'])
    t.true(EVENT_DATA[event_type].safeParse(event.data).success, event_type)
  }
  t.is(receiver.deliveries.length, EventType.options.length)
  t.is((await ask<Deliveries>('GET', `/webhooks/${id}/deliveries`)).json.total, 0)
  t.is((await ask<Webhook>('GET', `/webhooks/${id}`)).json.delivery_count, 0)
})

test('a test tells how it failed', async (t) => {
  const { ask, create, origin } = await startWebhooks(t, {
    answer: (_request, response) => void response.writeHead(503).end(),
  })
  const { id } = await create()
  const send = async () =>
    (await ask<WebhookTestResult>('POST', `/webhooks/${id}/test`, { json: { event_type: 'user.deleted' } })).json
  t.like(await send(), { delivered: false, status_code: 503 })
  await ask('PUT', `/webhooks/${id}`, { json: { url: origin.replace(/\d+$/, '1') } })
  const unreachable = await send()
  t.like(unreachable, { delivered: false, status_code: null })
  t.regex(unreachable.error ?? '', /^connect: /)
})
