import test from 'ava'
import { asKept, ClassificationType } from '../../../core/model/classification.ts'
import { Condition } from '../../../core/model/policy.ts'
import { namesOfType } from '../../../core/model/type-names.ts'
import { holds } from '../../../core/policy/evaluate.ts'
import { unknownNames } from '../../../core/policy/warnings.ts'
import { AllowList } from '../../../core/tenant-detectors/allow-list.ts'

const FINDING = { type: 'DRIVING_LICENSE', value: 'D1***', score: 0.85, start: 0, end: 9 }
const facts = (type: string) => ({
  platform_id: 'openai-api',
  risk_score: 0.7,
  classifications: [{ type }],
  source: 'proxy' as const,
  direction: 'outbound' as const,
  user_id: null,
})

test('a former name of a type is understood as the type of now', (t) => {
  t.is(ClassificationType.parse('DRIVING_LICENCE'), 'DRIVING_LICENSE')
  t.is(ClassificationType.parse('LICENSE_PLATE'), 'LICENSE_PLATE')
  t.deepEqual(asKept({ ...FINDING, type: 'DRIVING_LICENCE' }), FINDING)
  t.deepEqual(namesOfType('DRIVING_LICENCE'), ['DRIVING_LICENSE', 'DRIVING_LICENCE'])
  t.deepEqual(namesOfType('EMAIL'), ['EMAIL'])
})

test('a condition with either name holds for findings with either name', (t) => {
  for (const value of ['DRIVING_LICENCE', 'DRIVING_LICENSE']) {
    for (const type of ['DRIVING_LICENCE', 'DRIVING_LICENSE']) {
      // As a release before has stored it, which no schema reads again.
      const contains = { field: 'classifications', operator: 'contains', value } as const
      t.true(holds(contains, facts(type)), `${value} ${type}`)
      t.false(holds({ ...contains, operator: 'not_contains' }, facts(type)), `${value} ${type}`)
      t.false(holds(contains, facts('LICENSE_PLATE')))
      const rules = { action: 'block', conditions: [contains] } as const
      t.deepEqual(unknownNames(rules as never, { types: new Set(['DRIVING_LICENSE']), platforms: new Set() }), [])
    }
    const allowed = new AllowList({ values: ['D12345678'], patterns: [], types: [value] })
    t.true(allowed.allows('DRIVING_LICENSE', 'D12345678', () => false))
    t.false(allowed.allows('PASSPORT', 'D12345678', () => false))
  }
  t.is(
    Condition.parse({ field: 'classifications', operator: 'contains', value: 'DRIVING_LICENCE' }).value,
    'DRIVING_LICENSE',
  )
})
