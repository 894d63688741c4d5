import test from 'ava'
import { type Failure, startWebhooks } from '../../support/webhook-api.ts'

test('a URL where nothing may be sent is refused with its reason, on creation and on change', async (t) => {
  const { ask, create } = await startWebhooks(t)
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
  const { ask, create, origin } = await startWebhooks(t)
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
  const { ask, create, origin } = await startWebhooks(t, { env: { WEIR_WEBHOOKS_MAX: '2' } })
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
  const { ask, create, settled } = await startWebhooks(t)
  const { id } = await create({ events: ['interaction.created'] })
  const json = { platform_id: 'openai-api', content_hash: 'a'.repeat(64) }
  const interaction = await ask<{ id: string }>('POST', '/interactions', { json })
  const [delivery] = await settled(id, 1)
  await ask('DELETE', `/interactions/${interaction.json.id}`)
  const again = await ask<Failure>('POST', `/webhooks/${id}/deliveries/${delivery?.id}/redeliver`)
  t.is(again.status, 409)
  t.regex(again.json.error, /deleted/)
})
