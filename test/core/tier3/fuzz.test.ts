import test from 'ava'
import fc from 'fast-check'
import { analyse } from '../../../core/tier3/analyse.ts'
import { readChatCompletion } from '../../../core/tier3/llm.ts'
import { readPresidioAnswer } from '../../../core/tier3/presidio.ts'

/** Pieces that the rules look for, among any text at all. */
const PIECES = [
  'Anna Quoirez',
  'Dr. ',
  'Ferrolux SAS',
  ' & ',
  'la société ',
  'password is ',
  'x1!y2?',
  '```\n',
  'def f(x):\n',
  ';',
  '\n',
  '€ 12,5 M€',
  'EBITDA ',
  'a@b.org;',
  '| ',
  'Article 7 ',
  'licenciement ',
  '😀',
  '\ud800',
  '\u0000',
  '\u200d',
  'é',
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 60 })
  .map((pieces) => pieces.join(''))

test('whatever the text, every finding stands in it', (t) => {
  fc.assert(
    fc.property(text, fc.nat(400), fc.nat(40), (given, start, length) => {
      const findPeople = (sentence: string) => [
        { start: Math.min(start, sentence.length), end: Math.min(start + length, sentence.length) },
      ]
      const findings = analyse(given, {
        knownNames: [{ start, end: start + length }],
        findPeople,
        isOverBudget: () => false,
      })
      for (const { value, score, start: from, end } of findings) {
        t.is(given.slice(from, end), value)
        t.true(end > from && score > 0 && score <= 0.95)
      }
    }),
    { numRuns: 300 },
  )
})

/** What is meant, three times in four, or anything. */
const mostly = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary, weight: 3 }, { arbitrary: fc.anything(), weight: 1 })

test('whatever a model answers, nothing is thrown and every finding stands in the text', (t) => {
  const finding = fc.record({
    type: mostly(fc.constantFrom('PERSON_NAME', 'TOPIC_HR')),
    quote: mostly(fc.constantFrom(...PIECES)),
    score: mostly(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)),
  })
  const content = mostly(
    fc.oneof(
      fc.array(finding).map((findings) => stringify({ findings })),
      fc.json(),
      text,
    ),
  )
  let found = 0
  fc.assert(
    fc.property(text, content, (given, message) => {
      for (const answer of [message, { choices: [{ message: { content: message } }] }]) {
        for (const { value, start, end } of readChatCompletion(answer, given) ?? []) {
          t.is(given.slice(start, end), value)
          found++
        }
      }
    }),
    { numRuns: 1000 },
  )
  t.true(found > 0, 'what is meant is found')
})

test('whatever Presidio answers, nothing is thrown and every finding stands in the text', (t) => {
  const entity = fc.record({
    entity_type: mostly(fc.constantFrom('PERSON', 'ORGANIZATION')),
    start: mostly(fc.nat(60)),
    end: mostly(fc.nat(60)),
    score: mostly(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)),
  })
  let found = 0
  fc.assert(
    fc.property(text, mostly(fc.array(entity)), (given, answer) => {
      for (const { value, start, end } of readPresidioAnswer(answer, given) ?? []) {
        t.is(given.slice(start, end), value)
        t.true(end > start)
        found++
      }
    }),
    { numRuns: 1000 },
  )
  t.true(found > 0, 'what is meant is found')
})

/** Not everything can be JSON: a BigInt cannot. */
function stringify(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? 'null'
}
