import { gzipSync } from 'node:zlib'
import type { Draw } from '../draw.ts'
import type { Source } from '../source.ts'
import { instant, iso, microseconds } from './instants.ts'

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')

const processFigures = (draw: Draw) => ({
  uptime: draw.float() * 10 ** draw.between(0, 4),
  rss: draw.between(1e8, 5e8),
  heapTotal: draw.between(1e7, 9e8),
  heapUsed: draw.between(1e7, 9e8),
  external: draw.below(1e8),
  arrayBuffers: draw.below(1e7),
  constrainedMemory: draw.between(1e9, 1e11),
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

type Wrap = (value: object) => unknown

/** An event of a coding agent: figures of its process and of its request, plain, in a string, or as base64 of JSON. */
function agentEvent(draw: Draw, wrap: Wrap): () => object {
  const [session, device] = [draw.uuid(), draw.hex(64)]
  return draw.pick<() => object>([
    () => ({
      event_type: 'InternalEvent',
      event_data: {
        event_name: draw.pick(['agent_api_success', 'agent_exit', 'agent_startup', 'agent_config_exposure']),
        client_timestamp: iso(draw),
        session_id: session,
        betas: 'code-20250219,context-1m-2025-08-07,interleaved-thinking-2025-05-14,token-count-2026-05-13',
        env: { platform: 'linux', arch: 'x64', node_version: 'v26.3.0', version: '2.1.197', build_time: iso(draw) },
        process: wrap(processFigures(draw)),
        additional_metadata: wrap(usage(draw)),
        event_id: draw.uuid(),
        device_id: device,
      },
    }),
    () => ({
      eventName: 'agent::config_exposure',
      metadata: wrap({ ...processFigures(draw), gate: draw.letters(9), ruleID: draw.letters(12) }),
      user: { userID: device, customIDs: { sessionId: session } },
      time: instant(draw),
      secondaryExposures: [],
    }),
    () => ({
      event_time_ms: instant(draw),
      source_extension_json: JSON.stringify({
        console_type: 'CLI',
        application: 102,
        event_name: 'api_response',
        event_metadata: [
          draw.times(12, (index) => ({
            agent_cli_key: index * 7,
            value: draw.pick([draw.digits(draw.between(1, 9)), String(draw.float() * 1000), session, 'false', '']),
          })),
        ],
      }),
    }),
  ])
}

const wrapOf = (draw: Draw): Wrap =>
  draw.pick<Wrap>([base64, base64, (value) => value, (value) => JSON.stringify(value)])

const batch = (draw: Draw, events: number) => ({ events: draw.times(events, agentEvent(draw, wrapOf(draw))) })

function agents(draw: Draw): string {
  return JSON.stringify(batch(draw, 8), null, draw.pick([0, 2]))
}

/** As much as is sent at once after a short session. */
function agentRequests(draw: Draw): string {
  return JSON.stringify(batch(draw, 60))
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
  { name: 'whole telemetry requests', make: agentRequests, isWhole: true },
  { name: 'analytics', make: analytics },
]
