import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import type { PolicySource } from '../../../../proxy/feeds/policies/policy-source.ts'
import { isInTime } from '../../../support/crowding.ts'
import { FAKE_TOKEN, FakeApi } from '../../../support/fake-api.ts'
import { openPolicySource } from '../../../support/policy-source.ts'
import { samplePolicy } from '../../../support/sample-records.ts'
import { temporaryFolder } from '../../../support/temp.ts'
import { until } from '../../../support/wire.ts'

function namesOf(source: PolicySource): string[] {
  return source.current().policies.map(({ name }) => name)
}

function named(...names: string[]) {
  return names.map((name, n) => samplePolicy({ name, priority: n }))
}

async function untilInForce(source: PolicySource, ...names: string[]): Promise<void> {
  await until(
    () => namesOf(source).join() === names.join(),
    () => `${namesOf(source)} are in force, not ${names}`,
  )
}

async function untilSubscribed(api: FakeApi): Promise<void> {
  await until(
    () => api.channels.size === 1,
    () => 'no channel is open',
  )
}

test('the enabled policies are in force in evaluation order when open() resolves', async (t) => {
  const api = await FakeApi.start(t)
  api.policies = [
    samplePolicy({ name: 'last', priority: 300 }),
    samplePolicy({ name: 'off', enabled: false }),
    samplePolicy({ name: 'first', priority: 1 }),
  ]
  const before = Date.now()
  const { source } = await openPolicySource(t, api)
  t.true(source.current().available)
  t.deepEqual(namesOf(source), ['first', 'last'])
  t.true((source.current().fetchedAt ?? 0) >= before)
})

test('an API without policies is available all the same', async (t) => {
  const { source } = await openPolicySource(t, await FakeApi.start(t))
  t.true(source.current().available)
  t.deepEqual(namesOf(source), [])
})

test('a pushed change is in force within a second', async (t) => {
  const api = await FakeApi.start(t)
  const { source } = await openPolicySource(t, api)
  await untilSubscribed(api)
  await sleep(1000)
  const requests = api.policyRequests.length
  await sleep(1000)
  t.is(api.policyRequests.length, requests, 'nothing is asked while the channel is up')
  for (const event of ['policy.created', 'policy.updated', 'policy.deleted', 'policy.enabled', 'policy.disabled']) {
    const started = performance.now()
    api.change(named(event), event)
    await untilInForce(source, event)
    t.true(performance.now() - started < 1000, event)
  }
})

test('many changes in a moment cost a few requests, and the last one is in force', async (t) => {
  const api = await FakeApi.start(t)
  const { source } = await openPolicySource(t, api)
  await untilSubscribed(api)
  const requests = api.policyRequests.length
  for (let n = 0; n < 200; n++) api.change(named(`change ${n}`))
  await untilInForce(source, 'change 199')
  t.true(api.policyRequests.length - requests <= 4)
})

test('a change during a request is not missed', async (t) => {
  const api = await FakeApi.start(t)
  const { source } = await openPolicySource(t, api)
  await untilSubscribed(api)
  await sleep(400)
  let changed = false
  api.interfere = () => {
    if (changed) return undefined
    changed = true
    const stale = JSON.stringify({ policies: api.policies, total: api.policies.length })
    api.change(named('newest'))
    return { status: 200, body: stale }
  }
  api.change(named('older'))
  await untilInForce(source, 'newest')
  t.true(changed)
})

test('without live updates a change is in force within a second and a half, and asking is cheap', async (t) => {
  const api = await FakeApi.start(t)
  api.acceptChannels = false
  api.policies = named('before')
  const { source, metric } = await openPolicySource(t, api)
  t.deepEqual(namesOf(source), ['before'])
  await until(
    async () => (await metric('fetches_total', { outcome: 'unchanged' })) >= 1,
    () => 'the entity tag is not used',
  )
  t.is(await metric('channel_up'), 0)
  const started = performance.now()
  api.policies = named('after')
  await untilInForce(source, 'after')
  t.true(isInTime(started, 1500))
  t.is(await metric('fetches_total', { outcome: 'changed' }), 2)
})

test('when live updates break off it asks every second, and they come back by themselves', async (t) => {
  const api = await FakeApi.start(t)
  const { source, metric } = await openPolicySource(t, api)
  await untilSubscribed(api)
  api.acceptChannels = false
  for (const channel of api.channels) channel.close(4401)
  api.policies = named('while it is down')
  const started = performance.now()
  await untilInForce(source, 'while it is down')
  t.true(isInTime(started, 1500))

  api.acceptChannels = true
  await untilSubscribed(api)
  await until(
    async () => (await metric('channel_up')) === 1,
    () => 'the channel is not up',
  )
  const pushed = performance.now()
  api.change(named('pushed again'))
  await untilInForce(source, 'pushed again')
  t.true(isInTime(pushed, 1000))
})

test('the API goes and comes back: the last known policies hold in between, then the new ones', async (t) => {
  const api = await FakeApi.start(t)
  api.policies = named('known')
  const { source, lines } = await openPolicySource(t, api)
  await api.stop()
  await sleep(1500)
  t.deepEqual(namesOf(source), ['known'])
  t.is(lines.filter((line) => line.includes('the API gives no policies')).length, 1, 'said once')
  api.policies = named('new')
  await api.start()
  await untilInForce(source, 'new')
  await untilSubscribed(api)
})

test('without API and without file nothing is available, open() does not hang, and the API is found later', async (t) => {
  const api = await FakeApi.start(t)
  await api.stop()
  const started = performance.now()
  const { source, metric } = await openPolicySource(t, api)
  t.true(isInTime(started, 2000))
  t.false(source.current().available)
  t.is(source.current().fetchedAt, undefined)
  t.is(await metric('available'), 0)
  api.policies = named('at last')
  await api.start()
  await untilInForce(source, 'at last')
  t.true(source.current().available)
})

test('with a silent API the policies on disk are in force after about a second', async (t) => {
  const api = await FakeApi.start(t)
  api.policies = named('kept', 'also kept')
  const first = await openPolicySource(t, api)
  await first.close()
  const fetchedAt = first.source.current().fetchedAt ?? Number.NaN

  api.interfere = () => 'hang'
  const started = performance.now()
  const second = await openPolicySource(t, api, first.file)
  t.true(isInTime(started, 2500))
  t.deepEqual(namesOf(second.source), ['kept', 'also kept'])
  t.deepEqual(second.source.current(), { ...first.source.current(), fetchedAt })
})

test('the file is for its owner alone, and no draft of it stays', async (t) => {
  const api = await FakeApi.start(t)
  api.policies = named('kept')
  const { file } = await openPolicySource(t, api)
  await until(
    () => readdirSync(dirname(file)).join() === 'policies.json',
    () => readdirSync(dirname(file)).join(),
  )
  if (process.platform !== 'win32') t.is(statSync(file).mode & 0o777, 0o600)
})

test('a damaged file is ignored with a line in the log', async (t) => {
  const api = await FakeApi.start(t)
  api.policies = named('kept')
  const first = await openPolicySource(t, api)
  await until(
    () => readdirSync(dirname(first.file)).join() === 'policies.json',
    () => 'nothing is kept',
  )
  await first.close()
  await api.stop()
  const sound = readFileSync(first.file, 'utf8')
  for (const content of ['', '{', 'null', '[]', sound.slice(0, -5), sound.replace('"block"', '"shout"'), `${sound}x`]) {
    const file = join(temporaryFolder(t), 'policies.json')
    writeFileSync(file, content)
    const { source, lines, metric } = await openPolicySource(t, api, file)
    t.false(source.current().available, content)
    t.true(lines.some((line) => line.includes('the policies on disk cannot be used')))
    t.is(await metric('cache_failures_total'), 1)
  }
  const { source } = await openPolicySource(t, api, first.file)
  t.deepEqual(namesOf(source), ['kept'])
})

test('a disk that cannot be written is said and counted, and the policies are in force', async (t) => {
  const api = await FakeApi.start(t)
  api.policies = named('here')
  const file = join(temporaryFolder(t), 'missing', 'policies.json')
  const { source, lines, metric } = await openPolicySource(t, api, file)
  t.deepEqual(namesOf(source), ['here'])
  t.is(await metric('cache_failures_total'), 1)
  t.true(lines.some((line) => line.includes('cannot be kept on disk')))
})

test('invalid policies are said and counted, and the last good ones hold', async (t) => {
  const api = await FakeApi.start(t)
  api.acceptChannels = false
  api.policies = named('good')
  const { source, lines, metric } = await openPolicySource(t, api)
  api.interfere = ({ path }) =>
    path.includes('/policies') ? { status: 200, body: '{"policies":[{"id":"x"}],"total":1}' } : undefined
  await until(
    async () => (await metric('fetches_total', { outcome: 'invalid' })) >= 2,
    () => 'the policies are not asked for again',
  )
  t.deepEqual(namesOf(source), ['good'])
  t.is(lines.filter((line) => line.includes('ERR_API_INVALID_POLICIES')).length, 1)
  api.interfere = () => undefined
  api.policies = named('better')
  await untilInForce(source, 'better')
})

test('Retry-After is obeyed, also when changes are pushed meanwhile', async (t) => {
  const api = await FakeApi.start(t)
  const { source } = await openPolicySource(t, api)
  await untilSubscribed(api)
  await sleep(500)
  const times: number[] = []
  api.interfere = () => {
    times.push(performance.now())
    return times.length === 1 ? { status: 429, headers: { 'retry-after': '2' } } : undefined
  }
  api.change(named('one'))
  await until(
    () => times.length === 1,
    () => 'not asked',
  )
  api.change(named('two'))
  await untilInForce(source, 'two')
  t.true((times[1] ?? 0) - (times[0] ?? 0) >= 1900)
})

test('odd messages on the channel change nothing', async (t) => {
  const api = await FakeApi.start(t)
  const { source, lines } = await openPolicySource(t, api)
  await untilSubscribed(api)
  await sleep(500)
  const requests = api.policyRequests.length
  for (const message of ['', 'not JSON', 'null', '[]', '{"type":7}', '\u0000']) api.push(message)
  api.push({ type: 'event', event_type: 'user.invited' })
  api.push({ type: 'event' })
  api.push({ type: 'error', error: 'x' })
  api.push({ type: 'pong' })
  await sleep(500)
  t.is(api.policyRequests.length, requests)
  api.change(named('still listening'))
  await untilInForce(source, 'still listening')
  t.true(lines.some((line) => line.includes('cannot be read')))
})

test('close() does not wait for an API that is silent', async (t) => {
  const api = await FakeApi.start(t)
  api.interfere = () => 'hang'
  const { close } = await openPolicySource(t, api)
  const started = performance.now()
  await close()
  t.true(isInTime(started, 1000))
})

test('after close() nothing is asked any more', async (t) => {
  const api = await FakeApi.start(t)
  const { close } = await openPolicySource(t, api)
  await untilSubscribed(api)
  await close()
  const requests = api.policyRequests.length
  await sleep(1200)
  t.is(api.policyRequests.length, requests)
  t.is(api.channels.size, 0)
})

test('the token stands in no log line', async (t) => {
  const api = await FakeApi.start(t)
  api.acceptChannels = false
  api.interfere = () => ({ status: 401 })
  const { lines } = await openPolicySource(t, api)
  await sleep(1000)
  t.true(lines.length > 0)
  t.false(lines.join('').includes(FAKE_TOKEN))
})
