import test from 'ava'
import { parseRetryAfter } from '../../../../api/webhooks/send/retry-after.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY = 86_400_000

for (const [value, expected] of [
  ['0', 0],
  ['120', 120_000],
  [' 5 ', 5000],
  ['86400', DAY],
  ['86401', DAY],
  ['9999999999', DAY],
  ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
  ['Sat, 21 Nov 2026 11:59:00 GMT', 0],
  ['Sun, 21 Nov 2027 12:00:00 GMT', DAY],
  [undefined, undefined],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['99999999999', undefined],
  ['soon', undefined],
  ['2026-11-21T12:01:00Z', undefined],
  ['Sat, 41 Nov 2026 12:01:00 GMT', undefined],
  ['Sat, 21 Abc 2026 12:01:00 GMT', undefined],
  ['Saturday, 21-Nov-26 12:01:00 GMT', undefined],
] as const) {
  test(`Retry-After ${JSON.stringify(value)} is ${expected ?? 'nothing'}`, (t) => {
    t.is(parseRetryAfter(value, NOW), expected)
  })
}
