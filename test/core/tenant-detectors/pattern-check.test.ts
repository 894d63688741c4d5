import test from 'ava'
import { allowedPatternProblem, patternProblem } from '../../../core/tenant-detectors/pattern-check.ts'

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const problem = (pattern: string, limits: object = {}) =>
  patternProblem({ pattern, ignoreCase: false, wholeWords: true }, { cpuMs, ...limits })

test('patterns of identifiers are taken', (t) => {
  for (const pattern of [
    'EMP-\\d{6}',
    '[A-Z]{2}-\\d{4}',
    '(?i)projet\\s+aurore',
    'key-[0-9a-f]{32}',
    'CTR/20\\d\\d/(?<value>\\d{5})',
    '\\p{Lu}{3}\\d{5}',
    '^Ref: \\S+$',
  ]) {
    // A machine that is this busy makes anything slow.
    t.is(problem(pattern, { trialMaxMs: 500 }), undefined, pattern)
  }
})

test('what is refused is told why, and where', (t) => {
  for (const [pattern, expected] of [
    ['(?=a)b', /look-around at position 1/],
    ['ab(?<!a)b', /look-around at position 3/],
    ['(a)\\1', /back-reference at position 4/],
    ['(abc', /is no RE2 pattern: missing \)/],
    ['ab[z-a]', /invalid character class range at position 4/],
    ['a{1001}', /invalid repetition size at position 2/],
    ['(\\p{L}|\\p{N}){1,1000}Z', /too large/],
    ['a*', /empty string/],
    ['\\b', /empty string/],
    ['x|', /empty string/],
    ['^', /empty string/],
    ['(?<value>)abc', /empty string/],
    ['\\w+', /nearly everything/],
    ['[a-z]{2,}', /nearly everything/],
    ['[^q]+', /nearly everything/],
  ] as const) {
    t.regex(problem(pattern, { trialMaxMs: 500 }) ?? 'taken', expected, pattern)
  }
})

test('a pattern that looks at the rest of the text at every character is slow', (t) => {
  t.regex(problem('a[^b]*b|a') ?? 'taken', /is too slow: a text of 64 kB made of letters takes it \d+ ms/)
})

test('a pattern that is slow on its own letters only is slow', (t) => {
  t.regex(problem('ж[^!]*!|жж') ?? 'taken', /too slow|nearly/)
})

test('a pattern of an allow-list may allow much, but not everything', (t) => {
  t.is(allowedPatternProblem('.*@example\\.com'), undefined)
  t.is(allowedPatternProblem('\\d+'), undefined)
  t.regex(allowedPatternProblem('.*') ?? 'taken', /matches anything/)
  t.regex(allowedPatternProblem('[\\s\\S]+') ?? 'taken', /matches anything/)
  t.regex(allowedPatternProblem('(?=a)') ?? 'taken', /look-around/)
  t.regex(allowedPatternProblem('a)|(b') ?? 'taken', /no RE2 pattern/)
})
