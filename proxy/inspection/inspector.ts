import { randomBytes } from 'node:crypto'
import { memoryLimit } from '../../config/memory-limit.ts'
import { ownRunningTimes } from '../../config/running-time.ts'
import type { ExtraDetectors } from '../../core/inspect/extra.ts'
import { FindingsCache } from '../../core/inspect/findings-cache.ts'
import { decodeAtOnce } from '../body/decode.ts'
import { mayUnfold } from '../body/envelopes.ts'
import { isElsewhere } from '../platforms/elsewhere.ts'
import { sizeOfQuery } from '../platforms/query.ts'
import { OTHER_OPERATION } from '../platforms/read.ts'
import { inlineBudgetMs } from './inline-budget.ts'
import { isCheap } from './inline-cost.ts'
import { InlineShare } from './inline-share.ts'
import {
  type InspectionInput,
  inspectDecoded,
  inspectRead,
  outOfTime,
  type RequestInspection,
  readDecoded,
} from './inspect-request.ts'
import type { UnfoldingShare } from './job-room.ts'
import { WorkerPool } from './worker-pool.ts'

export interface InspectorOptions {
  /** WEIR_INSPECT_MAX_BYTES: the largest decoded body. */
  readonly maxBytes: number
  /** WEIR_INSPECT_BUDGET_MS: milliseconds that one inspection may run. */
  readonly budgetMs: number
  /** Milliseconds that a request may wait for a thread before it is refused. */
  readonly waitMs?: number
  /** WEIR_FILES_MAX_BYTES: what the files of one request may unpack to. */
  readonly filesMaxBytes?: number
  /** The tenant's detectors as they are now; none if not given. */
  readonly detectors?: (() => InspectionDetectors) | undefined
  /** Keys the hashes by which parts are known when they come again; without it all parts are new. */
  readonly partKey?: Uint8Array | undefined
  /** Whether a policy asks for reasons, which need a hash of all that is judged. */
  readonly hashesJudged?: (() => boolean) | undefined
  /** What all that is unfolded in threads counts to, by client; it is not counted if not given. */
  readonly unfolded?: UnfoldingShare | undefined
  /** What memory the process may use, in bytes. */
  readonly memoryBytes?: number
  /** Threads for long inspections. */
  readonly workers?: number
  /** The clock by which clients' shares of this thread are measured, in milliseconds. */
  readonly now?: () => number
}

/** A tenant's detectors, ready for this thread and as other threads make them ready for themselves. */
export interface InspectionDetectors {
  readonly set: ExtraDetectors | undefined
  readonly served: readonly unknown[]
  /** Changes with every change of the detectors. */
  readonly revision: number
}

/** Larger bodies are not even decoded on this thread. */
const MAX_INLINE_BYTES = 16_384
/** JSON of many small values takes up to some 60 times its size in memory (measured: `{}` repeated). */
const HEAP_PER_BYTE = 64
const MIN_HEAP_MB = 512
const MIB = 1_048_576
/** In a small container one thread takes no more than a part of the memory. */
const MEMORY_PARTS = 4
const LEAST_PART_MB = 96
const FILES_MEMORY_MB = 512
const WAIT_MS = 30_000
const KEY_BYTES = 32
const FILES_MAX_BYTES = 67_108_864

/**
 * Inspects requests: cheap ones at once on this thread, the rest in other threads, with fair turns, so that no client waits
 * for another. The time budget counts an inspection's own running time; one that exceeds it is answered `over_budget`.
 */
export class Inspector {
  readonly #maxBytes: number
  readonly #inlineBytes: number
  readonly #budgetMs: number
  readonly #detectors: InspectorOptions['detectors']
  readonly #partKey: Uint8Array | undefined
  readonly #hashesJudged: () => boolean
  readonly #pool: WorkerPool
  readonly #share: InlineShare
  readonly #cache = new FindingsCache(randomBytes(KEY_BYTES))
  #warmth = 0

  constructor(options: InspectorOptions) {
    const { maxBytes, budgetMs, workers = 1, waitMs = WAIT_MS, filesMaxBytes = FILES_MAX_BYTES } = options
    const { detectors, partKey, now } = options
    this.#share = new InlineShare(now)
    this.#partKey = partKey
    this.#hashesJudged = options.hashesJudged ?? (() => false)
    this.#detectors = detectors
    this.#maxBytes = maxBytes
    this.#inlineBytes = Math.min(MAX_INLINE_BYTES, maxBytes)
    this.#budgetMs = budgetMs
    const { unfolded: held, memoryBytes = memoryLimit() } = options
    const partMb = Math.max(LEAST_PART_MB, Math.floor(memoryBytes / MEMORY_PARTS / MIB))
    const heapMb = Math.min(partMb, Math.max(MIN_HEAP_MB, Math.ceil((maxBytes * HEAP_PER_BYTE) / MIB)))
    const filesMemoryMb = Math.min(FILES_MEMORY_MB, partMb)
    this.#pool = new WorkerPool({
      ...{ maxBytes, filesMaxBytes, filesMemoryMb, budgetMs, waitMs, workers, heapMb, held, detectors, partKey },
    })
  }

  /** Rejects with InspectionBusyError if no thread got round to it in time, or before its client had gone: that is no verdict. */
  inspect(input: InspectionInput): RequestInspection | Promise<RequestInspection> {
    const { platform, target, text } = input
    if (text === undefined && isElsewhere(platform, target, input.bytes))
      return { status: 'full', operation: OTHER_OPERATION }
    return this.#inspectHere(input) ?? this.#inspectInThread(input)
  }

  /** Ends the threads; waiting requests are refused. */
  async close(): Promise<void> {
    await this.#pool.close()
  }

  #inspectHere(input: InspectionInput): RequestInspection | undefined {
    const { target } = input
    const querySize = sizeOfQuery(target.query)
    if (input.bytes.length + querySize + (input.seam?.length ?? 0) > this.#inlineBytes) return undefined
    const decoded = decodeAtOnce(input.bytes, target.headers['content-encoding'], this.#inlineBytes)
    // After a failure the thread gets more out of the body, and a body that unfolds beyond the limit is its business.
    if (decoded.failure !== undefined && decoded.failure !== 'unknown_encoding') return undefined
    // What messages unfold to is not known before.
    if (mayUnfold(target.headers['content-type'], decoded.bytes)) return undefined
    const size = decoded.bytes.length + querySize
    if (!isCheap(decoded.bytes) || !this.#share.isLeft(input.client, size)) return undefined
    const budget = ownRunningTimes.begin(Math.min(inlineBudgetMs(this.#warmth++), this.#budgetMs))
    const detectors = this.#detectors?.()
    const limits = {
      isOverBudget: () => budget.isSpent(),
      extra: detectors?.set,
      cache: this.#cache,
      partKey: this.#partKey,
      hashesJudged: this.#hashesJudged(),
    }
    const inspection = this.#share.charge(input.client, size, () => {
      if (input.text !== undefined) return inspectDecoded(input, decoded, limits)
      const read = readDecoded(input, decoded, limits)
      // Files are read elsewhere, for as long as that takes.
      return read !== undefined && read.documents.length > 0 ? undefined : inspectRead(input, decoded, limits, read)
    })
    if (budget.wasSpent) this.#share.noteOverrun(input.client)
    if (budget.wasSpent || inspection === undefined) return undefined
    return detectors === undefined ? inspection : { ...inspection, detectorRevision: detectors.revision }
  }

  async #inspectInThread(input: InspectionInput): Promise<RequestInspection> {
    const { platform, target, client } = input
    const job = {
      platformId: platform.id,
      method: target.method,
      path: target.path,
      host: target.host,
      query: target.query.toString(),
      headers: { ...target.headers },
      // Beyond the limit nothing is looked at anyway.
      body: input.bytes.subarray(0, this.#maxBytes),
      truncation: input.bytes.length > this.#maxBytes ? 'too_large' : input.truncation,
      isText: input.text !== undefined,
      seam: input.seam,
      hashesJudged: this.#hashesJudged(),
    }
    const inspection = await this.#pool.run(client, job, input.gone?.())
    return inspection ?? outOfTime(platform, target)
  }
}
