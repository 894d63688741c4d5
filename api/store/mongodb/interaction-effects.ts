import type { AlertCandidate } from '../../../core/alerting/candidate.ts'
import { deriveAlerts, deriveLaterAlerts } from '../../../core/alerting/derive.ts'
import { deriveSightingAlerts } from '../../../core/alerting/derive-sightings.ts'
import type { Sighting } from '../../../core/model/sighting.ts'
import { AlertedUsers } from '../alerted-users.ts'
import { floodAlerts, type Sender } from '../new-names.ts'
import { windowStart } from '../raised-alerts.ts'
import type { OnErased } from '../store.ts'
import type { MongoAlerts } from './alerts.ts'
import type { MongoErasedInteractions } from './erased-interactions.ts'
import type { EventDeliveries } from './event-deliveries.ts'
import { type InteractionDocument, idOf, toInteraction, toListedInteraction } from './interaction-documents.ts'
import type { Carried, MongoOutbox } from './outbox.ts'

/** What the effects reach. */
export interface Together {
  readonly alerts: MongoAlerts
  readonly outbox: MongoOutbox
  readonly eventDeliveries: EventDeliveries
  readonly erased: MongoErasedInteractions
  readonly onErased?: OnErased | undefined
  readonly now: () => Date
}

/**
 * What follows from interactions, and from services that were seen without one, besides their counts: events, alerts, and what is erased with them. A part of carrying
 * an entry of the journal out: done again, or by two processes, it changes nothing more.
 */
export class InteractionEffects {
  readonly #together: Together
  readonly #alertedUsers = new AlertedUsers()

  constructor(together: Together) {
    this.#together = together
  }

  async added(
    tenantId: string,
    entry: number,
    documents: readonly InteractionDocument[],
    newPlatforms: readonly string[],
    refused: ReadonlySet<string>,
  ): Promise<void> {
    await this.#together.outbox.deliver(carriedIn(documents.flatMap(({ outbox = [] }) => outbox)))
    const named = documents.map(({ platform_id, sender }) => ({ platform_id, sender }))
    const senders = new Map(documents.map((document) => [idOf(document), document.sender]))
    const senderOf = ({ interaction_id }: AlertCandidate) => senders.get(interaction_id ?? '')
    const alerts = deriveAlerts(documents.map(toListedInteraction), newPlatforms)
    await this.#raise(tenantId, entry, [...alerts, ...floodAlerts(named, refused)], senderOf)
  }

  /** @param outbox the events that tell of it, as JSON */
  async revised(
    entry: number,
    before: InteractionDocument,
    after: InteractionDocument,
    outbox: readonly string[],
  ): Promise<void> {
    await this.#together.outbox.deliver(carriedIn(outbox))
    await this.#raise(after.tenant_id, entry, deriveLaterAlerts(toInteraction(before), toListedInteraction(after)))
  }

  /** @param outbox the entries of the audit log that tell of it, as JSON */
  async removed(
    tenantId: string,
    documents: readonly InteractionDocument[],
    /** Where their ids are to be kept as hashes. */
    erasedAt: string | undefined,
    outbox: readonly string[] = [],
  ): Promise<void> {
    await this.#together.outbox.deliver(carriedIn(outbox))
    const erased = documents.map(idOf)
    if (erasedAt !== undefined) await this.#together.erased.add(tenantId, erased, erasedAt)
    await this.#together.alerts.eraseUsers(tenantId, erased)
    await this.#together.eventDeliveries.erase(tenantId, erased)
    this.#together.onErased?.(tenantId, erased)
  }

  async sighted(
    tenantId: string,
    entry: number,
    sightings: readonly Sighting[],
    newPlatforms: readonly string[],
    flooded: readonly AlertCandidate[],
  ): Promise<void> {
    await this.#raise(tenantId, entry, [...deriveSightingAlerts(sightings, newPlatforms), ...flooded])
  }

  /** Where another process carries the entry out again, it may name people that this one does not: counts are a little high. */
  async #raise(
    tenantId: string,
    entry: number,
    candidates: readonly AlertCandidate[],
    senderOf: (candidate: AlertCandidate) => Sender | undefined = () => undefined,
  ): Promise<void> {
    const now = this.#together.now()
    const bounded = this.#alertedUsers.bounded(tenantId, candidates, senderOf, now)
    await this.#together.alerts.raise(tenantId, bounded, now.toISOString(), windowStart(now), entry)
  }
}

function carriedIn(outbox: readonly string[]): Carried[] {
  // Written by MongoInteractions only.
  return outbox.map((text) => JSON.parse(text) as Carried)
}
