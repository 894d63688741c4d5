import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { Registry } from 'prom-client'
import { request } from 'undici'
import { NO_EXCEPTIONS } from '../../../core/policy/exceptions.ts'
import { Decider } from '../../../proxy/decide/decide.ts'
import { UpstreamError } from '../../../proxy/errors.ts'
import type { PolicySource } from '../../../proxy/feeds/policies/policy-source.ts'
import { Gate } from '../../../proxy/gate/gate.ts'
import { createH1Exchanger } from '../../../proxy/http/h1/service-side/exchanger.ts'
import { NodeExchange } from '../../../proxy/http/node-exchange.ts'
import { Inspector } from '../../../proxy/inspection/inspector.ts'
import { FairShare } from '../../../proxy/listen/fair-share.ts'
import { createCatalogue } from '../../../proxy/platforms/catalogue.ts'
import { PromptLog } from '../../../proxy/record/prompt-log.ts'
import { SpoolFullError } from '../../../proxy/record/spool/spool-errors.ts'
import { createProxyMetrics } from '../../../proxy/telemetry/metrics.ts'
import { ProxyLog } from '../../../proxy/telemetry/proxy-log.ts'
import type { Dial } from '../../../proxy/upstream/dial.ts'
import { logLines } from '../../support/log-lines.ts'
import { once } from '../../support/once.ts'
import { PATIENT_POOLS } from '../../support/patience.ts'
import { IBAN, policyOn } from '../../support/sample-policies.ts'
import { samplePolicy } from '../../support/sample-records.ts'
import { listen, until } from '../../support/wire.ts'

/** A gate whose spool is full. */
async function startGate(t: ExecutionContext, failMode: 'closed' | 'open', dial: Dial) {
  const registry = new Registry()
  const metrics = createProxyMetrics(registry)
  const settings = {
    failModeFiles: 'open',
    enforcement: 'enforce',
    policyResolution: 'strictest',
    failMode,
    contact: 'us',
    inspectMaxBytes: 100_000,
    clientBodyMs: 60_000,
  } as const
  const promptLog = new PromptLog({
    recorder: {
      record() {
        throw new SpoolFullError(1)
      },
    },
    recordValues: 'masked',
    failMode,
    conversationKey: 'key',
    metrics,
    now: () => new Date(),
  })
  // The same list each time: another one is a change, after which a prompt is judged again.
  const inForce = [samplePolicy(policyOn('IBAN', 'block'))]
  const policies = {
    current: () => ({ available: true, policies: inForce, fetchedAt: 0 }),
  } as unknown as PolicySource
  const detectors = { current: () => ({ available: true }) }
  const inspector = new Inspector({ maxBytes: 100_000, budgetMs: 1000 })
  const onFault = (error: Error) => t.fail(error.message)
  const exchanger = createH1Exchanger({
    ...PATIENT_POOLS,
    connect: ({ target }) => dial(target),
    maxConnections: 4,
    onFault,
  })
  const catalogue = createCatalogue({ interceptHosts: [], bypassHosts: [] })
  const { logger, lines } = logLines()
  const log = new ProxyLog(logger)
  const decider = new Decider({
    policies,
    detectors,
    exceptions: { current: () => NO_EXCEPTIONS },
    settings,
    now: () => new Date(),
  })
  const patience = { waitMs: 60_000, stallMs: 60_000, maxWaiting: 100 }
  const held = new FairShare({ resource: 'bytes', capacity: 10_000_000, ...patience })
  const gate = new Gate({
    restrictions: { apply: () => '' },
    catalogue,
    inspector,
    decider,
    promptLog,
    exchanger,
    settings,
    held,
    metrics,
    log,
  })
  const server = createServer((incoming, response) =>
    gate.handle(
      new NodeExchange(incoming, response, {
        client: { address: '127.0.0.1' },
        target: { host: 'api.openai.com', port: 443 },
        scheme: 'https',
        otherName: undefined,
      }),
    ),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await exchanger.close()
    await inspector.close()
  })
  const { port } = server.address() as AddressInfo
  const ask = async (input: string) => {
    const answer = await request(`http://127.0.0.1:${port}/v1/responses`, {
      method: 'POST',
      headers: { host: 'api.openai.com', 'content-type': 'application/json' },
      body: JSON.stringify({ input }),
      bodyTimeout: 5000,
      headersTimeout: 5000,
    })
    const { statusCode: status, headers } = answer
    return { status, headers, error: headers['x-weir-error'], text: await answer.body.text() }
  }
  const line = async () => {
    await until(
      () => lines.length > 0,
      () => 'nothing was logged',
    )
    return JSON.parse(lines[0] ?? '')
  }
  return Object.assign(ask, { line })
}

async function startService(t: ExecutionContext) {
  const received: string[] = []
  const service = await listen(t, (socket) => {
    socket.on('data', (chunk: Buffer) => {
      received.push(String(chunk))
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    })
  })
  const dial: Dial = async () => {
    const socket = connect(service.port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }
  return { received, dial }
}

const unreachable: Dial = () => Promise.reject(new UpstreamError('connect', 'nobody is there'))

test('closed: a prompt that cannot be recorded does not leave, and the client is told', async (t) => {
  const { received, dial } = await startService(t)
  const ask = await startGate(t, 'closed', dial)
  const answer = await ask('hello')
  t.is(answer.status, 503)
  t.is(answer.error, 'record_unavailable')
  t.deepEqual(received, [])
  const line = await ask.line()
  t.like(line, { level: 40, action: 'none', status: 503, error: 'record_unavailable' })
  t.false('reference' in line)
})

test('open: a prompt that cannot be recorded passes', async (t) => {
  const { received, dial } = await startService(t)
  const ask = await startGate(t, 'open', dial)
  t.is((await ask('hello')).status, 200)
  t.is(received.length, 1)
})

for (const failMode of ['closed', 'open'] as const) {
  test(`${failMode}: a service that cannot be reached while nothing can be recorded is answered`, async (t) => {
    const ask = await startGate(t, failMode, unreachable)
    const answer = await ask('hello')
    t.is(answer.status, failMode === 'closed' ? 503 : 502)
    t.is(answer.error, failMode === 'closed' ? 'record_unavailable' : 'upstream_connect')
  })

  test(`${failMode}: a blocked prompt stays blocked when nothing can be recorded`, async (t) => {
    const { received, dial } = await startService(t)
    const ask = await startGate(t, failMode, dial)
    const answer = await ask(`pay ${IBAN}`)
    t.is(answer.status, 400)
    t.regex(answer.text, /does not allow it.* This could not be recorded\. /)
    t.notRegex(answer.text, /reference/)
    t.false('x-weir-interaction' in answer.headers)
    const line = await ask.line()
    t.like(line, { level: 40, action: 'block', status: 400, error: 'record_unavailable' })
    t.false('reference' in line)
    t.deepEqual(received, [])
  })
}
