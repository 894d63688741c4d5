import { readFileSync } from 'node:fs'
import test from 'ava'
import { pino } from 'pino'
import { keepWriter } from '../../../config/raw-lines.ts'
import { DestinationError, IdentityError, RequestError, UpstreamError } from '../../../proxy/errors.ts'
import { ProxyLog } from '../../../proxy/telemetry/proxy-log.ts'
import { logLines } from '../../support/log-lines.ts'

const DOCUMENT = readFileSync(new URL('../../../docs/logging.md', import.meta.url), 'utf8')
const PINO = new Set(['level', 'time', 'pid', 'hostname', 'msg'])
const PLACE = { client: '::ffff:10.1.2.3', host: 'intranet.corp.example', port: 443 }

const JUDGED = {
  id: '0190a0b0-1111-7222-8333-444455556666',
  body: Buffer.from('four'),
  inspection: { status: 'partial', reason: 'malformed_body', operation: 'messages' },
  ruling: {
    action: 'block',
    refusedBy: 'policy',
    decisions: [],
    deciding: { policy_id: 'the-id', policy_name: 'No IBAN', action: 'block', matched_conditions: 1 },
    decidingTypes: [],
    isAboutFindings: false,
    observedAction: 'coach',
    excepted: [],
    inspection: { status: 'partial', reason: 'malformed_body' },
  },
} as const

function linesOf(write: (log: ProxyLog) => void): Record<string, unknown>[] {
  const { logger, lines } = logLines()
  write(new ProxyLog(logger))
  return lines.map((line) => JSON.parse(line))
}

test('a request is one line, with the reference that its refusal names', (t) => {
  const [line, ...others] = linesOf((log) => {
    const trace = log.begin('anthropic-api', '10.1.2.3')
    trace.judged(JUDGED, 1.2345)
    trace.finish({ status: 400, complete: true })
    trace.finish({ status: 400, complete: true })
  })
  t.deepEqual(others, [])
  t.like(line, {
    level: 30,
    event: 'request',
    action: 'block',
    platform: 'anthropic-api',
    policy: 'No IBAN',
    reference: '4455556666',
    status: 400,
    inspect_ms: 1.23,
    request_bytes: 4,
    client_address: '10.1.2.3',
  })
})

test('a line that is written without pino says what pino would write', (t) => {
  const names = ['No "IBAN" \\ é\n\u2028 😀 \ud800', 'plain', '']
  const write = (log: ProxyLog) => {
    const bare = log.begin('openai-api', '10.1.2.3')
    bare.finish({ status: undefined, complete: false })
    for (const policy_name of names) {
      const trace = log.begin('openai-api', '10.1.2.3')
      const deciding = { ...JUDGED.ruling.deciding, policy_name }
      trace.judged({ ...JUDGED, ruling: { ...JUDGED.ruling, deciding } }, 0.5)
      trace.failed('upstream_reset')
      trace.finish({ status: 200, complete: true })
    }
  }
  const byPino: string[] = []
  const own: string[] = []
  const options = { name: 'proxy', level: 'info' }
  const logger = pino(options, { write: (line) => void byPino.push(line) })
  write(new ProxyLog(logger))
  pino(options, { write: (line) => keepWriter(logger, line, (made) => own.push(made)) }).info({})
  write(new ProxyLog(logger))
  const comparable = (line: string) => line.replace(/"(time|duration_ms)":[\d.]+/g, '"$1":0')
  t.is(own.length, 1 + names.length)
  t.deepEqual(own.map(comparable), byPino.map(comparable))
  logger.level = 'warn'
  write(new ProxyLog(logger))
  t.is(own.length, 1 + names.length)
})

test('each kind of failure has an event of its own', (t) => {
  const events = linesOf((log) => {
    log.failed(new DestinationError('10.0.0.1 is a private address'), PLACE)
    log.failed(new UpstreamError('dns', 'the name cannot be resolved'), PLACE)
    log.failed(new UpstreamError('connect', 'no connection'), PLACE)
    log.failed(new RequestError(400, 'malformed'), { client: '10.1.2.3' })
    log.failed(new IdentityError('wrong'), PLACE)
    log.failed(new Error('anything'), PLACE)
    log.clientHandshakeFailed('rejected', PLACE)
    log.upstreamHandshakeFailed({ host: 'api.openai.com', failure: 'certificate', reason: 'CERT_HAS_EXPIRED' })
  })
  t.deepEqual(
    events.map(({ event }) => event),
    [
      'destination_refused',
      'lookup_failed',
      'connection_failed',
      'request_refused',
      'identity_refused',
      'failed',
      'client_handshake_failed',
      'upstream_handshake_failed',
    ],
  )
  t.is(events[0]?.client_address, '10.1.2.3')
  t.is(events[2]?.failure, 'connect')
})

test('no message of an error and no value in a host is told', (t) => {
  const lines = linesOf((log) => {
    log.failed(new Error('canary'), { client: '10.1.2.3', host: '4111111111111111.canary-free.example', port: 443 })
    log.failed(new DestinationError('canary'), { client: '10.1.2.3', host: `x${'y'.repeat(70_000)}` })
  })
  t.notRegex(JSON.stringify(lines), /canary"|41111111/)
  t.true(JSON.stringify(lines).length < 2000)
})

test('the document has every event and every field', (t) => {
  const lines = linesOf((log) => {
    const trace = log.begin('openai-api', '10.1.2.3')
    trace.judged(JUDGED, 1)
    trace.failed('upstream_dns')
    trace.finish({ status: 502, complete: true })
    log.failed(new UpstreamError('connect', ''), PLACE)
    log.failed(new RequestError(400, ''), PLACE)
    log.clientHandshakeFailed('rejected', PLACE)
    log.upstreamHandshakeFailed({ host: 'a.example', failure: 'tls', reason: 'X' })
  })
  for (const line of lines) {
    t.true(DOCUMENT.includes(`\`${line.event}\``), String(line.event))
    for (const field of Object.keys(line)) t.true(PINO.has(field) || DOCUMENT.includes(`\`${field}\``), field)
  }
})
