import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import { addUp } from '../../core/alerting/derive.ts'
import { dayOf, type Sender, tellSender } from './new-names.ts'

/**
 * About how many people one sender may cause alerts of their own in a day. Any UUID is a person (specification, user_id), and
 * each one costs an alert and the attention of an administrator.
 */
export const ALERTED_USERS_A_DAY = 500

/** What no sender is known of: a later tier adds its findings so. */
const NO_SENDER: Sender = { id: '', name: 'Later classifications' }

/**
 * Bounds about how many people there are alerts. Beyond that the alerts of a sender name no person, so that they add up; the
 * interactions name them. Each process counts by itself, from its start.
 */
export class AlertedUsers {
  #day = ''
  /** By tenant and sender. */
  readonly #users = new Map<string, Set<string>>()

  /** @param senderOf who sent what the candidate is about */
  bounded(
    tenantId: string,
    candidates: readonly AlertCandidate[],
    senderOf: (candidate: AlertCandidate) => Sender | undefined,
    now: Date,
  ): readonly AlertCandidate[] {
    // Once for all of them, not for each: to write a date takes longer than to look a person up.
    this.#begin(dayOf(now))
    const flooded = new Map<string, { readonly sender: Sender; count: number }>()
    const bounded = candidates.map((candidate) => {
      // A flood is the sender's own.
      if (candidate.user_id === null || candidate.type === 'names_flooded') return candidate
      const sender = senderOf(candidate) ?? NO_SENDER
      if (this.#admit(`${tenantId} ${sender.id}`, candidate.user_id)) return candidate
      const flood = flooded.get(sender.id) ?? { sender, count: 0 }
      flood.count += candidate.count
      flooded.set(sender.id, flood)
      return { ...candidate, user_id: null }
    })
    if (flooded.size === 0) return candidates
    return [...addUp(bounded), ...[...flooded.values()].map(({ sender, count }) => floodAlert(sender, count))]
  }

  #begin(today: string): void {
    if (this.#day === today) return
    this.#day = today
    this.#users.clear()
  }

  #admit(key: string, user: string): boolean {
    const users = this.#users.get(key) ?? new Set()
    if (users.has(user)) return true
    if (users.size >= ALERTED_USERS_A_DAY) return false
    this.#users.set(key, users.add(user))
    return true
  }
}

function floodAlert(sender: Sender, count: number): AlertCandidate {
  const { title, user_id } = tellSender(sender)
  return {
    type: 'names_flooded',
    severity: 'medium',
    title: `${title} causes alerts about more people than there are alerts of their own in a day`.slice(0, 300),
    description:
      `Alerts about ${ALERTED_USERS_A_DAY} people a day from one sender name the person; further ones do not, and are added ` +
      'up. The interactions name everyone. Check what sends them; delete its token if it is not yours.',
    interaction_id: null,
    user_id,
    platform_id: null,
    policy_ids: [],
    count,
    once: 'a day',
    about: `people ${sender.id}`,
  }
}
