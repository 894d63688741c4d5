import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { adminCommand } from '../support/admin-command.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { FILLED_ENV, type Filled, fillApi } from '../support/filled-api.ts'
import { TestMongo, testWithMongo } from '../support/mongodb.ts'
import { sampleRecord } from '../support/sample-records.ts'
import { temporaryFolder } from '../support/temp.ts'

const mongo = new TestMongo()
test.after.always(() => mongo.close())
const mongoTest = testWithMongo(test)

/** All that an administrator sees, by the request that shows it. */
async function seen(api: TestApi, token: string, { policy, webhook, interactions, erased }: Filled) {
  const paths = [
    ...['/users', '/settings', '/policies', `/policies/${policy}`, `/policies/${policy}/versions`, '/detectors'],
    ...[
      '/service-tokens',
      '/webhooks',
      `/webhooks/${webhook}/deliveries?limit=100`,
      '/service-switches',
      '/exceptions',
    ],
    ...['/legal-holds', '/inventory', '/dashboard/stats?period=24h', '/dashboard/stats?period=30d'],
    ...['/alerts?limit=100', '/alerts?sort=updated_at&limit=100', '/alerts?status=open'],
    ...interactions.map((id) => `/interactions/${id}`),
    `/interactions/${erased}`,
    ...[
      '/interactions?limit=500',
      '/interactions?sort=risk_score&limit=500',
      '/interactions?classification_type=EMPLOYEE_ID',
    ],
    ...['/interactions?model=m.1', '/interactions?enforced_action=block', `/interactions?policy_id=${policy}`],
    ...[
      `/interactions/search?content_hash=${'b'.repeat(64)}`,
      '/interactions?platform_id=service-3',
      '/interactions?direction=inbound',
    ],
    '//scim/v2/Groups',
  ]
  const answers: Record<string, unknown> = {}
  for (const path of paths) {
    const { status, text } = await api.request('GET', path, { token })
    // What the test's own logins leave, and what every answer has of its own.
    const stable = text.replaceAll(/"(last_login|last_used|last_used_at|request_id)":"[^"]*"/g, '"$1":null')
    answers[path] = [status, JSON.parse(stable)]
  }
  return answers
}

const newToken = async (api: TestApi) =>
  (
    await api.request<{ token: string }>('POST', '/auth/login', {
      json: { email: api.settings.adminEmail, password: api.settings.adminPassword },
    })
  ).json.token

mongoTest('everything is the same after a copy to MongoDB, to another one, and back', async (t) => {
  const at = new Date()
  const dataDir = temporaryFolder(t)
  const start = (env: Readonly<Record<string, string>>) =>
    startTestApi(t, { dataDir, env: { ...FILLED_ENV, ...env }, now: () => at })
  const first = await start({})
  const filled = await fillApi(first, at)
  await adminCommand(dataDir, ['legal-hold', 'set', '--reason', 'Case 7', '--owner', 'Legal', '--from', '2020-01-01'])
  const session = await newToken(first)
  const before = await seen(first, session, filled)
  const log = await entries(first, session)
  await first.server.close()

  const [one, other] = [await mongo.newDatabase(), await mongo.newDatabase()]
  const secret = { WEIR_JWT_SECRET: readFileSync(join(dataDir, 'secrets/jwt-secret'), 'utf8').trim() }
  writeFileSync(join(dataDir, 'target'), `${one}\n`)
  const copied = await adminCommand(dataDir, ['copy', '--to-file', 'target', '--json'])
  t.deepEqual([copied.code, copied.stderr], [0, ''])
  const { copied: counts, audit_logs } = JSON.parse(copied.stdout) as {
    copied: Record<string, number>
    audit_logs: object[]
  }
  for (const [kind, count] of Object.entries(counts)) t.true(count > 0, kind)
  t.like(audit_logs, [{ tenant: 'default', valid: true }])

  const stages: [string, Readonly<Record<string, string>>, () => Promise<unknown>][] = [
    ['mongodb', { WEIR_MONGODB_URL: one, ...secret }, async () => {}],
    ['mongodb to mongodb', { WEIR_MONGODB_URL: other, ...secret }, () => run('--to', other)],
    [
      'and back',
      {},
      () => {
        renameSync(join(dataDir, 'weir.sqlite'), join(dataDir, 'before.sqlite'))
        return run('--to', 'sqlite')
      },
    ],
  ]
  let env: Readonly<Record<string, string>> = {}
  const run = async (...args: string[]) => {
    const { code, stderr } = await adminCommand(dataDir, ['copy', ...args], env)
    t.deepEqual([code, stderr], [0, ''], args.join(' '))
  }
  for (const [name, next, copy] of stages) {
    await copy()
    env = next
    t.is((await adminCommand(dataDir, ['verify-audit'], env)).stderr, '', name)
    const api = await start(env)
    // The session of before: keys and sessions are copied.
    const after = await seen(api, session, filled)
    for (const [path, answer] of Object.entries(before)) t.deepEqual(after[path], answer, `${name}: ${path}`)
    t.deepEqual(await entries(api, session, log.length), log, name)
    const copies = await api.request<{ entries: { action: string }[] }>('GET', '/audit-log?action=database.copied', {
      token: session,
    })
    t.is(copies.status, 200, copies.text)
    t.is(copies.json.entries.length, stages.findIndex(([stage]) => stage === name) + 1)
    t.like((await api.request('GET', '/audit-log/verify', { token: session })).json, { valid: true })
    await worksOn(t, api, filled)
    await api.server.close()
  }
})

/** The oldest `count` entries of the audit log; all without a count. */
async function entries(api: TestApi, token: string, count?: number): Promise<readonly unknown[]> {
  const { json, text } = await api.request<{ entries?: unknown[] }>('GET', '/audit-log?limit=200', { token })
  if (json.entries === undefined) throw new Error(text)
  return json.entries.slice(-(count ?? json.entries.length))
}

/** What was erased stays erased, and what is there is not stored twice. */
async function worksOn(t: ExecutionContext, api: TestApi, { token, erased, interactions }: Filled) {
  const again = [sampleRecord({ id: erased }), sampleRecord({ id: interactions[0] ?? '' })]
  const { status } = await api.request('POST', '/interactions/batch', { token, json: again })
  t.is(status, 200)
  t.is((await api.request('GET', `/interactions/${erased}`, { token: api.admin })).status, 404)
}
