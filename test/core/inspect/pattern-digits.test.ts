import test from 'ava'
import { KeywordIndex } from '../../../core/inspect/keywords.ts'
import { findNumbers, holdsDigits } from '../../../core/inspect/numbers.ts'
import { digitsNeeded } from '../../../core/inspect/pattern-digits.ts'
import { surroundings } from '../../../core/inspect/surroundings.ts'
import { Walk } from '../../../core/inspect/walk.ts'

const NEEDS: readonly (readonly [pattern: string, digits: number])[] = [
  ['a[0-9]{3}', 3],
  ['(?i)(?:tel|fax)(?<value>[+(]?[0-9]+)', 1],
  ['(?<value>[+(]?[0-9](?:[ ()./-]{0,2}[0-9]){6,14}(?: ?x[0-9]{1,6})?)', 7],
  ['(?:[0-9]{4}[ -]?){4}', 16],
  ['[0-9]{2}(?:[0-9]{5}|a[0-9]{3,}|[0-9]{4}?)', 5],
  ['\\d|[1-9a]', 0],
  ['x(?:\\d|[1-9])y', 1],
  ['[0-9]?a*[0-9]{0,3}(?:[0-9])*', 0],
  ['(?:a|[0-9])', 0],
  ['\\[0-9\\]', 2],
  ['[^0-9]', 0],
  ['[0-9a-f]{40}', 0],
  ['\\pL+\\p{Nd}', 0],
  ['a\\x{30}\\x30', 0],
]

for (const [pattern, digits] of NEEDS) {
  test(`${pattern} needs ${digits} digits`, (t) => t.is(digitsNeeded(pattern), digits))
}

test('digits stand in a stretch if their group does in part, and as many of them', (t) => {
  const walk = new Walk()
  walk.read('ab 12 cd 345')
  walk.note(new KeywordIndex([]))
  const numbers = findNumbers(walk)
  for (const [from, to, needed, holds] of [
    [0, 3, 1, false],
    [0, 4, 1, true],
    [4, 5, 1, true],
    [5, 9, 1, false],
    [5, 10, 1, true],
    [11, 12, 1, true],
    [0, 12, 5, true],
    [0, 12, 6, false],
    [4, 11, 3, true],
    [4, 11, 4, false],
  ] as const)
    t.is(holdsDigits(numbers, from, to, needed), holds, `${needed} from ${from} to ${to}`)
})

test('digits count together only where little stands between them', (t) => {
  const numbersIn = (text: string) => {
    const walk = new Walk()
    walk.read(text)
    walk.note(new KeywordIndex([]))
    return findNumbers(walk)
  }
  t.true(holdsDigits(numbersIn('e29b12 34'), 0, 9, 4, 2))
  t.false(holdsDigits(numbersIn('e29b12 34'), 0, 9, 6, 2), 'a letter is not what stands between digits of one number')
  const numbers = numbersIn('1234 (567 .. 89, 0)')
  t.true(holdsDigits(numbers, 0, 19, 7, 2))
  t.false(holdsDigits(numbers, 0, 19, 7, 1))
  t.false(holdsDigits(numbers, 0, 19, 8, 2))
  t.true(holdsDigits(numbers, 0, 19, 10, 4))
  t.true(holdsDigits(numbers, 6, 19, 3, 2), 'behind the beginning nothing has to stand close to it')
  t.true(holdsDigits(numbers, 11, 19, 3, 2))
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
