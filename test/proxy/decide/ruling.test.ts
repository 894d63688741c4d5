import test from 'ava'
import type { Policy, PolicyAction } from '../../../core/model/policy.ts'
import { type Enforcement, rule } from '../../../proxy/decide/ruling.ts'

const FACTS = {
  platform_id: 'openai-api',
  risk_score: 0.5,
  classifications: [{ type: 'IBAN' }],
  source: 'proxy',
  direction: 'outbound',
  user_id: null,
} as const

function policies(...actions: PolicyAction[]) {
  return {
    available: true,
    policies: actions.map(
      (action, index): Policy => ({
        id: `00000000-0000-4000-8000-00000000000${index}`,
        tenant_id: '00000000-0000-4000-8000-000000000000',
        name: `policy ${index}`,
        description: '',
        rules: { action, conditions: [{ field: 'classifications', operator: 'contains', value: 'IBAN' }] },
        enabled: true,
        priority: index,
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
        created_by: 'a@example.com',
      }),
    ),
  }
}

function settings(changes: Partial<Enforcement> = {}): Enforcement {
  return {
    enforcement: 'enforce',
    policyResolution: 'strictest',
    failMode: 'closed',
    failModeFiles: 'open',
    ...changes,
  }
}

const FULL = { status: 'full' } as const
const PARTIAL = { status: 'partial', reason: 'malformed_body' } as const

test('without a matching policy a prompt is allowed', (t) => {
  const ruling = rule(FACTS, FULL, { available: true, policies: [] }, settings())
  t.like(ruling, { action: 'allow', refusedBy: undefined, decisions: [] })
})

test('of several matches the strictest is enforced and every one is recorded', (t) => {
  const ruling = rule(FACTS, FULL, policies('log', 'block', 'coach'), settings())
  t.like(ruling, { action: 'block', refusedBy: 'policy', deciding: { policy_name: 'policy 1' } })
  t.deepEqual(
    ruling.decisions.map(({ action }) => action),
    ['log', 'block', 'coach'],
  )
})

test('the types the deciding policy is about are told', (t) => {
  t.deepEqual(rule(FACTS, FULL, policies('block'), settings()).decidingTypes, ['IBAN'])
  t.deepEqual(rule(FACTS, FULL, policies(), settings()).decidingTypes, [])
})

test('with first_match the first match is enforced', (t) => {
  const ruling = rule(FACTS, FULL, policies('log', 'block'), settings({ policyResolution: 'first_match' }))
  t.like(ruling, { action: 'log', refusedBy: undefined })
})

test('what could not be inspected wholly is refused when failing closed, and passes when failing open', (t) => {
  t.like(rule(FACTS, PARTIAL, policies('log'), settings()), {
    action: 'block',
    refusedBy: 'fail_mode',
    deciding: undefined,
  })
  t.like(rule(FACTS, PARTIAL, policies('log'), settings({ failMode: 'open' })), { action: 'log', refusedBy: undefined })
  t.like(rule(FACTS, PARTIAL, policies(), settings({ failMode: 'open' })), { action: 'allow', refusedBy: undefined })
})

test('a policy that matches what could be read is enforced in both fail modes, and named', (t) => {
  for (const failMode of ['open', 'closed'] as const) {
    t.like(rule(FACTS, PARTIAL, policies('block'), settings({ failMode })), {
      action: 'block',
      refusedBy: 'policy',
      deciding: { policy_name: 'policy 0' },
    })
  }
})

test('before there are any policies a prompt counts as not inspected', (t) => {
  const none = { available: false, policies: [] }
  t.like(rule(FACTS, FULL, none, settings()), {
    action: 'block',
    refusedBy: 'fail_mode',
    inspection: { status: 'none', reason: 'no_policies' },
  })
  t.like(rule(FACTS, FULL, none, settings({ failMode: 'open' })), {
    action: 'allow',
    inspection: { status: 'none', reason: 'no_policies' },
  })
})

test('in observe mode nothing is refused, and the record says what would have been', (t) => {
  const observe = settings({ enforcement: 'observe' })
  t.like(rule(FACTS, FULL, policies('block'), observe), {
    action: 'log',
    refusedBy: undefined,
    observedAction: 'block',
  })
  t.like(rule(FACTS, FULL, policies('coach'), observe), { action: 'log', observedAction: 'coach' })
  t.like(rule(FACTS, FULL, policies(), observe), { action: 'allow', observedAction: 'allow' })
  t.like(rule(FACTS, PARTIAL, policies(), observe), { action: 'allow', refusedBy: undefined, observedAction: 'block' })
})

const FILE = { status: 'none', reason: 'unreadable_file' } as const
const FILE_BESIDE = { ...PARTIAL, hasUnreadableFile: true } as const
const FILE_CASES = [
  [FILE, 'closed', 'open', undefined],
  [FILE, 'open', 'closed', 'fail_mode'],
  [FILE_BESIDE, 'open', 'closed', 'fail_mode'],
  [FILE_BESIDE, 'closed', 'open', 'fail_mode'],
  [FILE_BESIDE, 'open', 'open', undefined],
  [{ status: 'full', reason: 'no_text' }, 'closed', 'closed', undefined],
] as const

for (const [status, failMode, failModeFiles, refusedBy] of FILE_CASES) {
  test(`${JSON.stringify(status)}, failing ${failMode} and files ${failModeFiles}: ${refusedBy ?? 'passes'}`, (t) => {
    const none = { available: true, policies: [] }
    t.is(rule(FACTS, status, none, settings({ failMode, failModeFiles })).refusedBy, refusedBy)
    const always = { ...policies('block'), available: true }
    const everything = always.policies.map((policy) => ({ ...policy, rules: { ...policy.rules, conditions: [] } }))
    t.is(rule(FACTS, status, { ...always, policies: everything }, settings()).refusedBy, 'policy')
  })
}

test('time grows with the number of policies that block and ask for a reason, and not with its square', (t) => {
  const [one] = policies('block').policies
  if (one === undefined) return t.fail()
  const many = (count: number) => ({
    available: true,
    policies: Array.from(
      { length: count },
      (_, index): Policy => ({
        ...one,
        id: `policy ${index}`,
        rules: { ...one.rules, require_justification: true },
      }),
    ),
  })
  const reason = { text: 'because', types: [], givenAt: '2026-01-01T00:00:00.000Z', givenBy: 'page' } as const
  const time = (count: number) => {
    const all = many(count)
    const given = { prompt: 'prompt', policies: all.policies.slice(1).map(({ id }) => id), reason, until: 0 }
    const started = process.cpuUsage().user
    const ruling = rule(FACTS, FULL, all, settings(), undefined, undefined, given)
    t.is(ruling.justified?.policies.length, count - 1)
    t.deepEqual(ruling.deciding?.policy_id, 'policy 0')
    return process.cpuUsage().user - started
  }
  time(100)
  t.true(time(20_000) < 500_000)
})
