import type { Draw } from '../draw.ts'
import { lines, type Source } from '../source.ts'
import { clock, instant, iso, nanoseconds } from './instants.ts'

function prometheus(draw: Draw): string {
  const name = draw.pick([
    'process_cpu_seconds_total',
    'http_request_duration_seconds',
    'go_memstats_alloc_bytes',
    'nodejs_heap_size_total_bytes',
    'process_start_time_seconds',
  ])
  const value = draw.pick([
    () => String(draw.float() * 10 ** draw.between(0, 9)),
    () => draw.digits(draw.between(1, 16)),
    () => (draw.float() * 1e12).toExponential(),
    () => `${draw.digits(draw.between(5, 9))}.${draw.digits(draw.between(6, 9))}`,
  ])
  const labels = draw.pick([
    () => '',
    () => `{le="${draw.float()}"}`,
    () => `{instance="app-${draw.below(99)}",job="node",le="+Inf"}`,
    () => `{code="200",path="/v1/items/${draw.digits(6)}",pod="app-${draw.hex(10)}-${draw.letters(5)}"}`,
  ])
  const time = draw.pick([
    () => '',
    () => ` ${instant(draw)}`,
    () => ` ${value()} # {trace_id="${draw.hex(32)}"} ${value()}`,
  ])
  return `# HELP ${name} Measured by the exporter.\n# TYPE ${name} histogram\n${lines(
    draw,
    80,
    () => `${name}${draw.pick(['', '_bucket', '_sum', '_count'])}${labels()} ${value()}${time()}`,
  )}`
}

function otlp(draw: Draw): string {
  const attribute = () =>
    draw.pick([
      { key: 'http.response.body.size', value: { intValue: draw.digits(draw.between(2, 9)) } },
      { key: 'duration', value: { doubleValue: draw.float() * 1000 } },
      { key: 'thread.id', value: { intValue: draw.digits(draw.between(5, 15)) } },
      { key: 'messaging.kafka.offset', value: { intValue: draw.digits(draw.between(9, 16)) } },
    ])
  const span = () => ({
    traceId: draw.hex(32),
    spanId: draw.hex(16),
    parentSpanId: draw.hex(16),
    name: draw.pick(['GET /items', 'SELECT', 'publish']),
    startTimeUnixNano: nanoseconds(draw),
    endTimeUnixNano: nanoseconds(draw),
    attributes: draw.times(3, attribute),
  })
  const point = () => ({
    startTimeUnixNano: nanoseconds(draw),
    timeUnixNano: nanoseconds(draw),
    asDouble: draw.float() * 1e6,
    count: draw.digits(5),
    sum: draw.float() * 1e9,
    bucketCounts: draw.times(8, () => String(draw.below(99_999))),
    explicitBounds: draw.times(8, () => draw.float() * 10),
  })
  const record = () => ({
    timeUnixNano: nanoseconds(draw),
    observedTimeUnixNano: nanoseconds(draw),
    severityNumber: 9,
    body: { stringValue: `took ${draw.float()} s, ${draw.digits(9)} bytes, offset ${draw.digits(14)}` },
    attributes: draw.times(3, attribute),
  })
  const message = draw.pick<object>([
    { resourceSpans: [{ scopeSpans: [{ scope: { name: 'app' }, spans: draw.times(12, span) }] }] },
    {
      resourceMetrics: [
        { scopeMetrics: [{ metrics: [{ name: 'latency', histogram: { dataPoints: draw.times(14, point) } }] }] },
      ],
    },
    { resourceLogs: [{ scopeLogs: [{ logRecords: draw.times(14, record) }] }] },
  ])
  return JSON.stringify(message, null, draw.pick([0, 2]))
}

function lineProtocols(draw: Draw): string {
  const value = () => String(draw.float() * 10 ** draw.between(0, 6))
  return lines(
    draw,
    70,
    draw.pick([
      () =>
        `cpu,host=app-${draw.below(9)},core=${draw.below(64)} usage=${value()},idle=${value()} ${nanoseconds(draw)}`,
      () => `servers.app${draw.below(9)}.load.shortterm ${value()} ${Math.floor(instant(draw) / 1000)}`,
      () => `app.requests.latency:${value()}|ms|@0.1|#code:200,shard:${draw.digits(6)}`,
      () =>
        JSON.stringify({
          series: [{ metric: 'app.load', points: [[Math.floor(instant(draw) / 1000), draw.float()]], type: 3 }],
        }),
      () =>
        `PUTVAL "app/cpu-${draw.below(9)}/cpu-user" interval=10.000 ${Math.floor(instant(draw) / 1000)}.${draw.digits(3)}:${draw.digits(9)}`,
      () => `.1.3.6.1.2.1.2.2.1.${draw.digits(2)}.${draw.digits(5)} = Counter64: ${draw.digits(draw.between(9, 18))}`,
      () =>
        JSON.stringify({
          traceId: draw.hex(16),
          id: draw.hex(16),
          timestamp: Number(`${instant(draw)}000`),
          duration: draw.below(1e7),
          kind: 'SERVER',
        }),
    ]),
  )
}

/** What is printed by the tools that look at a machine: top, vmstat, tcpdump, ls, dmesg and their like. */
function systemTools(draw: Draw): string {
  const n = (most: number) => draw.digits(draw.between(1, most))
  return lines(
    draw,
    60,
    draw.pick([
      () =>
        ` ${n(7).padStart(7)} root      20   0 ${n(8).padStart(8)} ${n(7).padStart(7)} ${n(6).padStart(6)} S  ${draw.float().toFixed(1)}   ${draw.float().toFixed(1)}   0:0${n(1)}.${draw.digits(2)} node`,
      () => draw.times(16, () => n(7).padStart(8)).join(''),
      () =>
        `${clock(draw)}.${draw.digits(6)} IP localhost.${n(5)} > localhost.https: Flags [P.], seq ${n(10)}:${n(10)}, ack ${n(10)}, win 502, options [nop,nop,TS val ${n(10)} ecr ${n(10)}], length ${n(4)}`,
      () =>
        `-rw-r--r-- 1 root root ${n(12).padStart(12)} Mar 1${draw.below(9)} 10:${draw.between(10, 59)} ${draw.hex(16)}`,
      () =>
        `[${n(6)}.${draw.digits(6)}] nvme0n1: ${n(12)} 512-byte sectors, ${draw.hex(12)} rip:${draw.hex(16)} error ${n(1)}`,
      () =>
        `${draw.hex(12)}-${draw.hex(12)} r-xp ${draw.hex(8)} 08:01 ${n(8)}    /usr/lib/lib${draw.letters(5)}.so.${n(1)}`,
      () => `${draw.letters(8)}: ${n(14)} kB`,
      () =>
        `[pid ${n(6)}] ${Math.floor(instant(draw) / 1000)}.${draw.digits(6)} read(${n(2)}, "\\${n(3)}"..., ${n(6)}) = ${n(6)} <0.000${draw.digits(3)}>`,
      () => `eth0  ${draw.times(10, () => n(13).padStart(14)).join('')}`,
      () =>
        `[${iso(draw)}][${draw.float()}s][info][gc] GC(${n(4)}) Pause Young ${n(4)}M->${n(4)}M(${n(4)}M) ${draw.float() * 10}ms`,
      () => `cpu${draw.below(64)} ${draw.times(10, () => n(10)).join(' ')}`,
      () => `${n(3)}%  ${draw.hex(2)}:${draw.hex(2)}.${n(1)}  ${n(5)}MiB / ${n(5)}MiB   ${draw.float() * 100}W`,
    ]),
  )
}

export const MONITORING: readonly Source[] = [
  { name: 'Prometheus', make: prometheus },
  { name: 'OTLP JSON', make: otlp },
  { name: 'line protocols', make: lineProtocols },
  { name: 'system tools', make: systemTools },
]
