import test from 'ava'
import { allowedPatternProblem, patternProblem } from '../../../core/tenant-detectors/pattern-check.ts'
import { costOf, togetherProblem } from '../../../core/tenant-detectors/pattern-cost.ts'
import { textOf, trialsOf } from '../../../core/tenant-detectors/trial-texts.ts'

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** A machine that is this busy makes anything slow. */
const PATIENT = { cpuMs, now: () => performance.now(), trialMaxMs: 500 }

const problem = (pattern: string, limits: object = {}) =>
  patternProblem({ pattern, ignoreCase: false, wholeWords: true }, { cpuMs, ...limits })

const allowed = (pattern: string, limits: object = {}) => allowedPatternProblem(pattern, { ...PATIENT, ...limits })

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

test('a pattern that is slow only on mixes of what it is made of is slow', (t) => {
  for (const pattern of [
    'a(?:[ab]{1,30}){30}c',
    'a[ab]{200,900}c',
    'a[xab]{900}c',
    `a${'[ab]'.repeat(240)}c`,
    'q[q-t]{100,300}!',
    'BEGIN[\\s\\S]{1,500}END',
    'key (?:key |kez ){50,90}!',
    '\\x{1f600}[\\x{1f600}-\\x{1f603}]{300,500}!',
    `a${'[ab]{1000}'.repeat(60)}c`,
  ]) {
    t.regex(
      problem(pattern, { trialMaxMs: 10 }) ?? 'taken',
      /too slow: a text of 64 kB made of .* takes it \d+ ms/,
      pattern,
    )
  }
})

test('texts that patterns are tried on are as long as they are to be, whatever the pattern', (t) => {
  for (const pattern of [
    'a',
    '(((((a*)*)*)*)*)*',
    '()*',
    '[]a]',
    '[^]a]',
    '[[:alpha:]-]',
    '\\Qa.b\\E',
    '(?i)(?P<x>é|\\pL)',
    '\\x41\\101\\t',
    'a{3}{2}',
    '(',
    ')|(',
  ]) {
    const trials = trialsOf(pattern)
    t.true(trials.length >= 7 && trials.length < 80, pattern)
    for (const trial of trials) t.is(textOf(trial, 1000).length, 1000, `${pattern} ${trial.name}`)
  }
})

test('what all patterns of a tenant take together is bounded, in time and in memory', (t) => {
  const badges = Array.from({ length: 50 }, (_, index) => ({
    pattern: `EMP${index}-\\d{6}`,
    ignoreCase: index % 2 === 0,
  }))
  t.is(togetherProblem(badges, { ...PATIENT, allMaxMs: 5000 }), undefined)
  const slowish = Array.from({ length: 20 }, (_, index) => ({ pattern: `a[ab]{5,${9 + index}}c`, ignoreCase: false }))
  const known = new Map()
  t.regex(
    togetherProblem(slowish, { ...PATIENT, allMaxMs: 40, known }) ?? 'taken',
    /All patterns together.* may take 40 ms/,
  )
  // It ends with the first one that is too much, and knows those that it has tried.
  t.true(known.size > 0 && known.size < slowish.length, String(known.size))
  const ofLists = slowish.map((source) => ({ ...source, isAllowed: true, pattern: `[ab]*${source.pattern}` }))
  t.regex(togetherProblem(ofLists, { ...PATIENT, allMaxMs: 10 }) ?? 'taken', /those of allow-lists included/)
  const large = Array.from({ length: 40 }, (_, index) => ({ pattern: `q${index}\\p{L}{2,60}`, ignoreCase: false }))
  t.regex(togetherProblem(large, PATIENT) ?? 'taken', /more memory/)
})

test('what a pattern costs does not depend on how often it is found', (t) => {
  const { searchMs } = costOf({ pattern: '\\d{3}', ignoreCase: false }, PATIENT)
  t.true(searchMs < 20, `${searchMs} ms`)
})

test('a pattern of an allow-list may allow much, but not everything', (t) => {
  t.is(allowed('.*@example\\.com'), undefined)
  t.is(allowed('\\d+'), undefined)
  t.regex(allowed('.*') ?? 'taken', /matches anything/)
  t.regex(allowed('[\\s\\S]+') ?? 'taken', /matches anything/)
  t.regex(allowed('(?=a)') ?? 'taken', /look-around/)
  t.regex(allowed('a)|(b') ?? 'taken', /no RE2 pattern/)
  t.regex(allowed('[ab]*a[ab]{100,400}c', { trialMaxMs: 40 }) ?? 'taken', /too slow/)
})
