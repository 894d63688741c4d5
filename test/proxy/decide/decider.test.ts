import test from 'ava'
import type { TextPart } from '../../../core/inspect/parts.ts'
import { inspectPrompt } from '../../../core/inspect/prompt.ts'
import type { Policy, PolicyAction } from '../../../core/model/policy.ts'
import { Exceptions, NO_EXCEPTIONS } from '../../../core/policy/exceptions.ts'
import type { ServedException } from '../../../core/resources/exception.ts'
import { Decider, type Decision } from '../../../proxy/decide/decide.ts'
import { Verdicts } from '../../../proxy/decide/verdicts.ts'
import type { Client } from '../../../proxy/http/connection.ts'
import type { RequestInspection } from '../../../proxy/inspection/inspect-request.ts'
import { platformById } from '../../../proxy/platforms/catalogue.ts'

const JO = 'a0000000-0000-4000-8000-000000000001'
const FIRST = 'Write to jeanne.martin@acme.fr'
const AT = '2026-11-22T12:00:00.000Z'
const HERE: Client = { address: '10.0.0.1' }

function policyOn(type: string, action: PolicyAction, updated_at = AT): Policy {
  return {
    ...{ id: `c0000000-0000-4000-8000-00000000000${type.length}`, tenant_id: JO, name: type, description: '' },
    rules: { action, conditions: [{ field: 'classifications', operator: 'contains', value: type }] },
    ...{ enabled: true, priority: 1, created_at: AT, updated_at, created_by: '' },
  }
}

interface State {
  policies: readonly Policy[]
  exceptions: Exceptions
  detectors: { available: boolean; revision: number; served: readonly unknown[] }
  enforcement: 'enforce' | 'observe'
  resolution: 'strictest' | 'first_match'
}

/** One who coaches addresses, and what was let through before. */
function newDecider(fields: Partial<State> = {}) {
  const state: State = {
    policies: [policyOn('EMAIL', 'coach')],
    exceptions: NO_EXCEPTIONS,
    detectors: { available: true, revision: 1, served: [] },
    enforcement: 'enforce',
    resolution: 'strictest',
    ...fields,
  }
  const decider = new Decider({
    policies: { current: () => ({ available: true, policies: state.policies }) },
    detectors: { current: () => state.detectors },
    exceptions: { current: () => state.exceptions },
    settings: {
      enforcement: state.enforcement,
      policyResolution: state.resolution,
      failMode: 'closed',
      failModeFiles: 'open',
    },
    verdicts: { kept: new Verdicts(), key: Buffer.alloc(32, 1) },
    now: () => new Date(AT),
  })
  return { decider, state }
}

interface Said {
  readonly client?: Client
  readonly platform?: string
  readonly conversation?: string
}

function decide(
  decider: Decider,
  said: readonly string[],
  { client = HERE, platform = 'openai-api', ...prompt }: Said = {},
): Decision {
  const parts = said.map((text, index): TextPart => ({ role: index % 2 === 0 ? 'user' : 'assistant', text }))
  const result = inspectPrompt(parts, { hashPart: ({ role, text }) => `${role}:${text}` })
  const inspection: RequestInspection = {
    ...{ status: 'full', operation: 'chat_completions', result, hasText: true },
    prompt: { interactionType: 'prompt', firstUserTurnHash: said[0], ...prompt },
  }
  const connection = {
    ...{ client, scheme: 'https', otherName: undefined },
    target: { host: 'api.openai.com', port: 443 },
  } as unknown as Decision['judged']['connection']
  const target = { method: 'POST', path: '/v1/chat/completions', query: new URLSearchParams(), headers: {} }
  return decider.decide({ connection, platform: platformById(platform), target, inspection, body: Buffer.alloc(0) })
}

const actionOf = ({ judged }: Decision) => judged.ruling.action
const AGAIN = [FIRST, 'Done.', 'Thanks']

test('what was let through is old for the same user, service and conversation alone', (t) => {
  const { decider } = newDecider()
  decider.passed(decide(decider, [FIRST]))
  t.is(actionOf(decide(decider, AGAIN)), 'allow')
  t.is(actionOf(decide(decider, AGAIN, { client: { address: '10.0.0.2' } })), 'coach')
  t.is(actionOf(decide(decider, AGAIN, { client: { ...HERE, userId: JO } })), 'coach')
  t.is(actionOf(decide(decider, AGAIN, { client: { ...HERE, user: '10.0.0.1' } })), 'coach', 'a name is no address')
  t.is(actionOf(decide(decider, AGAIN, { platform: 'chatgpt-web' })), 'coach')
  t.is(actionOf(decide(decider, AGAIN, { conversation: 'another' })), 'coach')
  t.is(actionOf(decide(decider, ['Hello', 'Hi', FIRST, 'Done.', 'Thanks'])), 'coach')
})

test('a user is the same at every address', (t) => {
  const { decider } = newDecider()
  decider.passed(decide(decider, [FIRST], { client: { ...HERE, userId: JO } }))
  t.is(actionOf(decide(decider, AGAIN, { client: { address: '10.9.9.9', userId: JO } })), 'allow')
})

test('what was decided and not sent, or blocked, is never old', (t) => {
  const { decider, state } = newDecider()
  decide(decider, [FIRST])
  t.is(actionOf(decide(decider, AGAIN)), 'coach', 'it was never sent')
  state.policies = [policyOn('EMAIL', 'block')]
  decider.passed(decide(decider, [FIRST]))
  t.is(actionOf(decide(decider, AGAIN)), 'block')
})

test('a change of policies, exceptions or detectors makes everything new', (t) => {
  const changes: readonly ((state: State) => void)[] = [
    (state) => (state.policies = [policyOn('EMAIL', 'coach', '2026-11-22T12:00:01.000Z')]),
    (state) => (state.policies = [...state.policies, policyOn('IBAN', 'block')]),
    (state) => (state.exceptions = new Exceptions([exception({ types: ['IBAN'] })])),
    (state) => (state.detectors = { ...state.detectors, revision: 2, served: [{ id: 'x' }] }),
  ]
  for (const change of changes) {
    const { decider, state } = newDecider()
    decider.passed(decide(decider, [FIRST]))
    t.is(actionOf(decide(decider, AGAIN)), 'allow')
    change(state)
    t.is(actionOf(decide(decider, AGAIN)), 'coach')
  }
})

test('what an exception or observe mode let through is not let through for good', (t) => {
  const { decider, state } = newDecider({ exceptions: new Exceptions([exception({ types: ['EMAIL'] })]) })
  const excepted = decide(decider, [FIRST])
  t.is(excepted.judged.ruling.excepted.length, 1)
  decider.passed(excepted)
  t.is(decide(decider, AGAIN).judged.ruling.excepted.length, 1)
  state.exceptions = NO_EXCEPTIONS
  t.is(actionOf(decide(decider, AGAIN)), 'coach')

  const observing = newDecider({ enforcement: 'observe', policies: [policyOn('EMAIL', 'block')] }).decider
  observing.passed(decide(observing, [FIRST]))
  t.is(decide(observing, AGAIN).judged.ruling.observedAction, 'block')
})

const NUMBER = 'Call +33 6 12 34 56 78'
const BOTH = [FIRST, 'Done.', NUMBER, 'Done.', 'Thanks']
const NOT_BOTH: Policy = {
  ...policyOn('EMAIL', 'block'),
  ...{ id: 'c0000000-0000-4000-8000-000000000099', name: 'Not both', priority: 5 },
  rules: {
    action: 'block',
    conditions: ['EMAIL', 'PHONE'].map((value) => ({ field: 'classifications', operator: 'contains', value })),
  },
}
const NOT_TWO: Policy = {
  ...NOT_BOTH,
  rules: { action: 'block', conditions: [{ field: 'classification_count', operator: 'gte', value: 2 }] },
}

for (const [what, policy] of Object.entries({ combination: NOT_BOTH, count: NOT_TWO })) {
  test(`a blocked ${what} holds for findings that were let through one by one, on two branches`, (t) => {
    const { decider } = newDecider({ policies: [policyOn('EMAIL', 'coach'), policy] })
    const named = { conversation: 'one' }
    for (const said of [[FIRST], ['Hello', 'Hi', NUMBER]]) {
      const branch = decide(decider, said, named)
      t.not(actionOf(branch), 'block')
      decider.passed(branch)
    }
    const both = decide(decider, BOTH, named)
    t.is(actionOf(both), 'block')
    t.deepEqual(both.judged.inspection.result?.findingTypes, ['EMAIL', 'PHONE'], 'the record tells what it is for')
    t.deepEqual(
      both.judged.ruling.decisions.map(({ action }) => action),
      ['block'],
      'nobody is coached again',
    )
    decider.passed(both)
    t.is(actionOf(decide(decider, BOTH, named)), 'block')
  })
}

test('a blocked combination of old findings is observed too', (t) => {
  const { decider } = newDecider({ enforcement: 'observe', policies: [NOT_BOTH] })
  for (const said of [[FIRST], ['Hello', 'Hi', NUMBER]]) {
    decider.passed(decide(decider, said, { conversation: 'one' }))
  }
  t.is(decide(decider, BOTH, { conversation: 'one' }).judged.ruling.observedAction, 'block')
})

test('by the first match, what was coached is not blocked as history by a policy behind', (t) => {
  const policies = [policyOn('EMAIL', 'coach'), { ...policyOn('EMAIL', 'block'), priority: 2 }]
  const { decider } = newDecider({ resolution: 'first_match', policies })
  const first = decide(decider, [FIRST])
  t.is(actionOf(first), 'coach')
  decider.passed(first)
  t.is(actionOf(decide(decider, AGAIN)), 'allow')
})

function exception(fields: Partial<ServedException>): ServedException {
  return {
    ...{ id: JO, policy_id: null, types: [], platform_ids: [], user_ids: [], value_count: 0, reason: '', owner: '' },
    ...{ expires_at: '2026-11-23T12:00:00.000Z', created_at: AT, created_by: '', ...fields },
  }
}
