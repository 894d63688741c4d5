import type { Classification } from '../../core/model/classification.ts'
import type { Skipped } from '../../core/tenant-detectors/compile.ts'
import { ApiError } from '../http/api-error.ts'
import { type Kept, TenantThreads } from '../threads/tenant-threads.ts'
import type { PreparationJob, Prepared } from './preparation.ts'
import type { TenantDetectors } from './tenant-detectors.ts'

/** For the check of one detector. A request that takes longer on a busy machine may be sent again. */
const CHECK_MS = 15_000
/**
 * A thread counts the time it runs, which nothing outside can see, and makes ready what it is sent before. One that has not stopped by
 * itself after this multiple of its budget, and so much more, is stuck.
 */
const HARD_BUDGET = 3
const MAKING_READY_MS = 5_000
/** What a thread keeps of all tenants' detectors, in characters of JSON, and of how many. */
const KEPT_MAX = 33_554_432
const KEPT_TENANTS_MAX = 50
const RETRY_AFTER_SECONDS = 5

/** A text to classify; with the tenant's detectors where the thread does not have them. */
export interface ClassificationJob {
  readonly tenantId: string
  readonly text: string
  readonly tier: 1 | 2
  /** Milliseconds that the thread may run for it. */
  readonly budgetMs: number
  /** As JSON. */
  readonly served?: string
  /** Tenants whose detectors it need not keep. */
  readonly forget: readonly string[]
}

export interface ClassifiedText {
  readonly classifications: readonly Classification[]
  /** Then a part of the text was not looked at. */
  readonly isOverBudget: boolean
  readonly contentHash: string
  readonly language: string
  readonly durationMs: number
  /** Of detectors that were sent with the text. */
  readonly skipped: readonly Skipped[]
}

export type DetectorJob = { readonly prepare: PreparationJob } | { readonly classify: ClassificationJob }

type Checked = Omit<PreparationJob, 'budgetMs'>

export interface DetectorThreadsOptions {
  /** WEIR_INSPECT_BUDGET_MS */
  readonly budgetMs: number
  /** How long the check of one detector may take. */
  readonly checkMs?: number | undefined
}

/** A text that was classified in part must not seem clean. */
export function tookTooLong(budgetMs: number): ApiError {
  return new ApiError(
    503,
    'ERR_CLASSIFICATION_BUDGET',
    `The text takes the detectors longer than ${budgetMs} ms: send a shorter one, or make them simpler`,
    { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } },
  )
}

/** Runs the detectors of tenants, those that are saved and those that are to be tried: nobody else waits for them. */
export class DetectorThreads {
  readonly #threads = new TenantThreads<DetectorJob>(new URL('./worker.ts', import.meta.url))
  readonly #budgetMs: number
  readonly #checkMs: number

  constructor({ budgetMs, checkMs = CHECK_MS }: DetectorThreadsOptions) {
    this.#budgetMs = budgetMs
    this.#checkMs = checkMs
  }

  /**
   * @param makeJob is called when the turn has come
   * @throws ApiError 503 if there is too much to do, or it does not get done in time
   */
  prepare(tenantId: string, makeJob: () => Promise<Checked> | Checked): Promise<Prepared> {
    return this.#threads.run({
      tenantId,
      what: 'Checking the detector',
      limitMs: this.#checkMs,
      makeJob: async () => ({ prepare: { ...(await makeJob()), budgetMs: this.#budgetMs } }),
    })
  }

  /** @throws ApiError 503 if there is too much to do, or it does not get done in time */
  classify(
    tenantId: string,
    request: Pick<ClassificationJob, 'text' | 'tier'>,
    detectors: TenantDetectors,
  ): Promise<ClassifiedText> {
    const budgetMs = this.#budgetMs
    return this.#threads.run({
      tenantId,
      what: 'Classifying the text',
      limitMs: MAKING_READY_MS + budgetMs * HARD_BUDGET,
      makeJob: async (kept) => {
        const news = await detectorsFor(tenantId, kept, detectors)
        return { classify: { ...request, ...news, tenantId, budgetMs } }
      },
    })
  }

  async close(): Promise<void> {
    await this.#threads.close()
  }
}

/** What a thread has to be sent before it classifies a text of this tenant. */
async function detectorsFor(
  tenantId: string,
  kept: Kept,
  detectors: TenantDetectors,
): Promise<Pick<ClassificationJob, 'served' | 'forget'>> {
  const version = await detectors.version(tenantId)
  const known = kept.get(tenantId)
  // The latest is the last one that is forgotten.
  kept.delete(tenantId)
  if (known?.version === version) {
    kept.set(tenantId, known)
    return { forget: [] }
  }
  const served = await detectors.served(tenantId)
  kept.set(tenantId, { version, size: served.length })
  const forget: string[] = []
  let [size, tenants] = [0, 0]
  for (const [tenant, one] of [...kept].reverse()) {
    size += one.size
    tenants++
    if (tenant === tenantId || (size <= KEPT_MAX && tenants <= KEPT_TENANTS_MAX)) continue
    forget.push(tenant)
    kept.delete(tenant)
  }
  return { served, forget }
}
