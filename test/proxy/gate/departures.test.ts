import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { Registry } from 'prom-client'
import type { InteractionRecord } from '../../../core/model/interaction.ts'
import type { Policy } from '../../../core/model/policy.ts'
import { NO_EXCEPTIONS } from '../../../core/policy/exceptions.ts'
import { Decider } from '../../../proxy/decide/decide.ts'
import { UpstreamError } from '../../../proxy/errors.ts'
import { Gate } from '../../../proxy/gate/gate.ts'
import { createH1Exchanger } from '../../../proxy/http/h1/service-side/exchanger.ts'
import { Inspector } from '../../../proxy/inspection/inspector.ts'
import { FairShare } from '../../../proxy/listen/fair-share.ts'
import { createCatalogue } from '../../../proxy/platforms/catalogue.ts'
import { PromptLog } from '../../../proxy/record/prompt-log.ts'
import { Spool } from '../../../proxy/record/spool/spool.ts'
import { SpoolError } from '../../../proxy/record/spool/spool-errors.ts'
import { createProxyMetrics } from '../../../proxy/telemetry/metrics.ts'
import { ProxyLog } from '../../../proxy/telemetry/proxy-log.ts'
import { startH1 } from '../../support/h1.ts'
import { postJson } from '../../support/intercepted.ts'
import { logLines } from '../../support/log-lines.ts'
import { once } from '../../support/once.ts'
import { PATIENT_POOLS } from '../../support/patience.ts'
import { envelope } from '../../support/protobuf.ts'
import { policyFor } from '../../support/sample-policies.ts'
import { samplePolicy } from '../../support/sample-records.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { listen, until, Wire } from '../../support/wire.ts'

const HOST = 'api.openai.com'
const CLIENTS = 5
/** More than are written together. */
const MANY = 40
const CAPACITY = 10_000_000

interface Options {
  readonly clients?: number
  readonly failMode?: 'closed' | 'open'
  /** Throws where a write is to fail. */
  readonly onWrite?: (records: readonly InteractionRecord[]) => void
  /** What is sent in place of a prompt of plain JSON. */
  readonly request?: Buffer
  /** What somebody else holds of what clients may hold at once. */
  readonly occupied?: number
  /** Where the second connection of a prompt is to fail. */
  readonly failure?: Error
}

/** A gate with a real spool, and prompts of several clients whose connections are ready in one turn of the event loop, when the test says so. */
async function startGate(
  t: ExecutionContext,
  { clients = CLIENTS, failMode = 'closed', onWrite = () => {}, failure, request, occupied = 0 }: Options = {},
) {
  const service = await listen(t, (socket) => {
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
  })
  const directory = join(temporaryFolder(t), 'spool')
  const spool = await Spool.open({ directory })
  t.teardown(() => spool.close())
  const onDisk = () => readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'))
  const writes: number[] = []
  const record = (...records: readonly InteractionRecord[]) => {
    onWrite(records)
    spool.append(...records.map((one) => JSON.stringify(one)))
    writes.push(records.length)
  }
  /** Of each prompt, as its head went out: whether its record was on disk. */
  const sent = new Map<string, boolean>()
  const watch = (socket: Socket) => {
    const write = socket.write.bind(socket)
    socket.write = (chunk: Buffer | string, ...rest: []) => {
      const [model = ''] = /model-\d+/.exec(chunk.toString()) ?? []
      sent.set(
        model,
        onDisk().some((lines) => lines.includes(`"model":"gpt-5-${model}"`)),
      )
      return write(chunk, ...rest)
    }
    return socket
  }
  const state = { policies: [] as readonly Policy[] }
  const waiting: (() => void)[] = []
  const sockets: Socket[] = []
  const exchanger = createH1Exchanger({
    ...PATIENT_POOLS,
    connect: async () => {
      if (failure !== undefined && sockets.length >= clients) throw failure
      const socket = connect(service.port, '127.0.0.1')
      await once(socket, 'connect')
      sockets.push(socket)
      await new Promise<void>((resolve) => waiting.push(resolve))
      return watch(socket)
    },
    // One client gets a part of them.
    maxConnections: clients * 2,
    onFault: (error) => t.fail(error.stack),
  })
  t.teardown(() => exchanger.close())
  const settings = {
    enforcement: 'enforce',
    policyResolution: 'strictest',
    failMode,
    failModeFiles: 'open',
    contact: 'us',
    inspectMaxBytes: 100_000,
    clientBodyMs: 60_000,
  } as const
  const metrics = createProxyMetrics(new Registry())
  const now = () => new Date()
  const shared = { recordValues: 'masked', failMode, conversationKey: 'key', metrics, now } as const
  const inspector = new Inspector({ maxBytes: 100_000, budgetMs: 30_000 })
  t.teardown(() => inspector.close())
  const held = new FairShare({
    ...{ resource: 'bytes', capacity: CAPACITY, waitMs: 50, stallMs: 60_000, maxWaiting: 100 },
  })
  if (occupied > 0) held.tryTake('somebody else', occupied)
  const gate = new Gate({
    restrictions: { apply: () => '' },
    held,
    catalogue: createCatalogue({ interceptHosts: [], bypassHosts: [] }),
    inspector,
    decider: new Decider({
      policies: { current: () => ({ available: true, policies: state.policies }) },
      detectors: { current: () => ({ available: true, revision: 1 }) },
      exceptions: { current: () => NO_EXCEPTIONS },
      settings,
      now,
    }),
    promptLog: new PromptLog({ recorder: { record }, ...shared }),
    exchanger,
    settings,
    metrics,
    log: new ProxyLog(logLines().logger),
  })
  const { port, server } = await startH1(t, { onExchange: (exchange) => gate.handle(exchange) }, HOST)
  const wires = await Promise.all(Array.from({ length: clients }, () => Wire.open(t, port)))
  for (const [n, wire] of wires.entries()) {
    wire.send(request ?? postJson(HOST, '/v1/responses', { model: `gpt-5-model-${n}`, input: 'hello' }))
  }
  await until(
    () => waiting.length === clients,
    () => `${waiting.length} prompts wait to be sent`,
  )
  const leave = () => {
    for (const ready of waiting) ready()
  }
  /** What each client is answered. */
  const answers = () => Promise.all(wires.map((wire) => wire.expect('\r\n\r\n')))
  return { leave, answers, server, sent, writes, state, onDisk, sockets, metrics }
}

/** All that follows from what was done, without a turn of the event loop: what waited for a connection waits to be recorded by then. */
async function sameTurn(): Promise<void> {
  for (let step = 0; step < 20; step++) await Promise.resolve()
}

test('prompts that are sent in one turn are recorded in one write, each before its head goes out', async (t) => {
  const { leave, answers, sent, writes } = await startGate(t)
  leave()
  for (const answer of await answers()) t.regex(answer, /^HTTP\/1\.1 200 /)
  t.deepEqual(writes, [CLIENTS])
  t.is(sent.size, CLIENTS)
  t.deepEqual(
    [...sent.values()].filter((isOnDisk) => !isOnDisk),
    [],
  )
})

test('more prompts than are written together are all recorded before they are sent', async (t) => {
  const { leave, answers, sent, writes } = await startGate(t, { clients: MANY })
  leave()
  for (const answer of await answers()) t.regex(answer, /^HTTP\/1\.1 200 /)
  t.is(
    writes.reduce((sum, records) => sum + records, 0),
    MANY,
  )
  t.true(writes.length < MANY / 4, `${writes.length} writes`)
  t.is(sent.size, MANY)
  t.false([...sent.values()].includes(false))
})

test('closed: where a write for several fails, what can be recorded alone is sent, and nothing else', async (t) => {
  const onWrite = (records: readonly InteractionRecord[]) => {
    if (records.some(({ content_metadata: { model } }) => model === 'gpt-5-model-2')) {
      throw new SpoolError('ERR_SPOOL_RECORD_TOO_LARGE', 'too large')
    }
  }
  const { leave, answers, sent } = await startGate(t, { onWrite })
  leave()
  const statuses = (await answers()).map((answer) => answer.slice(9, 12))
  t.deepEqual(statuses, ['200', '200', '503', '200', '200'])
  t.deepEqual([...sent.keys()].sort(), ['model-0', 'model-1', 'model-3', 'model-4'])
  t.false([...sent.values()].includes(false))
})

test('open: prompts whose write fails are all sent', async (t) => {
  const onWrite = () => {
    throw new SpoolError('ERR_SPOOL_WRITE', 'no room')
  }
  const { leave, answers, sent } = await startGate(t, { onWrite, failMode: 'open' })
  leave()
  for (const answer of await answers()) t.regex(answer, /^HTTP\/1\.1 200 /)
  t.is(sent.size, CLIENTS)
})

test('a fault of recording is told to every client that waits', async (t) => {
  const onWrite = () => {
    throw new TypeError('a fault')
  }
  const { leave, answers, sent } = await startGate(t, { onWrite })
  leave()
  for (const answer of await answers()) t.regex(answer, /^HTTP\/1\.1 50\d /)
  t.is(sent.size, 0)
})

test('a prompt whose client goes before it is sent is recorded as not delivered', async (t) => {
  const { leave, server, sent, onDisk } = await startGate(t, { clients: 1 })
  leave()
  await sameTurn()
  server.closeAll()
  await until(
    () => onDisk().join('') !== '',
    () => 'nothing is recorded',
  )
  t.regex(onDisk().join(''), /"not_delivered":"client_gone"/)
  t.is(sent.size, 0)
})

test('policies that come between the end of the wait and the record are applied', async (t) => {
  const { leave, answers, sent, state, onDisk } = await startGate(t)
  leave()
  await sameTurn()
  state.policies = [samplePolicy(policyFor('openai-api', 'block'))]
  for (const answer of await answers()) t.regex(answer, /^HTTP\/1\.1 400 /)
  t.is(sent.size, 0)
  t.is(onDisk().join('').split('"enforced_action":"block"').length - 1, CLIENTS)
})

test('a fault with one prompt is told to its client alone', async (t) => {
  const onWrite = (records: readonly InteractionRecord[]) => {
    if (records.some(({ content_metadata: { model } }) => model === 'gpt-5-model-2')) throw new TypeError('a fault')
  }
  const { leave, answers, sent } = await startGate(t, { onWrite })
  leave()
  const statuses = (await answers()).map((answer) => answer.slice(9, 10))
  t.deepEqual(statuses, ['2', '2', '5', '2', '2'])
  t.deepEqual([...sent.keys()].sort(), ['model-0', 'model-1', 'model-3', 'model-4'])
})

test('a prompt whose client goes while it waits for a connection is recorded as not delivered, once', async (t) => {
  const { leave, server, sent, onDisk } = await startGate(t, { clients: 1 })
  server.closeAll()
  await until(
    () => onDisk().join('') !== '',
    () => 'nothing is recorded',
  )
  leave()
  await new Promise((resolve) => setImmediate(resolve))
  t.is(onDisk().join('').split('"not_delivered":"client_gone"').length - 1, 1)
  t.is(sent.size, 0)
})

test('a prompt whose client has gone is recorded with the policies that have come meanwhile', async (t) => {
  const { leave, server, sent, state, onDisk } = await startGate(t, { clients: 1 })
  leave()
  await sameTurn()
  server.closeAll()
  state.policies = [samplePolicy(policyFor('openai-api', 'block'))]
  await until(
    () => onDisk().join('') !== '',
    () => 'nothing is recorded',
  )
  t.regex(onDisk().join(''), /"enforced_action":"block"/)
  t.is(sent.size, 0)
})

test('a prompt is counted once, also where its connection ends as it is recorded, and the next one fails', async (t) => {
  const failure = new UpstreamError('tls', 'no TLS')
  const { leave, answers, sockets, metrics, sent } = await startGate(t, { clients: 1, failure })
  leave()
  await sameTurn()
  for (const socket of sockets) socket.destroy()
  t.regex((await answers()).join(''), /^HTTP\/1\.1 502 /)
  t.is(sent.size, 0)
  const { values } = await metrics.inspections.get()
  t.deepEqual(
    values.map(({ value }) => value),
    [1],
  )
})

test('a first message that waits for a connection is recorded as not delivered where there is no room for the next one', async (t) => {
  const bytes = Buffer.concat([envelope(Buffer.from('{"input":"hello"}')), envelope(Buffer.alloc(100_000, 'a'))])
  const head = `POST /say HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: application/connect+json\r\n`
  const chunked = [`${head}Transfer-Encoding: chunked\r\n\r\n${bytes.length.toString(16)}\r\n`, bytes, '\r\n0\r\n\r\n']
  const request = Buffer.concat(chunked.map((piece) => Buffer.from(piece)))
  const { answers, sent, onDisk } = await startGate(t, { clients: 1, request, occupied: CAPACITY })
  t.regex((await answers()).join(''), /^HTTP\/1\.1 /)
  t.is(onDisk().join('').split('"not_delivered":').length - 1, 1)
  t.is(sent.size, 0)
})
