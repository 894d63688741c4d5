import test from 'ava'
import { leftOut, maskValue, recordClassifications } from '../../../core/inspect/mask.ts'
import { Classification } from '../../../core/model/classification.ts'

const VALUES: readonly (readonly [type: string, value: string])[] = [
  ['EMAIL', 'marie.dupont@orange.fr'],
  ['EMAIL', 'bWFyaWUuZHVwb250QG9yYW5nZS5mcg'],
  ['CREDIT_CARD', '4111 1111 1111 1234'],
  ['CREDIT_CARD', '４１１１１１１１１１１１１１１１'],
  ['IBAN', 'FR14 2004 1010 0505 0001 3M02 606'],
  ['PHONE', '06 12 34 56 78'],
  ['NIR', '185057800608491'],
  ['SECRET', 'hunter2'],
  ['SECRET', 'abc'],
  ['API_KEY', `ghp_${'a1B2'.repeat(9)}`],
  ['PERSON_NAME', 'Marie Dupont'],
  ['OWN_TYPE', '\u0000\ud800 x'],
]

test('masks people recognise', (t) => {
  t.is(maskValue('EMAIL', 'marie.dupont@orange.fr'), 'm***@***.fr')
  t.is(maskValue('CREDIT_CARD', '4111 1111 1111 1234'), '**** **** **** 1234')
  t.is(maskValue('IBAN', 'fr14 2004 1010 0505 0001 3M02 606'), 'FR** **** 06')
  t.is(maskValue('PERSON_NAME', 'Élodie Martin'), 'É********')
  t.is(maskValue('SECRET', 'abc'), '****')
})

test('no mask shows what stands in the middle of a value', (t) => {
  for (const [type, value] of VALUES) {
    const mask = maskValue(type, value)
    const middle = value.slice(2, -4)
    for (let i = 0; i + 3 <= middle.length; i++) t.false(mask.includes(middle.slice(i, i + 3)), `${type} ${mask}`)
    t.true(mask.isWellFormed() && !mask.includes('\u0000'), `${type} ${JSON.stringify(mask)}`)
  }
})

test('a mask of a mask shows nothing more', (t) => {
  for (const [type, value] of VALUES) {
    const mask = maskValue(type, value)
    t.true(maskValue(type, mask).replace(/\*/g, '').length <= mask.replace(/\*/g, '').length, mask)
  }
})

test('what is recorded keeps type, score and offsets, and shows values as the mode says', (t) => {
  const found = [{ type: 'EMAIL', value: 'a.b@example.org', score: 0.98, start: 3, end: 18 }]
  t.deepEqual(recordClassifications(found, 'plain'), found)
  t.like(recordClassifications(found, 'none')[0], { value: '', score: 0.98, start: 3, end: 18 })
  t.is(recordClassifications(found, 'masked')[0]?.value, 'a***@***.org')
})

test('what is recorded always passes the model', (t) => {
  const value = `\ud800\u0000${'x'.repeat(5000)}\udfff`
  const found = [{ type: 'SECRET', value, score: 0.9, start: 0, end: value.length }]
  for (const mode of ['plain', 'none', 'masked'] as const) {
    for (const row of recordClassifications(found, mode)) t.true(Classification.safeParse(row).success, mode)
  }
})

test('more findings than a record holds: the first of every type stays', (t) => {
  const emails = Array.from({ length: 3000 }, (_, i) => ({
    type: 'EMAIL',
    value: `${i}`,
    score: 0.9,
    start: i,
    end: i + 1,
  }))
  const found = [...emails, { type: 'API_KEY', value: 'k', score: 0.9, start: 4000, end: 4001 }]
  const recorded = recordClassifications(found, 'none')
  t.is(recorded.length, 1000)
  t.deepEqual([...new Set(recorded.map((row) => row.type))], ['EMAIL', 'API_KEY'])
  t.deepEqual(
    recorded.map((row) => row.start),
    recorded.map((row) => row.start).sort((a, b) => a - b),
  )
})

test('findings whose values are too long together keep their places, and those that go are counted by type', (t) => {
  const found = Array.from({ length: 900 }, (_, n) => ({
    type: n % 2 === 0 ? 'EMAIL' : 'A'.repeat(64),
    value: 'é'.repeat(2000),
    score: 1,
    start: n,
    end: n + 1,
  }))
  const recorded = recordClassifications(found, 'plain')
  t.true(Buffer.byteLength(JSON.stringify(recorded)) <= 131_072)
  t.true(recorded.length > 500)
  const omitted = leftOut(found, recorded)
  t.is(
    omitted.reduce((sum, { count }) => sum + count, 0),
    900 - recorded.length,
  )
  t.deepEqual(leftOut(found.slice(0, 5), recordClassifications(found.slice(0, 5), 'plain')), [])
})

test('a topic has no value to mask', (t) => {
  t.is(maskValue('TOPIC_SOURCE_CODE', 'let x = 1'), '')
})
