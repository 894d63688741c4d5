import test from 'ava'
import { KeywordIndex } from '../../../core/inspect/keywords.ts'
import { findNumbers, holdsNumber } from '../../../core/inspect/numbers.ts'
import { needsDigit } from '../../../core/inspect/pattern-digits.ts'
import { surroundings } from '../../../core/inspect/surroundings.ts'
import { Walk } from '../../../core/inspect/walk.ts'

const NEEDS: readonly (readonly [pattern: string, needs: boolean])[] = [
  ['a[0-9]{3}', true],
  ['(?i)(?:tel|fax)(?<value>[+(]?[0-9]+)', true],
  ['\\d|[1-9a]', false],
  ['x(?:\\d|[1-9])y', true],
  ['[0-9]?a*[0-9]{0,3}(?:[0-9])*', false],
  ['(?:a|[0-9])', false],
  ['\\[0-9\\]', true],
  ['[^0-9]', false],
  ['[0-9a-f]{40}', false],
  ['\\pL+\\p{Nd}', false],
  ['a\\x{30}', false],
]

for (const [pattern, needs] of NEEDS) {
  test(`${pattern} ${needs ? 'needs' : 'may do without'} a digit`, (t) => t.is(needsDigit(pattern), needs))
}

test('a group of digits stands in a stretch if a part of it does', (t) => {
  const walk = new Walk()
  walk.read('ab 12 cd 345')
  walk.note(new KeywordIndex([]))
  const numbers = findNumbers(walk)
  for (const [from, to, holds] of [
    [0, 3, false],
    [0, 4, true],
    [4, 5, true],
    [5, 9, false],
    [5, 10, true],
    [11, 12, true],
  ] as const)
    t.is(holdsNumber(numbers, from, to), holds, `${from} to ${to}`)
})

test('changes are looked at with what stands around them, and many at once', (t) => {
  const places = (changes: readonly number[], length: number) =>
    surroundings(changes, length).map(({ from, to }) => [from, to])
  t.deepEqual(places([], 10_000), [])
  t.deepEqual(places([5000, 5001], 10_000), [[4488, 5513]])
  t.deepEqual(places([100, 101, 700, 701, 9000, 9001], 10_000), [
    [0, 1213],
    [8488, 9513],
  ])
  t.deepEqual(places([10, 11], 500), [[0, 500]])
  const [around] = surroundings([5000, 5001], 10_000)
  t.true(around?.isWhole({ start: 4990, end: 5010 }))
  t.false(around?.isWhole({ start: 4500, end: 4600 }))
})
