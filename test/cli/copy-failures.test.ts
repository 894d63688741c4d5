import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { MongoClient } from 'mongodb'
import { runCommand } from '../../cli/commands.ts'
import { lockDataDir } from '../../config/data-dir-lock.ts'
import { adminCommand } from '../support/admin-command.ts'
import { startTestApi } from '../support/api.ts'
import { filledInstallation } from '../support/filled-api.ts'
import { TestMongo, testWithMongo } from '../support/mongodb.ts'

const mongo = new TestMongo()
test.after.always(() => mongo.close())
const mongoTest = testWithMongo(test)

const filesIn = (folder: string) =>
  readdirSync(folder).filter((name) => !name.startsWith('weir.sqlite-') && !name.endsWith('.lock'))

test('a copy of SQLite to another file is whole, or not there', async (t) => {
  const dataDir = await filledInstallation(t)
  const run = (...args: string[]) => adminCommand(dataDir, ['copy', ...args])
  const before = filesIn(dataDir)
  const dry = await run('--to', 'sqlite:copy.sqlite', '--dry-run', '--json')
  const planned = JSON.parse(dry.stdout) as { dry_run: boolean; copied: Readonly<Record<string, number>> }
  t.deepEqual([dry.code, planned.dry_run], [0, true])

  // Somebody writes while it runs.
  const warnings: string[] = []
  let wasDisturbed = false
  const terminal = {
    isInteractive: false,
    askSecret: () => Promise.reject(new Error('nobody is asked')),
    readAll: () => Promise.resolve(''),
    warn: (line: string) => void warnings.push(line),
    progress: (text: string) => {
      if (!text.startsWith('audit_log') || wasDisturbed) return
      wasDisturbed = true
      const db = new DatabaseSync(join(dataDir, 'weir.sqlite'))
      db.exec(`INSERT INTO audit_log (tenant_id, id, timestamp, action, target_type, details, prev_hash, hash)
        SELECT tenant_id, lower(hex(randomblob(16))), timestamp, action, target_type, details, hash, hash FROM audit_log LIMIT 1`)
      db.close()
    },
  }
  const env = { WEIR_DATA_DIR: dataDir }
  const disturbed = runCommand(['copy', '--to', 'sqlite:copy.sqlite'], { env, cwd: dataDir, terminal })
  await t.throwsAsync(disturbed, {
    message: /^The source changed .* The copy is deleted again$|copied, and the copy has/,
  })
  t.deepEqual(filesIn(dataDir), before)

  const lock = lockDataDir(dataDir, 'api')
  t.like(await run('--to', 'sqlite:copy.sqlite'), { code: 1, stdout: '' })
  lock.release()
  writeFileSync(join(dataDir, 'there'), 'mine')
  t.like(await run('--to', 'sqlite:there'), { code: 1, stdout: '' })
  t.is(readFileSync(join(dataDir, 'there'), 'utf8'), 'mine')
  t.like(await run('--to', 'sqlite'), { code: 1, stdout: '' })
  t.like(await run('--to', 'sqlite:nowhere/copy.sqlite'), { code: 1, stdout: '' })
  for (const args of [
    [],
    ['--to', 'sqlite', '--to-file', 'x'],
    ['--to-file', 'missing'],
    ['--to', 'postgres://u:secret@h/x'],
  ]) {
    const wrong = await run(...args)
    t.is(wrong.code, 2, args.join(' '))
    t.false(wrong.stderr.includes('secret'))
  }
})

test('what is counted in a dry run is what is copied', async (t) => {
  const dataDir = await filledInstallation(t)
  const run = async (...args: string[]) => {
    const { code, stdout } = await adminCommand(dataDir, ['copy', '--to', 'sqlite:copy.sqlite', '--json', ...args])
    t.is(code, 0)
    return JSON.parse(stdout) as { copied: Readonly<Record<string, number>>; not_copied: string[] }
  }
  const { copied: planned } = await run('--dry-run')
  const { copied, not_copied } = await run()
  // What waits to be counted is counted by the copy.
  const { counters: _c, inventory_users: _u, ...others } = planned
  t.like(copied, others)
  t.true(not_copied.length > 2)
  t.true(existsSync(join(dataDir, 'copy.sqlite')))
})

mongoTest('a database that is not empty is left alone, and one that was copied in part starts no server', async (t) => {
  const dataDir = await filledInstallation(t)
  const url = await mongo.newDatabase()
  const client = new MongoClient(url)
  t.teardown(() => client.close())
  const db = client.db()
  await db.collection('orders').insertOne({ mine: true })
  const refused = await adminCommand(dataDir, ['copy', '--to', url])
  t.is(refused.code, 1)
  t.regex(refused.stderr, /is not empty/)
  t.deepEqual(
    (await db.listCollections().toArray()).map(({ name }) => name),
    ['orders'],
  )
  await db.collection('orders').drop()

  // As if it had been killed.
  await db
    .collection<{ _id: string; unfinished_copy: boolean; version: number; lease: null }>('schema')
    .insertOne({ _id: 'schema', version: 17, lease: null, unfinished_copy: true })
  const env = { WEIR_MONGODB_URL: url, WEIR_JWT_SECRET: 'one secret for all processes of a test' }
  await t.throwsAsync(startTestApi(t, { env }), { message: /copy that was not finished: drop it/ })
  t.is((await adminCommand(dataDir, ['copy', '--to', url])).code, 1)
  await db.dropDatabase()
  t.is((await adminCommand(dataDir, ['copy', '--to', url])).code, 0)
})
