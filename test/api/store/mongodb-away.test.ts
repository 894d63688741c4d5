import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import test from 'ava'
import { MongoClient, MongoServerError } from 'mongodb'
import { StoreError, StoreUnavailableError } from '../../../api/store/errors.ts'
import { Collection, type Stored } from '../../../api/store/mongodb/collection.ts'
import { attempt } from '../../../api/store/mongodb/failures.ts'
import { Journal } from '../../../api/store/mongodb/journal.ts'
import { startTestApi } from '../../support/api.ts'
import { TestMongo, testWithMongo } from '../../support/mongodb.ts'
import type { Scope } from '../../support/scope.ts'
import { listen, until } from '../../support/wire.ts'

const mongo = new TestMongo()
test.after.always(() => mongo.close())
const testHere = testWithMongo(test)

/** What the machine beside takes is left: a caller is to have an answer within five seconds. */
const ANSWERED_WITHIN_MS = 7000

/** A way to the database that ends as where its process was stopped: `refuses`, or where its machine was: `silent`. */
async function startRelay(scope: Scope, target: number) {
  let isSilent = false
  const { port, server, sockets } = await listen(scope, (inner) => {
    const outer = connect(target, '127.0.0.1')
    const join = (from: Socket, to: Socket) => {
      from.on('data', (data) => isSilent || to.write(data))
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
    join(inner, outer)
    join(outer, inner)
  })
  return {
    port,
    stop: (mode: 'refuses' | 'silent') => {
      isSilent = mode === 'silent'
      if (isSilent) return
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    start: async () => {
      isSilent = false
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
}

for (const mode of ['refuses', 'silent'] as const) {
  testHere(
    `a database that ${mode === 'silent' ? 'falls silent' : 'is stopped'} is a 503 within seconds, and no longer when it is back`,
    async (t) => {
      const url = await mongo.newDatabase()
      const relay = await startRelay(t, Number(new URL(url).port))
      const env = {
        WEIR_MONGODB_URL: url.replace(/:\d+\//, `:${relay.port}/`),
        WEIR_JWT_SECRET: 'one secret for all processes of a test',
      }
      const api = await startTestApi(t, { env })
      const ask = () => api.request('GET', '/users/me', { token: api.admin })
      t.is((await ask()).status, 200)
      relay.stop(mode)
      const logIn = () =>
        api.request('POST', '/auth/login', { json: { email: 'other@example.com', password: 'Wrong-Password-1' } })
      for (const request of [logIn, ask, ask]) {
        const began = performance.now()
        const { status } = await request()
        t.log(status, Math.round(performance.now() - began))
        t.is(status, 503)
        t.true(performance.now() - began < ANSWERED_WITHIN_MS)
      }
      await relay.start()
      await until(
        async () => (await ask()).status === 200,
        () => 'the database is not found again',
      )
    },
  )
}

/** How the commands begin in BSON. */
const WRITES = ['\u0002insert\0', '\u0002update\0']

testHere('a connection that ends under a write of many documents is that MongoDB is out of reach', async (t) => {
  const target = Number(new URL(await mongo.newDatabase()).port)
  // A connection ends with what it is about to write.
  const { port } = await listen(t, (inner) => {
    const outer = connect(target, '127.0.0.1')
    inner.on('data', (data) => (WRITES.some((name) => data.includes(name)) ? inner.destroy() : outer.write(data)))
    outer.on('data', (data) => inner.write(data))
    for (const socket of [inner, outer]) socket.on('error', () => {})
    inner.on('close', () => outer.destroy())
    outer.on('close', () => inner.destroy())
  })
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/weir`)
  t.teardown(() => client.close())
  const collection = new Collection<Stored>(client.db(), 'cut')
  const writes = [
    () => collection.insertNew([{ _id: 'a' }, { _id: 'b' }]),
    () => collection.changeOnce(1, [{ id: 'a', update: { $set: { x: 1 } }, mayCreate: true }]),
  ]
  for (const write of writes) await t.throwsAsync(write(), { instanceOf: StoreUnavailableError, message: /reached/ })
})

testHere('a change that another process does not finish is that the database cannot be used now', async (t) => {
  const { db } = await mongo.open()
  const others = { _id: 'tenant', number: 1, entry: {}, owner: 'another process' }
  await new Collection<typeof others>(db, 'left').insert(others)
  const journal = new Journal(db, 'left', async () => {}, 100)
  await t.throwsAsync(
    journal.enter('tenant', async () => ({})),
    { instanceOf: StoreUnavailableError },
  )
})

const failing = (error: Error) => attempt('id', () => Promise.reject(error))
const ofServer = (code: number) => new MongoServerError({ code, codeName: 'Some' })

test('what a server says that is ending, or no primary, is that it cannot be used now', async (t) => {
  for (const code of [91, 189, 10107, 11600, 11602, 13435, 64])
    await t.throwsAsync(failing(ofServer(code)), { instanceOf: StoreUnavailableError }, String(code))
  const broken = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' })
  await t.throwsAsync(failing(broken), { instanceOf: StoreUnavailableError })
  for (const code of [2, 13, 18, 50]) {
    const error = await t.throwsAsync(failing(ofServer(code)), { instanceOf: StoreError })
    t.false(error instanceof StoreUnavailableError, String(code))
  }
  await t.throwsAsync(failing(new TypeError('x')), { instanceOf: TypeError })
})
