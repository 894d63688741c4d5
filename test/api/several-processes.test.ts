import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi, type TestApi } from '../support/api.ts'
import { openLive } from '../support/api-live.ts'
import { inviteAndAccept } from '../support/api-users.ts'
import { TestMongo, testWithMongo } from '../support/mongodb.ts'
import type { OptionalTest } from '../support/optional.ts'

const mongo = new TestMongo()
const mongoTest = testWithMongo(test)
test.after.always(() => mongo.close())

type StartTwo = (t: ExecutionContext) => Promise<[TestApi, TestApi]>

const embedded: StartTwo = async (t) => {
  const first = await startTestApi(t)
  return [first, await startTestApi(t, { dataDir: first.settings.dataDir })]
}

const onMongo: StartTwo = async (t) => {
  const env = { WEIR_MONGODB_URL: await mongo.newDatabase(), WEIR_JWT_SECRET: 'one secret for all processes of a test' }
  return [await startTestApi(t, { env }), await startTestApi(t, { env })]
}

const ENGINES: readonly (readonly [name: string, startTwo: StartTwo, test: OptionalTest])[] = [
  ['embedded', embedded, test],
  ['mongodb', onMongo, mongoTest],
]

const POLICY = { name: 'All', rules: { action: 'block', conditions: [] } }
const INTERACTION = { platform_id: 'openai-api', content_hash: 'a'.repeat(64) }

/** Resolves once `holds` does; the time it may take is measured by the test. */
async function until(holds: () => Promise<boolean>): Promise<number> {
  const started = performance.now()
  while (!(await holds())) await sleep(20)
  return performance.now() - started
}

/** Promised is a second; the rest is for a machine that runs all other tests beside this one. */
const WITHIN_MS = 5000

for (const [engine, start, testHere] of ENGINES) {
  testHere(`${engine}: a session of one process is good in the other, and ends in both at once`, async (t) => {
    const [here, there] = await start(t)
    const jo = await inviteAndAccept(here, 'jo@example.com', 'viewer')
    const status = async () => (await there.request('GET', '/users/me', { token: jo.token })).status
    t.is(await status(), 200)
    const path = `/users/${jo.id}`
    await here.request('PUT', path, { token: here.admin, json: { role: 'admin' } })
    t.is((await there.request('GET', '/users', { token: jo.token })).status, 200)
    await here.request('POST', `${path}/reset-password`, {
      token: here.admin,
      json: { new_password: 'Brand-New-Passw0rd' },
    })
    t.is(await status(), 401)
  })

  testHere(
    `${engine}: a policy changed in one process is in force and on the air in the other within a second`,
    async (t) => {
      const [here, there] = await start(t)
      const live = await openLive(t, there, { token: there.server.internalToken })
      const enforced = async (action: string) => {
        const { json } = await there.request<{ enforced_action: string }>('POST', '/interactions', {
          token: there.admin,
          json: INTERACTION,
        })
        return json.enforced_action === action
      }
      const heard = (type: string) => live.waitFor((message) => message.event_type === type)
      t.true(await enforced('allow'))

      const created = await here.request<{ id: string }>('POST', '/policies', {
        token: here.admin,
        json: { ...POLICY, enabled: true },
      })
      t.true((await until(() => enforced('block'))) < WITHIN_MS)
      t.deepEqual((await heard('policy.created')).data, created.json)

      const path = `/policies/${created.json.id}`
      await here.request('PUT', path, { token: here.admin, json: { priority: 3, enabled: false } })
      t.true((await until(() => enforced('allow'))) < WITHIN_MS)
      await heard('policy.updated')
      await heard('policy.disabled')
      await here.request('DELETE', path, { token: here.admin })
      t.deepEqual((await heard('policy.deleted')).data, { id: created.json.id })

      const own = await there.request<{ id: string }>('POST', '/policies', {
        token: there.admin,
        json: { ...POLICY, name: 'Own' },
      })
      await live.waitFor((message) => (message.data as { id?: string } | undefined)?.id === own.json.id)
      await here.request('POST', '/policies', { token: here.admin, json: { ...POLICY, name: 'Last' } })
      await live.waitFor((message) => (message.data as { name?: string } | undefined)?.name === 'Last')
      const created3 = live.messages.filter((message) => message.event_type === 'policy.created')
      t.is(created3.length, 3)
    },
  )

  testHere(`${engine}: a live connection ends when another process revokes its token`, async (t) => {
    const [here, there] = await start(t)
    const live = await openLive(t, there, { token: await here.serviceToken(['policies']) })
    const { json } = await here.request<{ service_tokens: { id: string; name: string }[] }>('GET', '/service-tokens', {
      token: here.admin,
    })
    const id = json.service_tokens.find(({ name }) => name === 'test token 1')?.id
    await here.request('DELETE', `/service-tokens/${id}`, { token: here.admin })
    t.is(await live.closed, 4401)
  })

  testHere(`${engine}: processes that share a database have proxies with tokens of their own`, async (t) => {
    const [here, there] = await start(t)
    for (const api of [here, there]) {
      for (const { server } of [here, there]) {
        t.is((await api.request('GET', '/policies', { token: server.internalToken })).status, 200)
      }
    }
  })
}

mongoTest('mongodb: processes that start at once on a new database make one tenant and one admin', async (t) => {
  const env = {
    WEIR_MONGODB_URL: await mongo.newDatabase(),
    WEIR_JWT_SECRET: 'one secret for all processes of a test',
  }
  const apis = await Promise.all([1, 2, 3].map(() => startTestApi(t, { env })))
  t.is(apis.filter(({ server }) => server.firstAdmin !== undefined).length, 1)
  const users = await Promise.all(
    apis.map((api) => api.request<{ total: number }>('GET', '/users', { token: api.admin })),
  )
  t.deepEqual(
    users.map(({ json }) => json.total),
    [1, 1, 1],
  )
  t.truthy(await apis[0]?.login(ADMIN_EMAIL, ADMIN_PASSWORD))
})

mongoTest('mongodb: what is made at the same moment keeps within what a tenant may have of it', async (t) => {
  const env = { WEIR_MONGODB_URL: await mongo.newDatabase(), WEIR_JWT_SECRET: 'one secret for all processes of a test' }
  const api = await startTestApi(t, { env })
  const make = async (path: string, count: number, bodyOf: (index: number) => object) => {
    const made = Array.from({ length: count }, async (_, index) => {
      const { status } = await api.request('POST', path, { token: api.admin, json: bodyOf(index) })
      return status
    })
    const statuses = await Promise.all(made)
    t.deepEqual([...new Set(statuses)].sort(), [201, 409])
    return statuses.filter((status) => status === 201).length
  }
  // 4 MiB of policies, and 10,000 values of exceptions.
  const services = Array.from({ length: 500 }, (_, index) => `service-${index}-`.padEnd(100, 'x'))
  const conditions = Array.from({ length: 15 }, () => ({ field: 'platform_id', operator: 'in', value: services }))
  const policies = await make('/policies', 16, (index) => ({
    name: `Large ${index}`,
    rules: { action: 'log', conditions },
  }))
  t.is(policies, 5)
  const values = Array.from({ length: 1000 }, (_, index) => `value ${index}`)
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const exceptions = await make('/exceptions', 16, (index) => ({
    values: values.map((value) => `${value} of ${index}`),
    ...{ reason: 'published', owner: 'ann@acme.example', expires_at },
  }))
  t.is(exceptions, 10)
})
