import type { Alert } from '../model/alert.ts'

/** Something to tell administrators. */
export interface AlertCandidate
  extends Pick<
    Alert,
    'type' | 'severity' | 'title' | 'description' | 'interaction_id' | 'user_id' | 'platform_id' | 'policy_ids'
  > {
  /** How often it happened. */
  readonly count: number
  /** It is told once a day, apart from other alerts of its type; without this, once in ten minutes. */
  readonly once?: 'a day'
  /** What it is about, where that is neither of the above, by its id or its kind: it is told apart from others of its type. */
  readonly about?: string
}

/** Of an alert that no recorded request has caused, and no policy. */
export const OF_NO_RECORD = {
  interaction_id: null,
  user_id: null,
  platform_id: null,
  policy_ids: [],
} satisfies Partial<AlertCandidate>

const DAY_MS = 24 * 60 * 60_000

/** Since when an open alert that is about the same takes it in. @param since for all that say nothing of their own */
export function takenInSince({ once }: AlertCandidate, now: string, since: string): string {
  return once === undefined ? since : new Date(Date.parse(now) - DAY_MS).toISOString()
}

/** What makes two alerts one: the same type, user, platform, policies, span and what else it is about. */
export function subjectOf(candidate: AlertCandidate): readonly unknown[] {
  const { type, user_id, platform_id, policy_ids, once, about } = candidate
  const further = [once, about].filter((part) => part !== undefined)
  return [type, user_id, platform_id, policy_ids.toSorted(), ...further]
}

/** A candidate that becomes an alert of its own. */
export function newAlert(candidate: AlertCandidate, tenantId: string, id: string, now: string): Alert {
  const { once: _once, about: _about, ...fields } = candidate
  return {
    ...fields,
    id,
    tenant_id: tenantId,
    status: 'open',
    created_at: now,
    updated_at: now,
    resolved_at: null,
    resolved_by: null,
  }
}
