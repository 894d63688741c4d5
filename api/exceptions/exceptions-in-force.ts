import type { Logger } from 'pino'
import { Exceptions } from '../../core/policy/exceptions.ts'
import { EXCEPTIONS } from '../../core/resources/exception.ts'
import type { KnownValueKeys } from '../detectors/keys.ts'
import type { EventBus } from '../events/bus.ts'
import type { Store } from '../store/store.ts'
import { servedExceptions } from './presenter.ts'

/** How long another process's change may go unseen. */
const MAX_AGE_MS = 500
const TENANTS_MAX = 1000

interface Entry {
  readonly exceptions: Promise<Exceptions>
  readonly readAt: number
}

interface Dependencies {
  readonly store: Pick<Store, 'documents'>
  readonly knownValueKeys: KnownValueKeys
  readonly logger: Pick<Logger, 'error'>
  readonly events: Pick<EventBus, 'onChanged'>
}

/** Each tenant's exceptions, made ready, for interactions that are decided here. */
export class ExceptionsInForce {
  readonly #dependencies: Dependencies
  readonly #entries = new Map<string, Entry>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    dependencies.events.onChanged(({ tenant_id, topic }) => {
      if (topic === EXCEPTIONS.plural) this.#entries.delete(tenant_id)
    })
  }

  of(tenantId: string): Promise<Exceptions> {
    const known = this.#entries.get(tenantId)
    if (known !== undefined && performance.now() - known.readAt < MAX_AGE_MS) return known.exceptions
    const entry = { exceptions: this.#read(tenantId), readAt: performance.now() }
    this.#entries.delete(tenantId)
    this.#entries.set(tenantId, entry)
    for (const oldest of this.#entries.keys()) if (this.#entries.size > TENANTS_MAX) this.#entries.delete(oldest)
    // A failed read is not kept: the next caller asks again.
    entry.exceptions.catch(() => this.#entries.delete(tenantId))
    return entry.exceptions
  }

  async #read(tenantId: string): Promise<Exceptions> {
    const { store, knownValueKeys, logger } = this.#dependencies
    return new Exceptions(servedExceptions(await store.documents(EXCEPTIONS).list(tenantId), knownValueKeys, logger))
  }
}
