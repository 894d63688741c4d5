import test, { type ExecutionContext } from 'ava'
import { signBody } from '../../../api/webhooks/signatures.ts'
import { EventType } from '../../../core/model/event.ts'
import { EVENT_DATA } from '../../../core/model/event-data.ts'
import type { Delivery, Webhook, WebhookTestResult, WebhookWithSecret } from '../../../core/model/webhook.ts'
import type { RequestOptions } from '../../support/api.ts'
import { documentEngines } from '../../support/engines.ts'
import { startWebhookApi } from '../../support/webhook-api.ts'
import { until } from '../../support/wire.ts'

interface Failure {
  readonly error: string
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

type Deliveries = { deliveries: Delivery[]; total: number }

async function start(t: ExecutionContext, options: Parameters<typeof startWebhookApi>[1] = {}) {
  const { api, receiver, origin } = await startWebhookApi(t, options)
  const ask = <T>(method: string, path: string, request: RequestOptions = {}) =>
    api.request<T>(method, path, { token: api.admin, ...request })
  const create = async (changes: object = {}) => {
    const json = { url: `${origin}/hook`, events: ['policy.created'], ...changes }
    const answer = await ask<WebhookWithSecret>('POST', '/webhooks', { json })
    t.is(answer.status, 201, answer.text)
    return answer.json
  }
  const createPolicy = (name: string) =>
    ask('POST', '/policies', { json: { name, rules: { action: 'log', conditions: [] } } })
  const settled = async (id: string, count: number) => {
    let list: Deliveries = { deliveries: [], total: 0 }
    await until(
      async () => {
        list = (await ask<Deliveries>('GET', `/webhooks/${id}/deliveries`)).json
        return list.total === count && list.deliveries.every(({ state }) => state !== 'pending')
      },
      () => JSON.stringify(list),
    )
    return list.deliveries
  }
  const auditText = async () => (await ask('GET', '/audit-log?target_type=webhook')).text
  return { api, receiver, origin, ask, create, createPolicy, settled, auditText }
}

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: a webhook is created, read, listed, changed and deleted`, async (t) => {
    const { ask, create, origin } = await start(t, { env: await engine.environment() })
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
      const { api, ask, create, createPolicy, receiver, settled, auditText } = await start(t, {
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
    const { ask, create, createPolicy, receiver, settled } = await start(t, { env: await engine.environment() })
    const { id } = await create()
    const rotate = async () =>
      (await ask<WebhookWithSecret>('POST', `/webhooks/${id}/rotate-secret`)).json.signing_secret
    const secrets = await Promise.all([rotate(), rotate()])
    await createPolicy('P')
    await settled(id, 1)
    const { headers, body } = receiver.deliveries[0] ?? { headers: {}, body: Buffer.of() }
    t.deepEqual(
      [headers['x-service-signature'], headers['x-service-signature-previous']].sort(),
      secrets.map((secret) => signBody(secret, body)).sort(),
    )
  })

  engine.test(`${engine.name}: what was delivered is listed, and is delivered again on request`, async (t) => {
    let status = 500
    const { ask, create, createPolicy, receiver, settled } = await start(t, {
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
  const { ask, create, receiver } = await start(t)
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
  const { ask, create, origin } = await start(t, {
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

test('a URL where nothing may be sent is refused with its reason, on creation and on change', async (t) => {
  const { ask, create } = await start(t)
  const { id } = await create()
  for (const [url, reason] of [
    ['http://example.com/', /https/],
    ['https://user:pass@example.com/', /credentials/],
    ['https://169.254.169.254/', /metadata|never/],
    ['https://10.0.0.1/', /WEIR_WEBHOOK_ALLOW_CIDRS/],
    ['https://[::ffff:10.0.0.1]/', /WEIR_WEBHOOK_ALLOW_CIDRS/],
    ['nonsense', /URL/],
  ] as const) {
    for (const [method, path] of [
      ['POST', '/webhooks'],
      ['PUT', `/webhooks/${id}`],
    ] as const) {
      const { status, json } = await ask<Failure>(method, path, { json: { url, events: ['user.deleted'] } })
      t.is(status, 400, url)
      t.deepEqual(
        json.details?.map((detail) => detail.path),
        ['url'],
      )
      t.regex(json.details?.[0]?.message ?? '', reason)
    }
  }
})

test('what a webhook does not take is refused by name', async (t) => {
  const { ask, create, origin } = await start(t)
  const { id } = await create()
  const url = `${origin}/hook`
  const events = ['user.deleted']
  for (const [json, path] of [
    [{ url }, 'events'],
    [{ events }, 'url'],
    [{ url, events: [] }, 'events'],
    [{ url, events: ['user.renamed'] }, 'events.0'],
    [{ url, events: 'user.deleted' }, 'events'],
    [{ url, events, headers: { Host: 'x' } }, 'headers'],
    [{ url, events, headers: { 'X-Service-Signature': 'x' } }, 'headers'],
    [{ url, events, headers: { 'x-a': 'a\r\nb: c' } }, 'headers.x-a'],
    [{ url, events, headers: { 'a b': 'x' } }, 'headers.a b'],
    [{ url, events, headers: [] }, 'headers'],
    [{ url, events, auth_token: 'a b' }, 'auth_token'],
    [{ url, events, active: 'yes' }, 'active'],
    [{ url, events, signing_secret: 'whsec_mine' }, 'signing_secret'],
    [{ url, events, tenant_id: 'x' }, 'tenant_id'],
  ] as const) {
    const { status, json: answer } = await ask<Failure>('POST', '/webhooks', { json })
    t.is(status, 400, path)
    t.deepEqual(
      answer.details?.map((detail) => detail.path),
      [path],
    )
  }
  const fetched = (await ask<object>('GET', `/webhooks/${id}`)).json
  const back = await ask<Failure>('PUT', `/webhooks/${id}`, { json: fetched })
  t.is(back.status, 400)
  t.true(
    back.json.details?.some(({ path, message }) => path === 'has_auth_token' && message === 'is not a known field'),
  )
  for (const json of [{}, { event_type: 'user.renamed' }, { event_type: ['user.deleted'] }]) {
    t.is((await ask('POST', `/webhooks/${id}/test`, { json })).status, 400)
  }
  for (const query of ['limit=0', 'limit=501', 'limit=x', 'page=1']) {
    t.is((await ask('GET', `/webhooks/${id}/deliveries?${query}`)).status, 400, query)
  }
  for (const wrong of [
    'whk_1',
    '00000000-0000-4000-8000-000000000001',
    `whk_${'0'.repeat(32)}`,
    `dlv_${'0'.repeat(32)}`,
  ]) {
    t.is((await ask('GET', `/webhooks/${wrong}`)).status, 404, wrong)
  }
})

test('a tenant has as many webhooks as WEIR_WEBHOOKS_MAX says', async (t) => {
  const { ask, create, origin } = await start(t, { env: { WEIR_WEBHOOKS_MAX: '2' } })
  const { id } = await create()
  await create()
  const json = { url: `${origin}/hook`, events: ['user.deleted'] }
  const refused = await ask<Failure>('POST', '/webhooks', { json })
  t.is(refused.status, 409)
  t.regex(refused.json.error, /WEIR_WEBHOOKS_MAX/)
  await ask('DELETE', `/webhooks/${id}`)
  t.is((await ask('POST', '/webhooks', { json })).status, 201)
})

test('an event that was erased with its interaction cannot be sent again', async (t) => {
  const { ask, create, settled } = await start(t)
  const { id } = await create({ events: ['interaction.created'] })
  const json = { platform_id: 'openai-api', content_hash: 'a'.repeat(64) }
  const interaction = await ask<{ id: string }>('POST', '/interactions', { json })
  const [delivery] = await settled(id, 1)
  await ask('DELETE', `/interactions/${interaction.json.id}`)
  const again = await ask<Failure>('POST', `/webhooks/${id}/deliveries/${delivery?.id}/redeliver`)
  t.is(again.status, 409)
  t.regex(again.json.error, /deleted/)
})
