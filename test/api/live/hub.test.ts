import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import { EventBus } from '../../../api/events/bus.ts'
import type { Caller } from '../../../api/http/context.ts'
import { type CutReason, LiveConnection } from '../../../api/live/connection.ts'
import { LiveHub } from '../../../api/live/live-hub.ts'
import { Metrics } from '../../../api/metrics.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { fixedKeys } from '../../support/fixed-keys.ts'
import { startPlainServer } from '../../support/plain-server.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT } from '../store/fixtures.ts'

const HEARTBEAT_MS = 100

interface Harness {
  /** Deletes the caller's token, as another process does whose message of it is lost. */
  readonly revoke: () => Promise<void>
  readonly open: (options?: object) => WebSocket
  readonly metrics: Metrics
}

/** A hub alone. @param onIdentified is done between the look at the token and the opening of the connection */
async function startHub(
  t: ExecutionContext,
  heartbeatMs: number,
  onIdentified: (harness: Harness) => Promise<void>,
): Promise<Harness> {
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'))
  const tenantId = crypto.randomUUID()
  await store.tenants.insert({ id: tenantId, name: 'Acme', created_at: AT })
  const token = {
    ...{ id: crypto.randomUUID(), tenant_id: tenantId, name: 'proxy', scopes: ['policies' as const] },
    ...{ created_at: AT, created_by: 'test', token_hash: 'a'.repeat(64) },
  }
  await store.serviceTokens.insert(token)
  const now = () => new Date()
  const logger = pino({ level: 'silent' })
  const { current } = fixedKeys(Buffer.alloc(32))
  const metrics = new Metrics()
  const sessionKeys = { session: current, sessionKeyId: current.id, onChange: () => () => {} }
  const caller: Caller = { kind: 'service', tenantId, token }
  const { server, port } = await startPlainServer(t)
  const harness: Harness = {
    metrics,
    revoke: async () => {
      await store.serviceTokens.delete(tenantId, token.id)
    },
    open: (options = {}) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/`, options)
      t.teardown(() => socket.terminate())
      return socket
    },
  }
  const hub = new LiveHub(
    {
      settings: { secondFactor: 'optional', passwordLogin: 'on' },
      store,
      events: new EventBus(logger, now),
      metrics,
      logger,
      now,
      sessionKeys,
    },
    {
      identify: async () => {
        await onIdentified(harness)
        return caller
      },
      limits: { seconds: 60, events: 100 },
      seats: { tenant: 10, user: 10, serviceToken: 10 },
      redis: undefined,
      heartbeatMs,
    },
  )
  server.on('upgrade', (request, socket, head) => void hub.upgrade(request, socket, head, 'test'))
  t.teardown(async () => {
    await hub.close()
    await hub.closeFeed()
    await store.close()
  })
  return harness
}

const closeCode = (socket: WebSocket) => new Promise<number>((resolve) => socket.on('close', resolve))

test('a token that is revoked while its connection opens does not keep it', async (t) => {
  const { open } = await startHub(t, 600_000, ({ revoke }) => revoke())
  t.is(await closeCode(open()), 4401)
})

test('a revocation of which no message came ends a connection at the next heartbeat', async (t) => {
  // Long enough for a pong on a crowded machine: a client that is late with it is cut off as silent.
  const { open, revoke } = await startHub(t, 10 * HEARTBEAT_MS, async () => {})
  const socket = open()
  await new Promise((resolve) => socket.on('message', resolve))
  await revoke()
  t.is(await closeCode(socket), 4401)
})

test('a client that answers pings without having read them is cut off', async (t) => {
  const { open, metrics } = await startHub(t, HEARTBEAT_MS, async () => {})
  const deaf = open({ autoPong: false })
  deaf.on('ping', () => deaf.pong('made up'))
  await closeCode(deaf)
  t.regex(await metrics.registry.metrics(), /^weir_api_live_connections_cut_total\{reason="silent"\} 1$/m)
})

test('a client that takes what it missed too slowly is cut off for what waits meanwhile, in number or in bytes', (t) => {
  for (const [bytes, count] of [
    [200_000, 83],
    [10, 10_000],
  ] as const) {
    const cuts: CutReason[] = []
    const socket = Object.assign(new EventEmitter(), {
      ...{ OPEN: 1, readyState: 1, bufferedAmount: 300_000, send: () => {}, terminate: () => {} },
    })
    const connection = new LiveConnection({
      socket: socket as unknown as WebSocket,
      caller: { kind: 'user', user: { role: 'admin' } } as Caller,
      onCut: (reason) => cuts.push(reason),
      since: async () => [],
    })
    const event = { id: 'evt_1', type: 'policy.created' as const, interactionId: null, text: 'x'.repeat(bytes) }
    for (let held = 0; held < count; held += 1) connection.onEvent(event)
    t.deepEqual(cuts, [])
    connection.onEvent(event)
    t.deepEqual(cuts, ['slow'])
    socket.emit('close')
  }
})

test('a client that takes nothing of what it missed is cut off, however much it says', async (t) => {
  const cuts: CutReason[] = []
  const terminated = Promise.withResolvers<void>()
  // A socket whose reader takes nothing: no send is ever confirmed.
  const socket = Object.assign(new EventEmitter(), {
    ...{ OPEN: 1, readyState: 1, bufferedAmount: 300_000 },
    send: () => {},
    terminate: () => terminated.resolve(),
  })
  const event = { id: 'evt_1', type: 'policy.created' as const, interactionId: null, text: '{}' }
  const connection = new LiveConnection({
    socket: socket as unknown as WebSocket,
    caller: { kind: 'user', user: { role: 'admin' } } as Caller,
    onCut: (reason) => cuts.push(reason),
    since: async () => [event],
    resendStallMs: 10,
  })
  t.false(connection.isForPolicies)
  const subscribe = { type: 'subscribe', events: ['*'], last_event_id: 'evt_0' }
  socket.emit('message', Buffer.from(JSON.stringify(subscribe)), false)
  socket.emit('message', Buffer.from('{"type":"ping"}'), false)
  await terminated.promise
  t.deepEqual(cuts, ['slow'])
})
