import { execFile } from 'node:child_process'
import test from 'ava'
import { startTestApi } from '../support/api.ts'
import { temporaryFolder } from '../support/temp.ts'

const ADMIN = new URL('../../api/admin.ts', import.meta.url).pathname
const PASSWORD = 'Another-Passw0rd'

function admin(dataDir: string, args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: dataDir, env: { WEIR_DATA_DIR: dataDir, ...env } }
    execFile(process.execPath, [ADMIN, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

const create = (dataDir: string, name: string, email: string) =>
  admin(dataDir, ['tenant', 'create', '--name', name, '--admin-email', email, '--admin-password', PASSWORD])

test('a tenant made while the server runs can log in at once', async (t) => {
  const api = await startTestApi(t)
  const made = await create(api.settings.dataDir, 'Acme', 'Boss@acme.example')
  t.deepEqual([made.code, made.stderr], [0, ''])
  t.regex(made.stdout, /^[0-9a-f-]{36} {2}Acme\n$/)
  const token = await api.login('boss@acme.example', PASSWORD)
  const me = await api.request<{ tenant_id: string; role: string }>('GET', '/users/me', { token })
  t.is(me.json.role, 'admin')
  t.true(made.stdout.startsWith(me.json.tenant_id))
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
  ]) {
    const { code, stdout, stderr } = await admin(dataDir, args)
    t.is(code, 2, args.join(' '))
    t.is(stdout, '')
    t.regex(stderr, /Usage: npm run admin/)
  }
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
