import { connect } from 'node:net'
import test from 'ava'
import type { Redis } from 'ioredis'
import { RedisConnections } from '../../../api/redis/connections.ts'
import { SettingsError } from '../../../config/settings.ts'
import { startTestApi } from '../../support/api.ts'
import { logLines } from '../../support/log-lines.ts'
import { TestRedis, testWithRedis } from '../../support/redis.ts'
import { listen, until } from '../../support/wire.ts'

const redisTest = testWithRedis(test)

/** Whatever fails on the way, as what a connection asks first may take too long, too: it goes on by itself. */
function ready(client: Redis): Promise<void> {
  return new Promise((resolve) => client.once('ready', () => resolve()))
}

/** A prompt command fails after a second: on a crowded machine a Redis that is there may take longer. */
async function untilDone<Result>(command: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await command()
    } catch (error) {
      if (!(error instanceof Error && error.message === 'Command timed out')) throw error
    }
  }
}

test('a URL of Redis with more than a database number is refused, and no password is repeated', (t) => {
  const { logger } = logLines()
  for (const url of [
    'redis://host/name',
    'redis://:secret@host/0?keyPrefix=x',
    'redis://:%ff@host',
    'redis://host/0#x',
  ]) {
    const error = t.throws(() => new RedisConnections(new URL(url), logger), { instanceOf: SettingsError })
    t.regex(error.problems[0] ?? '', /^WEIR_REDIS_URL: /)
    t.false(error.message.includes('secret'))
  }
  t.notThrows(() => new RedisConnections(new URL('rediss://user:p%40ss@[::1]:7000/3'), logger))
})

redisTest('losing Redis and having it back is logged once each, and commands go on', async (t) => {
  const redis = await TestRedis.start(t)
  const { logger, lines } = logLines()
  const connections = new RedisConnections(new URL(`${redis.url}/2`), logger)
  t.teardown(() => connections.close())
  const prompt = connections.open('test', 'prompt')
  const patient = connections.open('queue', 'patient')
  await Promise.all([ready(prompt), ready(patient)])
  await untilDone(() => prompt.set('weir:x', 'here'))
  await redis.kill()
  await t.throwsAsync(prompt.get('weir:x'))
  const waiting = patient.get('weir:x')
  await until(
    () => lines.length > 0,
    () => 'nothing was logged',
  )
  await redis.startAgain()
  t.is(await waiting, 'here')
  await until(
    () => lines.length > 1,
    () => 'the return was not logged',
  )
  t.is(await untilDone(() => prompt.get('weir:x')), 'here')
  t.deepEqual(
    lines.map((line) => (JSON.parse(line) as { msg: string; code?: string }).msg.slice(0, 13)),
    ['Redis is out ', 'Redis is back'],
  )
})

redisTest('a connection that listened and is lost again on its return ends nothing', async (t) => {
  const redis = await TestRedis.start(t)
  let isCutting = false
  const way = await listen(t, (client) => {
    const server = connect(redis.port, '127.0.0.1')
    server.on('error', () => client.destroy())
    client.on('close', () => server.destroy())
    server.pipe(client)
    client.on('data', (chunk: Buffer) => {
      if (isCutting && chunk.includes('subscribe')) client.destroy()
      else server.write(chunk)
    })
  })
  const connections = new RedisConnections(new URL(`redis://127.0.0.1:${way.port}`), logLines().logger)
  t.teardown(() => connections.close())
  const client = connections.open('test', 'prompt')
  await ready(client)
  await untilDone(() => client.subscribe('weir:test'))
  isCutting = true
  const readyAgain = ready(client)
  for (const socket of way.sockets) socket.destroy()
  await readyAgain
  // A rejection that nobody handles would fail this test.
  await t.throwsAsync(client.subscribe('weir:test'))
})

redisTest('an API that stops has nothing to say of Redis', async (t) => {
  const redis = await TestRedis.start(t)
  const lines: string[] = []
  const api = await startTestApi(t, { env: { WEIR_REDIS_URL: redis.url }, onLog: (line) => lines.push(line) })
  await api.server.close()
  // Nothing is left behind that tries again.
  await until(
    async () => !String(await redis.client(t).client('LIST')).includes('name=weir-'),
    () => 'connections stay',
  )
  t.deepEqual(
    lines.filter((line) => line.includes('Redis') || line.includes('"level":50')),
    [],
  )
})

redisTest('a Redis that hangs fails a prompt command after a second', async (t) => {
  const redis = await TestRedis.start(t)
  const connections = new RedisConnections(new URL(redis.url), logLines().logger)
  t.teardown(() => connections.close())
  const client = connections.open('test', 'prompt')
  await ready(client)
  redis.freeze()
  t.teardown(() => redis.thaw())
  await t.throwsAsync(client.get('x'), { message: /timed out/ })
})

redisTest('a wrong password is logged without it', async (t) => {
  const redis = await TestRedis.start(t, ['--requirepass', 'right-password'])
  const { logger, lines } = logLines()
  const connections = new RedisConnections(new URL(`redis://:wrong-password@127.0.0.1:${redis.port}`), logger)
  t.teardown(() => connections.close())
  connections.open('test', 'patient')
  await until(
    () => lines.length > 0,
    () => 'nothing was logged',
  )
  t.regex(lines[0] ?? '', /WRONGPASS|password/i)
  t.false(lines.join('').includes('wrong-password'))
})
