import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { CANDIDATES_MAX } from '../../../core/inspect/candidates.ts'
import { classify } from '../../../core/inspect/classify.ts'
import { hostileTexts } from './hostile-texts.ts'

function holds(t: ExecutionContext, text: string): void {
  for (const tier of [1, 2] as const) {
    const { classifications, complete } = classify(text, { tier })
    t.true(complete)
    let end = 0
    for (const found of classifications) {
      t.true(found.start >= end && found.end > found.start && found.end <= text.length)
      t.is(text.slice(found.start, found.end), found.value)
      t.true(found.score >= 0.35 && found.score <= 0.99)
      end = found.end
    }
  }
}

test('whatever the text, findings lie within it, in order, and are what stands there', (t) => {
  fc.assert(
    fc.property(hostileTexts, (text) => holds(t, text)),
    { numRuns: 800 },
  )
})

test('the same text always has the same findings', (t) => {
  fc.assert(
    fc.property(hostileTexts, (text) => {
      t.deepEqual(classify(text), classify(text))
    }),
    { numRuns: 200 },
  )
})

/** Ten million characters. */
const LONG = 10_000_000
const BUDGET_MS = 1000
/** Between two looks at the clock; wide, as other tests share the machine. */
const GAP_MS = 5000

for (const piece of [
  'The cat sat on the mat. ',
  '4\u200b',
  'a\u0301',
  '1 ',
  'Jean Dupont ',
  '%41',
  '\ud800',
  '\ufe01',
  'QUJDREVGR0g',
  '"',
]) {
  test(`ten million characters of ${JSON.stringify(piece)} end with the budget, and say so`, (t) => {
    const text = piece.repeat(Math.ceil(LONG / piece.length))
    const start = performance.now()
    let last = start
    let gap = 0
    const isOverBudget = () => {
      const now = performance.now()
      gap = Math.max(gap, now - last)
      last = now
      return now - start > BUDGET_MS
    }
    const { complete, classifications } = classify(text, { isOverBudget })
    const took = performance.now() - start
    // A fast machine finds as much as is kept before the time is up; of what overlaps some goes afterwards.
    const isEndedEarly = took >= BUDGET_MS || classifications.length > CANDIDATES_MAX * 0.9
    t.true(complete ? took < BUDGET_MS + GAP_MS : isEndedEarly, `${took} ms, complete: ${complete}`)
    t.true(Math.max(gap, performance.now() - last) < GAP_MS, `${gap} ms without a look at the clock`)
  })
}

test('encodings nested without end are followed a few steps and no farther', (t) => {
  let text = 'marie.dupont@orange.fr'
  for (let depth = 0; depth < 12; depth++) text = Buffer.from(text).toString('base64')
  t.true(classify(text).complete)
  let escaped = '%41'
  for (let depth = 0; depth < 2000; depth++) escaped = escaped.replace('%', '%25')
  t.true(classify(escaped).complete)
})

test('values that lie across the slices of a long text are found once', (t) => {
  const value = 'marie.dupont@orange.fr'
  for (const offset of [-30, -22, -10, -1, 0, 5]) {
    const text = `${'x '.repeat(131_072 + offset)} ${value} ${'y '.repeat(140_000)}${value}`
    const { classifications } = classify(text)
    t.deepEqual(
      classifications.map(({ value: found }) => found),
      [value, value],
      String(offset),
    )
  }
})
