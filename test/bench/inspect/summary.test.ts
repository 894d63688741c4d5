import test from 'ava'
import { formatReport } from '../../../bench/inspect/report.ts'
import { type Measurement, summarise } from '../../../bench/inspect/summary.ts'
import { formatTable } from '../../../bench/table.ts'

function measurement(cpuMicrosPerRequest: number, more: Partial<Measurement> = {}): Measurement {
  return { requests: 1000, seconds: 2, p50: 1, p99: 3, cpuMicrosPerRequest, ...more }
}

test('the ratio is taken round by round, so that a slow round does not count against anyone', (t) => {
  const rounds = [
    new Map([['weir', measurement(100)] as const, ['bare-undici', measurement(50)] as const]),
    new Map([['weir', measurement(400)] as const, ['bare-undici', measurement(200)] as const]),
    new Map([['weir', measurement(90)] as const, ['bare-undici', measurement(60)] as const]),
  ]
  const [weir, bare] = summarise(['weir', 'bare-undici'], rounds)
  t.deepEqual(weir?.cpuRatio, { median: 2, min: 1.5, max: 2 })
  t.deepEqual(weir?.cpuMicrosPerRequest, { median: 100, min: 90, max: 400 })
  t.deepEqual(bare?.cpuRatio, { median: 1, min: 1, max: 1 })
})

test('a contestant is compared with the fastest peer of its kind, where that ran', (t) => {
  const round = new Map([
    ['weir', measurement(120, { apiMicrosPerRequest: 20 })] as const,
    ['hudsucker', measurement(40)] as const,
    ['bare-undici', measurement(60)] as const,
  ])
  const [weir, hudsucker] = summarise(['weir', 'hudsucker', 'bare-undici'], [round])
  t.is(weir?.peerRatio?.median, 3)
  t.is(weir?.apiMicrosPerRequest?.median, 20)
  t.is(hudsucker?.apiMicrosPerRequest, undefined)
  t.is(summarise(['weir', 'bare-undici'], [round])[0]?.peerRatio, undefined)
})

test('requests per second come from the time that really passed', (t) => {
  const [bare] = summarise(
    ['bare-undici'],
    [new Map([['bare-undici', measurement(1, { requests: 900, seconds: 1.5 })]])],
  )
  t.is(bare?.requestsPerSecond.median, 600)
})

test('a round without the yardstick is an error, not an infinite ratio', (t) => {
  t.throws(() => summarise(['weir'], [new Map([['weir', measurement(1)]])]), { message: /bare-undici/ })
})

test('columns are as wide as their widest cell, numbers to the right', (t) => {
  t.is(
    formatTable(
      ['', 'requests/s'],
      [
        ['weir', '7'],
        ['bare-undici', '12345'],
      ],
    ),
    ['             requests/s', '-----------  ----------', 'weir                  7', 'bare-undici       12345'].join(
      '\n',
    ),
  )
})

test('the report has a table for each prompt size', (t) => {
  const lanes = summarise(['bare-undici'], [new Map([['bare-undici', measurement(70.4)]])])
  const text = formatReport({
    comparison: 'inspect',
    node: 'v26.10.0',
    platform: 'linux x64',
    connections: 16,
    seconds: 1,
    rounds: 1,
    answers: 'off',
    yardstick: 'bare-undici',
    sizes: [
      { promptCharacters: 2000, seenCharacters: 0, lanes },
      { promptCharacters: 50_000, seenCharacters: 0, lanes },
      { promptCharacters: 50_000, seenCharacters: 48_000, lanes },
    ],
  })
  t.regex(text, /^inspect: Node\.js v26\.10\.0, linux x64, 16 connections.* Weir does not read answers$/m)
  t.deepEqual(text.match(/^prompts of .*$/gm), [
    'prompts of 2 kB',
    'prompts of 50 kB',
    'prompts of 50 kB, 48 of them sent before',
  ])
  t.is(text.match(/^bare-undici +500 +70 +- +1\.00 +3\.00 +1\.00 x \(1\.00 to 1\.00\) +-$/gm)?.length, 3)
})
