import { Recorder } from '../../api/interactions/recorder.ts'
import { slicesOf } from '../../api/interactions/slices.ts'
import { Metrics } from '../../api/metrics.ts'
import { NO_EXCEPTIONS } from '../../core/policy/exceptions.ts'

/*
 * Records four full batches at the same time, of a tenant with three thousand policies without conditions. Its caller gives it little memory
 * (test/api/heavy-batch.test.ts), and hears of more by its end.
 */

const POLICIES = 3000
const BATCHES = 4

const policies = Array.from({ length: POLICIES }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: `Policy ${index}`,
  rules: { action: 'log', conditions: [] },
}))
const recorder = new Recorder({
  settings: { policyResolution: 'strictest' },
  store: {
    interactions: { record: async (_tenant: string, part: readonly unknown[]) => ({ stored: part }) },
    webhooks: { list: async () => ({ items: [], total: 0 }) },
  },
  metrics: new Metrics(),
  now: () => new Date(),
  enabledPolicies: { of: async () => policies },
  exceptions: { of: async () => NO_EXCEPTIONS },
} as never)
const caller = { kind: 'service', tenantId: 't', token: { id: 'token' } } as never
const one = { platform_id: 'x', content_hash: 'a'.repeat(64), classifications: [], content_metadata: {} }
const batch = () => slicesOf(Array.from({ length: 500 }, () => one)) as never

await Promise.all(Array.from({ length: BATCHES }, () => recorder.record(caller, batch())))
