import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { Rules } from '../../../api/detectors/rules.ts'
import type { ApiError } from '../../../api/http/api-error.ts'
import { addTenant } from '../../../cli/tenants.ts'
import type { AuditEntry } from '../../../core/model/audit.ts'
import type { Detector, DetectorTestResult, ServedDetector } from '../../../core/model/detector.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi, type TestApi } from '../../support/api.ts'
import { openLive } from '../../support/api-live.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { until } from '../../support/wire.ts'

const PATTERN = { name: 'Badges', kind: 'pattern', type: 'EMPLOYEE_ID', pattern: 'EMP-\\d{6}' }
const WORDS = { name: 'Projects', kind: 'dictionary', type: 'PROJECT', words: ['Aurore'] }
const KNOWN = { name: 'Codes', kind: 'known_values', type: 'CODE_NAME', values: ['Zephyr-Kumquat 8841', 'ctr-77120'] }
const ALLOWED = { name: 'Examples', kind: 'allow_list', values: ['jo@example.com'] }

interface Failure {
  error: string
  details?: { path: string; message: string }[]
}

const create = (api: TestApi, json: object) =>
  api.request<Detector & Failure>('POST', '/detectors', { token: api.admin, json })

async function classified(api: TestApi, text: string): Promise<string[]> {
  const { json } = await api.request<{ classifications: { type: string; value: string }[] }>(
    'POST',
    '/classification/classify',
    { token: api.admin, json: { text } },
  )
  return json.classifications.map(({ type, value }) => `${type} ${value}`)
}

test('a detector of each kind comes back as it was sent, with its defaults, and known values as their number', async (t) => {
  const api = await startTestApi(t)
  const shown = async (json: object) => {
    const created = await create(api, json)
    t.is(created.status, 201, created.text)
    const { id } = created.json
    const got = await api.request('GET', `/detectors/${id}`, { token: api.admin })
    t.deepEqual(got.json, created.json)
    t.is(got.headers.get('etag'), created.headers.get('etag'))
    const { id: _id, tenant_id: _tenant, created_at: _at, updated_at: _updated, ...rest } = created.json
    return rest as unknown
  }
  const common = { description: '', enabled: true, created_by: ADMIN_EMAIL }
  t.deepEqual(await shown(PATTERN), {
    ...common,
    ...PATTERN,
    ignore_case: false,
    whole_words: true,
    context: [],
    score: 0.8,
    context_score: 0.95,
  })
  t.deepEqual(await shown(WORDS), { ...common, ...WORDS, ignore_case: true, whole_words: true, score: 0.9 })
  t.deepEqual(await shown(ALLOWED), { ...common, ...ALLOWED, patterns: [], types: [] })
  const { values: _values, ...known } = KNOWN
  t.deepEqual(await shown(KNOWN), { ...common, ...known, ignore_case: true, value_count: 2 })
  const { json } = await api.request<{ detectors: object[]; total: number }>('GET', '/detectors?limit=2', {
    token: api.admin,
  })
  t.is(json.total, 4)
  t.deepEqual(
    json.detectors.map((detector) => Object.keys(detector).sort().join()),
    Array(2).fill('created_at,created_by,enabled,id,kind,name,type'),
  )
  const kinds = await api.request<{ total: number }>('GET', '/detectors?kind=allow_list&enabled=true', {
    token: api.admin,
  })
  t.is(kinds.json.total, 1)
})

test('what is refused is told where and why', async (t) => {
  const api = await startTestApi(t)
  const refused: [fields: object, path: string, message: RegExp][] = [
    [{ ...PATTERN, pattern: '(?=a)b' }, 'pattern', /look-around at position 1/],
    [{ ...PATTERN, pattern: 'x*' }, 'pattern', /empty string/],
    [{ ...PATTERN, pattern: 'a[^b]*b|a' }, 'pattern', /too slow/],
    [{ ...PATTERN, pattern: '\\w+' }, 'pattern', /nearly everything/],
    [{ ...PATTERN, pattern: 'x'.repeat(1001) }, 'pattern', /at most 1000 characters/],
    [{ ...PATTERN, type: 'employee' }, 'type', /upper-case type name/],
    [{ ...PATTERN, score: 0 }, 'context', /must name a word/],
    [{ ...PATTERN, score: 0.2 }, 'score', /./],
    [{ ...PATTERN, context: ['two words'] }, 'context.0', /one word/],
    [{ ...PATTERN, words: ['x'] }, 'words', /not a known field/],
    [{ ...PATTERN, kind: 'regex' }, 'kind', /./],
    [{ ...WORDS, words: [] }, 'words', /at least 1 items/],
    [{ ...WORDS, words: Array(5001).fill('word') }, 'words', /at most 5000 items/],
    [{ ...ALLOWED, values: [] }, 'values', /must name a value/],
    [{ ...ALLOWED, patterns: ['a', '.*'] }, 'patterns.1', /matches anything/],
    [{ ...KNOWN, values: ['good value', 'abc'] }, 'values.1', /at least 6 characters/],
    [{ ...KNOWN, values: ['good value', 'a-b c-d e'] }, 'values.1', /besides blanks and dashes/],
  ]
  for (const [fields, path, message] of refused) {
    const { status, json } = await create(api, fields)
    t.is(status, 400, JSON.stringify(fields).slice(0, 200))
    const detail = json.details?.find((each) => each.path === path)
    t.regex(detail?.message ?? `nothing at ${path}: ${JSON.stringify(json.details)}`, message, path)
  }
  const { json } = await api.request<{ total: number }>('GET', '/detectors', { token: api.admin })
  t.is(json.total, 0)
})

test('a change of some fields leaves the others, and a kind is for ever', async (t) => {
  const api = await startTestApi(t)
  const put = (id: string, json: object, headers = {}) =>
    api.request<Detector & Failure>('PUT', `/detectors/${id}`, { token: api.admin, json, headers })
  const pattern = (await create(api, PATTERN)).json
  const changed = await put(pattern.id, { pattern: 'EMX-\\d{6}', description: 'new' })
  t.deepEqual(changed.json, {
    ...pattern,
    pattern: 'EMX-\\d{6}',
    description: 'new',
    updated_at: changed.json.updated_at,
  })
  t.is((await put(pattern.id, { pattern: '(' })).status, 400)
  t.is((await put(pattern.id, { words: ['Aurore'] })).json.details?.[0]?.path, 'words')
  t.is((await put(pattern.id, { kind: 'dictionary' })).json.details?.[0]?.path, 'kind')
  t.is((await put(pattern.id, { kind: 'pattern', score: 0 })).json.details?.[0]?.path, 'context')
  t.is((await create(api, PATTERN)).status, 409)
  await create(api, WORDS)
  t.is((await put(pattern.id, { name: 'Projects' })).status, 409)

  const known = (await create(api, KNOWN)).json
  t.is((await put(known.id, { ignore_case: false })).json.details?.[0]?.path, 'values')
  t.is((await put(known.id, { type: 'CONTRACT' })).status, 200)
  t.deepEqual(await classified(api, 'see ctr 77120'), ['CONTRACT ctr 77120'])
  t.is((await put(known.id, { values: ['Another secret'] })).status, 200)
  t.deepEqual(await classified(api, 'see ctr 77120, Another-Secret'), ['CONTRACT Another-Secret'])

  const etag = changed.headers.get('etag') ?? ''
  t.is((await put(pattern.id, { enabled: false }, { 'if-match': '"old"' })).status, 412)
  t.is((await put(pattern.id, { enabled: false }, { 'if-match': etag })).status, 200)
  const remove = { token: api.admin, headers: { 'if-match': etag } }
  t.is((await api.request('DELETE', `/detectors/${pattern.id}`, remove)).status, 412)
  t.is((await api.request('DELETE', `/detectors/${pattern.id}`, { token: api.admin })).status, 204)
  t.is((await api.request('GET', `/detectors/${pattern.id}`, { token: api.admin })).status, 404)
})

test('texts are classified with the detectors of the tenant as they are now', async (t) => {
  const api = await startTestApi(t)
  const text = 'EMP-123456 of Aurore writes to jo@example.com about zephyr kumquat 8841'
  t.deepEqual(await classified(api, text), ['EMAIL jo@example.com'])
  const { id } = (await create(api, PATTERN)).json
  await create(api, WORDS)
  await create(api, KNOWN)
  await create(api, ALLOWED)
  t.deepEqual(await classified(api, text), [
    'EMPLOYEE_ID EMP-123456',
    'PROJECT Aurore',
    'CODE_NAME zephyr kumquat 8841',
  ])
  const toggle = { token: api.admin, json: { enabled: false } }
  t.is((await api.request('PATCH', `/detectors/${id}/toggle`, toggle)).status, 200)
  t.deepEqual(await classified(api, text), ['PROJECT Aurore', 'CODE_NAME zephyr kumquat 8841'])
})

test('a detector is tried on a text before it is there', async (t) => {
  const api = await startTestApi(t)
  const attempt = (detector: object, text: string) =>
    api.request<DetectorTestResult & Failure>('POST', '/detectors/test', { token: api.admin, json: { detector, text } })
  const { name: _pattern, ...pattern } = PATTERN
  const { name: _known, ...known } = KNOWN
  const { name: _allowed, ...allowed } = ALLOWED
  const text = 'EMP-123456 writes to jo@example.com about ctr 77120'
  t.deepEqual((await attempt(pattern, text)).json, {
    classifications: [{ type: 'EMPLOYEE_ID', value: 'EMP-123456', score: 0.8, start: 0, end: 10 }],
    dropped: [],
  })
  t.is((await attempt(known, text)).json.classifications[0]?.value, 'ctr 77120')
  const { json } = await attempt(allowed, text)
  t.deepEqual(json.classifications, [])
  t.is(json.dropped[0]?.value, 'jo@example.com')
  const email = { ...pattern, type: 'EMAIL', pattern: 'jo@example\\.com' }
  t.is(
    (await attempt(email, text)).json.classifications[0]?.value,
    'jo@example.com',
    'which the built-in rules find too',
  )
  t.is((await attempt({ ...pattern, pattern: 'x*' }, text)).json.details?.[0]?.path, 'detector.pattern')
  t.is((await attempt({ ...pattern, pattern: 5 }, text)).json.details?.[0]?.path, 'detector.pattern')
  const list = await api.request<{ total: number }>('GET', '/detectors', { token: api.admin })
  t.is(list.json.total, 0)
})

test('known values reach proxies as hashes, and stand nowhere in the database, the audit log or the log', async (t) => {
  const lines: string[] = []
  const dataDir = temporaryFolder(t)
  const api = await startTestApi(t, { dataDir, onLog: (line) => lines.push(line) })
  await create(api, KNOWN)
  await create(api, { ...KNOWN, name: 'Refused', values: ['Quixotic-Marmalade', 'abc'] })
  await create(api, PATTERN)
  const token = await api.serviceToken(['policies'])
  const path = '/detectors?include=rules&enabled=true'
  const { status, json, headers, text } = await api.request<{ detectors: ServedDetector[] }>('GET', path, { token })
  t.is(status, 200)
  const served = json.detectors.find(({ kind }) => kind === 'known_values')
  t.true(served?.kind === 'known_values' && served.index.hashes.length > 0 && served.value_count === 2)
  t.notRegex(text, /kumquat|ctr.?77120/i)

  const etag = { 'if-none-match': headers.get('etag') ?? '' }
  t.is((await api.request('GET', path, { token, headers: etag })).status, 304)
  const asAdmin = await api.request('GET', path, { token: api.admin, headers: etag })
  t.is(asAdmin.status, 200, 'an admin is told less, under another tag')
  t.notRegex(asAdmin.text, /hashes|"key"|salt/)
  await create(api, WORDS)
  t.is((await api.request('GET', path, { token, headers: etag })).status, 200)

  const audit = await api.request<{ entries: AuditEntry[] }>('GET', '/audit-log?action=detector.created', {
    token: api.admin,
  })
  t.deepEqual(audit.json.entries.at(-1)?.details, { name: 'Codes', kind: 'known_values', type: 'CODE_NAME' })
  t.notRegex(audit.text, /kumquat|ctr.?77120|EMP-|Aurore/i)
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    t.notRegex(readFileSync(join(parentPath, name), 'latin1'), /kumquat|ctr.?77120|marmalade/i, name)
  }
  t.notRegex(lines.join('\n'), /kumquat|ctr.?77120|marmalade|EMP-/i)
})

test('with another secret known values are served to nobody, which the log says', async (t) => {
  const dataDir = temporaryFolder(t)
  const first = await startTestApi(t, { dataDir, env: { WEIR_JWT_SECRET: 'one root, thirty-two bytes or more' } })
  await create(first, KNOWN)
  await first.server.close()
  const lines: string[] = []
  const env = { WEIR_JWT_SECRET: 'another root, thirty-two bytes or more' }
  const api = await startTestApi(t, { dataDir, env, onLog: (line) => lines.push(line) })
  t.deepEqual(await classified(api, 'see ctr 77120'), [])
  t.true(lines.some((line) => line.includes('ERR_DETECTOR_KEY')))
})

test('service tokens on /ws are told that detectors have changed, and users are not', async (t) => {
  const api = await startTestApi(t)
  const proxy = await openLive(t, api, { token: await api.serviceToken(['policies']) })
  const admin = await openLive(t, api, { token: api.admin })
  await proxy.waitFor(({ type }) => type === 'hello')
  const { id } = (await create(api, PATTERN)).json
  const told = () => proxy.messages.filter(({ type }) => type === 'detectors_changed').length
  const untilTold = (times: number) =>
    until(
      () => told() >= times,
      () => `told ${told()} times, not ${times}`,
    )
  await untilTold(1)
  await api.request('PATCH', `/detectors/${id}/toggle`, { token: api.admin, json: { enabled: false } })
  await untilTold(2)
  await api.request('DELETE', `/detectors/${id}`, { token: api.admin })
  await untilTold(3)
  admin.send({ type: 'ping' })
  await admin.waitFor(({ type }) => type === 'pong')
  t.false(admin.messages.some(({ type }) => type === 'detectors_changed'))
})

test('a change that another process makes is told here, and holds here, within a second', async (t) => {
  const dataDir = temporaryFolder(t)
  const one = await startTestApi(t, { dataDir })
  const two = await startTestApi(t, { dataDir })
  const proxy = await openLive(t, one, { token: await one.serviceToken(['policies']) })
  await proxy.waitFor(({ type }) => type === 'hello')
  t.deepEqual(await classified(one, 'EMP-123456'), [])
  await create(two, PATTERN)
  await proxy.waitFor(({ type }) => type === 'detectors_changed')
  await until(
    async () => (await classified(one, 'EMP-123456')).length === 1,
    () => 'the detector is not in force',
  )
  t.pass()
})

test('interactions are listed and counted by a tenant’s own types', async (t) => {
  const api = await startTestApi(t)
  const finding = { type: 'EMPLOYEE_ID', value: 'E****', score: 0.8, start: 0, end: 10 }
  const json = { platform_id: 'openai-api', content_hash: 'a'.repeat(64), classifications: [finding] }
  const created = await api.request<{ risk_score: number }>('POST', '/interactions', { token: api.admin, json })
  t.is(created.json.risk_score, 0.4, 'own types weigh 0.5')
  const list = await api.request<{ total: number }>('GET', '/interactions?classification_type=EMPLOYEE_ID', {
    token: api.admin,
  })
  t.is(list.json.total, 1)
  const { json: stats } = await api.request<{ by_classification: unknown }>('GET', '/dashboard/stats?period=24h', {
    token: api.admin,
  })
  t.regex(JSON.stringify(stats.by_classification), /EMPLOYEE_ID/)
})

test('what one tenant looks for is not looked for in the texts of another', async (t) => {
  const api = await startTestApi(t)
  await create(api, PATTERN)
  const email = 'stranger@example.com'
  await addTenant(api.settings, { name: 'Strangers', adminEmail: email, adminPassword: ADMIN_PASSWORD })
  const stranger = { ...api, admin: await api.login(email, ADMIN_PASSWORD) }
  t.deepEqual(await classified(stranger, 'EMP-123456'), [])
  t.is((await create(stranger, PATTERN)).status, 201, 'names are unique within a tenant only')
  t.deepEqual(await classified(api, 'EMP-123456'), ['EMPLOYEE_ID EMP-123456'])
})

test('the words and detectors of a tenant are bounded', async (t) => {
  const api = await startTestApi(t)
  const words = Array.from({ length: 5000 }, (_, index) => `word ${index}`)
  for (let n = 0; n < 10; n++) t.is((await create(api, { ...WORDS, name: `${n}`, words })).status, 201)
  const { status, json } = await create(api, WORDS)
  t.is(status, 409)
  t.regex(json.error, /at most 50000; these would make 50001/)
  const made = await Promise.all(Array.from({ length: 10 }, (_, n) => create(api, { ...ALLOWED, name: `a${n}` })))
  t.true(made.every((answer) => answer.status === 201))
  for (let n = 20; n < 200; n++) await create(api, { ...ALLOWED, name: `more ${n}` })
  const last = await create(api, { ...ALLOWED, name: 'one too many' })
  t.is(last.status, 409)
  t.regex(last.json.error, /There are 200 detectors/)
})

test('what the detectors of a tenant cost together is bounded', async (t) => {
  const list = (rules: readonly { kind: string }[], kind: string) =>
    rules.filter((rule) => rule.kind === kind).map((rule, index) => ({ id: `${kind} ${index}`, rule }))
  const refusal = async (others: readonly { kind: string }[], rule: object, together?: string) => {
    const asked: unknown[] = []
    const rules = new Rules({
      store: {
        detectors: { list: async (_tenant: string, { kind }: { kind: string }) => ({ items: list(others, kind) }) },
      } as never,
      keys: { newParts: () => ({}), keyOf: () => Buffer.alloc(32), isCurrent: () => false } as never,
      threads: {
        prepare: async (tenantId: string, makeJob: () => Promise<{ readonly others: readonly unknown[] }>) => {
          asked.push(tenantId, (await makeJob()).others.length)
          return { problems: [], togetherProblem: together }
        },
      } as never,
    })
    const error = await rules.toStored('t', rule as never).then(
      () => undefined,
      (reason: unknown) => reason as ApiError,
    )
    return [error?.status, error?.message, ...asked]
  }
  const allowed = { kind: 'allow_list', values: [], types: [], patterns: Array(50).fill('x') }
  const words = { kind: 'dictionary', words: Array(5000).fill('x'.repeat(199)) }
  const known = { kind: 'known_values', value_count: 1, hashed: { lengths: Array(250).fill(6) } }
  const pattern = { kind: 'pattern', pattern: 'x', ignore_case: false }
  t.deepEqual(await refusal(Array(19).fill(allowed), allowed), [undefined, undefined, 't', 950])
  t.deepEqual(await refusal(Array(20).fill(allowed), pattern), [
    409,
    'All patterns together are at most 1000; these would make 1001',
    ...['t', 1000],
  ])
  t.deepEqual((await refusal([words], words)).slice(0, 2), [undefined, undefined])
  t.deepEqual((await refusal([words, words], words)).slice(0, 2), [
    409,
    'The words of all dictionaries together have at most 2000000 characters; these would have 2985000',
  ])
  // What it has too much of already keeps nobody from what is of another kind.
  t.deepEqual((await refusal([words, words, words, ...Array(5).fill(known)], pattern)).slice(0, 2), [
    undefined,
    undefined,
  ])
  t.deepEqual((await refusal([], pattern, 'Too slow together')).slice(0, 2), [409, 'Too slow together'])
})

test('patterns that are cheap alone are refused where they are not together', async (t) => {
  const api = await startTestApi(t)
  // RE2 needs megabytes for each.
  const large = (n: number) => create(api, { ...PATTERN, name: `${n}`, pattern: `q${n}x\\p{L}{40}!` })
  let [taken, answer] = [0, await large(0)]
  while (answer.status === 201 && taken < 40) answer = await large(++taken)
  const { status, json } = answer
  t.true(taken > 4, String(taken))
  t.is(status, 409)
  t.like(json, { code: 'patterns_memory' })
  t.is((await create(api, ALLOWED)).status, 201)
})
