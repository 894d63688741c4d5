import type { Event, EventType } from '../../core/model/event.ts'
import { Policy } from '../../core/model/policy.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { allPolicies } from '../policies/all-policies.ts'
import { changesOf } from '../policies/policy-changes.ts'
import { presentPolicy } from '../policies/presenter.ts'

/** Of relayed events, to know them again when they come from the process that made the change. */
const TOLD_MAX = 1000

type Dependencies = Pick<ApiDependencies, 'store' | 'events' | 'logger'>

/** A tenant's policies as its listeners know them. */
interface Followed {
  readonly known: Map<string, Policy>
  readonly unsubscribe: () => void
}

/**
 * Makes policy events of what other processes change: a proxy that listens here must hear of it within a second. The
 * store only says that something changed; what it was shows against the policies known so far. Webhooks have had the event
 * from the process that made the change: these are for live listeners only.
 */
export class PolicyRelay {
  readonly #dependencies: Dependencies
  readonly #tenants = new Map<string, Promise<Followed>>()
  readonly #told = new Set<string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Resolves when every later change will be reported. */
  async follow(tenantId: string): Promise<void> {
    const following = this.#tenants.get(tenantId) ?? this.#begin(tenantId)
    this.#tenants.set(tenantId, following)
    try {
      await following
    } catch (error) {
      this.#tenants.delete(tenantId)
      throw error
    }
  }

  /** The tenant has no listener any more. */
  forget(tenantId: string): void {
    void this.#tenants.get(tenantId)?.then(({ unsubscribe }) => unsubscribe())
    this.#tenants.delete(tenantId)
  }

  close(): void {
    for (const tenantId of this.#tenants.keys()) this.forget(tenantId)
  }

  /** Called when another process has changed the tenant's policies. */
  async catchUp(tenantId: string): Promise<void> {
    try {
      const followed = await this.#tenants.get(tenantId)
      if (followed === undefined) return
      const current = await this.#read(tenantId)
      // Relaying brings `known` up to date by itself, so it is compared with a copy.
      for (const [id, before] of [...followed.known]) {
        const after = current.get(id)
        if (after === undefined) this.#relay(tenantId, 'policy.deleted', { id })
        else for (const type of changesOf(before, after)) this.#relay(tenantId, type, after)
      }
      for (const [id, policy] of current) {
        if (!followed.known.has(id)) this.#relay(tenantId, 'policy.created', policy)
      }
    } catch (error) {
      this.#dependencies.logger.error({ err: error, code: 'ERR_STORE' }, 'changes of policies cannot be read')
    }
  }

  /**
   * Takes note of an event that came from the process that made the change.
   * @returns false if the listeners have been told already
   */
  hear(event: Event): boolean {
    if (!isOfPolicies(event.event_type)) return true
    if (this.#told.delete(nameOf(event.event_type, event.data))) return false
    void this.#tenants.get(event.tenant_id)?.then(
      ({ known }) => note(known, event),
      // The caller that wanted to follow has got the error.
      () => {},
    )
    return true
  }

  #relay(tenantId: string, type: EventType, data: Record<string, unknown>): void {
    this.#told.add(nameOf(type, data))
    for (const oldest of this.#told) if (this.#told.size > TOLD_MAX) this.#told.delete(oldest)
    this.#dependencies.events.relay(tenantId, type, data)
  }

  async #begin(tenantId: string): Promise<Followed> {
    const known = await this.#read(tenantId)
    // Changes made in this process are published by the code that makes them.
    const unsubscribe = this.#dependencies.events.subscribe(tenantId, (event) => note(known, event), isOfPolicies)
    return { known, unsubscribe }
  }

  async #read(tenantId: string): Promise<Map<string, Policy>> {
    const policies = await allPolicies(this.#dependencies.store, tenantId, 'created_at')
    return new Map(policies.map((policy) => [policy.id, presentPolicy(policy)]))
  }
}

export function isOfPolicies(type: EventType): boolean {
  return type.startsWith('policy.')
}

/** Identifies one change of one policy, whichever process reports it. */
function nameOf(type: EventType, { id, updated_at }: Record<string, unknown>): string {
  return `${type} ${id} ${updated_at}`
}

function note(known: Map<string, Policy>, { event_type, data }: Event): void {
  if (!isOfPolicies(event_type)) return
  if (event_type === 'policy.deleted') known.delete(String(data.id))
  else known.set(String(data.id), Policy.parse(data))
}
