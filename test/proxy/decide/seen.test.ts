import test from 'ava'
import type { TextPart } from '../../../core/inspect/parts.ts'
import { inspectPrompt } from '../../../core/inspect/prompt.ts'
import type { Facts } from '../../../core/model/facts.ts'
import type { Condition } from '../../../core/model/policy.ts'
import { evaluate } from '../../../core/policy/evaluate.ts'
import { apart, findingKeys } from '../../../proxy/decide/seen.ts'
import type { RequestInspection } from '../../../proxy/inspection/inspect-request.ts'

const EMAIL = 'jeanne.martin@acme.fr'
const user = (text: string): TextPart => ({ role: 'user', text })
const model = (text: string): TextPart => ({ role: 'assistant', text })

function inspect(...parts: TextPart[]): RequestInspection {
  const result = inspectPrompt(parts, { hashPart: ({ role, text }) => `${role}:${text}` })
  return { status: 'full', operation: 'test', result, hasText: true }
}

const letThrough = (...inspections: RequestInspection[]) => new Set(inspections.flatMap(findingKeys))

test('findings of parts that were let through are old, and are told apart in all that is told of a prompt', (t) => {
  const known = letThrough(inspect(user(`Write to ${EMAIL}`)))
  const again = inspect(
    user(`Write to ${EMAIL}`),
    model('Done.'),
    user('Also to +33 6 12 34 56 78'),
    model('Yes.'),
    user('Hi'),
  )
  const old = apart(again, known)
  t.deepEqual(
    old?.seen.map(({ type }) => type),
    ['EMAIL'],
  )
  t.deepEqual(
    old?.fresh.map(({ type }) => type),
    ['PHONE'],
  )
  t.deepEqual(old?.inspection.seenFindings, [{ type: 'EMAIL', count: 1 }])
  const shown = old?.inspection.result
  t.deepEqual(shown?.contextFindings, [{ type: 'PHONE', count: 1 }])
  t.deepEqual(shown?.findingTypes, ['PHONE'])
  t.deepEqual(shown?.origins, [{ type: 'PHONE', place: 'earlier', message: 3 }])
  t.true((shown?.riskScore ?? 1) < (again.result?.riskScore ?? 0))
})

test('another role, another text, another type and the newest turn are new', (t) => {
  const known = letThrough(inspect(user(`Write to ${EMAIL}`)))
  t.is(apart(inspect(model(`Write to ${EMAIL}`), user('Hi')), known), undefined)
  t.is(apart(inspect(user(`Write to ${EMAIL}!`), model('Done.'), user('Hi')), known), undefined)
  t.is(apart(inspect(user(`Write to ${EMAIL}`)), known), undefined)
  const otherType = new Set([...known].map((key) => key.replace('EMAIL', 'PHONE')))
  t.is(apart(inspect(user(`Write to ${EMAIL}`), model('Done.'), user('Hi')), otherType), undefined)
})

test('what stands beside the messages is old once it was let through unchanged, whatever message it was read out of', (t) => {
  const beside = (text: string): TextPart => ({ role: 'definition', text })
  const known = letThrough(inspect(user('Read this'), beside(`Write to ${EMAIL}`)))
  t.deepEqual(
    apart(inspect(user('Read this'), beside(`Write to ${EMAIL}`)), known)?.seen.map(({ type }) => type),
    ['EMAIL'],
  )
  t.is(apart(inspect(user('Read this'), beside(`Write to ${EMAIL} now`)), known), undefined)
})

test('a value that is split over an old and a new message is new', (t) => {
  const [first, second] = ['My IBAN begins with FR76 3000 6000 0112', '3456 7890 189']
  const known = letThrough(inspect(user(first)))
  const whole = inspect(user(first), model('Go on.'), user(second), model('Thanks.'), user('Hi'))
  t.true(whole.result?.facts.some(({ type }) => type === 'IBAN'))
  const old = apart(whole, known)
  t.true((old?.fresh ?? whole.result?.facts ?? []).some(({ type }) => type === 'IBAN'))
})

test('a value that is split over messages and was let through as a whole is old', (t) => {
  const [first, second] = ['My IBAN begins with FR76 3000 6000 0112', '3456 7890 189']
  const whole = inspect(user(first), model('Go on.'), user(second), model('Thanks.'), user('Hi'))
  const both = letThrough(inspect(user(first)), inspect(user(first), model('Go on.'), user(second)))
  t.false(
    apart(whole, both)?.fresh.some(({ type }) => type === 'IBAN'),
    'let through as a whole, it is old',
  )
})

test('a policy matches where what is new has a part in it', (t) => {
  const contains = (value: string): Condition => ({ field: 'classifications', operator: 'contains', value })
  const judge = (conditions: Condition[], seen: string[], fresh: string[]) => {
    const facts = (types: string[]): Facts => ({
      ...{ platform_id: 'x', source: 'proxy', direction: 'outbound', user_id: null },
      ...{ classifications: types.map((type) => ({ type })), risk_score: types.length / 10 },
    })
    const policy = {
      id: 'p',
      name: 'p',
      enabled: true,
      priority: 1,
      created_at: '',
      rules: { action: 'coach' as const, conditions },
    }
    const parts = { seen: facts(seen), fresh: facts(fresh) }
    return evaluate([policy], facts([...seen, ...fresh]), 'strictest', undefined, parts).action
  }
  t.is(judge([contains('EMAIL')], ['EMAIL'], []), 'allow')
  t.is(judge([contains('EMAIL')], ['EMAIL'], ['EMAIL']), 'coach')
  t.is(judge([contains('EMAIL'), contains('IBAN')], ['EMAIL'], ['IBAN']), 'coach', 'the other half is new')
  t.is(judge([{ field: 'classification_count', operator: 'gte', value: 3 }], ['A', 'B'], ['C']), 'coach')
  t.is(judge([{ field: 'classification_count', operator: 'gte', value: 2 }], ['A', 'B'], ['C']), 'allow')
  t.is(judge([{ field: 'platform_id', operator: 'eq', value: 'x' }], ['A'], []), 'coach', 'it is about no finding')
  t.is(judge([{ field: 'classifications', operator: 'not_contains', value: 'A' }], ['A'], ['B']), 'allow')
})
