import { gzipSync } from 'node:zlib'
import type { Draw } from './draw.ts'
import { instant, iso, microseconds } from './instants.ts'
import type { Source } from './source.ts'

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')

const processFigures = (draw: Draw) => ({
  uptime: draw.float() * 10 ** draw.between(0, 4),
  rss: draw.between(1e8, 5e8),
  heapTotal: draw.between(1e7, 9e8),
  heapUsed: draw.between(1e7, 9e8),
  external: draw.below(1e8),
  arrayBuffers: draw.below(1e7),
  constrainedMemory: Number(draw.digits(draw.between(11, 16))),
  cpuUsage: { user: draw.below(9_999_999), system: draw.below(999_999) },
  cpuPercent: draw.float() * 100,
})

const usage = (draw: Draw) => ({
  durationMs: draw.float() * 1e4,
  ttftMs: draw.below(9999),
  costUSD: draw.float() / 10,
  inputTokens: draw.below(99_999),
  cachedInputTokens: draw.below(99_999),
  messageLength: draw.below(9999),
  requestId: `req_${draw.letters(24)}`,
  buildAgeMins: draw.digits(5),
})

/** The telemetry of coding agents: figures of a process and of a request, plain, in a string, or as base64 of JSON. */
function agents(draw: Draw): string {
  const wrap = draw.pick([
    (value: object) => base64(value),
    (value: object) => value,
    (value: object) => JSON.stringify(value),
  ])
  const event = draw.pick<() => object>([
    () => ({
      event_type: 'InternalEvent',
      event_data: {
        event_name: draw.pick(['agent_api_success', 'agent_exit', 'agent_startup']),
        client_timestamp: iso(draw),
        event_id: draw.uuid(),
        session_id: draw.uuid(),
        device_id: draw.hex(64),
        process: wrap(processFigures(draw)),
        additional_metadata: wrap(usage(draw)),
        env: { platform: 'linux', arch: 'x64', node_version: 'v26.0.0', version: '2.1.18', build_time: iso(draw) },
      },
    }),
    () => ({
      eventName: 'agent::config_exposure',
      metadata: wrap({ ...processFigures(draw), gate: draw.letters(9), ruleID: draw.letters(12) }),
      user: { userID: draw.hex(64), customIDs: { sessionId: draw.uuid() } },
      time: instant(draw),
      secondaryExposures: [],
    }),
    () => ({
      event_time_ms: instant(draw),
      source_extension_json: JSON.stringify({
        console_type: 'CLI',
        event_name: 'api_response',
        event_metadata: [
          draw.times(9, (index) => ({
            gemini_cli_key: index + 10,
            value: draw.pick([draw.digits(6), String(draw.float() * 1000), draw.uuid()]),
          })),
        ],
      }),
    }),
  ])
  return JSON.stringify({ events: draw.times(8, event) }, null, draw.pick([0, 2]))
}

/** What pages and programs send to services that count visits and errors. */
function analytics(draw: Draw): string {
  const parameters = () =>
    `v=2&tid=G-${draw.letters(10).toUpperCase()}&gtm=45je${draw.digits(4)}v${draw.digits(10)}za200&_p=${instant(draw)}&cid=${draw.digits(draw.between(8, 10))}.${draw.digits(10)}&sid=${draw.digits(10)}&_et=${draw.digits(4)}&tfd=${draw.digits(5)}&sr=1920x1080`
  const event = () => ({
    event_type: 'page_view',
    device_id: draw.uuid(),
    session_id: instant(draw),
    insert_id: draw.uuid(),
    event_id: draw.digits(4),
    time: instant(draw),
    amplitude_id: Number(draw.digits(12)),
    event_properties: {
      scroll: draw.float(),
      fcp: draw.float() * 3000,
      lcp: draw.float() * 4000,
      cls: draw.float() / 10,
      navigation: draw.float() * 1e6,
    },
  })
  return draw.pick([
    () => draw.times(30, parameters).join('\n'),
    () => JSON.stringify(draw.times(14, event)),
    () => JSON.stringify({ data: gzipSync(JSON.stringify(draw.times(60, event)), { level: 9 }).toString('base64') }),
    () => JSON.stringify({ batch: draw.times(8, () => base64(event())) }),
    () => draw.times(14, () => `${encodeURIComponent(JSON.stringify(event()))}`).join('&e='),
    () =>
      draw
        .times(20, () =>
          JSON.stringify({
            type: 'transaction',
            start_timestamp: instant(draw) / 1000,
            timestamp: Number(microseconds(draw)) / 1e6,
            measurements: { lcp: { value: draw.float() * 1e3 } },
            contexts: { trace: { trace_id: draw.hex(32), span_id: draw.hex(16) } },
          }),
        )
        .join('\n'),
  ])()
}

export const TELEMETRY: readonly Source[] = [
  { name: 'telemetry of agents', make: agents },
  { name: 'analytics', make: analytics },
]
