import test from 'ava'
import { classify } from '../../../core/inspect/classify.ts'
import { isTold } from '../../../core/inspect/matches.ts'
import { RULES } from '../../../core/inspect/rules/all.ts'

for (const [pattern, told] of [
  ['ghp_[0-9A-Za-z]{36}', true],
  ['(?i)(?:rue|place) [^\\n^$]{1,9}', true],
  ['a\\.b\\$\\^[\\]$]', true],
  ['\\bab', false],
  ['(?:^|[^\\pL])ab', false],
  ['ab(?:$|x)', false],
  ['key (?<value>[0-9]+)', false],
  ['key (?P<value>[0-9]+)', false],
] as const)
  test(`${pattern}: ${told ? 'the values of its matches tell' : 'more than the values of its matches tells'} where they stand`, (t) =>
    t.is(isTold(pattern), told))

test('most patterns need one call for all their matches', (t) => {
  const patterns = RULES.filter((rule) => rule.kind === 'pattern')
  t.true(patterns.filter(({ pattern }) => isTold(pattern)).length > patterns.length * 0.9)
})

const found = (text: string) => classify(text).classifications.map(({ start, value }) => [start, value])
const ARTICLE = 'article L. 1234-1 du code du travail'

test('the same value is found wherever it stands', (t) => {
  const text = `${ARTICLE}, ${ARTICLE}; x${ARTICLE}, ${ARTICLE}`
  const starts = [0, ARTICLE.length + 2, 3 * ARTICLE.length + 7]
  t.deepEqual(
    found(text),
    starts.map((start) => [start, ARTICLE]),
  )
})

test('a pattern finds the same behind a text with halves of pairs, of which RE2 knows none', (t) => {
  const text = `${ARTICLE} \ud800, ${ARTICLE}`
  t.deepEqual(found(text), [
    [0, ARTICLE],
    [4 + ARTICLE.length, ARTICLE],
  ])
  t.deepEqual(found(ARTICLE), [[0, ARTICLE]])
})
