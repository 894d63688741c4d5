import test from 'ava'
import fc from 'fast-check'
import { riskScore } from '../../../core/risk.ts'
import { newFindings, raisedRisk } from '../../../core/tier3/merge.ts'

const finding = (type: string, value: string, start: number, score = 0.8) => {
  return { type, value, score, start, end: start + value.length }
}

test('a place or a value that is known is not new, whatever the type of the place', (t) => {
  const known = [finding('EMAIL', 'a@acme.org', 10), finding('PERSON_NAME', 'Ann', 40)]
  const isNew = (later: ReturnType<typeof finding>) => newFindings(known, [later]).length === 1
  t.false(isNew(finding('ORGANIZATION', 'acme', 12)))
  t.false(isNew(finding('PERSON_NAME', 'Ann Roe', 40)))
  t.false(isNew(finding('PERSON_NAME', 'Ann', 90)))
  t.true(isNew(finding('PERSON_NAME', 'Bob', 20)))
  t.true(isNew(finding('PERSON_NAME', 'Bob', 43)))
  t.true(isNew(finding('TOPIC_HR', 'x'.repeat(80), 0)))
})

test('risk with new findings is that of all findings together', (t) => {
  const known = [finding('EMAIL', 'a', 0), finding('IBAN', 'b', 5)]
  const added = [finding('PERSON_NAME', 'c', 9), finding('TOPIC_HR', 'd', 12)]
  t.true(Math.abs(raisedRisk(riskScore(known), added) - riskScore([...known, ...added])) < 0.0002)
  t.is(raisedRisk(0.42, []), 0.42)
  t.is(raisedRisk(1, added), 1)
})

test('whatever is found, what is new overlaps nothing that was known', (t) => {
  const span = fc.record({ start: fc.nat(200), length: fc.integer({ min: 1, max: 30 }) })
  fc.assert(
    fc.property(fc.array(span), fc.array(span), (a, b) => {
      const known: ReturnType<typeof finding>[] = []
      let end = 0
      for (const { start, length } of a.toSorted((x, y) => x.start - y.start)) {
        if (start < end) continue
        end = start + length
        known.push({ type: 'EMAIL', value: `k${start}`, score: 1, start, end })
      }
      const later = b.map(({ start, length }, i) => {
        return { type: 'PERSON_NAME', value: `v${i}`, score: 1, start, end: start + length }
      })
      const expected = later.filter((found) => !known.some((k) => k.start < found.end && found.start < k.end))
      t.deepEqual(newFindings(known, later), expected)
    }),
  )
})
