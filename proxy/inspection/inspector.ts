import type { ExtraDetectors } from '../../core/inspect/extra.ts'
import { decodeAtOnce } from '../body/decode.ts'
import { GENERIC_OPERATION, operationOf } from '../platforms/read.ts'
import { type InspectionInput, inspectDecoded, type RequestInspection } from './inspect-request.ts'
import { WorkerPool } from './worker-pool.ts'

export interface InspectorOptions {
  /** WEIR_INSPECT_MAX_BYTES: the largest decoded body. */
  readonly maxBytes: number
  /** WEIR_INSPECT_BUDGET_MS: milliseconds that one inspection may take. */
  readonly budgetMs: number
  /** The tenant's detectors as they are now; none where not given. */
  readonly detectors?: (() => InspectionDetectors) | undefined
  /** Threads for large bodies. */
  readonly workers?: number
}

/** A tenant's detectors, ready for this thread and as other threads make them ready for themselves. */
export interface InspectionDetectors {
  readonly set: ExtraDetectors | undefined
  readonly served: readonly unknown[]
  /** Another one with every change. */
  readonly revision: number
}

/** Inspecting this much takes a few milliseconds; more would hold up the other prompts of this thread. */
const MAX_INLINE_BYTES = 131_072
/** JSON of many small values takes up to some 60 times its size in memory (measured: `{}` repeated). */
const HEAP_PER_BYTE = 64
const MIN_HEAP_MB = 512
const MIB = 1_048_576

/**
 * Inspects requests: small ones here and now, large ones in threads, so that none waits for another. Each is answered
 * within the time budget, if only with `over_budget`.
 */
export class Inspector {
  readonly #maxBytes: number
  readonly #inlineBytes: number
  readonly #budgetMs: number
  readonly #detectors: InspectorOptions['detectors']
  readonly #pool: WorkerPool

  constructor(options: InspectorOptions) {
    const { maxBytes, budgetMs, workers = 1, detectors } = options
    this.#detectors = detectors
    this.#maxBytes = maxBytes
    this.#inlineBytes = Math.min(MAX_INLINE_BYTES, maxBytes)
    this.#budgetMs = budgetMs
    const heapMb = Math.max(MIN_HEAP_MB, Math.ceil((maxBytes * HEAP_PER_BYTE) / MIB))
    this.#pool = new WorkerPool({ maxBytes, budgetMs, workers, heapMb, detectors })
  }

  inspect(input: InspectionInput): RequestInspection | Promise<RequestInspection> {
    if (input.bytes.length <= this.#inlineBytes) {
      const decoded = decodeAtOnce(input.bytes, input.target.headers['content-encoding'], this.#inlineBytes)
      // After a failure the thread gets more out of the body, and a body that unfolds beyond the limit is its business.
      if (decoded.failure === undefined || decoded.failure === 'unknown_encoding') {
        const deadline = performance.now() + this.#budgetMs
        const extra = this.#detectors?.().set
        return inspectDecoded(input, decoded, { isOverBudget: () => performance.now() > deadline, extra })
      }
    }
    return this.#inspectInThread(input)
  }

  /** Ends the threads; what they still have to inspect is answered as over the budget. */
  async close(): Promise<void> {
    await this.#pool.close()
  }

  async #inspectInThread(input: InspectionInput): Promise<RequestInspection> {
    const { platform, target } = input
    const inspection = await this.#pool.run({
      platformId: platform.id,
      method: target.method,
      path: target.path,
      query: target.query.toString(),
      headers: { ...target.headers },
      // A copy, as the original bytes are still to be forwarded; beyond the limit nothing is looked at anyway.
      body: new Uint8Array(input.bytes.subarray(0, this.#maxBytes)),
      truncation: input.bytes.length > this.#maxBytes ? 'too_large' : input.truncation,
    })
    if (inspection !== undefined) return inspection
    const operation = operationOf(platform, target)?.id ?? GENERIC_OPERATION
    return { status: 'none', reason: 'over_budget', operation }
  }
}
