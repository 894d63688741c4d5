import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { type RequestOptions, startTestApi } from '../support/api.ts'

interface ErrorJson {
  error: string
  request_id: string
  details?: { path: string; message: string }[]
}

const JSON_TYPE = { 'content-type': 'application/json' }
const ID = '00000000-0000-4000-8000-000000000000'

test('every error has one sentence and the id that the log has', async (t) => {
  const api = await startTestApi(t)
  const cases: [number, string, string, RequestOptions][] = [
    [400, 'POST', '/policies', { token: api.admin, json: {} }],
    [401, 'GET', '/policies', {}],
    [403, 'GET', '/users/me', { token: api.server.internalToken }],
    [404, 'GET', `/policies/${ID}`, { token: api.admin }],
    [404, 'GET', '/nothing/here', {}],
    [404, 'GET', '//nothing', {}],
    [404, 'GET', '/POLICIES', { token: api.admin }],
    [404, 'GET', '/users/me/SESSIONS', { token: api.admin }],
    [404, 'GET', '//Readyz', {}],
    [405, 'PATCH', '/policies', { token: api.admin }],
    [405, 'POST', '//healthz', {}],
    [415, 'POST', '/policies', { token: api.admin, body: 'name=x', headers: { 'content-type': 'text/plain' } }],
  ]
  for (const [status, method, path, options] of cases) {
    const answer = await api.request<ErrorJson>(method, path, options)
    t.is(answer.status, status, `${method} ${path}`)
    t.regex(answer.json.error, /^[A-Z].{5,150}$/)
    t.is(answer.json.request_id, answer.headers.get('x-request-id') ?? '')
    t.is('details' in answer.json, status === 400)
    t.is(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  }
})

test('every answer carries the sound header set', async (t) => {
  const api = await startTestApi(t)
  for (const [path, token] of [
    ['/users/me', api.admin],
    ['/users/me', undefined],
    ['/nothing', undefined],
    ['//healthz', undefined],
  ] as const) {
    const { headers } = await api.request('GET', path, { token })
    t.is(headers.get('cache-control'), 'no-store')
    t.is(headers.get('x-content-type-options'), 'nosniff')
    t.is(headers.get('x-frame-options'), 'DENY')
    t.is(headers.get('referrer-policy'), 'no-referrer')
    t.regex(headers.get('content-security-policy') ?? '', /default-src 'none'/)
    t.regex(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    t.false(headers.has('x-powered-by'))
    t.false(headers.has('access-control-allow-origin'))
    // Over plain HTTP it would be ignored; the balancer that ends TLS sets it.
    t.false(headers.has('strict-transport-security'))
  }
})

test('a request id of the caller is kept where it can do no harm', async (t) => {
  const api = await startTestApi(t)
  const idFor = async (given: string) => {
    const { headers } = await api.request('GET', '/healthz', { headers: { 'x-request-id': given } })
    return headers.get('x-request-id')
  }
  t.is(await idFor('abc-123_X.y'), 'abc-123_X.y')
  for (const bad of ['a b', 'x'.repeat(65), '{"a":1}', 'é']) t.not(await idFor(bad), bad)
})

test('405 says what the path takes', async (t) => {
  const api = await startTestApi(t)
  const allow = async (method: string, path: string) => {
    const answer = await api.request(method, path, { token: api.admin })
    t.is(answer.status, 405)
    return answer.headers.get('allow')
  }
  t.is(await allow('DELETE', '/policies'), 'GET, HEAD, POST')
  t.is(await allow('POST', `/policies/${ID}`), 'DELETE, GET, HEAD, PUT')
  t.is(await allow('GET', '/auth/login'), 'POST')
  t.is(await allow('OPTIONS', '/interactions/batch'), 'POST')
})

test('HEAD answers as GET does, without a body', async (t) => {
  const api = await startTestApi(t)
  const head = await api.request('HEAD', '/users/me', { token: api.admin })
  const get = await api.request('GET', '/users/me', { token: api.admin })
  t.is(head.status, 200)
  t.is(head.text, '')
  t.is(head.headers.get('content-length'), get.headers.get('content-length'))
})

test('a body that is no JSON, none, or not an object is a 400', async (t) => {
  const api = await startTestApi(t)
  const bodies = [
    '{',
    '{"name":',
    'null',
    '7',
    '"x"',
    '[]',
    '{"a":1}}',
    '\u0000',
    '{"name":"\\ud800"}',
    '{"__proto__":{}}',
    'NaN',
  ]
  for (const body of bodies) {
    const answer = await api.request<ErrorJson>('POST', '/policies', { token: api.admin, body, headers: JSON_TYPE })
    t.is(answer.status, 400, body)
    t.true(Array.isArray(answer.json.details))
  }
})

test('a missing body is told which fields it lacks, as an empty object is', async (t) => {
  const api = await startTestApi(t)
  const detailsOf = async (path: string, json?: object) => {
    const answer = await api.request<ErrorJson>('POST', path, { token: api.admin, ...(json !== undefined && { json }) })
    t.is(answer.status, 400, path)
    return answer.json.details
  }
  for (const path of ['/policies', '/detectors', '/users/invite', '/webhooks', '/auth/login', '/interactions']) {
    const details = await detailsOf(path)
    t.deepEqual(details, await detailsOf(path, {}), path)
    t.true(
      details?.every((detail) => detail.path !== ''),
      path,
    )
  }
  const webhook = `/webhooks/${crypto.randomUUID()}/test`
  t.deepEqual(await detailsOf(webhook), await detailsOf(webhook, {}))
  t.is((await detailsOf(webhook))?.[0]?.path, 'event_type')
})

test('only JSON is read, whatever the charset says', async (t) => {
  const api = await startTestApi(t)
  const body = JSON.stringify({ name: 'Ä', rules: { action: 'log', conditions: [] } })
  const send = (type: string, name: string) =>
    api.request('POST', '/policies', {
      token: api.admin,
      body: body.replace('Ä', name),
      headers: { 'content-type': type },
    })
  t.is((await send('application/json; charset=utf-8', 'a')).status, 201)
  t.is((await send('Application/JSON', 'b')).status, 201)
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'json',
    '',
  ]) {
    t.is((await send(type, 'c')).status, 415, type)
  }
})

test('details name types as JSON does', async (t) => {
  const api = await startTestApi(t)
  const json = {
    platform_id: 'x',
    content_hash: 'a'.repeat(64),
    content_metadata: null,
    classifications: [{ start: 1.5 }],
  }
  const answer = await api.request<ErrorJson>('POST', '/interactions', { token: api.admin, json })
  t.is(answer.status, 400)
  const messages = answer.json.details as { path: string; message: string }[]
  const said = Object.fromEntries(messages.map(({ path, message }) => [path, message]))
  t.is(said.content_metadata, 'must be of type object')
  t.is(said['classifications.0.start'], 'must be of type integer')
})

test('a body may be compressed, and counts as what it unpacks to', async (t) => {
  const api = await startTestApi(t)
  const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' }
  const policy = Buffer.from(JSON.stringify({ name: 'zipped', rules: { action: 'log', conditions: [] } }))
  t.is((await api.request('POST', '/policies', { token: api.admin, body: gzipSync(policy), headers })).status, 201)
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
  t.is((await api.request('POST', '/policies', { token: api.admin, body: bomb, headers })).status, 413)
  const cutShort = gzipSync(policy).subarray(0, -10)
  for (const [encoding, body] of [
    ['gzip', policy],
    ['gzip', cutShort],
    ['deflate', policy],
    ['br', policy],
  ] as const) {
    const headers = { ...JSON_TYPE, 'content-encoding': encoding }
    const broken = await api.request<ErrorJson>('POST', '/policies', { token: api.admin, body, headers })
    t.is(broken.status, 400, encoding)
    t.regex(broken.json.error, /Content-Encoding/, encoding)
  }
  const unknown = { ...JSON_TYPE, 'content-encoding': 'rot13' }
  t.is((await api.request('POST', '/policies', { token: api.admin, body: policy, headers: unknown })).status, 415)
})

test('a body over 1 MiB is a 413, a batch may have 10 MiB', async (t) => {
  const api = await startTestApi(t)
  const send = async (path: string, bytes: number) => {
    const body = `["${'x'.repeat(bytes - 4)}"]`
    return (await api.request('POST', path, { token: api.admin, body, headers: JSON_TYPE })).status
  }
  const MIB = 1024 * 1024
  t.is(await send('/interactions', MIB), 400)
  t.is(await send('/interactions', MIB + 1), 413)
  t.is(await send('/interactions/batch', 10 * MIB), 200)
  t.is(await send('/interactions/batch', 10 * MIB + 1), 413)
  t.is((await api.request('GET', '/users/me', { token: api.admin })).status, 200)
})

test('a client that hangs up in the middle of a body leaves the API well', async (t) => {
  const lines: string[] = []
  const api = await startTestApi(t, { onLog: (line) => lines.push(line) })
  for (let round = 0; round < 5; round++) {
    await new Promise<void>((resolve) => {
      const socket = connect(api.server.port, '127.0.0.1', () => {
        socket.write(
          `POST /api/v1/interactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.admin}\r\n` +
            'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"platform_id"',
        )
        setImmediate(() => socket.destroy())
      })
      socket.on('close', () => resolve())
    })
  }
  t.is((await api.request('GET', '/users/me', { token: api.admin })).status, 200)
  t.false(lines.some((line) => line.includes('ERR_INTERNAL')))
})

test('a failure of ours tells the caller nothing and the log everything but the body', async (t) => {
  const lines: string[] = []
  const api = await startTestApi(t, { onLog: (line) => lines.push(line) })
  await api.server.close()
  const again = await startTestApi(t, { dataDir: api.settings.dataDir, onLog: (line) => lines.push(line) })
  breakTable(api.settings.dataDir)
  const json = { platform_id: 'openai-api', content_hash: 'a'.repeat(64), content_metadata: { note: 'do not log me' } }
  const answer = await again.request<ErrorJson>('POST', '/interactions', { token: again.admin, json })
  t.is(answer.status, 500)
  t.is(answer.json.error, 'An internal error occurred: the server log describes it under this request_id')
  t.notRegex(answer.text, /sqlite|table|stack|\.ts/i)
  const logged = lines.find((line) => line.includes('ERR_INTERNAL'))
  t.true(logged?.includes(answer.json.request_id))
  t.false(lines.join('').includes('do not log me'))
})

function breakTable(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'weir.sqlite'))
  db.exec('ALTER TABLE interactions RENAME TO gone')
  db.close()
}

test('the parts of a page are logged at debug, everything else at info', async (t) => {
  const lines: string[] = []
  const api = await startTestApi(t, { onLog: (line) => lines.push(line) })
  lines.length = 0
  for (const path of ['//docs', '//docs/icon.svg', '//accept-invitation', '//accept-invitation/page.css'])
    t.is((await api.request('GET', path)).status, 200, path)
  t.is((await api.request('GET', '//docs/none.css')).status, 404)
  await api.request('GET', '/users/me', { token: api.admin })
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  t.deepEqual(
    requests.map(({ level, operation, status }) => `${level} ${operation} ${status}`),
    [
      ...['getDocsPage', 'getDocsPage', 'getInvitationPage', 'getInvitationPage'].map((name) => `20 ${name} 200`),
      '30 none 404',
      '30 getMe 200',
    ],
  )
})

test('the log has one line a request and no token, password or body', async (t) => {
  const lines: string[] = []
  const api = await startTestApi(t, { onLog: (line) => lines.push(line) })
  const service = await api.serviceToken(['record'])
  await api.request('PUT', '/users/me', { token: api.admin, json: { password: 'Very-Secret-Pass1' } })
  await api.request('POST', '/auth/login', { json: { email: 'x@example.com', password: 'Guess-Passw0rd' } })
  await api.request('GET', '/interactions?platform_id=secret-platform', { token: service })
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  t.is(requests.length, 5)
  t.deepEqual(
    requests.map(({ operation, status }) => `${operation} ${status}`),
    ['login 200', 'createServiceToken 201', 'updateMe 200', 'login 401', 'listInteractions 403'],
  )
  const all = lines.join('')
  for (const secret of [
    api.admin,
    service,
    'Very-Secret',
    'Guess-Passw0rd',
    'argon2',
    'secret-platform',
    'Correct-Horse',
  ]) {
    t.false(all.includes(secret), secret.slice(0, 20))
  }
})
