import type { Interaction, InteractionRecord } from '../../core/model/interaction.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { publishInteraction } from '../events/interaction-events.ts'
import type { EnabledPolicies } from '../policies/enabled-policies.ts'
import { completeInteraction } from './complete.ts'

type Dependencies = Pick<ApiDependencies, 'settings' | 'store' | 'events' | 'metrics' | 'now'> & {
  readonly enabledPolicies: EnabledPolicies
}

/** Takes validated interactions in: completed, stored, announced, in this order. */
export class Recorder {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Stores all or none. One whose id is known already is a sender's retry: it is not stored or announced again.
   * @returns the interactions in the order given
   */
  async record(tenantId: string, inputs: readonly InteractionRecord[]): Promise<Interaction[]> {
    const { settings, store, events, metrics, now, enabledPolicies } = this.#dependencies
    const completion = {
      tenantId,
      policies: await enabledPolicies.of(tenantId),
      resolution: settings.policyResolution,
      now: now(),
    }
    const interactions = inputs.map((input) => completeInteraction(input, completion))
    const recorded = await store.interactions.record(tenantId, interactions)
    const stored = new Set(recorded.stored)
    metrics.interactions.inc({ result: 'stored' }, stored.size)
    metrics.interactions.inc({ result: 'repeated' }, interactions.length - stored.size)
    for (const interaction of interactions) {
      // Taken out of the set, so that an id that stands twice in one batch is announced once.
      if (stored.delete(interaction.id)) publishInteraction(events, interaction)
    }
    return interactions
  }
}
