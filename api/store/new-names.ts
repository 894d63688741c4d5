import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import { isKnownService, OTHER_SERVICES } from '../../core/catalogue/ai-services.ts'

/**
 * How many new AI services one sender may add to a tenant's inventory in a day, besides those of the catalogue. The set of
 * names is open, and each new one costs a row, an alert and the attention of an administrator.
 */
export const NEW_NAMES_A_DAY = 200

/** The user or the service token that sends. */
export interface Sender {
  readonly id: string
  /** As people know a service token; null of a person, whom no text names: viewers may not be allowed to see names. */
  readonly name: string | null
}

/** What alerts say of a sender: a person is named by id alone, for those who may see names (docs/privacy.md). */
export function tellSender({ id, name }: Sender): { readonly title: string; readonly user_id: string | null } {
  return name === null ? { title: 'A person', user_id: id } : { title: `“${name}”`, user_id: null }
}

/** An interaction or a sighting, as far as the inventory asks who named which service. */
export interface Named {
  readonly platform_id: string
  readonly sender: Sender | undefined
}

/** A name that may be added, and who adds it. */
export interface Admitted {
  readonly platform_id: string
  readonly sender: Sender | undefined
}

/** Which of some names that the inventory does not have it takes, and what becomes of the others. */
export interface Admission {
  readonly admitted: readonly Admitted[]
  /** They are listed as `other`. */
  readonly refused: ReadonlySet<string>
}

/** A UTC day, as the inventory keeps it. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/**
 * Bounds what each sender adds.
 * @param unknown of names that the inventory does not have
 * @param added how many each sender has added today, by its id
 */
export function admit(unknown: readonly Named[], added: ReadonlyMap<string, number>): Admission {
  const left = new Map([...added].map(([id, count]) => [id, NEW_NAMES_A_DAY - count]))
  const admitted = new Map<string, Admitted>()
  for (const { platform_id, sender } of unknown) {
    if (admitted.has(platform_id)) continue
    if (sender !== undefined && !isKnownService(platform_id) && platform_id !== OTHER_SERVICES) {
      const places = left.get(sender.id) ?? NEW_NAMES_A_DAY
      if (places <= 0) continue
      left.set(sender.id, places - 1)
    }
    admitted.set(platform_id, { platform_id, sender })
  }
  const refused = unknown.map(({ platform_id }) => platform_id).filter((name) => !admitted.has(name))
  return { admitted: [...admitted.values()], refused: new Set(refused) }
}

/** What the inventory and the alerts call each of these. */
export function listedAs(refused: ReadonlySet<string>, platformId: string): string {
  return refused.has(platformId) ? OTHER_SERVICES : platformId
}

/** One for each sender whose names were refused; it counts what is listed as `other` because of that. */
export function floodAlerts(named: readonly Named[], refused: ReadonlySet<string>): AlertCandidate[] {
  const counts = new Map<string, { readonly sender: Sender; readonly count: number }>()
  for (const { platform_id, sender } of named) {
    if (sender === undefined || !refused.has(platform_id)) continue
    counts.set(sender.id, { sender, count: (counts.get(sender.id)?.count ?? 0) + 1 })
  }
  return [...counts.values()].map(({ sender, count }) => ({
    type: 'names_flooded',
    severity: 'medium',
    title: `${tellSender(sender).title} names more new AI services than the inventory takes in a day`.slice(0, 300),
    description:
      `The inventory and the alerts take ${NEW_NAMES_A_DAY} new names a day from one sender, and list the others as ` +
      `“${OTHER_SERVICES}”. The interactions keep their names. Check what sends them; delete its token if it is not yours.`,
    interaction_id: null,
    user_id: tellSender(sender).user_id,
    platform_id: OTHER_SERVICES,
    policy_ids: [],
    count,
    once: 'a day',
    about: sender.id,
  }))
}
