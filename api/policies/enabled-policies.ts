import { prepare } from '../../core/policy/evaluate.ts'
import type { PolicyRecord } from '../store/policy-store.ts'
import type { Store } from '../store/store.ts'
import { allPolicies } from './all-policies.ts'

/** How long another process's change may go unseen. */
const MAX_AGE_MS = 500

interface Entry {
  readonly policies: Promise<readonly PolicyRecord[]>
  readonly readAt: number
}

/** Each tenant's enabled policies in evaluation order, kept for a moment: a busy recorder asks a thousand times a second. */
export class EnabledPolicies {
  readonly #store: Pick<Store, 'policies'>
  readonly #entries = new Map<string, Entry>()

  constructor(store: Pick<Store, 'policies'>) {
    this.#store = store
  }

  async of(tenantId: string): Promise<readonly PolicyRecord[]> {
    const known = this.#entries.get(tenantId)
    if (known !== undefined && performance.now() - known.readAt < MAX_AGE_MS) return known.policies
    const entry = { policies: this.#read(tenantId), readAt: performance.now() }
    this.#entries.set(tenantId, entry)
    // A failed read is not kept: the next caller asks again.
    entry.policies.catch(() => this.forget(tenantId))
    return entry.policies
  }

  /** Called at every change in this process, which must hold for the very next interaction. */
  forget(tenantId: string): void {
    this.#entries.delete(tenantId)
  }

  async #read(tenantId: string): Promise<readonly PolicyRecord[]> {
    return prepare(await allPolicies(this.#store, tenantId, 'priority', { enabled: true }))
  }
}
