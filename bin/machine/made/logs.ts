import type { Draw } from '../draw.ts'
import { lines, type Source } from '../source.ts'
import { clock, instant, iso, microseconds, nanoseconds } from './instants.ts'

/** The machine itself, by its name: an address, even a cut one, would be somebody's. */
const CLIENT = 'localhost'

function accessLogs(draw: Draw): string {
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${draw.between(90, 150)}.0.0.0 Safari/537.36`
  const day = () => `[12/Mar/2026:${clock(draw)} +0000]`
  const path = draw.pick([
    () => `/items/${draw.digits(draw.between(5, 19))}`,
    () => `/search?q=${draw.letters(5)}&cursor=${draw.digits(16)}&_=${instant(draw)}`,
    () => `/static/app.${draw.hex(20)}.js?v=${draw.digits(10)}`,
    () =>
      `/tiles/${draw.digits(2)}/${draw.digits(5)}/${draw.digits(5)}.png?lat=${draw.normal(48, 1)}&lon=${draw.normal(2, 1)}`,
  ])
  return lines(
    draw,
    40,
    draw.pick([
      () =>
        `${CLIENT} - - ${day()} "GET ${path()} HTTP/1.1" 200 ${draw.digits(draw.between(2, 9))} "-" "${agent}" ${draw.float()}`,
      () =>
        `${CLIENT} - - ${day()} "POST ${path()} HTTP/2.0" 201 ${draw.digits(5)} rt=${draw.float()} uct="0.000" urt="${draw.float()}" rid=${draw.hex(32)}`,
      () =>
        `${Math.floor(instant(draw) / 1000)}.${draw.digits(3)} ${draw.digits(5)} ${CLIENT} TCP_MISS/200 ${draw.digits(9)} GET ${path()} - HIER_NONE/-`,
      () =>
        `https ${iso(draw)} app/lb/${draw.hex(16)} ${CLIENT}:${draw.digits(5)} ${draw.float()} ${draw.float()} ${draw.float()} 200 200 ${draw.digits(5)} ${draw.digits(8)} "GET ${path()} HTTP/2.0" "Root=1-${draw.hex(8)}-${draw.hex(24)}"`,
    ]),
  )
}

function structuredLogs(draw: Draw): string {
  return lines(
    draw,
    30,
    draw.pick([
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
        JSON.stringify({
          ts: instant(draw) / 1000,
          level: 'info',
          logger: 'controller',
          msg: 'Reconciled',
          resourceVersion: draw.digits(draw.between(8, 16)),
          uid: draw.uuid(),
          elapsed: draw.float(),
        }),
      () =>
        JSON.stringify({
          __CURSOR: `s=${draw.hex(32)};i=${draw.hex(6)};b=${draw.hex(32)};m=${draw.hex(10)};t=${draw.hex(13)};x=${draw.hex(16)}`,
          __REALTIME_TIMESTAMP: microseconds(draw),
          __MONOTONIC_TIMESTAMP: draw.digits(11),
          _PID: draw.digits(6),
          MESSAGE: `done in ${draw.float()}s`,
        }),
      () =>
        JSON.stringify({
          log: `took ${draw.float()} ms, offset ${draw.digits(13)}\n`,
          stream: 'stdout',
          time: `${iso(draw).slice(0, -1)}${draw.digits(6)}Z`,
        }),
      () =>
        JSON.stringify({
          eventTime: nanoseconds(draw),
          eventId: draw.digits(19),
          shard: draw.digits(12),
          payload: JSON.stringify({ n: draw.float(), offset: draw.digits(14), at: instant(draw) }),
        }),
      () =>
        JSON.stringify({
          severity: 'INFO',
          insertId: draw.letters(13),
          latency: `${draw.float()}s`,
          trace: `projects/${draw.digits(12)}/traces/${draw.hex(32)}`,
          responseSize: draw.digits(9),
        }),
    ]),
  )
}

function plainLogs(draw: Draw): string {
  return lines(
    draw,
    50,
    draw.pick([
      () =>
        `${iso(draw)} ${draw.uuid()} status=200 duration=${draw.float() * 100} bytes=${draw.digits(8)} request_id=${draw.hex(32)} offset=${draw.digits(16)}`,
      () =>
        `I0312 ${clock(draw)}.${draw.digits(6)} ${draw.digits(7)} controller.go:${draw.digits(3)}] "Reconciled" generation=${draw.digits(2)} resourceVersion="${draw.digits(draw.between(6, 16))}" elapsed="${draw.float() * 100}ms"`,
      () =>
        `Mar 12 ${clock(draw)} app-${draw.below(9)} worker[${draw.digits(6)}]: job ${draw.digits(draw.between(9, 19))} took ${draw.float()}s, ${draw.digits(11)} rows`,
      () =>
        `2026-03-12 ${clock(draw)},${draw.digits(3)} INFO  [pool-${draw.digits(2)}] c.e.Worker - consumed partition=${draw.digits(2)} offset=${draw.digits(draw.between(9, 16))} lag=${draw.digits(5)} (${draw.float()} s)`,
      () =>
        `${clock(draw)} [${draw.hex(8)}] block ${draw.digits(9)} height=${draw.digits(7)} hash=0x${draw.hex(64)} gas=${draw.digits(8)}`,
      () =>
        `LOG:  checkpoint complete: wrote ${draw.digits(5)} buffers (${draw.float() * 100}%); write=${draw.float() * 100} s; lsn=${draw.hex(1).toUpperCase()}/${draw.hex(8).toUpperCase()}, redo lsn ${draw.digits(10)}; xid ${draw.digits(10)}`,
      () =>
        `    at ${draw.letters(6)} (/app/dist/${draw.hex(8)}.js:${draw.digits(4)}:${draw.digits(6)})  pc=0x${draw.hex(12)} +${draw.digits(9)}`,
      () =>
        `${draw.digits(10)}.${draw.digits(6)}|${draw.digits(15)}|${draw.digits(13)}|${draw.letters(5)}|${draw.digits(16)}`,
    ]),
  )
}

export const LOGS: readonly Source[] = [
  { name: 'access logs', make: accessLogs },
  { name: 'JSON logs', make: structuredLogs },
  { name: 'plain logs', make: plainLogs },
]
