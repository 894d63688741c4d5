import test from 'ava'
import type { ServiceSwitch } from '../../../../core/resources/service-switch.ts'
import { Switches } from '../../../../proxy/feeds/switches/switches.ts'

const AT = Date.parse('2026-11-22T12:00:00Z')
const JO = 'a0000000-0000-4000-8000-000000000001'

function one(fields: Partial<ServiceSwitch>): ServiceSwitch {
  return {
    id: 'b0000000-0000-4000-8000-000000000001',
    kind: 'intercept_only_for',
    platform_id: 'openai-api',
    reason: 'a test',
    user_ids: [],
    addresses: [],
    expires_at: null,
    created_at: '2026-11-22T11:00:00.000Z',
    created_by: 'jo@example.com',
    ...fields,
  }
}

const HERE = { address: '10.1.2.3' }
const THERE = { address: '192.0.2.1' }

test('without a switch of its own a service is decrypted', (t) => {
  const switches = new Switches([one({ platform_id: 'claude-web', addresses: ['10.0.0.0/8'] })])
  t.is(switches.reasonToPass('openai-api', THERE, AT), undefined)
})

test('a service is decrypted for the users and addresses of any of its switches, and for nobody else', (t) => {
  const switches = new Switches([one({ addresses: ['10.0.0.0/8'] }), one({ user_ids: [JO] })])
  t.is(switches.reasonToPass('openai-api', HERE, AT), undefined)
  t.is(switches.reasonToPass('openai-api', { ...THERE, userId: JO }, AT), undefined)
  const named = { ...THERE, user: JO }
  t.is(switches.reasonToPass('openai-api', named, AT), 'intercept_only_for', 'a name is no user')
  t.is(switches.reasonToPass('openai-api', THERE, AT), 'intercept_only_for')
})

test('a service that is passed through is so for everyone, up to the last end', (t) => {
  const until = (minutes: number) => new Date(AT + minutes * 60_000).toISOString()
  const pass = (minutes: number) => one({ kind: 'pass_through', expires_at: until(minutes) })
  const switches = new Switches([
    pass(10),
    pass(20),
    pass(5),
    one({ addresses: ['10.0.0.0/8'], expires_at: until(60) }),
  ])
  t.is(switches.reasonToPass('openai-api', HERE, AT), 'pass_through')
  t.is(switches.reasonToPass('openai-api', HERE, AT + 20 * 60_000 - 1), 'pass_through')
  t.is(switches.reasonToPass('openai-api', HERE, AT + 20 * 60_000), undefined)
  t.is(switches.reasonToPass('openai-api', THERE, AT + 20 * 60_000), 'intercept_only_for')
  t.is(
    switches.reasonToPass('openai-api', THERE, AT + 60 * 60_000),
    undefined,
    'a pilot that has ended is for everyone',
  )
})
