import { connect } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { Registry } from 'prom-client'
import type { InteractionRecord } from '../../../core/model/interaction.ts'
import type { Policy } from '../../../core/model/policy.ts'
import { NO_EXCEPTIONS } from '../../../core/policy/exceptions.ts'
import { Decider } from '../../../proxy/decide/decide.ts'
import { Gate } from '../../../proxy/gate/gate.ts'
import { createH1Exchanger } from '../../../proxy/http/h1/service-side/exchanger.ts'
import { Inspector } from '../../../proxy/inspection/inspector.ts'
import { FairShare } from '../../../proxy/listen/fair-share.ts'
import { createCatalogue } from '../../../proxy/platforms/catalogue.ts'
import { PromptLog } from '../../../proxy/record/prompt-log.ts'
import { createProxyMetrics } from '../../../proxy/telemetry/metrics.ts'
import { ProxyLog } from '../../../proxy/telemetry/proxy-log.ts'
import { startH1 } from '../../support/h1.ts'
import { postJson } from '../../support/intercepted.ts'
import { logLines } from '../../support/log-lines.ts'
import { once } from '../../support/once.ts'
import { PATIENT_POOLS } from '../../support/patience.ts'
import { IBAN, policyOn } from '../../support/sample-policies.ts'
import { samplePolicy } from '../../support/sample-records.ts'
import { listen, until, Wire } from '../../support/wire.ts'

const HOST = 'api.openai.com'
const BLOCKING = samplePolicy(policyOn('IBAN', 'block', 'No IBAN'))

/** A gate whose connections are made when the test says so, by policies and detectors that a test may change before. */
async function startGate(t: ExecutionContext, { onInspect = (_state: { revision: number }) => {}, text = '' } = {}) {
  const received: string[] = []
  const service = await listen(t, (socket) => {
    socket.on('data', (chunk: Buffer) => {
      received.push(String(chunk))
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    })
  })
  const records: InteractionRecord[] = []
  const state = { policies: [] as readonly Policy[], revision: 1, inspections: 0, waiting: [] as (() => void)[] }
  const settings = {
    enforcement: 'enforce',
    policyResolution: 'strictest',
    failMode: 'closed',
    failModeFiles: 'open',
    contact: 'us',
    inspectMaxBytes: 1_000_000,
    clientBodyMs: 60_000,
  } as const
  const metrics = createProxyMetrics(new Registry())
  const promptLog = new PromptLog({
    recorder: { record: (record) => void records.push(record) },
    recordValues: 'masked',
    failMode: 'closed',
    conversationKey: 'key',
    metrics,
    now: () => new Date(),
  })
  const detectors = () => ({ set: undefined, served: [], revision: state.revision })
  const real = new Inspector({ maxBytes: 1_000_000, budgetMs: 30_000, detectors })
  t.teardown(() => real.close())
  const inspector: Pick<Inspector, 'inspect'> = {
    inspect(input) {
      const inspection = real.inspect(input)
      state.inspections++
      // What an inspection looks for is settled by now where a thread was there already, or at once.
      if (inspection instanceof Promise) return inspection.finally(() => onInspect(state))
      onInspect(state)
      return inspection
    },
  }
  const exchanger = createH1Exchanger({
    ...PATIENT_POOLS,
    connect: async () => {
      await new Promise<void>((resolve) => state.waiting.push(resolve))
      const socket = connect(service.port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    },
    maxConnections: 4,
    onFault: (error) => t.fail(error.stack),
  })
  t.teardown(() => exchanger.close())
  const decider = new Decider({
    policies: { current: () => ({ available: true, policies: state.policies }) },
    detectors: { current: () => ({ available: true, revision: state.revision }) },
    exceptions: { current: () => NO_EXCEPTIONS },
    settings,
    now: () => new Date(),
  })
  const catalogue = createCatalogue({ interceptHosts: [], bypassHosts: [] })
  const log = new ProxyLog(logLines().logger)
  const patience = { waitMs: 60_000, stallMs: 60_000, maxWaiting: 100 }
  const held = new FairShare({ resource: 'bytes', capacity: 10_000_000, ...patience })
  const gate = new Gate({
    restrictions: { apply: () => '' },
    held,
    catalogue,
    inspector,
    decider,
    promptLog,
    exchanger,
    settings,
    metrics,
    log,
  })
  const { port } = await startH1(t, { onExchange: (exchange) => gate.handle(exchange) }, HOST)
  const wire = await Wire.open(t, port)
  wire.send(postJson(HOST, '/v1/responses', { input: `pay ${IBAN}${text}` }))
  await until(
    () => state.waiting.length === 1,
    () => 'nothing was let through',
  )
  return { wire, received, records, state }
}

test('a prompt is refused that a policy blocks which came into force while its connection was made', async (t) => {
  const { wire, received, records, state } = await startGate(t)
  state.policies = [BLOCKING]
  state.waiting.shift()?.()
  t.regex(await wire.expect('No IBAN'), /^HTTP\/1\.1 400 /)
  t.deepEqual(received, [])
  t.deepEqual(
    records.map(({ enforced_action, policy_decisions }) => [enforced_action, policy_decisions?.length]),
    [['block', 1]],
  )
})

test('a prompt is inspected again by detectors that came meanwhile, and judged by what they find', async (t) => {
  const { wire, received, records, state } = await startGate(t)
  state.revision = 2
  state.policies = [BLOCKING]
  state.waiting.shift()?.()
  t.regex(await wire.expect('No IBAN'), /^HTTP\/1\.1 400 /)
  t.deepEqual(received, [])
  t.is(records.length, 1)
})

test('a prompt passes that new policies let pass as well, and is recorded once, as they judged it', async (t) => {
  const { wire, received, records, state } = await startGate(t)
  state.policies = [samplePolicy(policyOn('IBAN', 'log', 'Log IBAN'))]
  state.waiting.shift()?.()
  await wire.expect('HTTP/1.1 200 OK')
  t.is(received.length, 1)
  t.deepEqual(
    records.map(({ enforced_action }) => enforced_action),
    ['log'],
  )
})

const LONG = ' The quick brown fox jumps over the lazy dog.'.repeat(4000)

for (const [where, text] of [
  ['at once', ''],
  ['in a thread', LONG],
] as const) {
  test(`a prompt is inspected again by detectors that come while it is inspected ${where}`, async (t) => {
    let changes = 2
    const onInspect = (state: { revision: number }) => {
      if (changes-- > 0) state.revision++
    }
    const { wire, received, records, state } = await startGate(t, { onInspect, text })
    state.waiting.shift()?.()
    await wire.expect('HTTP/1.1 200 OK')
    t.is(state.inspections, 3)
    t.true(received.length > 0)
    t.is(records.length, 1)
  })
}

test('a prompt is not sent while detectors change with every inspection', async (t) => {
  const { wire, received, state } = await startGate(t, { onInspect: (state) => state.revision++ })
  state.waiting.shift()?.()
  t.regex(await wire.expect('\r\n\r\n'), /^HTTP\/1\.1 503 /)
  t.deepEqual(received, [])
})
