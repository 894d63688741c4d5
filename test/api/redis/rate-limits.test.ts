import test from 'ava'
import { Secret, TOTP } from 'otpauth'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi } from '../../support/api.ts'
import { TestRedis, testWithRedis } from '../../support/redis.ts'
import { until } from '../../support/wire.ts'

const redisTest = testWithRedis(test)

const WRONG = { email: ADMIN_EMAIL, password: 'x' }

redisTest('two processes share the count of logins and of a tenant, with the same headers', async (t) => {
  const redis = await TestRedis.start(t)
  const env = { WEIR_REDIS_URL: redis.url, WEIR_LOGIN_RATE: '4', WEIR_TENANT_RATE: '3' }
  const here = await startTestApi(t, { env })
  // Each harness has logged in once.
  const there = await startTestApi(t, { env, dataDir: here.settings.dataDir })
  const third = await here.request('POST', '/auth/login', { json: WRONG })
  const fourth = await there.request('POST', '/auth/login', { json: WRONG })
  t.deepEqual([third.headers.get('ratelimit-remaining'), fourth.headers.get('ratelimit-remaining')], ['1', '0'])
  for (const api of [here, there, here]) {
    const refused = await api.request('POST', '/auth/login', { json: WRONG })
    t.is(refused.status, 429)
    t.is(refused.headers.get('ratelimit-limit'), '4')
    t.is(refused.headers.get('retry-after'), refused.headers.get('ratelimit-reset'))
    t.true(Number(refused.headers.get('retry-after')) <= 60)
  }
  const statuses = []
  for (const api of [here, there, here, there, here]) {
    statuses.push((await api.request('GET', '/users/me', { token: here.admin })).status)
  }
  t.deepEqual(statuses, [200, 200, 200, 429, 429])
})

redisTest('wrong codes of a second factor count together in two processes', async (t) => {
  const redis = await TestRedis.start(t)
  const env = { WEIR_REDIS_URL: redis.url }
  const here = await startTestApi(t, { env })
  const there = await startTestApi(t, { env, dataDir: here.settings.dataDir })
  const ask = <T>(path: string, json: object) => here.request<T>('POST', path, { token: here.admin, json })
  const app = await ask<{ uri: string }>('/users/me/second-factor', { password: ADMIN_PASSWORD })
  const secret = Secret.fromBase32(new URL(app.json.uri).searchParams.get('secret') ?? '')
  t.is((await ask('/users/me/second-factor/confirm', { code: new TOTP({ secret }).generate() })).status, 200)
  const statuses = []
  for (const api of [here, there, here, there, here, there, here, there, here, there, here, there]) {
    const json = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD, code: '000 000 0' }
    statuses.push((await api.request('POST', '/auth/login', { json })).status)
  }
  t.deepEqual(statuses, [...Array(10).fill(401), 429, 429])
})

redisTest('codes and passwords that come at the same moment are no further tries', async (t) => {
  const redis = await TestRedis.start(t)
  const api = await startTestApi(t, { env: { WEIR_REDIS_URL: redis.url } })
  const ask = <T>(path: string, json: object) => api.request<T>('POST', path, { token: api.admin, json })
  const begin = (password: string) => ask<{ uri: string }>('/users/me/second-factor', { password })
  for (let n = 0; n < 15; n += 1) t.is((await begin(ADMIN_PASSWORD)).status, 201, 'what was right counts for nothing')
  const app = await begin(ADMIN_PASSWORD)
  const secret = Secret.fromBase32(new URL(app.json.uri).searchParams.get('secret') ?? '')
  t.is((await begin('Wrong-Password-1')).status, 403)
  const confirmed = await ask('/users/me/second-factor/confirm', { code: new TOTP({ secret }).generate() })
  t.is(confirmed.status, 200)
  const tries = Array.from({ length: 64 }, () => ask('/users/me/second-factor/remove', { code: '000000' }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  t.deepEqual(statuses.sort(), [...Array(9).fill(403), ...Array(55).fill(429)])
})

redisTest('while Redis is away each process counts by itself, and afterwards together again', async (t) => {
  const redis = await TestRedis.start(t)
  const env = { WEIR_REDIS_URL: redis.url, WEIR_TENANT_RATE: '3' }
  const here = await startTestApi(t, { env })
  const there = await startTestApi(t, { env, dataDir: here.settings.dataDir })
  const ask = async (api: typeof here) => (await api.request('GET', '/users/me', { token: here.admin })).status
  await redis.kill()
  const away = []
  for (const api of [here, here, here, here, there, there, there, there]) away.push(await ask(api))
  t.deepEqual(away, [200, 200, 200, 429, 200, 200, 200, 429])
  await redis.startAgain()
  await until(
    async () => (await ask(here)) === 200,
    () => 'Redis counts no more',
  )
  t.is((await redis.client(t).keys('weir:rate:request:*')).length, 1)
})

redisTest('a Redis that hangs holds requests up for a second at most', async (t) => {
  const redis = await TestRedis.start(t)
  const api = await startTestApi(t, { env: { WEIR_REDIS_URL: redis.url } })
  redis.freeze()
  t.teardown(() => redis.thaw())
  const slow = async () => {
    const started = performance.now()
    t.is((await api.request('GET', '/users/me', { token: api.admin })).status, 200)
    return performance.now() - started
  }
  t.true((await slow()) < 5000)
  await until(
    async () => (await slow()) < 200,
    () => 'every request waits for Redis',
  )
})
