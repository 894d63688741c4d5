import type { Logger } from 'pino'
import { DETECTORS_MAX } from '../../core/model/detector.ts'
import type { DetectorRecord } from '../store/detector-store.ts'
import type { Store } from '../store/store.ts'
import type { KnownValueKeys } from './keys.ts'
import { presentServed } from './presenter.ts'

/** How long another process's change may go unseen. */
const MAX_AGE_MS = 500
const TENANTS_MAX = 1000

interface Entry {
  readonly version: Promise<string>
  readonly readAt: number
}

/** The detectors that a tenant has switched on, for the threads that classify here. */
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

  /** Changes with every change of them. */
  version(tenantId: string): Promise<string> {
    const known = this.#entries.get(tenantId)
    if (known !== undefined && performance.now() - known.readAt < MAX_AGE_MS) return known.version
    const version = this.#store.detectors.versions(tenantId).then((versions) => JSON.stringify(versions))
    this.#entries.delete(tenantId)
    this.#entries.set(tenantId, { version, readAt: performance.now() })
    for (const oldest of this.#entries.keys()) if (this.#entries.size > TENANTS_MAX) this.#entries.delete(oldest)
    // A failed reading is not kept: the next caller asks again.
    version.catch(() => this.forget(tenantId))
    return version
  }

  /** Called at every change in this process, which must hold for the very next text. */
  forget(tenantId: string): void {
    this.#entries.delete(tenantId)
  }

  /** As JSON, as proxies get them. */
  async served(tenantId: string): Promise<string> {
    const page = { offset: 0, limit: DETECTORS_MAX * 2 }
    const order = { field: 'created_at', descending: false } as const
    const { items } = await this.#store.detectors.list(tenantId, { enabled: true }, order, page)
    return JSON.stringify(servedOf(items, this.#keys, this.#logger))
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
