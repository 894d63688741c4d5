import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { issueServerCertificate } from '../../../certs/server-certificate.ts'
import { type ApiClient, createApiClient } from '../../../proxy/api-client/client.ts'
import { ApiError, type ApiErrorCode } from '../../../proxy/api-client/errors.ts'
import { newAuthority } from '../../support/certificate-files.ts'
import { FAKE_TOKEN, FakeApi } from '../../support/fake-api.ts'
import { once } from '../../support/once.ts'
import { samplePolicy } from '../../support/sample-records.ts'
import { listen } from '../../support/wire.ts'

function clientOf(t: ExecutionContext, apiUrl: string, ca?: string, now?: () => number) {
  const client = createApiClient({ apiUrl, token: FAKE_TOKEN, ca, ...(now === undefined ? {} : { now }) })
  t.teardown(() => client.close())
  return client
}

async function failureOf(t: ExecutionContext, promise: Promise<unknown>): Promise<ApiError> {
  const error = await t.throwsAsync(promise, { instanceOf: ApiError })
  t.false(inspect(error, { depth: 10 }).includes(FAKE_TOKEN), 'an error never holds the token')
  return error as ApiError
}

function item(id: string): Buffer {
  return Buffer.from(JSON.stringify({ id }))
}

test('a batch is one JSON array with the token of the service', async (t) => {
  const api = await FakeApi.start(t)
  const client = clientOf(t, `${api.url}/`)
  let seen: { method: string; path: string; type: string | undefined; authorization: string | undefined } | undefined
  api.interfere = ({ method, path, headers }) => {
    seen = { method, path, type: headers['content-type'], authorization: headers.authorization }
    return undefined
  }
  t.deepEqual(await client.sendBatch([item('a'), item('é')]), { received: 2, stored: 2 })
  t.deepEqual([...api.records.keys()], ['a', 'é'])
  t.deepEqual(seen, {
    method: 'POST',
    path: '/api/v1/interactions/batch',
    type: 'application/json',
    authorization: `Bearer ${FAKE_TOKEN}`,
  })
  t.deepEqual(await client.sendBatch([]), { received: 0, stored: 0 })
})

test('policies come with an entity tag, and are not sent again while they stay the same', async (t) => {
  const api = await FakeApi.start(t)
  const client = clientOf(t, api.url)
  api.policies = [samplePolicy(), samplePolicy({ name: 'Other' })]
  const first = await client.fetchPolicies(undefined)
  if (first.notModified) return t.fail()
  t.deepEqual(first.policies, [...api.policies])
  t.deepEqual(await client.fetchPolicies(first.etag), { notModified: true })
  api.policies = [samplePolicy()]
  const second = await client.fetchPolicies(first.etag)
  t.false(second.notModified)
  t.true(api.policyRequests.every(({ path }) => path.includes('include=rules') && path.includes('limit=500')))
})

test('policies of several pages are read whole, and a change on any page is noticed', async (t) => {
  const api = await FakeApi.start(t)
  const client = clientOf(t, api.url)
  api.policies = Array.from({ length: 1100 }, (_, n) => samplePolicy({ name: `Policy ${n}` }))
  const first = await client.fetchPolicies(undefined)
  if (first.notModified) return t.fail()
  t.deepEqual(first.policies, [...api.policies])
  t.deepEqual(await client.fetchPolicies(first.etag), { notModified: true })
  t.is(api.policyRequests.length, 6)
  for (const changed of [0, 600, 1099]) {
    api.policies = api.policies.map((policy, n) => (n === changed ? { ...policy, enabled: !policy.enabled } : policy))
    const next = await client.fetchPolicies(first.etag)
    t.deepEqual(next.notModified ? [] : next.policies, [...api.policies], `policy ${changed}`)
  }
  api.policies = [...api.policies, samplePolicy()]
  const grown = await client.fetchPolicies(first.etag)
  t.is(grown.notModified ? 0 : grown.policies.length, 1101)
})

test('a list that changes while its pages are read is read again', async (t) => {
  const api = await FakeApi.start(t)
  const client = clientOf(t, api.url)
  api.policies = Array.from({ length: 700 }, () => samplePolicy())
  let removed = false
  api.interfere = ({ path }) => {
    if (path.includes('page=2') && !removed) {
      removed = true
      api.policies = api.policies.slice(1)
    }
    return undefined
  }
  const answer = await client.fetchPolicies(undefined)
  t.deepEqual(answer.notModified ? [] : answer.policies, [...api.policies])
})

test('a list that never adds up is an unexpected answer, not an endless reading', async (t) => {
  const api = await FakeApi.start(t)
  const body = JSON.stringify({ policies: [samplePolicy()], total: 7 })
  api.interfere = () => ({ status: 200, body })
  t.is((await failureOf(t, clientOf(t, api.url).fetchPolicies(undefined))).code, 'ERR_API_UNEXPECTED')
  t.true(api.policyRequests.length < 10)
})

test('a 304 that nobody asked for is an unexpected answer', async (t) => {
  const api = await FakeApi.start(t)
  api.interfere = () => ({ status: 304 })
  t.is((await failureOf(t, clientOf(t, api.url).fetchPolicies(undefined))).code, 'ERR_API_UNEXPECTED')
  t.is(api.policyRequests.length, 1)
})

test('an unknown field of a policy is left out; an unknown rule makes the policies invalid, and the error says where', async (t) => {
  const api = await FakeApi.start(t)
  const client = clientOf(t, api.url)
  const policy = samplePolicy()
  api.interfere = () => ({ status: 200, body: JSON.stringify({ policies: [{ ...policy, colour: 'red' }], total: 1 }) })
  const answer = await client.fetchPolicies(undefined)
  t.deepEqual(answer.notModified ? [] : answer.policies, [policy])
  for (const rules of [
    { ...policy.rules, except: [] },
    { action: 'shout', conditions: [] },
    { action: 'block', conditions: [{ field: 'weather', operator: 'eq', value: 'rain' }] },
    { action: 'block' },
    null,
  ]) {
    api.interfere = () => ({
      status: 200,
      body: JSON.stringify({ policies: [policy, { ...policy, rules }], total: 2 }),
    })
    const error = await failureOf(t, client.fetchPolicies(undefined))
    t.is(error.code, 'ERR_API_INVALID_POLICIES')
    t.true(error.message.includes('policies.1.rules'), error.message)
    t.true(error.message.length < 500)
  }
})

test('each status has its own code', async (t) => {
  const api = await FakeApi.start(t)
  const client = clientOf(t, api.url)
  const codes: [number, ApiErrorCode][] = [
    [400, 'ERR_API_REFUSED'],
    [401, 'ERR_API_UNAUTHORIZED'],
    [403, 'ERR_API_FORBIDDEN'],
    [404, 'ERR_API_UNEXPECTED'],
    [413, 'ERR_API_TOO_LARGE'],
    [422, 'ERR_API_REFUSED'],
    [429, 'ERR_API_RATE_LIMITED'],
    [500, 'ERR_API_UNAVAILABLE'],
    [503, 'ERR_API_UNAVAILABLE'],
    [204, 'ERR_API_UNEXPECTED'],
    [302, 'ERR_API_UNEXPECTED'],
  ]
  for (const [status, code] of codes) {
    api.interfere = () => ({ status })
    t.is((await failureOf(t, client.sendBatch([item('a')]))).code, code, String(status))
    t.is((await failureOf(t, client.fetchPolicies(undefined))).code, code, String(status))
  }
  for (const body of ['', 'null', '[]', '<html>', '{"policies":{}}', '{"received":1}', '{"received":2,"stored":2}']) {
    api.interfere = () => ({ status: 200, body })
    t.is((await failureOf(t, client.sendBatch([item('a')]))).code, 'ERR_API_UNEXPECTED', body)
    await failureOf(t, client.fetchPolicies(undefined))
  }
})

test('Retry-After is seconds or a date, and is bounded', async (t) => {
  const api = await FakeApi.start(t)
  const now = Date.parse('2026-11-21T09:30:00Z')
  const client = clientOf(t, api.url, undefined, () => now)
  const values: [string | undefined, number | undefined][] = [
    ['0', 0],
    ['7', 7000],
    ['999999999', 300_000],
    ['Sat, 21 Nov 2026 09:30:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['Sat, 21 Nov 2099 09:00:00 GMT', 300_000],
    ['soon', undefined],
    ['-1.5e999', undefined],
    [undefined, undefined],
  ]
  for (const [value, expected] of values) {
    api.interfere = () => ({ status: 429, headers: value === undefined ? {} : { 'retry-after': value } })
    t.is((await failureOf(t, client.fetchPolicies(undefined))).retryAfterMs, expected, value)
  }
})

test('an API that is not there, hangs up or stops half way is unreachable', async (t) => {
  const api = await FakeApi.start(t)
  const client = clientOf(t, api.url)
  api.interfere = () => 'reset'
  t.is((await failureOf(t, client.fetchPolicies(undefined))).code, 'ERR_API_UNREACHABLE')
  await api.stop()
  const refused = await failureOf(t, client.fetchPolicies(undefined))
  t.is(refused.code, 'ERR_API_UNREACHABLE')
  t.true(refused.message.includes('ECONNREFUSED'), refused.message)

  const { port } = await listen(t, (socket) => {
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"polic')
  })
  const cut = await failureOf(t, clientOf(t, `http://127.0.0.1:${port}/api/v1`).fetchPolicies(undefined))
  t.is(cut.code, 'ERR_API_UNREACHABLE')
})

test('an endless answer is cut off', async (t) => {
  const { port } = await listen(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n')
    const chunk = Buffer.alloc(1_000_000, 0x20)
    const pour = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', pour)
    pour()
  })
  const error = await failureOf(t, clientOf(t, `http://127.0.0.1:${port}/api/v1`).fetchPolicies(undefined))
  t.is(error.code, 'ERR_API_UNEXPECTED')
})

test('a request can be given up', async (t) => {
  const api = await FakeApi.start(t)
  api.interfere = () => 'hang'
  const abort = new AbortController()
  const sending = failureOf(t, clientOf(t, api.url).sendBatch([item('a')], abort.signal))
  const fetching = failureOf(t, clientOf(t, api.url).fetchPolicies(undefined, abort.signal))
  setTimeout(() => abort.abort(), 50)
  t.is((await sending).code, 'ERR_API_UNREACHABLE')
  t.is((await fetching).code, 'ERR_API_UNREACHABLE')
})

test('a redirect is not followed: the token goes to the API alone', async (t) => {
  let visits = 0
  const elsewhere = createServer((_, response) => {
    visits++
    response.end('{"policies":[],"total":0}')
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  t.teardown(() => elsewhere.close())
  const api = await FakeApi.start(t)
  const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
  api.interfere = () => ({ status: 307, headers: { location } })
  t.is((await failureOf(t, clientOf(t, api.url).fetchPolicies(undefined))).code, 'ERR_API_UNEXPECTED')
  t.is(visits, 0)
})

test('the certificate of the API is verified, for requests and for live updates', async (t) => {
  const authority = newAuthority(t)
  const api = await FakeApi.start(t, issueServerCertificate(authority, [], new Date()))
  const ca = authority.certificatePem
  const trusting = clientOf(t, api.url, ca)
  t.false((await trusting.fetchPolicies(undefined)).notModified)
  t.is(await liveOutcome(trusting), 'hello')

  const strangers: [string, ApiClient][] = [
    ['another CA', clientOf(t, api.url, newAuthority(t).certificatePem)],
    ['the public roots', clientOf(t, api.url)],
    ['another name', clientOf(t, api.url.replace('127.0.0.1', '127.0.0.2'), ca)],
  ]
  for (const [name, client] of strangers) {
    t.is((await failureOf(t, client.fetchPolicies(undefined))).code, 'ERR_API_UNREACHABLE', name)
    t.not(await liveOutcome(client), 'hello', name)
  }
})

/** The type of the first message, or the error's message. */
function liveOutcome(client: ApiClient): Promise<string> {
  return new Promise((resolve) => {
    const socket = client.openLiveUpdates()
    socket.on('error', (error) => resolve(error.message))
    socket.on('message', (data) => {
      resolve(JSON.parse(String(data)).type)
      socket.terminate()
    })
  })
}

test('connections are kept alive', async (t) => {
  const api = await FakeApi.start(t)
  const client = clientOf(t, api.url)
  for (let n = 0; n < 20; n++) await client.sendBatch([item(String(n))])
  t.true(api.connections <= 4, `${api.connections} connections for 20 requests`)
})
