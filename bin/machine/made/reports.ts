import type { Draw } from '../draw.ts'
import { lines, type Source } from '../source.ts'
import { iso } from './instants.ts'

const seconds = (draw: Draw) => draw.float() * 10 ** draw.between(-3, 3)

function testOutput(draw: Draw): string {
  const s = () => seconds(draw)
  const time = draw.pick([() => s().toFixed(3), () => String(s()), () => s().toFixed(9)])
  return draw.pick([
    () =>
      `<?xml version="1.0" encoding="utf-8"?>\n<testsuite name="pytest" errors="0" tests="60" time="${s()}">\n${lines(draw, 60, (row) => `<testcase classname="tests.test_${draw.letters(6)}" name="test_${row}" time="${time()}" />`)}</testsuite>`,
    () =>
      lines(
        draw,
        60,
        () =>
          `tests/test_${draw.letters(6)}.py::test_${draw.letters(8)}[${draw.pick([draw.digits(9), String(s()), draw.uuid()])}] PASSED [ ${draw.between(1, 99)}%]`,
      ),
    () => lines(draw, 40, () => `E       assert ${s()} == ${s()} ± 1.0e-06\nE        +  where ${s()} = abs(${s()})`),
    () => lines(draw, 60, (row) => `ok ${row + 1} - test ${draw.letters(9)}\n  ---\n  duration_ms: ${s()}\n  ...`),
    () =>
      lines(
        draw,
        60,
        () =>
          `${s().toFixed(2)}s call     tests/test_${draw.letters(6)}.py::test_${draw.letters(8)}[${draw.digits(draw.between(8, 16))}-${s()}]`,
      ),
    () =>
      JSON.stringify({
        numPassedTests: 90,
        startTime: Date.parse(iso(draw)),
        testResults: draw.times(30, () => ({
          duration: s(),
          startAt: Date.parse(iso(draw)),
          status: 'passed',
          title: draw.letters(8),
        })),
      }),
    () => lines(draw, 60, () => `[       OK ] Suite${draw.letters(3)}.Case/${draw.digits(12)} (${draw.digits(4)} ms)`),
    () =>
      lines(
        draw,
        40,
        () => `-    expected: ${s()}\n+    received: ${s()}\n     seed: ${draw.digits(draw.between(9, 13))}`,
      ),
  ])()
}

function benchmarks(draw: Draw): string {
  const s = () => seconds(draw)
  return draw.pick([
    () =>
      lines(
        draw,
        30,
        () =>
          `     http_req_duration..............: avg=${s().toFixed(2)}ms min=${s()}µs med=${s().toFixed(2)}ms max=${s().toFixed(2)}s p(90)=${s()}ms p(95)=${s().toFixed(2)}ms\n     iterations.....................: ${draw.digits(6)}  ${s()}/s`,
      ),
    () =>
      lines(draw, 50, () =>
        JSON.stringify({
          type: 'Point',
          data: { time: iso(draw), value: s(), tags: { vu: String(draw.below(100)) } },
          metric: 'http_req_duration',
        }),
      ),
    () =>
      lines(
        draw,
        70,
        (row) =>
          `Benchmark${draw.letters(7)}/${row}-8   ${draw.digits(draw.between(1, 10)).padStart(12)}   ${s().toFixed(3)} ns/op   ${draw.digits(7)} B/op   ${draw.digits(3)} allocs/op`,
      ),
    () =>
      lines(
        draw,
        40,
        () =>
          `  Time (mean ± σ):     ${s().toFixed(1)} ms ±   ${s().toFixed(1)} ms    [User: ${s()} ms, System: ${s()} ms]\n  Range (min … max):   ${s()} ms … ${s()} ms    ${draw.digits(2)} runs`,
      ),
    () =>
      JSON.stringify(
        { results: draw.times(4, () => ({ mean: s(), stddev: s(), median: s(), times: draw.times(40, s) })) },
        null,
        draw.pick([0, 2]),
      ),
    () =>
      lines(
        draw,
        60,
        () =>
          ` ${draw.digits(9)},${draw.digits(10)}      cycles                    #    ${s()} GHz    ( +-  ${s().toFixed(2)}% )`,
      ),
    () =>
      JSON.stringify(
        {
          metrics: {
            http_req_waiting: {
              values: Object.fromEntries(['avg', 'min', 'med', 'max', 'p(90)', 'p(99)'].map((name) => [name, s()])),
            },
            data_sent: { values: { count: draw.digits(12), rate: s() } },
          },
        },
        null,
        2,
      ).repeat(8),
    () =>
      lines(
        draw,
        60,
        () =>
          `${draw.letters(8)} x ${draw.digits(3)},${draw.digits(3)},${draw.digits(3)} ops/sec ±${s().toFixed(2)}% (${draw.digits(2)} runs sampled)`,
      ),
  ])()
}

function coverage(draw: Draw): string {
  return draw.pick([
    () => lines(draw, 200, () => `DA:${draw.digits(3)},${draw.digits(draw.between(1, 10))}`),
    () =>
      lines(
        draw,
        70,
        () =>
          `<line number="${draw.digits(4)}" hits="${draw.digits(draw.between(1, 12))}" branch="true" condition-coverage="${draw.float() * 100}%"/>`,
      ),
    () =>
      JSON.stringify({
        s: Object.fromEntries(draw.times(300, (index) => [index, Number(draw.digits(draw.between(1, 11)))])),
      }),
    () =>
      lines(
        draw,
        60,
        () =>
          `chunk {${draw.digits(3)}} ${draw.letters(5)}.${draw.hex(20)}.js (${draw.letters(4)}) ${draw.float() * 1000} kB [entry] [rendered]`,
      ),
    () =>
      lines(
        draw,
        60,
        () =>
          `#${draw.digits(2)} sha256:${draw.hex(64)} ${draw.float().toFixed(2)}MB / ${draw.digits(2)}.${draw.digits(2)}MB ${draw.float() * 10}s done`,
      ),
    () =>
      lines(
        draw,
        60,
        () =>
          `2026-03-12T10:${draw.between(10, 59)}:${draw.between(10, 59)}.${draw.digits(7)}Z ##[debug]runner ${draw.digits(11)} attempt ${draw.digits(1)} cache ${draw.digits(18)} took ${draw.float()}`,
      ),
  ])()
}

export const REPORTS: readonly Source[] = [
  { name: 'test output', make: testOutput },
  { name: 'benchmarks', make: benchmarks },
  { name: 'coverage and builds', make: coverage },
]
