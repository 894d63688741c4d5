import test from 'ava'
import { Registry } from 'prom-client'
import type { InteractionRecord } from '../../../core/model/interaction.ts'
import type { JudgedPrompt } from '../../../proxy/decide/judged-prompt.ts'
import { createCatalogue } from '../../../proxy/platforms/catalogue.ts'
import { PromptLog } from '../../../proxy/record/prompt-log.ts'
import { SpoolFullError } from '../../../proxy/record/spool/spool-errors.ts'
import { createProxyMetrics } from '../../../proxy/telemetry/metrics.ts'

const IBAN = 'FR7630006000011234567890189'

function judged(changes: { path?: string; userAgent?: string }): JudgedPrompt {
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
      method: 'POST',
      path: changes.path ?? '/v1/chat/completions',
      query: new URLSearchParams(),
      headers: { 'user-agent': changes.userAgent ?? 'test/1' },
    },
    inspection: { status: 'full', operation: 'chat_completions' },
    ruling: {
      action: 'allow',
      refusedBy: undefined,
      decisions: [],
      deciding: undefined,
      decidingTypes: [],
      isAboutFindings: false,
      observedAction: undefined,
      inspection: { status: 'full' },
    },
    body: Buffer.from('x'),
  }
}

function promptLog(record: (record: InteractionRecord) => void, failMode: 'closed' | 'open' = 'closed') {
  const registry = new Registry()
  const log = new PromptLog({
    recorder: { record },
    recordValues: 'masked',
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

test('an ordinary path and user agent are recorded as they are', (t) => {
  const records: InteractionRecord[] = []
  const { log } = promptLog((record) => records.push(record))
  log.record(
    judged({ path: '/v1/threads/thread_abc123/runs', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0' }),
  )
  t.like(records[0]?.content_metadata, {
    path: '/v1/threads/thread_abc123/runs',
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
