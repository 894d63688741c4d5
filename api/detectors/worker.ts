import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { ownRunningTimes } from '../../config/running-time.ts'
import { InvariantError } from '../../core/errors.ts'
import { classify } from '../../core/inspect/classify.ts'
import { compileDetectors, type Skipped } from '../../core/tenant-detectors/compile.ts'
import type { DetectorSet } from '../../core/tenant-detectors/detector-set.ts'
import { guessLanguage } from '../../core/tier3/language.ts'
import type { ClassificationJob, ClassifiedText, DetectorJob } from './detector-threads.ts'
import { prepare } from './preparation.ts'

if (parentPort === null) throw new InvariantError('the worker of detectors runs in a worker thread only')
const port = parentPort

/** By tenant, as main has sent them. */
const sets = new Map<string, DetectorSet | undefined>()

port.on('message', (job: DetectorJob) => {
  // An error ends the thread: TenantThreads answers for it and starts another.
  port.postMessage('prepare' in job ? prepare(job.prepare) : classifyText(job.classify))
})
port.postMessage('ready')

function classifyText(job: ClassificationJob): ClassifiedText {
  const { tenantId, text, tier, budgetMs } = job
  const skipped = take(job)
  const began = performance.now()
  const budget = ownRunningTimes.begin(budgetMs)
  const { classifications } = classify(text, { tier, extra: sets.get(tenantId), isOverBudget: () => budget.isSpent() })
  return {
    classifications,
    isOverBudget: budget.wasSpent,
    contentHash: createHash('sha256').update(text).digest('hex'),
    language: guessLanguage(text),
    durationMs: performance.now() - began,
    skipped,
  }
}

function take({ tenantId, served, forget }: ClassificationJob): readonly Skipped[] {
  for (const tenant of forget) sets.delete(tenant)
  if (served === undefined) return []
  const { set, skipped } = compileDetectors(JSON.parse(served))
  sets.set(tenantId, set)
  return skipped
}
