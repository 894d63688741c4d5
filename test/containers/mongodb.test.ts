import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import test from 'ava'
import type { Scope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { ROOT } from './dockerfile.ts'

const START = join(ROOT, 'deploy/compose/mongodb')
const SCRIPT = join(ROOT, 'deploy/compose/mongodb.js')

/** Runs deploy/compose/mongodb with a mongod and a mongosh that only note how they were called. */
function start(t: Scope, failing: 'mongod' | 'mongosh' | 'nothing' = 'nothing') {
  const folder = temporaryFolder(t)
  const [bin, run, secrets] = [join(folder, 'bin'), join(folder, 'run'), join(folder, 'secrets')]
  for (const one of [bin, run, secrets]) mkdirSync(one)
  const calls = join(folder, 'calls')
  const noting = (name: string, more: string) => {
    const text = `#!/bin/sh\necho ${name} "$@" $(ls ${run} | tr '\\n' ' ') >> ${calls}\n${more}\n`
    writeFileSync(join(bin, name), text, { mode: 0o755 })
  }
  // As the server does: it writes its log before it fails.
  const first = `case "$*" in *--fork*) echo why > ${join(run, 'first-start.log')}; exit ${failing === 'mongod' ? 1 : 0};; esac`
  noting('mongod', first)
  noting('mongosh', `exit ${failing === 'mongosh' ? 3 : 0}`)
  writeFileSync(join(secrets, 'mongodb_key'), 'k'.repeat(64), { mode: 0o444 })
  const begin = () => {
    const env = {
      PATH: `${bin}:${process.env.PATH}`,
      WEIR_SECRETS_FOLDER: secrets,
      WEIR_RUN_FOLDER: run,
      WEIR_MONGODB_SCRIPT: SCRIPT,
    }
    const { status, stderr } = spawnSync('sh', [START], { encoding: 'utf8', env })
    return { status, stderr, calls: readFileSync(calls, 'utf8').trim().split('\n') }
  }
  return { run, begin }
}

test('MongoDB listens to others, with its key, only when the set and the user are there', (t) => {
  const { run, begin } = start(t)
  // What an end in the middle has left.
  writeFileSync(join(run, 'ready'), '')
  const { status, stderr, calls } = begin()
  t.is(status, 0, stderr)
  const key = join(run, 'key')
  t.deepEqual(calls, [
    `mongod --replSet weir --bind_ip 127.0.0.1 --oplogSize 512 --fork --logpath ${run}/first-start.log --setParameter shutdownTimeoutMillisForSignaledShutdown=100 key`,
    `mongosh --norc --quiet mongodb://127.0.0.1:27017/?directConnection=true ${SCRIPT} first-start.log key`,
    'mongod --shutdown first-start.log key',
    `mongod --replSet weir --keyFile ${key} --bind_ip_all --oplogSize 512 key ready`,
  ])
  // Another mode is refused.
  t.is(statSync(key).mode & 0o777, 0o400)
  t.is(readFileSync(key, 'utf8'), 'k'.repeat(64))
  t.is(begin().status, 0, 'it may be started again')
})

test('MongoDB that cannot be made ready ends, and says why', (t) => {
  const unready = start(t, 'mongosh')
  const refused = unready.begin()
  t.is(refused.status, 1)
  t.regex(refused.stderr, /not made ready/)
  t.regex(refused.calls.at(-1) ?? '', /^mongod --shutdown/)
  t.false(existsSync(join(unready.run, 'ready')))
  const { status, stderr, calls } = start(t, 'mongod').begin()
  t.is(status, 1)
  t.is(stderr.trim(), 'why')
  t.is(calls.length, 1)
})

/** Runs deploy/compose/mongodb.js against a server that is so. */
function prepare(t: Scope, before: { readonly set?: string; readonly user?: object }) {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'mongodb_password'), 'secret\n')
  const calls: unknown[] = []
  let { set, user } = before
  let asked = 0
  const weir = {
    getUser: (name: string) => (name === 'weir' && user) || null,
    createUser: (given: object) => calls.push(['createUser', { ...given }]),
    updateUser: (name: string, given: object) => calls.push(['updateUser', name, { ...given }]),
  }
  const context = {
    db: {
      // The election takes a moment.
      hello: () => {
        asked += 1
        return { setName: set, isWritablePrimary: set !== undefined && asked > 3 }
      },
      getSiblingDB: (name: string) => (name === 'weir' ? weir : undefined),
    },
    rs: {
      initiate: (config: { _id: string }) => {
        set = config._id
        calls.push(['initiate', JSON.stringify(config)])
      },
    },
    sleep: () => undefined,
    print: () => undefined,
    process: { env: { WEIR_SECRETS_FOLDER: folder } },
    require: createRequire(import.meta.url),
  }
  runInNewContext(readFileSync(SCRIPT, 'utf8'), context)
  return JSON.parse(JSON.stringify(calls))
}

const RIGHTS = { pwd: 'secret', roles: [{ role: 'readWrite', db: 'weir' }] }
const BEGUN = ['initiate', JSON.stringify({ _id: 'weir', members: [{ _id: 0, host: 'mongodb:27017' }] })]

test('an empty server, one that was alone, and one that is begun get what they lack', (t) => {
  const updated = ['updateUser', 'weir', RIGHTS]
  t.deepEqual(prepare(t, {}), [BEGUN, ['createUser', { user: 'weir', ...RIGHTS }]])
  t.deepEqual(prepare(t, { user: {} }), [BEGUN, updated])
  // The password is that of the secrets, whatever it was.
  t.deepEqual(prepare(t, { set: 'weir', user: {} }), [updated])
})
