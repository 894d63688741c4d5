import type { Interaction, InteractionRecord } from '../../core/model/interaction.ts'
import type { LaterClassification } from '../../core/model/later-classification.ts'
import { deriveAlerts, deriveLaterAlerts } from '../alerts/derive.ts'
import { raiseAlerts } from '../alerts/raise.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { publishInteraction, publishReclassified } from '../events/interaction-events.ts'
import type { EnabledPolicies } from '../policies/enabled-policies.ts'
import { completeInteraction } from './complete.ts'
import { reclassify } from './reclassify.ts'

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
    const { stored, newPlatforms } = await store.interactions.record(tenantId, interactions)
    metrics.interactions.inc({ result: 'stored' }, stored.length)
    metrics.interactions.inc({ result: 'repeated' }, interactions.length - stored.length)
    const fresh = firstOfEach(interactions, new Set(stored))
    for (const interaction of fresh) publishInteraction(events, interaction)
    await raiseAlerts(store, events, tenantId, deriveAlerts(fresh, newPlatforms), completion.now)
    return interactions
  }

  /**
   * Adds what a later tier found, and tells those who listen what it changes.
   * @returns undefined where there is no such interaction
   */
  async reclassify(tenantId: string, id: string, later: LaterClassification): Promise<Interaction | undefined> {
    const { settings, store, events, now, enabledPolicies } = this.#dependencies
    const policies = await enabledPolicies.of(tenantId)
    const revised = await store.interactions.revise(tenantId, id, (current) =>
      reclassify(current, later, policies, settings.policyResolution),
    )
    if (revised === undefined) return undefined
    const { before, after } = revised
    publishReclassified(events, before, after)
    await raiseAlerts(store, events, tenantId, deriveLaterAlerts(before, after), now())
    return after
  }
}

/** The interactions of these ids; of an id that stands twice in one batch the first, which is the one that was stored. */
function firstOfEach(interactions: readonly Interaction[], ids: Set<string>): Interaction[] {
  return interactions.filter(({ id }) => ids.delete(id))
}
