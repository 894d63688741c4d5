import test from 'ava'
import { InteractionRecord } from '../../../core/model/interaction.ts'
import {
  buildInteractionRecord,
  type DetailFacts,
  type InteractionFacts,
  type RequestFacts,
} from '../../../proxy/record/interaction-record.ts'

const request: RequestFacts = {
  host: 'api.openai.com',
  path: '/v1/chat/completions',
  method: 'POST',
  operation: 'chat_completions',
  model: 'gpt-5',
  conversation: 'conv_1',
  clientAddress: '192.0.2.7',
  userAgent: 'OpenAI/JS 7.55.0',
  user: undefined,
}

const details: DetailFacts = {
  bodyBytes: 2048,
  inspection: { status: 'full' },
  contextFindings: [{ type: 'EMAIL', count: 2 }],
  matchedInContext: [],
  omittedFindings: [],
  observedAction: undefined,
  excepted: [],
}

const facts: InteractionFacts = {
  id: '0b9b6a4e-6a39-4bb0-9c3a-5b1a7f4d8a10',
  time: Date.UTC(2026, 10, 21, 9, 30),
  platformId: 'openai-api',
  contentHash: 'c'.repeat(64),
  interactionType: 'prompt',
  direction: 'outbound',
  classifications: [{ type: 'EMAIL', value: 'j***@***.com', score: 0.99, start: 3, end: 20 }],
  riskScore: 0.4,
  tier: 2,
  userId: undefined,
  decisions: [
    { policy_id: '5f8f3ad6-0c2b-4f0c-9d0a-0f6b1f0e9a11', policy_name: 'Watch', action: 'log', matched_conditions: 1 },
  ],
  action: 'log',
  request,
  details,
}

function metadataOf(changes: Partial<RequestFacts & DetailFacts>): Record<string, unknown> {
  const changed = { ...facts, request: { ...request, ...changes }, details: { ...details, ...changes } }
  const written = JSON.stringify(buildInteractionRecord(changed))
  return InteractionRecord.parse(JSON.parse(written)).content_metadata
}

test('a record is what the API takes', (t) => {
  const record = InteractionRecord.parse(JSON.parse(JSON.stringify(buildInteractionRecord(facts))))
  t.deepEqual(record, {
    id: '0b9b6a4e-6a39-4bb0-9c3a-5b1a7f4d8a10',
    timestamp: '2026-11-21T09:30:00.000Z',
    platform_id: 'openai-api',
    content_hash: 'c'.repeat(64),
    interaction_type: 'prompt',
    content_metadata: {
      host: 'api.openai.com',
      path: '/v1/chat/completions',
      method: 'POST',
      operation: 'chat_completions',
      model: 'gpt-5',
      conversation: 'conv_1',
      client_address: '192.0.2.7',
      user_agent: 'OpenAI/JS 7.55.0',
      body_bytes: 2048,
      inspection: { status: 'full' },
      context_findings: [{ type: 'EMAIL', count: 2 }],
    },
    classifications: [{ type: 'EMAIL', value: 'j***@***.com', score: 0.99, start: 3, end: 20 }],
    risk_score: 0.4,
    direction: 'outbound',
    source: 'proxy',
    user_id: null,
    tier: 2,
    policy_decisions: facts.decisions,
    enforced_action: 'log',
  } as unknown as InteractionRecord)
})

test('what is known only sometimes is there when it is known', (t) => {
  const record = buildInteractionRecord({ ...facts, userId: '1c9b6a4e-6a39-4bb0-9c3a-5b1a7f4d8a10' })
  t.is(record.user_id, '1c9b6a4e-6a39-4bb0-9c3a-5b1a7f4d8a10')
  const metadata = metadataOf({
    observedAction: 'block',
    user: 'alice@example.com',
    inspection: { status: 'partial', reason: 'over_budget' },
  })
  t.is(metadata.observed_action, 'block')
  t.is(metadata.user, 'alice@example.com')
  t.deepEqual(metadata.inspection, { status: 'partial', reason: 'over_budget' })
})

test('a query or fragment is never recorded: it may carry keys', (t) => {
  for (const path of ['/v1beta/models?key=AIzaSecret', '/v1beta/models#key=AIzaSecret', '/v1beta/models?a#b?c']) {
    t.is(metadataOf({ path }).path, '/v1beta/models')
  }
  t.is(metadataOf({ path: '?key=AIzaSecret' }).path, '')
})

test('controls, bidirectional overrides and halves of characters are removed', (t) => {
  const odd = 'a\u0000b\r\nc\u001b[31md\u007f\u0085\u202ee\u2028f\ud800g🙂'
  const metadata = metadataOf({ userAgent: odd, model: odd, user: odd, path: `/${odd}`, host: odd, conversation: odd })
  for (const key of ['user_agent', 'model', 'user', 'host', 'conversation']) {
    t.is(metadata[key], 'abc[31mdef\ufffdg🙂', key)
  }
  t.is(metadata.path, '/abc[31mdef\ufffdg🙂')
})

test('no client makes metadata larger than the API takes', (t) => {
  for (const filler of ['"', '\\', '\u0001', '\ud800', '🙂', '\u2028', 'é']) {
    const long = filler.repeat(100_000)
    const metadata = metadataOf({
      host: long,
      path: long,
      method: long,
      operation: long,
      model: long,
      conversation: long,
      clientAddress: long,
      userAgent: long,
      user: long,
      bodyBytes: Number.MAX_SAFE_INTEGER,
      inspection: { status: 'none', reason: 'unknown_encoding' },
      contextFindings: Array.from({ length: 1000 }, (_, n) => ({ type: `T${n}`.padEnd(64, 'X'), count: 10_000_000 })),
      observedAction: 'coach',
    })
    t.true(String(metadata.user_agent).length <= 256)
  }
})

test('of more decisions than a record keeps the deciding one is kept, and the rest is counted', (t) => {
  const decisions = Array.from({ length: 3000 }, (_, index) => ({
    policy_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    policy_name: 'P'.repeat(200),
    action: 'log' as const,
    matched_conditions: 0,
  }))
  const deciding = decisions[2500]
  const written = JSON.stringify(buildInteractionRecord({ ...facts, decisions, deciding }))
  const record = InteractionRecord.parse(JSON.parse(written))
  t.deepEqual(record.policy_decisions, [...decisions.slice(0, 1000), deciding])
  t.is(record.content_metadata.omitted_decisions, 1999)
})
