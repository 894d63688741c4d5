import test from 'ava'
import RE2 from 're2'
import { classify } from '../../../core/inspect/classify.ts'
import { isTold } from '../../../core/inspect/matches.ts'
import { translated } from '../../../core/inspect/re2-to-regexp.ts'
import type { PatternRule } from '../../../core/inspect/rule.ts'
import { RULES } from '../../../core/inspect/rules/all.ts'
import { randomNumbers } from '../../support/random-numbers.ts'

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

/** The same matches, of the same values, as JSON. */
function matchesOf(regexp: RegExp | RE2, text: string): string {
  const found: unknown[] = []
  regexp.lastIndex = 0
  for (let match = regexp.exec(text); match !== null; match = regexp.exec(text))
    found.push([match.index, match[0], match.indices?.groups?.value])
  return JSON.stringify(found)
}

test('of a pattern of which a part ignores case RegExp finds what V8 does not by itself', (t) => {
  const pattern = "(?i:driv(?:er|ing)['’]?s?[ _]?licen[cs]e|permis) (?<value>[A-Z][0-9]{2}|\\pL{4})"
  const regexp = translated(pattern, 'gd')
  for (const text of [
    'DRIVER LICENSE A12',
    'Driving’s_licence É12 ABCD',
    'PERMIſ B34',
    'permis a12',
    'drivinG licenſe abcd',
  ])
    t.is(matchesOf(regexp, text), matchesOf(new RE2(pattern, 'gd'), text), text)
  t.not(matchesOf(regexp, 'DRIVER LICENSE A12'), '[]')
  t.throws(() => translated('(?i:[a-z]x)', 'g'), { instanceOf: RangeError })
})

for (const rule of RULES.filter((one) => one.kind === 'pattern')) {
  const { without } = rule
  if (rule.isBounded === true || without !== undefined)
    test(`${rule.id}: RegExp finds what RE2 does`, (t) => {
      const parts = rule.examples.match.flatMap((example) => example.replace(/\[\[|\]\]/g, '').split(/(?<=[ ,:/-])/))
      const pieces = [
        ...rule.keywords,
        ...rule.keywords.map((keyword) => keyword.toUpperCase()),
        ...(rule.opens ?? []),
        ...rule.examples.match.map((example) => example.replace(/\[\[|\]\]/g, '')),
        ...parts.slice(0, 60),
        ' ',
        ' ',
        ':',
        '-',
        '(',
        ')',
        '.',
        '/',
        '+',
        'at',
        'on',
        'sur',
        '06',
        '12 34',
        'x1',
        'É',
        '\n',
      ]
      const re2 = new RE2(rule.pattern, 'gd')
      const own = translated(without?.pattern ?? rule.pattern, 'gd')
      const random = randomNumbers(7)
      let matches = 0
      // Those of tokens are all of one form.
      const rounds = rule.id.startsWith('token-') ? 300 : 20_000
      for (let round = 0; round < rounds; round++) {
        const text = Array.from({ length: 16 }, () => pieces[random(pieces.length)]).join('')
        if (without !== undefined && text.includes(without.mark)) continue
        const found = matchesOf(re2, text)
        if (found !== matchesOf(own, text)) t.fail(JSON.stringify(text))
        if (found !== '[]') matches++
      }
      t.true(matches > 0)
    })
}

test('a pattern that RegExp runs takes no longer for a text that it nearly fits everywhere', (t) => {
  const { pattern } = RULES.find(({ id }) => id === 'phone-named') as PatternRule
  const regexp = translated(pattern, 'g')
  for (const piece of [
    'call at on is me ',
    'tel. 1. 1. 1. 1. 1. 1 ',
    'phone (((( ',
    `call${' at'.repeat(4)} 1 1 1 1 1 1 `,
  ]) {
    const text = piece.repeat(20_000)
    const start = process.cpuUsage()
    t.is(text.match(regexp), null)
    const { user, system } = process.cpuUsage(start)
    t.true(user + system < 2_000_000)
  }
})
