import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi, type TestApi } from '../../support/api.ts'
import { openLive } from '../../support/api-live.ts'
import { documentEngines } from '../../support/engines.ts'
import { sampleRecord } from '../../support/sample-records.ts'
import { temporaryFolder } from '../../support/temp.ts'

const ADMIN = new URL('../../../cli/main.ts', import.meta.url).pathname
const HASH = createHash('sha256').update('+33 6 12 34 56 78').digest('hex')
const FIRST = 'the first root of this test, thirty-two bytes'
const SECOND = 'the second root of this test, thirty-two bytes'

interface Key {
  readonly id: string
  readonly purpose: string
  readonly state: string
}

function admin(env: Readonly<Record<string, string>>, args: readonly string[], input = '') {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: env.WEIR_DATA_DIR, env }
    const child = execFile(process.execPath, [ADMIN, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
    child.stdin?.end(input)
  })
}

/** What is sealed: a webhook, a hash, known values, an erased interaction, and the audit log. */
async function fill(api: TestApi) {
  const token = api.admin
  const webhook = await api.request<{ id: string }>('POST', '/webhooks', {
    token,
    json: { url: 'https://hooks.example.com/path', events: ['policy.created'], headers: { 'X-Key': 'sealed too' } },
  })
  const json = { platform_id: 'openai-api', content_hash: HASH }
  const recorded = await api.request<{ id: string }>('POST', '/interactions', { token, json })
  await api.request('POST', '/detectors', {
    token,
    json: { name: 'Codes', kind: 'known_values', type: 'CODE_NAME', values: ['Zephyr-Kumquat 8841'] },
  })
  const service = await api.serviceToken(['record'])
  const erased = sampleRecord()
  await api.request('POST', '/interactions', { token: service, json: erased })
  await api.request('DELETE', `/interactions/${erased.id}`, { token })
  return { webhook: webhook.json.id, recorded: recorded.json.id, service, erased }
}

async function checkAll(t: ExecutionContext, api: TestApi, filled: Awaited<ReturnType<typeof fill>>) {
  const token = await api.login(ADMIN_EMAIL, ADMIN_PASSWORD)
  const webhook = await api.request('GET', `/webhooks/${filled.webhook}`, { token })
  t.like(webhook.json, { url: 'https://hooks.example.com/path', headers: { 'X-Key': 'sealed too' } })
  const json = { platform_id: 'openai-api', content_hash: HASH }
  const added = await api.request<{ id: string }>('POST', '/interactions', { token, json })
  const found = await api.request<{ id: string }[]>('GET', `/interactions/search?content_hash=${HASH}`, { token })
  const ids = found.json.map(({ id }) => id)
  t.true(ids.includes(filled.recorded) && ids.includes(added.json.id))
  t.like((await api.request('GET', `/interactions/${filled.recorded}`, { token })).json, { content_hash: HASH })
  const name = `More codes ${randomUUID()}`
  const more = { name, kind: 'known_values', type: 'CODE_NAME', values: ['Marmalade-77120'] }
  t.is((await api.request('POST', '/detectors', { token, json: more })).status, 201)
  const text = 'both zephyr-kumquat 8841 and marmalade-77120'
  const classified = await api.request<{ classifications: { type: string }[] }>('POST', '/classification/classify', {
    token,
    json: { text },
  })
  t.is(classified.json.classifications.filter(({ type }) => type === 'CODE_NAME').length, 2)
  await api.request('POST', '/interactions/batch', { token: filled.service, json: [filled.erased] })
  t.is((await api.request('GET', `/interactions/${filled.erased.id}`, { token })).status, 404)
  t.like((await api.request('GET', '/audit-log/verify', { token })).json, { valid: true })
  return token
}

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: a rotation ends sessions, and everything sealed stays readable`, async (t) => {
    const dataDir = temporaryFolder(t)
    const env = { ...(await engine.environment()), WEIR_JWT_SECRET: FIRST }
    const api = await startTestApi(t, { dataDir, env })
    const filled = await fill(api)
    const live = await openLive(t, api, { token: api.admin })
    const here = { ...env, WEIR_DATA_DIR: dataDir }
    const before: Key[] = JSON.parse((await admin(here, ['keys', 'list', '--json'])).stdout)
    const rotated = await admin(here, ['keys', 'rotate', '--json'])
    t.deepEqual([rotated.code, rotated.stderr], [0, ''])
    const made: Key[] = JSON.parse(rotated.stdout)
    t.deepEqual(made.map(({ purpose }) => purpose).sort(), before.map(({ purpose }) => purpose).sort())
    t.deepEqual(
      made.filter(({ id }) => before.some((old) => old.id === id)),
      [],
    )
    // At once, in the API that runs: the session has ended, service tokens have not.
    t.is((await api.request('GET', '/users/me', { token: api.admin })).status, 401)
    t.is(await live.closed, 4401)
    const token = await checkAll(t, api, filled)
    const log = await api.request('GET', '/audit-log?action=keys.rotated', { token })
    t.like(log.json, { total: 1, entries: [{ actor_id: null, target_type: 'keys' }] })

    // Another root, as after a leak: the API starts with it, and the old one is given once.
    await api.server.close()
    const leaked = { ...env, WEIR_JWT_SECRET: SECOND }
    const after = { ...leaked, WEIR_DATA_DIR: dataDir }
    const asked = await admin(after, ['keys', 'rotate'])
    t.deepEqual([asked.code, asked.stdout], [2, ''])
    t.regex(asked.stderr, /--old-root-file/)
    const wrong = await admin(
      after,
      ['keys', 'rotate', '--old-root-stdin'],
      'a wrong root of thirty-two bytes or more\n',
    )
    t.deepEqual([wrong.code, wrong.stdout], [2, ''])
    const file = join(dataDir, 'old-root')
    writeFileSync(file, `${FIRST}\n`)
    const given = await admin(after, ['keys', 'rotate', '--old-root-file', file])
    t.deepEqual([given.code, given.stderr], [0, ''])
    const keys: Key[] = JSON.parse((await admin(after, ['keys', 'list', '--json'])).stdout)
    t.deepEqual(
      keys.filter(({ state }) => state === 'unreadable'),
      [],
    )
    const again = await startTestApi(t, { dataDir, env: leaked })
    t.is((await again.request('GET', '/users/me', { token })).status, 401)
    await checkAll(t, again, filled)
  })
}

test('WEIR_JWT_SECRET_PREVIOUS takes the keys of the replaced root over at start', async (t) => {
  const dataDir = temporaryFolder(t)
  const first = await startTestApi(t, { dataDir, env: { WEIR_JWT_SECRET: FIRST } })
  const filled = await fill(first)
  await first.server.close()
  const env = { WEIR_JWT_SECRET: SECOND, WEIR_JWT_SECRET_PREVIOUS: FIRST }
  const second = await startTestApi(t, { dataDir, env })
  t.is((await second.request('GET', '/users/me', { token: first.admin })).status, 401)
  await checkAll(t, second, filled)
  await second.server.close()
  // From then on the new one is enough.
  const lines: string[] = []
  const onLog = (line: string) => lines.push(line)
  const third = await startTestApi(t, { dataDir, env: { WEIR_JWT_SECRET: SECOND }, onLog })
  await checkAll(t, third, filled)
  t.deepEqual(
    lines.filter((line) => line.includes('ERR_KEYS')),
    [],
  )
})

test('without the old root the API starts, and says which keys it misses and what to do', async (t) => {
  const dataDir = temporaryFolder(t)
  const first = await startTestApi(t, { dataDir, env: { WEIR_JWT_SECRET: FIRST } })
  const filled = await fill(first)
  await first.server.close()
  const lines: string[] = []
  const env = { WEIR_JWT_SECRET: SECOND }
  const second = await startTestApi(t, { dataDir, env, onLog: (line) => lines.push(line) })
  t.true(lines.some((line) => line.includes('ERR_KEYS') && line.includes('keys rotate')))
  t.false(lines.some((line) => line.includes(FIRST) || line.includes(SECOND)))
  const search = `/interactions/search?content_hash=${HASH}`
  t.deepEqual((await second.request('GET', search, { token: second.admin })).json, [])
  // The command works beside it, and then everything is there again.
  const here = { ...env, WEIR_DATA_DIR: dataDir }
  t.is((await admin(here, ['keys', 'rotate', '--old-root-stdin'], FIRST)).code, 0)
  await checkAll(t, second, filled)
})

test('a generated root is replaced under a running API', async (t) => {
  const dataDir = temporaryFolder(t)
  const api = await startTestApi(t, { dataDir })
  const filled = await fill(api)
  const file = join(dataDir, 'secrets', 'jwt-secret')
  const old = readFileSync(file, 'utf8')
  const here = { WEIR_DATA_DIR: dataDir }
  t.is((await admin(here, ['keys', 'rotate', '--new-root'])).code, 0)
  t.not(readFileSync(file, 'utf8'), old)
  t.is((await api.request('GET', '/users/me', { token: api.admin })).status, 401)
  await checkAll(t, api, filled)
  await api.server.close()
  await checkAll(t, await startTestApi(t, { dataDir }), filled)
  // Set later, the one in the file is known to have been replaced.
  await checkAll(t, await startTestApi(t, { dataDir, env: { WEIR_JWT_SECRET: FIRST } }), filled)
  const given = await admin({ ...here, WEIR_JWT_SECRET: FIRST }, ['keys', 'rotate', '--new-root'])
  t.is(given.code, 2)
  t.regex(given.stderr, /WEIR_JWT_SECRET is set/)
})
