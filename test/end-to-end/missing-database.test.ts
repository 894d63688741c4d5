import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { fetch } from 'undici'
import { adminCommand } from '../support/admin-command.ts'
import { startTestApi } from '../support/api.ts'
import { FAKE_TOKEN, FakeApi } from '../support/fake-api.ts'
import { TestMongo, testWithMongo } from '../support/mongodb.ts'
import { type Product, runProduct } from '../support/product.ts'
import { temporaryFolder } from '../support/temp.ts'
import { announced, settings, startWeir, untilReady } from '../support/weir.ts'
import { refusingPort, until } from '../support/wire.ts'

const PASSWORD = 'Correct-Horse-3-Battery'
const SECRET = 'j'.repeat(64)

type Script = 'main.ts' | 'api/main.ts'

function start(
  t: ExecutionContext,
  dataDir: string,
  script: Script,
  options: readonly string[] = [],
  env = {},
): Product {
  return runProduct(t, { ...settings(dataDir), ...env }, dataDir, script, [], options)
}

/** As if its volume were not mounted. */
function loseDatabase(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((name) => name.startsWith('weir.sqlite'))) rmSync(join(dataDir, name))
}

/** An installation that has run, and whose database is gone. */
async function withoutDatabase(t: ExecutionContext): Promise<string> {
  const { server, settings: used } = await startTestApi(t, { env: { WEIR_API_TLS: 'auto' } })
  await server.close()
  loseDatabase(used.dataDir)
  return used.dataDir
}

/** The status, message and advice of the check of the database. */
async function toldByDoctor(t: ExecutionContext, dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const away = `http://127.0.0.1:${await refusingPort(t)}`
  const ports = { WEIR_API_PORT: '0', WEIR_PROXY_PORT: '0', WEIR_UPSTREAM_PROXY: away }
  const { code, stdout } = await adminCommand(dataDir, ['doctor', '--json'], { ...ports, ...env })
  const findings = JSON.parse(stdout) as { check: string; status: string; message: string; mend?: string }[]
  const found = findings.find(({ check }) => check === 'database')
  return { code, status: found?.status, text: `${found?.message}. ${found?.mend}.` }
}

test.serial('a start whose database is missing ends with 2, makes nothing, and says the two ways on', async (t) => {
  const weir = await startWeir(t)
  const { dataDir } = weir
  t.is(await weir.stop(), 0)
  loseDatabase(dataDir)
  rmSync(join(dataDir, 'ca.pem'))
  // Its lock goes with the process, and SQLite's journal of it stays.
  const files = () => readdirSync(dataDir).filter((name) => !name.endsWith('.lock-journal'))
  const before = files()
  const expected = `${dataDir} has ca.key, secrets, policies.json, spool, but its database is missing: ${join(dataDir, 'weir.sqlite')} is not there. Mount the volume that holds it, or bring it back from a backup, or start once with --new-database, which begins without users and policies.`
  for (const script of ['main.ts', 'api/main.ts'] as const) {
    const refused = start(t, dataDir, script)
    t.is(await refused.ended, 2, script)
    t.is(refused.stderr, `WEIR_DATA_DIR: ${expected}\n`)
    t.false(refused.stdout.includes('is ready'))
    t.deepEqual(files(), before, script)
  }
  t.deepEqual(await toldByDoctor(t, dataDir), { code: 1, status: 'failed', text: expected })
})

test.serial('--new-database begins anew, once; other options are refused', async (t) => {
  const dataDir = await withoutDatabase(t)
  const wrong = start(t, dataDir, 'api/main.ts', ['--new-databse'])
  t.is(await wrong.ended, 2)
  t.is(wrong.stderr, '"--new-databse": is no option of this command. It takes --new-database.\n')
  const anew = start(t, dataDir, 'main.ts', ['--new-database'])
  await untilReady(anew)
  t.notRegex(anew.stdout, /ERR_OTHER/)
  anew.process.kill('SIGTERM')
  t.is(await anew.ended, 0)
  t.is((await toldByDoctor(t, dataDir)).status, 'ok')
  await untilReady(start(t, dataDir, 'api/main.ts'))
})

test.serial('a first start that was killed goes on, with its database and without', async (t) => {
  const dataDir = temporaryFolder(t)
  const first = start(t, dataDir, 'main.ts')
  await until(
    () => existsSync(join(dataDir, 'weir.sqlite')) && existsSync(join(dataDir, 'secrets')),
    () => first.stderr,
  )
  first.process.kill('SIGKILL')
  await first.ended
  t.false(existsSync(join(dataDir, 'api-first-start.json')))
  const copy = temporaryFolder(t)
  for (const name of ['ca.pem', 'ca.key']) {
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(copy, name))
  }
  await untilReady(start(t, dataDir, 'api/main.ts'))
  t.is((await toldByDoctor(t, copy)).status, 'skipped')
  await untilReady(start(t, copy, 'api/main.ts'))
})

test.serial('a proxy alone needs no database, and an API may begin in its directory', async (t) => {
  const api = await FakeApi.start(t)
  const dataDir = temporaryFolder(t)
  const access = { ...settings(dataDir), WEIR_API_URL: api.url, WEIR_SERVICE_TOKEN: FAKE_TOKEN }
  for (const _ of ['first', 'again']) {
    const proxy = runProduct(t, access, dataDir, 'proxy/main.ts')
    await untilReady(proxy)
    await until(
      () => existsSync(join(dataDir, 'policies.json')),
      () => proxy.stdout,
    )
    t.is((await fetch(`${announced(proxy, 'Proxy')}/readyz`)).status, 200)
    proxy.process.kill('SIGTERM')
    t.is(await proxy.ended, 0)
  }
  t.is((await toldByDoctor(t, dataDir)).status, 'skipped')
  await startTestApi(t, { dataDir })
  const taken = runProduct(t, access, dataDir, 'proxy/main.ts', [], ['--new-database'])
  t.is(await taken.ended, 2)
  t.is(taken.stderr, '"--new-database": is no option of this command. It takes none.\n')
})

test('restore and copy bring a database back, and tenant create makes one, where it is missing', async (t) => {
  const { server, settings: used } = await startTestApi(t)
  await server.close()
  const [backup, copied] = [join(temporaryFolder(t), 'backup'), join(temporaryFolder(t), 'copy.sqlite')]
  const run = async (dataDir: string, ...args: string[]) => {
    const { code, stderr } = await adminCommand(dataDir, args, {}, PASSWORD)
    t.deepEqual([code, stderr], [0, ''], args.join(' '))
  }
  await run(used.dataDir, 'backup', '--to', backup)
  await run(used.dataDir, 'copy', '--to', `sqlite:${copied}`)

  const restored = temporaryFolder(t)
  copyFileSync(join(used.dataDir, 'api-first-start.json'), join(restored, 'api-first-start.json'))
  await run(restored, 'restore', '--from', backup)
  await startTestApi(t, { dataDir: restored })

  loseDatabase(used.dataDir)
  copyFileSync(copied, join(used.dataDir, 'weir.sqlite'))
  await startTestApi(t, { dataDir: used.dataDir })

  const made = await withoutDatabase(t)
  await run(made, 'tenant', 'create', '--name', 'Acme', '--admin-email', 'a@b.org', '--password-stdin')
  await startTestApi(t, { dataDir: made })
})

test('an installation of an earlier release, without a mark, is known by the ends of its audit logs', async (t) => {
  const { server, settings: used, request, admin } = await startTestApi(t)
  await request('POST', '/policies', { token: admin, json: { name: 'x', rules: { action: 'log', conditions: [] } } })
  await server.close()
  rmSync(join(used.dataDir, 'api-first-start.json'))
  const again = await startTestApi(t, { dataDir: used.dataDir })
  await again.server.close()
  rmSync(join(used.dataDir, 'api-first-start.json'))
  loseDatabase(used.dataDir)
  await t.throwsAsync(startTestApi(t, { dataDir: used.dataDir }), { message: /secrets, but its database is missing/ })
})

test('another database in the place of the own one is told, by the start and by doctor', async (t) => {
  const [own, other] = [await startTestApi(t), await startTestApi(t)]
  const id = own.settings.dataDir
  for (const api of [own, other]) await api.server.close()
  loseDatabase(own.settings.dataDir)
  copyFileSync(join(other.settings.dataDir, 'weir.sqlite'), join(own.settings.dataDir, 'weir.sqlite'))
  const lines: string[] = []
  const { server } = await startTestApi(t, { dataDir: own.settings.dataDir, onLog: (line) => lines.push(line) })
  await server.close()
  const told = await toldByDoctor(t, own.settings.dataDir)
  t.is(told.status, 'failed')
  t.regex(
    told.text,
    new RegExp(`^${id}/weir\\.sqlite is another database than the one that ${id} worked with: it has no tenant `),
  )
  const line = lines.map((text) => JSON.parse(text)).find(({ code }) => code === 'ERR_OTHER_DATABASE')
  t.is(`${line?.msg}.`, told.text)
  rmSync(join(id, 'api-first-start.json'))
  t.is((await toldByDoctor(t, own.settings.dataDir)).status, 'ok')
})

testWithMongo(test)('an empty MongoDB is refused too, and so is a file in its place', async (t) => {
  const mongo = new TestMongo()
  t.teardown(() => mongo.close())
  const [first, empty] = [await mongo.newDatabase(), await mongo.newDatabase()]
  const env = (url: string) => ({ WEIR_JWT_SECRET: SECRET, WEIR_MONGODB_URL: url })
  const { server, settings: used } = await startTestApi(t, { env: env(first) })
  await server.close()
  const { dataDir } = used
  const refused = start(t, dataDir, 'main.ts', [], env(empty))
  t.is(await refused.ended, 2)
  const name = empty.replace(/\?.*$/, '')
  const expected = `${dataDir} has secrets, but its database is missing: ${name} is empty. Bring it back (its volume mounted, or mongorestore), correct WEIR_MONGODB_URL, or start once with --new-database, which begins without users and policies.`
  t.is(refused.stderr, `WEIR_MONGODB_URL: ${expected}\n`)
  t.deepEqual(await toldByDoctor(t, dataDir, env(empty)), { code: 1, status: 'failed', text: expected })

  const inFile = start(t, dataDir, 'api/main.ts', [], { WEIR_JWT_SECRET: SECRET })
  t.is(await inFile.ended, 2)
  t.regex(inFile.stderr, /weir\.sqlite is not there, and it was in MongoDB\. Set WEIR_MONGODB_URL, or start once/)

  const copied = await adminCommand(dataDir, ['copy', '--to', 'sqlite'], env(first))
  t.deepEqual([copied.code, copied.stderr], [0, ''])
  await untilReady(start(t, dataDir, 'api/main.ts', [], { WEIR_JWT_SECRET: SECRET }))

  // Another machine on the same database, and one that begins with an empty one.
  await startTestApi(t, { env: env(first) })
  await startTestApi(t, { env: env(empty) })
})
