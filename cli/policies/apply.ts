import { randomUUID } from 'node:crypto'
import { auditedDetector, changedFields } from '../../api/detectors/detector-changes.ts'
import { DetectorThreads } from '../../api/detectors/detector-threads.ts'
import { KnownValueKeys } from '../../api/detectors/keys.ts'
import { Rules } from '../../api/detectors/rules.ts'
import type { Keys } from '../../api/keys/keys.ts'
import { requireRoom } from '../../api/policies/policy-bounds.ts'
import {
  auditedPolicy,
  changesOf,
  publishChanged,
  publishCreated,
  publishDeleted,
} from '../../api/policies/policy-changes.ts'
import type { DetectorRecord } from '../../api/store/detector-store.ts'
import type { Changed } from '../../api/store/paging.ts'
import type { PolicyRecord } from '../../api/store/policy-store.ts'
import type { Store } from '../../api/store/store.ts'
import { InvariantError } from '../../core/errors.ts'
import { audited } from '../with-store.ts'
import { type DetectorStep, type PolicyStep, ruleOf, type Step } from './plan.ts'

const AUTHOR = 'command line'

interface Dependencies {
  readonly store: Store
  readonly keys: Keys
  readonly tenantId: string
  readonly now: () => Date
}

/**
 * Carries steps out one after the other, each with its entry in the audit log and its event.
 * @param done told of each step that is done
 * @throws ApiError where the tenant would have too much or a rule is refused; DuplicateError and StaleVersionError where
 *   somebody else makes changes meanwhile. What was done before stays
 */
export async function applySteps(
  dependencies: Dependencies,
  steps: readonly Step[],
  done: (step: Step) => void,
): Promise<void> {
  const { store, keys } = dependencies
  // Webhooks get their events from what the store keeps for them; here nobody else listens.
  const stopListening = store.outbox.onCommitted(
    () => {},
    () => false,
  )
  // Nothing is classified here.
  const threads = new DetectorThreads({ budgetMs: 0 })
  const rules = new Rules({ store, keys: new KnownValueKeys(keys.of('known_values')), threads })
  try {
    for (const step of steps) {
      if (step.kind === 'policy') await applyPolicy(dependencies, step)
      else await applyDetector(dependencies, rules, step)
      done(step)
    }
  } finally {
    stopListening()
    await threads.close()
  }
}

async function applyPolicy({ store, tenantId, now }: Dependencies, step: PolicyStep): Promise<void> {
  const at = now().toISOString()
  if (step.change === 'delete') {
    const { id, version } = step.found
    const effects = audited<PolicyRecord>(store, (gone) => auditedPolicy('policy.deleted', gone), publishDeleted)
    await store.policies.delete(tenantId, id, version, effects)
    return
  }
  await requireRoom(store, tenantId, step.wanted, step.change === 'update' ? step.found : undefined)
  if (step.change === 'create') {
    const policy = {
      ...step.wanted,
      id: randomUUID(),
      tenant_id: tenantId,
      created_at: at,
      updated_at: at,
      created_by: AUTHOR,
    }
    await store.policies.insert(
      policy,
      audited(store, (made) => auditedPolicy('policy.created', made), publishCreated),
    )
    return
  }
  const effects = audited<Changed<PolicyRecord>>(
    store,
    ({ before, after }) => changesOf(before, after).map((type) => auditedPolicy(type, after, before)),
    publishChanged,
  )
  await store.policies.update(tenantId, step.found.id, { ...step.wanted, updated_at: at }, step.found.version, effects)
}

async function applyDetector({ store, tenantId, now }: Dependencies, rules: Rules, step: DetectorStep): Promise<void> {
  const at = now().toISOString()
  if (step.change === 'delete') {
    const effects = audited<DetectorRecord>(store, (gone) => auditedDetector('detector.deleted', gone))
    await store.detectors.delete(tenantId, step.found.id, step.found.version, effects)
    return
  }
  const { name, description, enabled } = step.wanted
  if (step.change === 'create') {
    await rules.refuseTooMany(tenantId)
    const rule = await rules.toStored(tenantId, ruleOf(step.wanted))
    const times = { created_at: at, updated_at: at, created_by: AUTHOR }
    await store.detectors.insert(
      { id: randomUUID(), tenant_id: tenantId, name, description, enabled, rule, ...times },
      audited(store, (made) => auditedDetector('detector.created', made)),
    )
    return
  }
  if (step.found.rule.kind !== step.wanted.kind) throw new InvariantError('the kind of a detector stays')
  const rule = await rules.toStored(tenantId, ruleOf(step.wanted), step.found.id)
  const effects = audited<Changed<DetectorRecord>>(store, ({ before, after }) => {
    return auditedDetector('detector.updated', after, changedFields(before, after))
  })
  const changes = { description, enabled, rule, updated_at: at }
  await store.detectors.update(tenantId, step.found.id, changes, step.found.version, effects)
}
