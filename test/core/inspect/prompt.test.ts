import { createHash } from 'node:crypto'
import test from 'ava'
import { inspectPrompt } from '../../../core/inspect/prompt.ts'

test('content is hashed and classified, context only counted; policies see both', (t) => {
  const inspection = inspectPrompt([
    { role: 'system', text: 'Answer a.b@example.org and c.d@example.org' },
    { role: 'user', text: 'earlier: 06 12 34 56 78' },
    { role: 'assistant', text: 'ok' },
    { role: 'user', text: 'éé card 4111 1111 1111 1111' },
    { role: 'user', text: 'and x.y@example.org' },
  ])
  const content = 'éé card 4111 1111 1111 1111\nand x.y@example.org'
  t.is(inspection.contentHash, createHash('sha256').update(content).digest('hex'))
  t.deepEqual(
    inspection.classifications.map(({ type, start, end }) => [type, content.slice(start, end)]),
    [
      ['CREDIT_CARD', '4111 1111 1111 1111'],
      ['EMAIL', 'x.y@example.org'],
    ],
  )
  t.deepEqual(inspection.contextFindings, [
    { type: 'EMAIL', count: 2 },
    { type: 'PHONE', count: 1 },
  ])
  t.deepEqual(inspection.findingTypes, ['CREDIT_CARD', 'EMAIL', 'PHONE'])
  t.is(inspection.facts.length, 5)
  t.is(inspection.tier, 2)
  t.true(inspection.complete)
})

test('the risk is over content and context together, each value once', (t) => {
  const alone = inspectPrompt([{ role: 'user', text: 'x.y@example.org' }])
  const repeated = inspectPrompt([
    { role: 'user', text: 'x.y@example.org' },
    { role: 'assistant', text: '' },
    { role: 'user', text: 'x.y@example.org' },
  ])
  t.is(repeated.riskScore, alone.riskScore)
  const more = inspectPrompt([
    { role: 'system', text: 'card 4111 1111 1111 1111' },
    { role: 'assistant', text: '' },
    { role: 'user', text: 'x.y@example.org' },
  ])
  t.true(more.riskScore > alone.riskScore)
})

test('an empty request has the hash of nothing, and no finding', (t) => {
  const { contentHash, classifications, riskScore, complete } = inspectPrompt([])
  t.is(contentHash, createHash('sha256').update('').digest('hex'))
  t.deepEqual([classifications.length, riskScore, complete], [0, 0, true])
})

test('a spent budget is told, in content and in context', (t) => {
  const many = 'a.b@example.org '.repeat(50)
  t.false(inspectPrompt([{ role: 'user', text: many }], { isOverBudget: () => true }).complete)
  const context = [
    { role: 'system', text: many },
    { role: 'assistant', text: '' },
    { role: 'user', text: 'x' },
  ] as const
  t.false(inspectPrompt(context, { isOverBudget: () => true }).complete)
})
