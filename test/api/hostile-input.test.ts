import { randomUUID } from 'node:crypto'
import test from 'ava'
import { z } from 'zod'
import { startTestApi, type TestApi } from '../support/api.ts'
import { allRoutes } from '../support/api-routes.ts'
import { documentEngines } from '../support/engines.ts'
import { TABLE } from './access/table.ts'

const DEEP = 2000

/** As JSON text where JSON.stringify would not write it. */
const HOSTILE: readonly (readonly [name: string, json: string])[] = [
  ['a query operator', '{"$gt": ""}'],
  ['a query', '{"$where": "sleep(1000)"}'],
  ['an operator in a list', '[{"$ne": null}]'],
  ['NUL', '"a\\u0000b"'],
  ['a lone surrogate', '"a\\ud800b"'],
  ['a huge number', '1e308'],
  ['more than a number', '1e999'],
  ['a number beyond integers', '9007199254740993'],
  ['a negative number', '-1'],
  ['null', 'null'],
  ['true', 'true'],
  ['nothing', '""'],
  ['a long text', JSON.stringify('x'.repeat(100_000))],
  ['a deep list', '['.repeat(DEEP) + ']'.repeat(DEEP)],
  ['a deep object', `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
  ['a prototype', '{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}'],
  ['SQL', '"\' OR 1=1; DROP TABLE users; --"'],
]

const HOSTILE_SEGMENTS = [
  '%00',
  '..%2f..%2fadmin',
  '%7B%22$gt%22:%22%22%7D',
  '$ne',
  "'%20OR%201=1--",
  'x'.repeat(2000),
  '%ed%a0%80',
  '%E2%80%AE',
  '__proto__',
  randomUUID().toUpperCase(),
]

const HOSTILE_VALUES = [
  '',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'NaN',
  '%00',
  '%ed%a0%80',
  '{"$gt":""}',
  "' OR 1=1--",
  'x'.repeat(2000),
  'unknown',
]

/** Valid JSON with the value at one path replaced by other JSON text. */
function* damaged(body: unknown, hostile: string): Generator<[where: string, json: string]> {
  const MARK = '"\u0001mark\u0001"'
  const text = JSON.stringify(MARK)
  const withMarkAt = (...path: readonly string[]): string => {
    const copy = structuredClone(body) as Record<string, unknown>
    const [first = '', second] = path
    if (second === undefined) copy[first] = MARK
    else (copy[first] as Record<string, unknown>)[second] = MARK
    return JSON.stringify(copy).replace(text, hostile)
  }
  yield ['instead of the body', hostile]
  if (typeof body !== 'object' || body === null) return
  for (const key of Object.keys(body)) {
    yield [`in ${key}`, withMarkAt(key)]
    const inner = (body as Record<string, unknown>)[key]
    if (typeof inner !== 'object' || inner === null) continue
    for (const name of Object.keys(inner)) {
      yield [`in ${key}.${name}`, withMarkAt(key, name)]
    }
  }
  if (!Array.isArray(body)) yield ['in an unknown field', withMarkAt('surprise')]
}

async function everything(api: TestApi): Promise<unknown> {
  const paths = ['/policies?include=rules&limit=500', '/users?limit=500', '/service-tokens?limit=500', '/users/me']
  const answers = await Promise.all(paths.map((path) => api.request('GET', path, { token: api.admin })))
  return answers.map(({ text }) => text.replace(/"last_login":"[^"]*"/g, ''))
}

for (const engine of documentEngines(test)) {
  engine.test(
    `${engine.name}: hostile bodies are refused, or taken as what they are, and nothing breaks`,
    async (t) => {
      t.timeout(180_000)
      const api = await startTestApi(t, { env: await engine.environment() })
      let sent = 0
      for (const [route, { body, of }] of Object.entries(TABLE)) {
        if (body === undefined) continue
        const [method = '', template = ''] = route.split(' ')
        // Of objects that are not there: a body is judged first, so this is a 400 or a 404.
        const path = template.replace(/:\w+/, of === 'platform' ? 'nothing' : randomUUID())
        for (const [name, hostile] of HOSTILE) {
          for (const [where, json] of damaged(body(sent), hostile)) {
            sent += 1
            const headers = { 'content-type': 'application/json' }
            const { status, text } = await api.request(method, path, { token: api.admin, body: json, headers })
            t.true(status < 500, `${route} with ${name} ${where}: ${status} ${text}`)
            const message = (JSON.parse(text || '{}') as { error?: string }).error
            if (status >= 400) t.regex(message ?? '', /^[A-Z]/, `${route} with ${name} ${where}`)
          }
        }
      }
      t.log(`${sent} requests`)
      t.is((await api.request('GET', '/readyz', {})).status, 200)
    },
  )

  engine.test(`${engine.name}: a body that is wrong in one field changes nothing at all`, async (t) => {
    const api = await startTestApi(t, { env: await engine.environment() })
    const rules = { action: 'log', conditions: [] }
    const created = await api.request<{ id: string }>('POST', '/policies', {
      token: api.admin,
      json: { name: 'Kept', rules },
    })
    const before = await everything(api)
    for (const [method, path, json] of [
      ['PUT', `/policies/${created.json.id}`, { name: 'Changed', priority: 'soon' }],
      ['PUT', `/policies/${created.json.id}`, { name: 'Changed', rules: { action: 'block', conditions: [{}] } }],
      ['PUT', `/policies/${created.json.id}`, { name: 'Changed', surprise: 1 }],
      ['PUT', '/users/me', { display_name: 'Changed', password: 'short' }],
      ['PUT', '/users/me', { display_name: 'Changed', role: 'viewer' }],
      ['POST', '/policies', { name: 'New', rules, enabled: 'yes' }],
      ['POST', '/users/invite', { email: 'x@example.com', role: 'owner' }],
      ['POST', '/service-tokens', { name: 'New', scopes: ['record', 'everything'] }],
    ] as const) {
      t.is((await api.request(method, path, { token: api.admin, json })).status, 400, `${method} ${path}`)
    }
    t.deepEqual(await everything(api), before)
  })

  engine.test(`${engine.name}: of ten who take one name at once exactly one gets it`, async (t) => {
    const api = await startTestApi(t, { env: await engine.environment() })
    for (const [path, json] of [
      ['/policies', { name: 'Same', rules: { action: 'log', conditions: [] } }],
      ['/users/invite', { email: 'same@example.com', role: 'viewer' }],
      ['/service-tokens', { name: 'Same', scopes: ['record'] }],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => api.request('POST', path, { token: api.admin, json })),
      )
      const statuses = answers.map(({ status }) => status).sort()
      t.deepEqual(statuses, [201, ...Array.from({ length: 9 }, () => 409)], path)
    }
  })

  engine.test(`${engine.name}: a batch takes 500 items, skips the wrong ones and says how many it kept`, async (t) => {
    const api = await startTestApi(t, { env: await engine.environment() })
    const item = { platform_id: 'x', content_hash: 'a'.repeat(64) }
    const send = async (items: readonly unknown[]) =>
      api.request<{ received: number; stored: number }>('POST', '/interactions/batch', {
        token: api.admin,
        json: items,
      })
    const wrong = [{}, null, 7, 'x', [], { ...item, risk_score: 2 }, { ...item, platform_id: { $gt: '' } }]
    const mixed = await send([item, ...wrong, item])
    t.is(mixed.status, 200)
    t.like(mixed.json, { received: 9, stored: 2, rejected: wrong.map((_, n) => ({ index: n + 1 })) })
    const full = await send(Array.from({ length: 500 }, () => item))
    t.deepEqual([full.status, full.json], [200, { received: 500, stored: 500 }])
    t.is((await send(Array.from({ length: 501 }, () => item))).status, 400)
    const { json } = await api.request<{ total: number }>('GET', '/interactions', { token: api.admin })
    t.is(json.total, 502)
  })
}

test('hostile path segments and queries are a 4xx, never a failure of ours', async (t) => {
  t.timeout(180_000)
  const api = await startTestApi(t)
  let sent = 0
  for (const { method, path, query } of allRoutes(t)) {
    const ask = async (target: string) => {
      sent += 1
      const json = ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined
      const { status } = await api.request(method, target, { token: api.admin, json })
      t.true(status < 500, `${method} ${target}: ${status}`)
      return status
    }
    if (path.includes(':')) {
      for (const segment of HOSTILE_SEGMENTS)
        t.not(await ask(path.replace(/:\w+/g, segment)), 200, `${path} ${segment}`)
    }
    if (!(query instanceof z.ZodObject)) continue
    for (const name of Object.keys(query.shape)) {
      for (const value of HOSTILE_VALUES) {
        const status = await ask(`${path}?${name}=${value.startsWith('%') ? value : encodeURIComponent(value)}`)
        if (name === 'page' && value !== '' && value !== '1e9') t.is(status, 400, `${path}?page=${value}`)
        if (name === 'sort') t.is(status, 400, `${path}?sort=${value}`)
      }
      await ask(`${path}?${name}[$gt]=&${name}[]=1`)
      await ask(`${path}?${name}=1&${name}=2`)
    }
  }
  t.log(`${sent} requests`)
})
