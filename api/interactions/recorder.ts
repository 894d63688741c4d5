import type { Stored } from '../../config/otlp/exchange.ts'
import { Uuid } from '../../core/model/common.ts'
import type { Interaction, InteractionRecord } from '../../core/model/interaction.ts'
import type { LaterClassification } from '../../core/model/later-classification.ts'
import { raiseAlerts } from '../alerts/raise.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { publishReclassified, publishRecorded } from '../events/interaction-events.ts'
import type { ExceptionsInForce } from '../exceptions/exceptions-in-force.ts'
import type { Caller } from '../http/context.ts'
import { senderOf } from '../http/request.ts'
import type { EnabledPolicies } from '../policies/enabled-policies.ts'
import type { Effects, Publish } from '../store/outbox.ts'
import type { Changed } from '../store/paging.ts'
import { nextTurn } from '../turns/next-turn.ts'
import { clockAlert } from './clock-alert.ts'
import { completeInteraction, hasWrongClock, timesAt } from './complete.ts'
import { reclassify } from './reclassify.ts'
import { inSlices, inTurns, itemsOf, type Slice, slicesOf, storedParts } from './slices.ts'

const ONE = { offset: 0, limit: 1 }

type Dependencies = Pick<ApiDependencies, 'settings' | 'store' | 'metrics' | 'now'> & {
  readonly enabledPolicies: EnabledPolicies
  readonly exceptions: Pick<ExceptionsInForce, 'of'>
  /** Told what was stored and when; undefined where nobody listens. */
  readonly onStored?: ((stored: Stored) => void) | undefined
}

/** Takes validated interactions in: completed, then stored, which publishes them and raises their alerts. */
export class Recorder {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Stores all or none, but for a heavy batch, which would hold up everyone else as one transaction: of that the parts
   * before the one that fails are stored. One whose id is known already is a sender's retry: it is not stored or published again.
   * @returns the interactions in the order given
   */
  async record(caller: Caller, inputs: readonly Slice<InteractionRecord>[]): Promise<readonly Interaction[]> {
    const { tenantId } = caller
    const { settings, store, metrics, now, enabledPolicies, exceptions } = this.#dependencies
    const inForce = { policies: await enabledPolicies.of(tenantId), exceptions: await exceptions.of(tenantId) }
    const at = now()
    const times = timesAt(at)
    const completion = { tenantId, ...inForce, resolution: settings.policyResolution, now: at, times }
    const completed = await inSlices(inputs, (slice) =>
      inTurns(slice, (input) => completeInteraction(input, completion)),
    )
    const interactions = itemsOf(completed)
    const { total: webhooks } = await store.webhooks.list(tenantId, { active: true }, ONE)
    // Their weights were taken before the decisions that are made here, and know nothing of who is told: weigh them again.
    const isHeavier = webhooks > 0 || (isDecidedHere(inputs) && inForce.policies.length > 0)
    const weighed = isHeavier ? slicesOf(interactions, webhooks) : completed
    const began = Date.now()
    let stored = 0
    for (const [index, part] of storedParts(weighed).entries()) {
      if (index > 0) await nextTurn()
      stored += (await store.interactions.record(tenantId, part, publishRecorded, senderOf(caller))).stored.length
    }
    this.#dependencies.onStored?.({ ids: interactions.map(promptOf), interval: { from: began, to: Date.now() } })
    const wrongClocks = itemsOf(inputs).filter((input) => hasWrongClock(input, times))
    if (wrongClocks.length > 0) {
      await raiseAlerts(store, tenantId, [clockAlert(senderOf(caller), wrongClocks)], completion.now)
    }
    metrics.interactions.inc({ result: 'stored' }, stored)
    metrics.interactions.inc({ result: 'repeated' }, interactions.length - stored)
    return interactions
  }

  /**
   * Adds what a later tier found, and tells those who listen what it changes.
   * @param audited adds what the audit log is to say of it
   * @returns undefined if there is no such interaction
   * @throws ApiError 409 for an earlier tier than the recorded one
   */
  async reclassify(
    tenantId: string,
    id: string,
    later: LaterClassification,
    audited: (publish: Publish<Changed<Interaction>>) => Effects<Changed<Interaction>> = (publish) => publish,
  ): Promise<Changed<Interaction> | undefined> {
    const { settings, store, enabledPolicies, now } = this.#dependencies
    const policies = await enabledPolicies.of(tenantId)
    const exceptions = await this.#dependencies.exceptions.of(tenantId)
    return store.interactions.revise(
      tenantId,
      id,
      (current) =>
        reclassify(current, later, policies, settings.policyResolution, (facts) =>
          exceptions.applyingTo(facts, now().getTime()),
        ),
      audited(publishReclassified(later.tier)),
    )
  }
}

function isDecidedHere(inputs: readonly Slice<InteractionRecord>[]): boolean {
  return inputs.some(({ items }) => items.some(({ policy_decisions }) => policy_decisions === undefined))
}

/** The id of the prompt that an interaction is, or answers. */
function promptOf({ id, content_metadata }: Interaction): string {
  const { in_reply_to } = content_metadata
  return Uuid.safeParse(in_reply_to).data ?? id
}
