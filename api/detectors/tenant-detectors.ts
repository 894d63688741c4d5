import type { Logger } from 'pino'
import { DETECTORS_MAX } from '../../core/model/detector.ts'
import { compileDetectors } from '../../core/tenant-detectors/compile.ts'
import type { DetectorSet } from '../../core/tenant-detectors/detector-set.ts'
import type { DetectorRecord } from '../store/detector-store.ts'
import type { Store } from '../store/store.ts'
import type { KnownValueKeys } from './keys.ts'
import { presentServed } from './presenter.ts'

/** How long another process's change may go unseen. */
const MAX_AGE_MS = 500
const TENANTS_MAX = 100

interface Entry {
  readonly set: Promise<DetectorSet | undefined>
  readonly revision: string
  readonly readAt: number
}

/** Each tenant's detectors, made ready, for what is classified here. */
export class TenantDetectors {
  readonly #store: Pick<Store, 'detectors'>
  readonly #keys: KnownValueKeys
  readonly #logger: Pick<Logger, 'error'>
  readonly #entries = new Map<string, Entry>()

  constructor(store: Pick<Store, 'detectors'>, keys: KnownValueKeys, logger: Pick<Logger, 'error'>) {
    this.#store = store
    this.#keys = keys
    this.#logger = logger
  }

  async of(tenantId: string): Promise<DetectorSet | undefined> {
    const known = this.#entries.get(tenantId)
    if (known !== undefined && performance.now() - known.readAt < MAX_AGE_MS) return known.set
    const revision = JSON.stringify(await this.#store.detectors.versions(tenantId))
    const isSame = known?.revision === revision
    const entry = { set: isSame ? known.set : this.#compile(tenantId), revision, readAt: performance.now() }
    this.#entries.delete(tenantId)
    this.#entries.set(tenantId, entry)
    for (const oldest of this.#entries.keys()) if (this.#entries.size > TENANTS_MAX) this.#entries.delete(oldest)
    // A failed reading is not kept: the next caller asks again.
    entry.set.catch(() => this.forget(tenantId))
    return entry.set
  }

  /** Called at every change in this process, which must hold for the very next text. */
  forget(tenantId: string): void {
    this.#entries.delete(tenantId)
  }

  async #compile(tenantId: string): Promise<DetectorSet | undefined> {
    const page = { offset: 0, limit: DETECTORS_MAX * 2 }
    const order = { field: 'created_at', descending: false } as const
    const { items } = await this.#store.detectors.list(tenantId, { enabled: true }, order, page)
    const { set, skipped } = compileDetectors(servedOf(items, this.#keys, this.#logger))
    for (const { id, reason } of skipped) {
      this.#logger.error({ code: 'ERR_DETECTOR', id, reason }, 'a detector cannot be used')
    }
    return set
  }
}

/** The detectors that can be served; the others are reported. */
export function servedOf(
  detectors: readonly DetectorRecord[],
  keys: KnownValueKeys,
  logger: Pick<Logger, 'error'>,
): object[] {
  return detectors.flatMap((detector) => {
    const served = presentServed(detector, keys)
    if (served !== undefined) return [served]
    const { id, tenant_id } = detector
    logger.error(
      { code: 'ERR_DETECTOR_KEY', id, tenant_id },
      'known values were hashed with another secret: set them anew',
    )
    return []
  })
}
