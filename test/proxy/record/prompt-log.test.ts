import test from 'ava'
import { Registry } from 'prom-client'
import { inspectPrompt, type PromptInspection } from '../../../core/inspect/prompt.ts'
import type { InteractionRecord } from '../../../core/model/interaction.ts'
import { compileDetectors } from '../../../core/tenant-detectors/compile.ts'
import type { DetectorSet } from '../../../core/tenant-detectors/detector-set.ts'
import type { JudgedAnswer } from '../../../proxy/decide/judged-answer.ts'
import type { JudgedPrompt } from '../../../proxy/decide/judged-prompt.ts'
import type { PromptSummary } from '../../../proxy/inspection/inspect-request.ts'
import { createCatalogue } from '../../../proxy/platforms/catalogue.ts'
import { PromptLog } from '../../../proxy/record/prompt-log.ts'
import { SpoolFullError } from '../../../proxy/record/spool/spool-errors.ts'
import { createProxyMetrics } from '../../../proxy/telemetry/metrics.ts'
import { served } from '../../core/tenant-detectors/support.ts'

const IBAN = 'FR7630006000011234567890189'

function judged(changes: { method?: string; path?: string; userAgent?: string; prompt?: PromptSummary }): JudgedPrompt {
  const platform = createCatalogue({ interceptHosts: [], bypassHosts: [] }).platformFor('api.openai.com')
  if (platform === undefined) throw new Error('the catalogue has no OpenAI')
  return {
    id: '00000000-0000-4000-8000-000000000001',
    connection: {
      client: { address: '127.0.0.1' },
      target: { host: 'api.openai.com', port: 443 },
      scheme: 'https',
      otherName: undefined,
    },
    platform,
    target: {
      method: changes.method ?? 'POST',
      path: changes.path ?? '/v1/chat/completions',
      query: new URLSearchParams(),
      headers: { 'user-agent': changes.userAgent ?? 'test/1' },
    },
    inspection: { status: 'full', operation: 'chat_completions', prompt: changes.prompt },
    ruling: {
      action: 'allow',
      refusedBy: undefined,
      decisions: [],
      deciding: undefined,
      decidingTypes: [],
      isAboutFindings: false,
      observedAction: undefined,
      excepted: [],
      inspection: { status: 'full' },
    },
    body: Buffer.from('x'),
  }
}

function promptLog(
  record: (...records: readonly InteractionRecord[]) => void,
  failMode: 'closed' | 'open' = 'closed',
  detectors?: () => { set: DetectorSet | undefined; revision: number },
) {
  const registry = new Registry()
  const log = new PromptLog({
    recorder: { record },
    recordValues: 'masked',
    detectors,
    failMode,
    conversationKey: 'key',
    metrics: createProxyMetrics(registry),
    now: () => new Date('2026-11-21T00:00:00Z'),
  })
  return { log, registry }
}

test('what a client hides in the path or its user agent is starred out of the record', (t) => {
  const records: InteractionRecord[] = []
  const { log } = promptLog((record) => records.push(record))
  log.record(judged({ path: `/v1/files/${IBAN}/content`, userAgent: 'me/1 (jane.roe@example.com)' }))
  t.like(records[0]?.content_metadata, { path: '/v1/files/***/content', user_agent: 'me/1 (***)' })
})

test('of a path only what the catalogue knows is recorded, and what nobody says anything with', (t) => {
  const records: InteractionRecord[] = []
  const { log } = promptLog((record) => records.push(record))
  const uuid = '3fa85f64-5717-4562-b3fc-2c963f66afa6'
  for (const [path, recorded] of [
    ['/v1/chat/completions', '/v1/chat/completions'],
    ['/v1/threads/thread_abc123DEF456ghi789/messages', '/v1/threads/thread_abc123DEF456ghi789/messages'],
    ['/v1beta/models/gemini-2.5-pro:streamGenerateContent', '/v1beta/models/gemini-2.5-pro:streamGenerateContent'],
    [
      '/model/anthropic.claude-sonnet-4-5-20250929-v1:0/converse',
      '/model/anthropic.claude-sonnet-4-5-20250929-v1:0/converse',
    ],
    [`/backend-api/conversation/${uuid}`, `/backend-api/conversation/${uuid}`],
    // What a client put there: a name, a project, words behind an id, an account number, in escapes, as a parameter, a method of no service.
    ['/v1/files/Jean-Dupont/content', '/v1/files/***/content'],
    ['/v1/threads/thread_nightingale/messages', '/v1/threads/***/messages'],
    ['/v1/threads/thread_JeanDupontLicencieEnMars/messages', '/v1/threads/***/messages'],
    ['/v1/files/%4A%65%61%6E%20Dupont;salary=90000', '/v1/files/***'],
    ['/v1//chat/./completions/project-nightingale/', '/v1/chat/completions/***/'],
    ['/v1beta/models/jean.dupont:generateContent', '/v1beta/models/***'],
    ['/mcp/merger/2026', '/mcp/***/2026'],
    // Keys and passwords that no detector knows by their shape, and a word behind the prefix of an id.
    ['/mcp/token_a1b2c3d4e5f60718293a4b5c6d7e8f90', '/mcp/***'],
    ['/mcp/sk-proj4Tq9bW2xZ7vK1mN5', '/mcp/***'],
    ['/mcp/pwd_DupontGeheim2026x1', '/mcp/***'],
    ['/v1/files/file-Nightingale2026/content', '/v1/files/***/content'],
    ['/v1/files/4111111111111111', '/v1/files/***'],
    ['/v1/files/0612345678', '/v1/files/***'],
    ['nightingale', '***'],
  ] as const) {
    log.record(judged({ path }))
    t.is(records.at(-1)?.content_metadata.path, recorded)
  }
})

test('of methods those of HTTP are recorded, and no word of a client’s', (t) => {
  const records: InteractionRecord[] = []
  const { log } = promptLog((record) => records.push(record))
  for (const method of ['PATCH', 'WEBSOCKET', 'JEAN-DUPONT']) log.record(judged({ method }))
  t.deepEqual(
    records.map(({ content_metadata }) => content_metadata.method),
    ['PATCH', 'WEBSOCKET', '***'],
  )
})

test('the name of a tool is recorded unless it says something', (t) => {
  const records: InteractionRecord[] = []
  const { log } = promptLog((record) => records.push(record))
  for (const [tool, recorded] of [
    ['find_person', 'find_person'],
    ['github.create-issue', 'github.create-issue'],
    ['getJiraIssue', 'getJiraIssue'],
    ['Jean_Dupont_salary', undefined],
    ['sendToJeanDupont', undefined],
    ['note.for.mohammed', undefined],
    ['call_4111_1111_1111_1111', undefined],
    ['write.to.jane.roe.at.FR7630006000011234567890189', undefined],
    [undefined, undefined],
  ] as const) {
    const mcp = { method: 'tools/call', tool, ids: [], isBatch: false }
    log.record(judged({ prompt: { interactionType: 'tool_call', mcp } }))
    t.is((records.at(-1)?.content_metadata.mcp as { tool?: string } | undefined)?.tool, recorded)
  }
})

const KEY = 'sk-proj-Zr8Kq2Lx9Vw4Nt6Bm1Hd3Jf5Gs7Pa0YcT3BlbkFJr8Kq2Lx9Vw4Nt6Bm1Hd3'

test('a key in the model, the conversation, the path or the user agent is not on record', (t) => {
  const records: InteractionRecord[] = []
  const { log } = promptLog((record) => records.push(record))
  log.record(
    judged({
      path: `/v1/files/${KEY}`,
      userAgent: KEY,
      prompt: { interactionType: 'prompt', model: KEY, conversation: KEY },
    }),
  )
  log.record(judged({ path: `/v1/%73%6b${KEY.slice(2)}`, userAgent: `a/${KEY}` }))
  log.record(judged({ path: '/v1/4111%201111%201111%201111' }))
  for (const { content_metadata } of records) t.notRegex(JSON.stringify(content_metadata), /Zr8Kq2Lx9|1111/)
  t.regex(String(records[0]?.content_metadata.conversation), /^[0-9a-f]{64}$/)
  t.is(records[0]?.content_metadata.model, 's************************')
})

test('conversations of known shapes are recorded, others hashed with a key', (t) => {
  const records: InteractionRecord[] = []
  const { log } = promptLog((record) => records.push(record))
  const ids = [
    '3f2b8a90-1c1d-4e2f-8a3b-4c5d6e7f8091',
    'thread_abc123DEF456',
    '123-45-6789',
    'conv_4111111111111111',
    'my chat',
  ]
  for (const conversation of ids) log.record(judged({ prompt: { interactionType: 'prompt', conversation } }))
  const recorded = records.map(({ content_metadata }) => String(content_metadata.conversation))
  t.deepEqual(recorded.slice(0, 2), ids.slice(0, 2))
  for (const id of recorded.slice(2)) t.regex(id, /^[0-9a-f]{64}$/)
  t.is(new Set(recorded).size, ids.length)
})

test('models of known shapes are recorded, the base of fine-tuned ones, and others masked', (t) => {
  const records: InteractionRecord[] = []
  const { log } = promptLog((record) => records.push(record))
  for (const model of ['gpt-5.1', 'ft:gpt-5:acme::a1b2', 'acme-secret', 'gpt-4111-1111-1111-1111']) {
    log.record(judged({ prompt: { interactionType: 'prompt', model } }))
  }
  t.deepEqual(
    records.map(({ content_metadata }) => content_metadata.model),
    ['gpt-5.1', 'ft:gpt-5:***', 'a********', 'g****************'],
  )
})

test('the tenant’s detectors look at what is recorded too, from the moment they change', (t) => {
  const { set } = compileDetectors([served({ kind: 'dictionary', type: 'PROJECT', words: ['tiger'] })])
  let current: { set: DetectorSet | undefined; revision: number } = { set: undefined, revision: 0 }
  const records: InteractionRecord[] = []
  const { log } = promptLog(
    (record) => records.push(record),
    'closed',
    () => current,
  )
  log.record(judged({ path: '/v1/tiger/files', userAgent: 'tiger/1.0 (x)' }))
  current = { set, revision: 1 }
  log.record(judged({ path: '/v1/tiger/files', userAgent: 'tiger/1.0 (x)' }))
  t.deepEqual(
    records.map(({ content_metadata }) => [content_metadata.path, content_metadata.user_agent]),
    [
      ['/v1/***/files', 'tiger/1.0 (x)'],
      ['/v1/***/files', '***/1.0 (x)'],
    ],
  )
})

test('the places of what was found in telemetry are recorded without what detectors find in them', (t) => {
  const { set } = compileDetectors([served({ kind: 'dictionary', type: 'PROJECT', words: ['tiger'] })])
  const records: InteractionRecord[] = []
  const detectors = () => ({ set, revision: 1 })
  const { log } = promptLog((record) => records.push(record), 'closed', detectors)
  const prompt = judged({})
  const found = { type: 'PHONE', part: 'telemetry', count: 2, isEnforced: false }
  const telemetry = ['events[0].tiger.uptime', 'events[0].lion'].map((at) => ({ ...found, at }))
  const result = { ...inspectPrompt([]), telemetry } as PromptInspection
  log.record({ ...prompt, inspection: { status: 'full', operation: 'telemetry', result } })
  log.record(prompt)
  const expected = ['events[0].***.uptime', 'events[0].lion'].map((at) => ({
    ...{ type: 'PHONE', part: 'telemetry', at },
    ...{ count: 2, enforced: false },
  }))
  t.deepEqual(
    records.map(({ content_metadata }) => content_metadata.telemetry),
    [{ findings: expected }, undefined],
  )
})

test('the record of an answer names the request as the detectors of its own moment let it', (t) => {
  const { set } = compileDetectors([served({ kind: 'dictionary', type: 'PROJECT', words: ['tiger'] })])
  let current: { set: DetectorSet | undefined; revision: number } = { set: undefined, revision: 0 }
  const detectors = () => current
  const { log } = promptLog(() => {}, 'closed', detectors)
  const prompt = judged({ userAgent: 'tiger/1.0 (x)' })
  log.record(prompt)
  const agents = [log.answerRecord(prompt, ANSWERED).content_metadata.user_agent]
  current = { set, revision: 1 }
  agents.push(log.answerRecord(prompt, ANSWERED).content_metadata.user_agent)
  t.deepEqual(agents, ['tiger/1.0 (x)', '***/1.0 (x)'])
})

const ANSWERED: JudgedAnswer = {
  id: '00000000-0000-4000-8000-000000000002',
  kind: 'completion',
  inspected: {
    contentHash: '',
    classifications: [],
    riskScore: 0,
    tier: 2,
    inspection: { status: 'full' },
    bytes: 1,
  },
  ruling: { decisions: [], action: 'allow', excepted: [] },
}

test('an ordinary path and user agent are recorded as they are', (t) => {
  const records: InteractionRecord[] = []
  const { log } = promptLog((record) => records.push(record))
  log.record(
    judged({
      path: '/v1/threads/thread_abc123DEF456ghi789/runs',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0',
    }),
  )
  t.like(records[0]?.content_metadata, {
    path: '/v1/threads/thread_abc123DEF456ghi789/runs',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0',
  })
})

test('a record that cannot be written stops the prompt when failing closed, and is counted in both modes', async (t) => {
  const full = () => {
    throw new SpoolFullError(1)
  }
  const closed = promptLog(full)
  t.throws(() => closed.log.record(judged({})), { instanceOf: SpoolFullError })
  const open = promptLog(full, 'open')
  t.notThrows(() => open.log.record(judged({})))
  for (const { registry } of [closed, open]) {
    t.regex(await registry.metrics(), /^weir_proxy_record_failures_total 1$/m)
  }
})

test('of answers that are recorded together one that cannot be written keeps out no other', async (t) => {
  const kept: string[] = []
  const { log, registry } = promptLog((...records: readonly InteractionRecord[]) => {
    if (records.some(({ risk_score }) => risk_score === 13)) throw new SpoolFullError(1)
    kept.push(...records.map(({ id = '' }) => id))
  })
  const answer = (id: string, riskScore: number) => {
    const inspected = {
      classifications: [],
      contentHash: '',
      riskScore,
      tier: 2,
      bytes: 1,
      inspection: { status: 'full' },
    }
    const ruling = { decisions: [], action: 'none', excepted: [] }
    return log.answerRecord(judged({}), { id, kind: 'completion', inspected, ruling } as unknown as JudgedAnswer)
  }
  t.deepEqual(log.recordAnswers([answer('a', 1), answer('b', 13), answer('c', 1)]), [true, false, true])
  t.deepEqual(kept, ['a', 'c'])
  t.regex(await registry.metrics(), /^weir_proxy_record_failures_total 1$/m)
})
