import test from 'ava'
import { boundFindings, MAX_FINDINGS_BYTES } from '../../../proxy/record/bounded-findings.ts'

const finding = (type: string, start: number) => ({ type, value: 'j***@***.fr', score: 0.99, start, end: start + 9 })

test('findings that fit are all kept', (t) => {
  const found = Array.from({ length: 100 }, (_, index) => finding('EMAIL', index * 10))
  t.is(boundFindings(found), found)
})

test('what does not fit is left out, but no type is missing, and the order stays', (t) => {
  const found = [...Array.from({ length: 999 }, (_, index) => finding('EMAIL', index * 10)), finding('API_KEY', 60_000)]
  const kept = boundFindings(found)
  t.true(JSON.stringify(kept).length < MAX_FINDINGS_BYTES * 1.5)
  t.true(kept.some(({ type }) => type === 'API_KEY'))
  t.true(kept.length > 200)
  t.deepEqual(
    kept.map(({ start }) => start),
    kept.map(({ start }) => start).toSorted((a, b) => a - b),
  )
})
