import { DETECTORS_MAX } from '../../core/model/detector.ts'
import { supplyVersion } from '../../core/supply-version.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { presentServed } from '../detectors/presenter.ts'
import type { EnabledPolicies } from '../policies/enabled-policies.ts'

/** What proxies take for a detector without an id: the switch that is served among them (PATCH /settings). */
const OWN_WORDS_OFF = { id: 'own_words', updated_at: '' }
const TENANTS_MAX = 100

type Dependencies = Pick<ApiDependencies, 'store' | 'knownValueKeys'> & { readonly enabledPolicies: EnabledPolicies }

/** The versions of policies and detectors that proxies should have in force. */
export class Supplies {
  readonly #dependencies: Dependencies
  /** By tenant: those that proxies get, for a state of all detectors. */
  readonly #detectors = new Map<string, { readonly state: string; readonly version: string }>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async policies(tenantId: string): Promise<string> {
    return supplyVersion(await this.#dependencies.enabledPolicies.of(tenantId))
  }

  /** Reads the detectors, which may be large, only when they have changed. */
  async detectors(tenantId: string): Promise<string> {
    const { store, knownValueKeys } = this.#dependencies
    const { own_words } = await store.tenants.settings(tenantId)
    const state = JSON.stringify([own_words, await store.detectors.versions(tenantId, { enabled: true })])
    const known = this.#detectors.get(tenantId)
    if (known?.state === state) return known.version
    const order = { field: 'created_at', descending: false } as const
    const page = { offset: 0, limit: DETECTORS_MAX * 2 }
    const { items } = await store.detectors.list(tenantId, { enabled: true }, order, page)
    const served = items.filter((detector) => presentServed(detector, knownValueKeys) !== undefined)
    const version = supplyVersion(own_words ? served : [...served, OWN_WORDS_OFF])
    this.#detectors.delete(tenantId)
    this.#detectors.set(tenantId, { state, version })
    for (const oldest of this.#detectors.keys()) if (this.#detectors.size > TENANTS_MAX) this.#detectors.delete(oldest)
    return version
  }
}
