import test from 'ava'
import fc from 'fast-check'
import { classify } from '../../../core/inspect/classify.ts'
import { classifyParts } from '../../../core/inspect/classify-parts.ts'
import { FindingsCache } from '../../../core/inspect/findings-cache.ts'
import { hostileTexts } from './hostile-texts.ts'

const KEY = Buffer.alloc(32, 7)
const FILLER = 'The minutes of the meeting were sent round before lunch. '.repeat(90)

test('short texts are looked at as one', (t) => {
  fc.assert(
    fc.property(fc.array(hostileTexts, { maxLength: 4 }), (parts) => {
      fc.pre(parts.join('\n').length < 4000)
      const whole = classify(parts.join('\n'))
      // Addresses and keys that a joint is all that holds together are read apart: the test below.
      fc.pre(
        !whole.classifications.some(
          ({ type, value }) => /^(EMAIL|API_KEY|CREDIT_CARD|NIR|SIRET|SSN|PHONE)$/.test(type) && value.includes('\n'),
        ),
      )
      t.deepEqual(classifyParts(parts), whole)
    }),
    { numRuns: 100 },
  )
})

test('a key that only a joint holds together is read part by part', (t) => {
  // What the property above once met: two lines of base64 that decode to one text with an address.
  const parts = ['YldGeWFXVXVaSFZ3YjI1MFFHOXlZVzVuWlM1bWNzS0E=', 'QUE9PQ==']
  const joint = parts[0]?.length ?? 0
  t.true(classify(parts.join('\n')).classifications.some(({ start, end }) => start <= joint && joint < end))
  for (const { start, end } of classifyParts(parts).classifications) t.false(start <= joint && joint < end)
})

test('a cache changes nothing, whatever comes again', (t) => {
  const cache = new FindingsCache(KEY)
  fc.assert(
    fc.property(fc.array(fc.oneof(hostileTexts, fc.constant(FILLER)), { maxLength: 6 }), (parts) => {
      const plain = classifyParts(parts)
      t.deepEqual(classifyParts(parts, { cache }), plain)
      t.deepEqual(classifyParts(parts, { cache }), plain)
    }),
    { numRuns: 60 },
  )
})

test('a history that comes again is looked at no more, but for its last chunk', (t) => {
  const cache = new FindingsCache(KEY)
  const looks: string[] = []
  const extra = {
    detect(view: string) {
      looks.push(view)
      return { candidates: [], complete: true }
    },
    settle: (_text: string, found: readonly never[]) => ({ candidates: [...found], complete: true }),
  }
  const history = [`${FILLER} marie.dupont@orange.fr`, `${FILLER} 06 12 34 56 78`]
  classifyParts(history, { cache, extra })
  looks.length = 0
  const { classifications } = classifyParts([...history, 'and 4111 1111 1111 1111'], { cache, extra })
  t.deepEqual(
    classifications.map(({ type }) => type),
    ['EMAIL', 'PHONE', 'CREDIT_CARD'],
  )
  t.true(looks.length > 0)
  t.true(looks.every((view) => view.length < 1000))
})

test('a value across two chunks is found once', (t) => {
  const parts = [`${FILLER}\ncard: 4111 1111`, `1111 1111 ${FILLER}`]
  const { classifications } = classifyParts(parts)
  t.deepEqual(
    classifications.map(({ type, value, start, end }) => [type, value, parts.join('\n').slice(start, end)]),
    classify(parts.join('\n')).classifications.map(({ type, value }) => [type, value, value]),
  )
})

test('what a budget cut short is not kept', (t) => {
  const cache = new FindingsCache(KEY)
  t.false(classifyParts([FILLER], { cache, isOverBudget: () => true }).complete)
  t.is(cache.size, 0)
  t.true(classifyParts([FILLER], { cache }).complete)
  t.is(cache.size, 1)
})

test('tier and detectors have findings of their own; a text that UTF-8 cannot hold has none', (t) => {
  const cache = new FindingsCache(KEY)
  const [one, other] = [{}, {}]
  const keys = [
    cache.keyOf('a', 1, undefined),
    cache.keyOf('a', 2, undefined),
    cache.keyOf('a', 2, one),
    cache.keyOf('a', 2, other),
  ]
  t.is(new Set(keys).size, 4)
  t.is(cache.keyOf('a', 2, one), keys[2])
  t.not(new FindingsCache(Buffer.alloc(32, 8)).keyOf('a', 1, undefined), keys[0])
  t.is(cache.keyOf('\ud800', 2, undefined), undefined)
})

test('the cache is bounded, and what was used last stays', (t) => {
  const found = [{ type: 'EMAIL', score: 0.9, start: 0, end: 1 }]
  const cache = new FindingsCache(KEY, 6)
  for (const key of ['a', 'b', 'c']) cache.set(key, found)
  cache.get('a')
  cache.set('d', found)
  t.is(cache.size, 3)
  t.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined),
    [true, false, true, true],
  )
  cache.set('huge', Array.from({ length: 10 }, () => found).flat())
  t.is(cache.get('huge'), undefined)
})
