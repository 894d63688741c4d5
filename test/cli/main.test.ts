import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import test from 'ava'
import { adminCommand as admin } from '../support/admin-command.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi } from '../support/api.ts'
import { temporaryFile, temporaryFolder } from '../support/temp.ts'

const PASSWORD = 'Another-Passw0rd'

const create = (dataDir: string, name: string, email: string) =>
  admin(dataDir, ['tenant', 'create', '--name', name, '--admin-email', email, '--password-stdin'], {}, `${PASSWORD}\n`)

test('a tenant made while the server runs can log in at once', async (t) => {
  const api = await startTestApi(t)
  const made = await create(api.settings.dataDir, 'Acme', 'Boss@acme.example')
  t.deepEqual([made.code, made.stderr], [0, ''])
  t.regex(made.stdout, /^[0-9a-f-]{36} {2}Acme\n$/)
  const token = await api.login('boss@acme.example', PASSWORD)
  const me = await api.request<{ tenant_id: string; role: string }>('GET', '/users/me', { token })
  t.is(me.json.role, 'admin')
  t.true(made.stdout.startsWith(me.json.tenant_id))
  const log = await api.request<{ entries: object[] }>('GET', '/audit-log?action=tenant.created', { token })
  const details = { name: 'Acme', admin_email: 'boss@acme.example' }
  t.like(log.json.entries, [{ actor_id: null, target_type: 'tenant', target_id: me.json.tenant_id, details }])
  const listed = await admin(api.settings.dataDir, ['tenant', 'list'])
  t.regex(listed.stdout, /^[0-9a-f-]{36} {2}default\n[0-9a-f-]{36} {2}Acme\n$/)
})

test('a tenant made before the first start leaves the default one its admin', async (t) => {
  const dataDir = temporaryFolder(t)
  t.is((await create(dataDir, 'Acme', 'boss@acme.example')).code, 0)
  const api = await startTestApi(t, { dataDir })
  t.truthy(api.server.firstAdmin)
  t.truthy(await api.login('boss@acme.example', PASSWORD))
})

test('a name that is taken is a failure, a wrong option a wrong command line', async (t) => {
  const dataDir = temporaryFolder(t)
  await create(dataDir, 'Acme', 'boss@acme.example')
  const again = await create(dataDir, 'Acme', 'other@acme.example')
  t.deepEqual([again.code, again.stderr], [1, 'There is a tenant named "Acme" already\n'])
  for (const args of [
    [],
    ['nonsense'],
    ['tenant'],
    ['tenant', 'delete'],
    ['tenant', 'list', '--all'],
    ['tenant', 'create', '--name', 'x'],
    ['tenant', 'create', '--name', '', '--admin-email', 'a@b.org', '--admin-password', PASSWORD],
    ['tenant', 'create', '--name', 'x', '--admin-email', 'nobody', '--admin-password', PASSWORD],
    ['tenant', 'create', '--name', 'x', '--admin-email', 'a@b.org', '--admin-password', 'short'],
    ['config', 'extra'],
    ['config', '--extra'],
    ['user', 'list'],
    ['user', 'list', '--tenant'],
    ['tenant', 'create', '--name', 'x', '--admin-email', 'a@b.org'],
    ['tenant', 'create', '--name', 'x', '--admin-email', 'a@b.org', '--password-file', '/nowhere'],
    ['tenant', 'create', '--name', 'x', '--admin-email', 'a@b.org', '--password-stdin', '--password-file', 'x'],
    ['user', 'reset-password', '--tenant', 'default', '--email', 'a@b.org', '--password', 'short'],
    ['token', 'create', '--tenant', 'default', '--name', 'x', '--scopes', 'everything'],
    ['backup'],
    ['restore', '--to', '/tmp'],
    ['verify-audit', '--all'],
  ]) {
    const { code, stdout, stderr } = await admin(dataDir, args)
    t.is(code, 2, args.join(' '))
    t.is(stdout, '')
    t.regex(stderr, /Usage: npm run admin/)
  }
})

test('the command itself exits with 0, 1 or 2, and prints on the right stream', (t) => {
  const program = new URL('../../cli/main.ts', import.meta.url).pathname
  const dataDir = temporaryFolder(t)
  const run = (...args: string[]) => {
    const options = { cwd: dataDir, env: { WEIR_DATA_DIR: dataDir }, encoding: 'utf8', input: `${PASSWORD}\n` } as const
    return spawnSync(process.execPath, [program, ...args], options)
  }
  const make = ['tenant', 'create', '--name', 'Acme', '--admin-email', 'a@b.org', '--password-stdin']
  const made = run(...make)
  t.deepEqual([made.status, made.stderr], [0, ''])
  const again = run(...make)
  t.deepEqual([again.status, again.stdout, again.stderr], [1, '', 'There is a tenant named "Acme" already\n'])
  const wrong = run('nonsense')
  t.deepEqual([wrong.status, wrong.stdout], [2, ''])
  t.regex(wrong.stderr, /^Unknown command: nonsense\n/)
})

test('config shows every setting, and no secret', async (t) => {
  const env = { WEIR_JWT_SECRET: 'not to be shown, thirty-two bytes or more', WEIR_API_PORT: '9000' }
  const { code, stdout } = await admin(temporaryFolder(t), ['config'], env)
  t.is(code, 0)
  t.regex(stdout, /^WEIR_API_PORT=9000 +set: /m)
  t.regex(stdout, /^WEIR_PROXY_PORT=8080 +default: /m)
  t.regex(stdout, /^WEIR_JWT_SECRET=\*{8} +set: /m)
  t.false(stdout.includes('not to be shown'))
  const wrong = await admin(temporaryFolder(t), ['config'], { WEIR_API_PORT: 'x' })
  t.is(wrong.code, 2)
  t.regex(wrong.stderr, /^WEIR_API_PORT: /)
})

test('who is locked out gets a new password, and the log says so', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  const of = ['--tenant', 'default']
  t.regex((await admin(dataDir, ['user', 'list', ...of])).stdout, /^admin@example\.com {2}admin {2}active\n$/)
  const reset = ['user', 'reset-password', ...of, '--email', 'Admin@example.com', '--password', PASSWORD]
  const { code, stderr } = await admin(dataDir, reset)
  t.is(code, 0)
  t.regex(stderr, /^--password is visible in the list of processes; [^\n]*\n$/)
  t.is((await api.request('GET', '/users/me', { token: api.admin })).status, 401)
  const token = await api.login('admin@example.com', PASSWORD)
  const { json } = await api.request<{ entries: object[] }>('GET', '/audit-log?action=user.password_reset', { token })
  t.like(json.entries[0], { actor_id: null, ip: null })
  const unknown = ['user', 'reset-password', ...of, '--email', 'no@example.com', '--password', PASSWORD]
  t.like(await admin(dataDir, unknown), { code: 1, stdout: '' })
  t.like(await admin(dataDir, ['user', 'list', '--tenant', 'x']), { code: 1, stdout: '' })
})

test('a service token made by a command works at once, and no longer once it is deleted', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  const named = ['--tenant', 'default', '--name', 'Lyon']
  const created = await admin(dataDir, ['token', 'create', ...named, '--scopes', 'policies,record'])
  t.regex(created.stdout, /^wst_\S+\n$/)
  const status = async () => (await api.request('GET', '/policies', { token: created.stdout.trim() })).status
  t.is(await status(), 200)
  t.like(await admin(dataDir, ['token', 'create', ...named, '--scopes', 'record']), { code: 1 })
  const listed = await admin(dataDir, ['token', 'list', '--tenant', 'default'])
  t.regex(listed.stdout, /^\S+ {2}Lyon {2}policies,record$/m)
  t.false(listed.stdout.includes('wst_'))
  t.is((await admin(dataDir, ['token', 'delete', ...named])).code, 0)
  t.is(await status(), 401)
  t.is((await admin(dataDir, ['token', 'delete', ...named])).code, 1)

  const hostile = { name: 'Ly\u001B[2Jon\u202E', scopes: ['record'] }
  t.is((await api.request('POST', '/service-tokens', { token: api.admin, json: hostile })).status, 201)
  const { stdout } = await admin(dataDir, ['token', 'list', '--tenant', 'default'])
  t.regex(stdout, /^\S+ {2}Ly \[2Jon {3}record$/m)
})

test('verify-audit tells a log that was changed from one that was not', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  t.regex((await admin(dataDir, ['verify-audit'])).stdout, /^default: valid, [1-9]\d* entries\n$/)
  const db = new DatabaseSync(join(dataDir, 'weir.sqlite'))
  db.exec(`DROP TRIGGER audit_is_not_edited; UPDATE audit_log SET action = 'nothing.happened'`)
  db.close()
  const { code, stderr } = await admin(dataDir, ['verify-audit'])
  t.is(code, 1)
  t.regex(stderr, /^The audit log of tenant "default" was changed: entry \S+ does not follow\n$/)
})

test('verify-audit finds a log that was cut off after its end was published', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  for (let count = 0; count < 3; count++) await api.login(ADMIN_EMAIL, ADMIN_PASSWORD)
  const file = join(temporaryFolder(t), 'heads')
  t.like(await admin(dataDir, ['verify-audit', '--save', file]), { code: 0, stdout: 'default: valid, 4 entries\n' })
  t.regex(readFileSync(file, 'utf8'), /^tenant=\S{36} entries=4 head=[0-9a-f]{64}\n$/)
  await api.login(ADMIN_EMAIL, ADMIN_PASSWORD)
  t.like(await admin(dataDir, ['verify-audit', '--against', file]), { code: 0, stderr: '' })
  const db = new DatabaseSync(join(dataDir, 'weir.sqlite'))
  db.exec('DROP TRIGGER audit_is_not_shortened; DELETE FROM audit_log WHERE number > 3')
  db.close()
  const alone = await admin(dataDir, ['verify-audit'])
  t.is(alone.code, 1)
  t.regex(alone.stderr, /cut off or rewritten: its entry [45] /)
  const cut = await admin(dataDir, ['verify-audit', '--against', file])
  t.is(cut.code, 1)
  t.regex(cut.stderr, /cut off or rewritten: its entry 4 /)
  writeFileSync(file, 'nothing')
  t.regex(
    (await admin(dataDir, ['verify-audit', '--against', file])).stderr,
    /holds no record of where an audit log ended/,
  )
})

test('a backup taken while the server runs is restored into an empty directory, and nothing is overwritten', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  await api.request('POST', '/policies', {
    token: api.admin,
    json: { name: 'Kept', rules: { action: 'log', conditions: [] } },
  })
  const to = join(temporaryFolder(t), 'backup')
  t.like(await admin(dataDir, ['backup', '--to', to]), { code: 0, stderr: '' })
  const { last_backup } = (await api.request<{ last_backup: string }>('GET', '/configuration', { token: api.admin }))
    .json
  t.true(Date.now() - Date.parse(last_backup) < 600_000, last_backup)
  t.is(statSync(to).mode & 0o777, 0o700)
  t.is(statSync(join(to, 'weir.sqlite')).mode & 0o777, 0o600)

  const fresh = temporaryFolder(t)
  t.like(await admin(fresh, ['restore', '--from', to]), { code: 0, stderr: '' })
  // What is known of the audit logs came along, and is no later than the copy of the database.
  t.like(await admin(fresh, ['verify-audit']), { code: 0, stderr: '' })
  const restored = await startTestApi(t, { dataDir: fresh })
  // The old session is good: the key that signs it came along.
  const { json } = await restored.request<{ policies: { name: string }[] }>('GET', '/policies', { token: api.admin })
  t.deepEqual(
    json.policies.map(({ name }) => name),
    ['Kept'],
  )
  const refused = await admin(fresh, ['restore', '--from', to])
  t.like(refused, { code: 1, stdout: '' })
  // All that is in the way at once, not one after the other.
  t.regex(refused.stderr, /has weir\.sqlite, secrets already.*move the directory away/)
  for (const from of [temporaryFolder(t), temporaryFile(t, 'a file'), '/nowhere']) {
    const none = { code: 1, stdout: '', stderr: `${from} holds no backup\n` }
    t.deepEqual(await admin(temporaryFolder(t), ['restore', '--from', from]), none)
  }
})

test('backups into one folder stand side by side, and the newest is restored', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  const [to, dated] = [join(temporaryFolder(t), 'backup'), temporaryFolder(t)]
  const backUp = async (...args: string[]) => {
    const { code, stdout, stderr } = await admin(dataDir, ['backup', ...args, '--json'])
    t.deepEqual([code, stderr], [0, ''], args.join(' '))
    return JSON.parse(stdout) as { folder: string; removed?: string[] }
  }
  const make = (name: string) =>
    api.request('POST', '/policies', { token: api.admin, json: { name, rules: { action: 'log', conditions: [] } } })
  t.is((await backUp('--to', to)).folder, to, 'a folder that is new is the backup')
  await make('Later')
  const second = await backUp('--to', to)
  t.regex(second.folder, /\/backup\/weir-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/)
  t.is(statSync(second.folder).mode & 0o777, 0o700)
  t.deepEqual(
    readdirSync(second.folder).sort(),
    readdirSync(to)
      .filter((name) => !name.startsWith('weir-'))
      .sort(),
  )
  const fresh = temporaryFolder(t)
  const restored = await admin(fresh, ['restore', '--from', to])
  t.deepEqual(restored, { code: 0, stdout: `${fresh}\nThe newest backup was taken: ${second.folder}\n`, stderr: '' })
  const again = await startTestApi(t, { dataDir: fresh })
  const { policies } = (await again.request<{ policies: { name: string }[] }>('GET', '/policies', { token: api.admin }))
    .json
  t.deepEqual(
    policies.map(({ name }) => name),
    ['Later'],
  )

  // Somebody else's, and what a backup left that was killed.
  writeFileSync(join(dated, 'notes.txt'), '')
  mkdirSync(join(dated, 'weir-2020-01-01T00-00-00.000Z.unfinished'))
  const all: string[] = []
  for (const _ of Array(4)) all.push((await backUp('--to', dated, '--keep', '2')).folder)
  t.deepEqual(readdirSync(dated).sort(), ['notes.txt', ...all.slice(-2).map((path) => basename(path))])
  t.deepEqual((await backUp('--to', join(temporaryFolder(t), 'new'), '--keep', '1')).removed, [])
  for (const keep of ['0', '-1', 'x', '1.5', '']) {
    const { code, stderr } = await admin(dataDir, ['backup', '--to', dated, `--keep=${keep}`])
    t.is(code, 2)
    t.regex(stderr, /^--keep takes a number from 1 to 99999, not /)
  }
  const inside = await admin(dataDir, ['backup', '--to', dataDir])
  t.deepEqual([inside.code, inside.stderr], [1, `${dataDir} is the data directory: a backup belongs elsewhere\n`])
})

test('a backup that fails leaves nothing, and takes no older one with it', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  await api.server.close()
  const to = temporaryFolder(t)
  t.is((await admin(dataDir, ['backup', '--to', to, '--keep', '1'])).code, 0)
  const before = readdirSync(to)
  writeFileSync(join(dataDir, 'weir.sqlite'), 'no database'.repeat(1000))
  const failed = await admin(dataDir, ['backup', '--to', to, '--keep', '1'])
  t.is(failed.code, 1)
  t.regex(failed.stderr, /^The database cannot be copied: file is not a database\n$/)
  t.deepEqual(readdirSync(to), before)
})

const ON_A_DATABASE = [
  ['tenant', 'list'],
  ['user', 'list'],
  ['user', 'reset-password', '--email', 'a@b.org', '--password-stdin'],
  ['token', 'list'],
  ['token', 'create', '--name', 'x', '--scopes', 'record'],
  ['token', 'delete', '--name', 'x'],
  ['verify-audit'],
  ['demo'],
]

test('a command makes no database where there is none, and says where it looked', async (t) => {
  const dataDir = temporaryFolder(t)
  const missing = join(dataDir, 'missing')
  for (const [n, args] of ON_A_DATABASE.entries()) {
    const folder = n % 2 === 0 ? dataDir : missing
    const { code, stdout, stderr } = await admin(dataDir, args, { WEIR_DATA_DIR: folder }, PASSWORD)
    t.deepEqual([code, stdout], [2, ''], args.join(' '))
    t.regex(stderr, /^WEIR_DATA_DIR: [^\n]+\n$/)
    t.true(stderr.includes(folder))
  }
  t.deepEqual(readdirSync(dataDir), [])
})

test('backup makes nothing where there is no database, its target neither; an empty file is none', async (t) => {
  const dataDir = temporaryFolder(t)
  writeFileSync(join(dataDir, 'weir.sqlite'), '')
  const to = join(temporaryFolder(t), 'backup')
  const { code, stderr } = await admin(dataDir, ['backup', '--to', to])
  t.is(code, 2)
  t.true(stderr.includes(dataDir))
  t.false(existsSync(to))
  t.deepEqual(readdirSync(dataDir), ['weir.sqlite'])
})

test('a backup into what is no place for one ends at once, in one line', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  for (const to of ['/proc/weir/backup', '/dev/null/backup', temporaryFile(t, 'a file')]) {
    const { code, stdout, stderr } = await admin(dataDir, ['backup', '--to', to])
    t.deepEqual([code, stdout], [1, ''], to)
    t.regex(stderr, /^[^\n]+\n$/)
    t.true(stderr.includes(to))
  }
  const made = ['tenant', 'create', '--name', 'x', '--admin-email', 'a@b.org', '--password-stdin']
  const { code, stderr } = await admin(temporaryFolder(t), made, { WEIR_DATA_DIR: '/proc/weir' }, PASSWORD)
  t.is(code, 1)
  t.regex(stderr, /^The data directory \/proc\/weir cannot be used: [^\n]+\n$/)
})

test('a password comes from standard input or a file, and one on the command line is warned of', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  const file = temporaryFile(t, `${PASSWORD}\r\n`)
  for (const [source, input] of [
    [['--password-stdin'], PASSWORD],
    [['--password-file', file], ''],
  ] as const) {
    const args = ['user', 'reset-password', '--email', 'admin@example.com', ...source]
    t.like(await admin(dataDir, args, {}, input), { code: 0, stderr: '' })
    t.truthy(await api.login('admin@example.com', PASSWORD))
  }
  const plain = ['tenant', 'create', '--name', 'x', '--admin-email', 'a@b.org', '--admin-password', PASSWORD]
  const { code, stderr } = await admin(dataDir, plain)
  t.is(code, 0)
  t.regex(stderr, /^--admin-password is visible in the list of processes; /)
  t.false(stderr.includes(PASSWORD))
})

test('where there is one tenant, none has to be named; where there are two, one has', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  t.regex((await admin(dataDir, ['user', 'list'])).stdout, /^admin@example\.com {2}admin {2}active\n$/)
  t.is((await admin(dataDir, ['token', 'create', '--name', 'x', '--scopes', 'record'])).code, 0)
  await create(dataDir, 'Acme', 'boss@acme.example')
  const { code, stderr } = await admin(dataDir, ['user', 'list'])
  t.is(code, 2)
  t.regex(stderr, /^There are 2 tenants: choose one with --tenant\n/)
})

test('--json prints what a program reads, --help what a person does', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  const json = async (...args: string[]) => JSON.parse((await admin(dataDir, [...args, '--json'])).stdout)
  t.like(await json('tenant', 'list'), [{ name: 'default' }])
  t.like(await json('user', 'list'), [{ email: 'admin@example.com', role: 'admin', status: 'active' }])
  const token = await json('token', 'create', '--name', 'x', '--scopes', 'record')
  t.regex(token.token, /^wst_/)
  t.like(await json('token', 'list'), [{ name: 'built-in proxy' }, { id: token.id, scopes: ['record'] }].slice(1))
  t.like(await json('verify-audit'), [{ tenant: 'default', valid: true }])
  t.true((await json('config')).some((one: { variable: string }) => one.variable === 'WEIR_DATA_DIR'))
  const to = join(temporaryFolder(t), 'backup')
  t.deepEqual(await json('backup', '--to', to), { folder: to, database: true })

  const nowhere = temporaryFolder(t)
  for (const args of [['--help'], ['help'], ['tenant', 'create', '--help'], ['help', 'backup'], ['token', '--help']]) {
    const { code, stdout } = await admin(nowhere, args)
    t.is(code, 0)
    t.regex(stdout, /^Usage: npm run admin -- /)
  }
  t.regex((await admin(nowhere, ['tenant', 'create', '--help'])).stdout, /--password-file FILE/)
})

test('a backup ends while other processes keep writing', async (t) => {
  const api = await startTestApi(t)
  const to = join(temporaryFolder(t), 'backup')
  const writer = new DatabaseSync(join(api.settings.dataDir, 'weir.sqlite'))
  t.teardown(() => writer.close())
  writer.exec(`PRAGMA synchronous = NORMAL; CREATE TABLE filler (bytes BLOB);
    INSERT INTO filler SELECT randomblob(100000) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 600) SELECT i FROM n)`)
  let isOver = false
  const backup = admin(api.settings.dataDir, ['backup', '--to', to]).finally(() => {
    isOver = true
  })
  let writes = 0
  const write = writer.prepare('INSERT OR REPLACE INTO write_probe (id, at) VALUES (1, ?)')
  const patience = performance.now() + 60_000
  for (; !isOver && performance.now() < patience; writes += 1) {
    write.run(writes)
    await nextTurn()
  }
  t.true(isOver, `${writes} writes came first`)
  t.like(await backup, { code: 0, stderr: '' })
  t.true(writes > 0)
  const copy = new DatabaseSync(join(to, 'weir.sqlite'))
  t.teardown(() => copy.close())
  t.true(Number(copy.prepare('SELECT count(*) AS count FROM filler').get()?.count) === 600)
})
