import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { pino } from 'pino'
import { EventBus } from '../../../api/events/bus.ts'
import { Metrics } from '../../../api/metrics.ts'
import { openSinks } from '../../../api/sinks/open-sinks.ts'
import type { Outbox } from '../../../api/store/outbox.ts'
import { openAuthority } from '../../../certs/authority.ts'
import { issueServerCertificate } from '../../../certs/server-certificate.ts'
import { loadSettings, SettingsError } from '../../../config/settings.ts'
import type { Event } from '../../../core/model/event.ts'
import { isInTime } from '../../support/crowding.ts'
import { logLines } from '../../support/log-lines.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { until } from '../../support/wire.ts'
import { ALERT, sampleEvent, VIOLATION } from './samples.ts'

/** A bus whose events a test commits. */
function testBus() {
  const bus = new EventBus(pino({ level: 'silent' }), () => new Date())
  let commit: Parameters<Outbox['onCommitted']>[0] = () => {}
  bus.follow({
    onCommitted: (listener) => {
      commit = listener
      return () => {}
    },
    settle: async () => {},
    start: () => {},
  })
  return { bus, publish: (...events: Event[]) => commit({ events, deliveries: [] }) }
}

async function start(t: ExecutionContext, env: Readonly<Record<string, string>>) {
  const { bus, publish } = testBus()
  const metrics = new Metrics()
  const { logger, lines } = logLines()
  const sinks = await openSinks({ settings: loadSettings(env, temporaryFolder(t)), events: bus, metrics, logger })
  t.teardown(() => sinks.close())
  const count = async (name: string) => (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value ?? 0
  return { bus, publish, count, lines, sinks }
}

/** A receiver of octet-counted messages. */
async function receiver(t: ExecutionContext, port = 0, onSocket: (socket: Socket) => void = () => {}) {
  const messages: string[] = []
  const sockets = new Set<Socket>()
  const accept = (socket: Socket) => {
    sockets.add(socket)
    onSocket(socket)
    let rest: Buffer = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const [head = '', length] = /^(\d+) /.exec(rest.toString('latin1')) ?? []
        const end = head.length + Number(length)
        if (length === undefined || rest.length < end) return
        messages.push(rest.subarray(head.length, end).toString())
        rest = rest.subarray(end)
      }
    })
  }
  const server = createTcpServer(accept).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  t.teardown(stop)
  return { messages, sockets, accept, stop, port: (server.address() as { port: number }).port }
}

const numbered = (number: number) => sampleEvent('user.deleted', { id: `number ${number}` })
const numbersOf = (texts: readonly string[]) => texts.map((text) => Number(/number (\d+)/.exec(text)?.[1]))

test('over TCP each message has its octets counted, and a server that comes back gets what waited', async (t) => {
  const first = await receiver(t)
  const { publish, count, lines } = await start(t, {
    WEIR_SYSLOG_URL: `tcp://127.0.0.1:${first.port}`,
    WEIR_SYSLOG_FORMAT: 'json',
    WEIR_SYSLOG_FACILITY: 'authpriv',
  })
  publish(VIOLATION, ALERT)
  await until(
    () => first.messages.length === 2,
    () => `${first.messages.length} messages came`,
  )
  t.regex(
    first.messages[0] ?? '',
    /^<85>1 2026-11-21T09:30:00\.125Z \S+ weir \d+ interaction\.policy_violated - \{"id":"evt_/,
  )
  t.like(JSON.parse(first.messages[1]?.split(' - ')[1] ?? ''), { event_type: 'alert.created', severity: 'high' })
  await first.stop()
  await until(
    () => first.sockets.size > 0 && [...first.sockets].every(({ destroyed }) => destroyed),
    () => 'the connection stays',
  )
  // The end of the connection has to come first: what is written into it until then is lost.
  await new Promise((resolve) => setTimeout(resolve, 100))
  publish(...Array.from({ length: 250 }, (_, index) => numbered(index)))
  await until(
    () => lines.length > 0,
    () => 'nothing was logged',
  )
  const second = await receiver(t, first.port)
  await until(
    () => second.messages.length === 250,
    () => `${second.messages.length} messages came`,
  )
  t.deepEqual(
    numbersOf(second.messages),
    Array.from({ length: 250 }, (_, index) => index),
  )
  t.is(await count('weir_api_sink_events_written_total'), 252)
  t.is(await count('weir_api_sink_events_dropped_total'), 0)
  await until(
    () => lines.length === 2,
    () => `${lines.length} lines were logged`,
  )
})

test('where a server is dead the oldest events are dropped and counted, and nobody waits', async (t) => {
  const gone = await receiver(t)
  await gone.stop()
  const { publish, count, lines } = await start(t, {
    WEIR_SYSLOG_URL: `tcp://127.0.0.1:${gone.port}`,
    WEIR_EVENT_QUEUE: '10',
  })
  const started = performance.now()
  for (let number = 0; number < 10_000; number++) publish(numbered(number))
  t.true(isInTime(started, 2000))
  t.is(await count('weir_api_sink_events_dropped_total'), 9990)
  t.is(await count('weir_api_sink_events_waiting'), 10)
  const back = await receiver(t, gone.port)
  await until(
    () => back.messages.length === 10,
    () => `${back.messages.length} messages came`,
  )
  t.is(lines.filter((line) => line.includes('"level":40')).length, 1)
})

test('a server that reads nothing blocks no event, and gets the rest in order when it reads', async (t) => {
  const slow = await receiver(t, 0, (socket) => socket.pause())
  const { publish, count } = await start(t, {
    WEIR_SYSLOG_URL: `tcp://127.0.0.1:${slow.port}`,
    WEIR_EVENT_QUEUE: '50000',
  })
  const text = 'x'.repeat(1000)
  for (let number = 0; number < 20_000; number++) {
    publish(sampleEvent('policy.created', { id: `number ${number}`, name: text, description: text }))
  }
  await until(
    async () => (await count('weir_api_sink_events_written_total')) > 100,
    () => 'nothing was written',
  )
  t.true((await count('weir_api_sink_events_waiting')) > 0)
  for (const socket of slow.sockets) socket.resume()
  await until(
    () => slow.messages.length === 20_000,
    () => `${slow.messages.length} messages came`,
  )
  t.deepEqual(
    numbersOf(slow.messages),
    Array.from({ length: 20_000 }, (_, index) => index),
  )
})

test('over TLS the server must prove who it is', async (t) => {
  const authority = openAuthority(temporaryFolder(t), () => new Date())
  const plain = await receiver(t)
  const server = createTlsServer(issueServerCertificate(authority, [], new Date()), plain.accept).listen(0)
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  const caFile = join(temporaryFolder(t), 'ca.pem')
  writeFileSync(caFile, authority.certificatePem)
  const trusting = await start(t, { WEIR_SYSLOG_URL: `tls://localhost:${port}`, WEIR_SYSLOG_CA: caFile })
  trusting.publish(ALERT)
  await until(
    () => plain.messages.length === 1,
    () => `nothing came: ${trusting.lines}`,
  )
  for (const env of [
    { WEIR_SYSLOG_URL: `tls://localhost:${port}` },
    { WEIR_SYSLOG_URL: `tls://127.0.0.2:${port}`, WEIR_SYSLOG_CA: caFile },
  ]) {
    const { publish, lines } = await start(t, env)
    publish(ALERT)
    await until(
      () => lines.length > 0,
      () => 'the certificate was taken',
    )
    t.regex(lines[0] ?? '', /UNABLE_TO_VERIFY|SELF_SIGNED|ALTNAME/)
  }
  t.is(plain.messages.length, 1)
})

test('over UDP a message is a datagram of 2048 bytes at most', async (t) => {
  const socket = createSocket('udp4')
  t.teardown(() => socket.close())
  const messages: Buffer[] = []
  socket.on('message', (message) => messages.push(message))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { publish } = await start(t, {
    WEIR_SYSLOG_URL: `udp://localhost:${socket.address().port}`,
    WEIR_SYSLOG_FORMAT: 'ocsf',
  })
  const classifications = Array.from({ length: 500 }, () => ({ type: 'EMAIL', value: '***', score: 1 }))
  publish(ALERT, sampleEvent('interaction.created', { ...VIOLATION.data, classifications }))
  await until(
    () => messages.length === 2,
    () => `${messages.length} datagrams came`,
  )
  for (const message of messages) {
    t.true(message.length <= 2048)
    t.is(
      (JSON.parse(message.toString().split(' - ')[1] ?? '') as { metadata: { version: string } }).metadata.version,
      '1.2.0',
    )
  }
})

test('only events that are severe enough go out, and nothing is built for the others', async (t) => {
  const file = join(temporaryFolder(t), 'events')
  const { bus, publish } = await start(t, { WEIR_EVENT_FILE: file, WEIR_EVENT_MIN_SEVERITY: 'high' })
  t.false(bus.wants('any', 'interaction.created'))
  t.true(bus.wants('any', 'alert.created'))
  publish(VIOLATION, ALERT, sampleEvent('alert.created', { ...ALERT.data, severity: 'low' }))
  publish(sampleEvent('interaction.high_risk', VIOLATION.data))
  const lines = () => readFileSync(file, 'utf8').trim().split('\n')
  await until(
    () => lines().length === 2,
    () => lines().join(),
  )
  t.deepEqual(
    lines().map((line) => (JSON.parse(line) as Event).event_type),
    ['alert.created', 'interaction.high_risk'],
  )
})

test('what other processes committed is not sent again', async (t) => {
  const file = join(temporaryFolder(t), 'events')
  const { bus, publish } = await start(t, { WEIR_EVENT_FILE: file })
  bus.relay(ALERT.tenant_id, 'policy.created', { id: 'relayed' })
  publish(ALERT)
  await until(
    () => existsSync(file) && readFileSync(file, 'utf8') !== '',
    () => 'nothing was written',
  )
  t.false(readFileSync(file, 'utf8').includes('relayed'))
})

test('the file is its owner’s alone, is appended to, and made anew where it was moved away', async (t) => {
  const file = join(temporaryFolder(t), 'events')
  const { publish, sinks } = await start(t, { WEIR_EVENT_FILE: file, WEIR_EVENT_FILE_FORMAT: 'cef' })
  const numbers = (path: string) =>
    existsSync(path) ? numbersOf(readFileSync(path, 'utf8').split('\n').filter(Boolean)) : []
  const untilThere = (path: string, number: number) =>
    until(
      () => numbers(path).includes(number),
      () => `${number} is not in ${path}`,
    )
  publish(numbered(1))
  await untilThere(file, 1)
  t.is(statSync(file).mode & 0o777, 0o600)
  renameSync(file, `${file}.1`)
  publish(numbered(2))
  await untilThere(file, 2)
  rmSync(file)
  publish(numbered(3))
  await untilThere(file, 3)
  await sinks.close()
  publish(numbered(4))
  const again = await start(t, { WEIR_EVENT_FILE: file, WEIR_EVENT_FILE_FORMAT: 'cef' })
  again.publish(numbered(5))
  await untilThere(file, 5)
  t.deepEqual([numbers(`${file}.1`), numbers(file)], [[1], [3, 5]])
})

test('what waits is written when the API stops', async (t) => {
  const file = join(temporaryFolder(t), 'events')
  const { publish, sinks } = await start(t, { WEIR_EVENT_FILE: file })
  publish(...Array.from({ length: 1000 }, (_, index) => numbered(index)))
  await sinks.close()
  t.is(readFileSync(file, 'utf8').trim().split('\n').length, 1000)
})

test('an API stops soon though its syslog server does not answer, and counts what it drops', async (t) => {
  // It takes connections, and never says a word of TLS.
  const mute = await receiver(t)
  const { publish, count, sinks } = await start(t, { WEIR_SYSLOG_URL: `tls://localhost:${mute.port}` })
  publish(ALERT, VIOLATION)
  await until(
    () => mute.sockets.size === 1,
    () => 'nobody connects',
  )
  const started = performance.now()
  await sinks.close()
  t.true(isInTime(started, 5000))
  t.is(await count('weir_api_sink_events_dropped_total'), 2)
})

test('a file that cannot be written, and a server that makes no sense, are refused at the start', async (t) => {
  const folder = temporaryFolder(t)
  const error = await t.throwsAsync(start(t, { WEIR_EVENT_FILE: join(folder, 'none', 'events') }), {
    instanceOf: SettingsError,
  })
  t.regex(error.message, /^WEIR_EVENT_FILE: .* cannot be opened \(ENOENT\)/)
  for (const url of ['http://x', 'tcp://', 'tcp://user@x', 'udp://x/path', 'udp://x?y', 'tls://x:0', 'x:514']) {
    t.throws(() => loadSettings({ WEIR_SYSLOG_URL: url }, folder), { message: /^WEIR_SYSLOG_URL: / }, url)
  }
  t.is(loadSettings({ WEIR_SYSLOG_URL: 'udp://x' }, folder).syslogUrl?.port, '514')
  t.is(loadSettings({ WEIR_SYSLOG_URL: 'tls://[::1]' }, folder).syslogUrl?.port, '6514')
})
