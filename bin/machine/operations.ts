import type { Draw } from './draw.ts'
import { lines, type Source } from './source.ts'

/** Milliseconds of some instant of 2015 to 2035. */
const instant = (draw: Draw) => draw.between(1_420_000_000_000, 2_050_000_000_000)
const nanoseconds = (draw: Draw) => `${instant(draw)}${String(draw.below(1_000_000)).padStart(6, '0')}`
const iso = (draw: Draw) => new Date(instant(draw)).toISOString()

function prometheus(draw: Draw): string {
  const name = draw.pick([
    'process_cpu_seconds_total',
    'http_request_duration_seconds',
    'go_memstats_alloc_bytes',
    'nodejs_heap_size_total_bytes',
  ])
  return `# HELP ${name} Measured by the exporter.\n# TYPE ${name} histogram\n${lines(draw, 120, () => {
    const labels = draw.pick([
      '',
      '{le="0.005"}',
      `{instance="app-${draw.below(99)}",job="node",le="+Inf"}`,
      `{code="200",path="/v1/items/${draw.digits(6)}"}`,
    ])
    const value = draw.pick([
      String(draw.float() * 10 ** draw.between(0, 9)),
      draw.digits(draw.between(1, 16)),
      (draw.float() * 1e12).toExponential(),
    ])
    return `${name}${draw.pick(['', '_bucket', '_sum', '_count'])}${labels} ${value}${draw.pick(['', ` ${instant(draw)}`])}`
  })}`
}

function otlp(draw: Draw): string {
  const span = () => ({
    traceId: draw.hex(32),
    spanId: draw.hex(16),
    parentSpanId: draw.hex(16),
    name: draw.pick(['GET /items', 'SELECT', 'publish']),
    startTimeUnixNano: nanoseconds(draw),
    endTimeUnixNano: nanoseconds(draw),
    attributes: [
      { key: 'http.response.body.size', value: { intValue: draw.digits(draw.between(2, 9)) } },
      { key: 'duration', value: { doubleValue: draw.float() * 1000 } },
      { key: 'thread.id', value: { intValue: draw.digits(draw.between(5, 15)) } },
    ],
  })
  const point = () => ({
    startTimeUnixNano: nanoseconds(draw),
    timeUnixNano: nanoseconds(draw),
    asDouble: draw.float() * 1e6,
    count: draw.digits(5),
    sum: draw.float() * 1e9,
    bucketCounts: draw.times(8, () => String(draw.below(99_999))),
  })
  return JSON.stringify(
    draw.pick<object>([
      { resourceSpans: [{ scopeSpans: [{ scope: { name: 'app' }, spans: draw.times(15, span) }] }] },
      {
        resourceMetrics: [
          { scopeMetrics: [{ metrics: [{ name: 'latency', histogram: { dataPoints: draw.times(20, point) } }] }] },
        ],
      },
    ]),
    null,
    draw.pick([0, 2]),
  )
}

function testReport(draw: Draw): string {
  const seconds = () => draw.float() * 10 ** draw.between(-3, 3)
  return draw.pick([
    () =>
      `<?xml version="1.0" encoding="utf-8"?>\n<testsuite name="pytest" errors="0" tests="90" time="${seconds()}">\n${lines(draw, 90, (row) => `<testcase classname="tests.test_${draw.letters(6)}" name="test_${row}" time="${draw.pick([seconds().toFixed(3), String(seconds()), seconds().toFixed(6)])}" />`)}</testsuite>`,
    () =>
      lines(
        draw,
        90,
        () =>
          `tests/test_${draw.letters(6)}.py::test_${draw.letters(8)}[${draw.pick([draw.digits(5), String(seconds()), draw.uuid()])}] PASSED [ ${draw.between(1, 99)}%] ${seconds().toFixed(2)}s`,
      ),
    () =>
      lines(
        draw,
        60,
        () =>
          `E       assert ${seconds()} == ${seconds()} ± 1.0e-06\nE        +  where ${seconds()} = abs(${seconds()})`,
      ),
    () =>
      lines(
        draw,
        60,
        () =>
          `     http_req_duration..............: avg=${seconds().toFixed(2)}ms min=${seconds()}µs med=${seconds().toFixed(2)}ms max=${seconds().toFixed(2)}s p(90)=${seconds()}ms p(95)=${seconds().toFixed(2)}ms\n     iterations.....................: ${draw.digits(6)}  ${seconds()}/s`,
      ),
    () =>
      lines(draw, 60, () =>
        JSON.stringify({
          type: 'Point',
          data: { time: iso(draw), value: seconds(), tags: { group: '', vu: String(draw.below(100)) } },
          metric: 'http_req_duration',
        }),
      ),
    () =>
      lines(
        draw,
        90,
        (row) =>
          `Benchmark${draw.letters(7)}/${row}-8   ${String(draw.between(1, 999_999_999)).padStart(12)}   ${seconds().toFixed(3)} ns/op   ${draw.digits(7)} B/op   ${draw.digits(3)} allocs/op`,
      ),
    () =>
      lines(draw, 60, (row) => `ok ${row + 1} - test ${draw.letters(9)}\n  ---\n  duration_ms: ${seconds()}\n  ...`),
    () =>
      lines(
        draw,
        60,
        () =>
          `  Time (mean ± σ):     ${seconds().toFixed(1)} ms ±   ${seconds().toFixed(1)} ms    [User: ${seconds()} ms, System: ${seconds()} ms]\n  Range (min … max):   ${seconds()} ms … ${seconds()} ms`,
      ),
  ])()
}

function accessLog(draw: Draw): string {
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${draw.between(90, 150)}.0.0.0 Safari/537.36`
  const format = draw.pick([
    () =>
      `127.0.0.1 - - [12/Mar/2026:10:${draw.between(10, 59)}:${draw.between(10, 59)} +0000] "GET /items/${draw.digits(draw.between(5, 19))}?cursor=${draw.digits(16)} HTTP/1.1" 200 ${draw.digits(draw.between(2, 9))} "-" "${agent}" ${draw.float()}`,
    () =>
      `${iso(draw)} ${draw.uuid()} status=200 duration=${draw.float() * 100} bytes=${draw.digits(8)} request_id=${draw.hex(32)}`,
    () =>
      JSON.stringify({
        level: 30,
        time: instant(draw),
        pid: draw.below(99_999),
        uptime: draw.float(),
        seq: Number(draw.digits(12)),
        reqId: draw.uuid(),
        responseTime: draw.float() * 1000,
        msg: 'request completed',
      }),
    () =>
      `I${draw.digits(4)} ${draw.between(10, 23)}:${draw.between(10, 59)}:${draw.between(10, 59)}.${draw.digits(6)} ${draw.digits(7)} controller.go:${draw.digits(3)}] "Reconciled" generation=${draw.digits(2)} resourceVersion="${draw.digits(draw.between(6, 15))}" elapsed="${draw.float() * 100}ms"`,
    () => `${instant(draw)} TCP_MISS/200 ${draw.digits(7)} GET - HIER_DIRECT/- ${draw.digits(10)} ${draw.hex(16)}`,
    () =>
      `[${draw.digits(6)}.${draw.digits(6)}] kernel: nvme0n1: ${draw.digits(12)} sectors, ${draw.hex(12)} rip:${draw.hex(16)} error ${draw.digits(1)}`,
  ])
  return lines(draw, 60, format)
}

function identifiers(draw: Draw): string {
  const format = draw.pick([
    () => draw.uuid(),
    () => draw.hex(draw.pick([32, 40, 64])),
    () => draw.digits(draw.between(17, 19)),
    () => String(instant(draw)),
    () => nanoseconds(draw),
    () => String(Math.floor(instant(draw) / 1000)),
    () => `${instant(draw)}${draw.digits(3)}`,
    () => `ORD-2026-${draw.digits(8)}`,
    () => `978${draw.digits(10)}`,
    () => `${draw.pick(['30', '40', '54', '76', '87'])}${draw.digits(11)}`,
    () => `sha256:${draw.hex(64)}`,
    () => `W/"${draw.hex(8)}-${draw.base64(27)}"`,
    () =>
      JSON.stringify({
        id: draw.digits(18),
        next_cursor: draw.digits(16),
        seed: Number(draw.digits(15)),
        ts: instant(draw),
        cursor: draw.base64(24),
      }),
    () =>
      JSON.stringify({
        id: Number(draw.digits(10)),
        parent_id: Number(draw.digits(10)),
        created: instant(draw) / 1000,
        lat: draw.normal(48, 1),
        lon: draw.normal(2, 1),
      }),
    () => `v${draw.below(30)}.${draw.below(99)}.${draw.below(9999)}+build.${draw.digits(8)}`,
    () => draw.digits(draw.between(9, 10)),
    () => `1.2.840.${draw.digits(6)}.${draw.digits(3)}.${draw.digits(2)}.${draw.digits(9)}`,
  ])
  const separator = draw.pick(['\n', ', ', ',', '\t', ' ', '","', '\n- '])
  return draw.times(150, format).join(separator)
}

function telemetry(draw: Draw): string {
  const event = () => ({
    event_type: 'ClaudeCodeInternalEvent',
    event_data: {
      event_name: draw.pick(['tengu_api_success', 'tengu_exit', 'tengu_startup']),
      client_timestamp: iso(draw),
      event_id: draw.uuid(),
      session_id: draw.uuid(),
      device_id: draw.hex(64),
      process: Buffer.from(
        JSON.stringify({
          uptime: draw.float(),
          rss: draw.between(1e8, 5e8),
          heapTotal: draw.between(1e7, 9e8),
          heapUsed: draw.between(1e7, 9e8),
          external: draw.digits(8),
          cpuUsage: { user: draw.below(9_999_999), system: draw.below(999_999) },
          cpuPercent: draw.float() * 100,
        }),
      ).toString('base64'),
      additional_metadata: Buffer.from(
        JSON.stringify({
          durationMs: draw.float() * 1e4,
          ttftMs: draw.below(9999),
          costUSD: draw.float(),
          inputTokens: draw.below(99_999),
          messageLength: draw.below(9999),
        }),
      ).toString('base64'),
      env: { platform: 'linux', arch: 'x64', node_version: 'v26.0.0', version: '2.1.18', build_time: iso(draw) },
    },
  })
  return JSON.stringify({ events: draw.times(8, event) }, null, draw.pick([0, 2]))
}

export const OPERATIONS: readonly Source[] = [
  { name: 'Prometheus', make: prometheus },
  { name: 'OTLP JSON', make: otlp },
  { name: 'test output', make: testReport },
  { name: 'access logs', make: accessLog },
  { name: 'ids and hashes', make: identifiers },
  { name: 'telemetry', make: telemetry },
]
