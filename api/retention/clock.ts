import { type AlertCandidate, OF_NO_RECORD } from '../../core/alerting/candidate.ts'
import { raiseAlerts } from '../alerts/raise.ts'
import type { ClockState } from '../store/clock-store.ts'
import type { Store } from '../store/store.ts'

/** The most that a clock may differ from the last stored time. The API checks every hour. */
const STEP_MAX_MS = 24 * 60 * 60_000
/** How long administrators have to correct a wrong clock before records that it calls too old are deleted. */
const HOLD_MS = 48 * 60 * 60_000

/**
 * A clock that jumped years ahead would make everything too old at once. So a step of more than a day against the last
 * time that was stored, in either direction, delays deletion and tells the administrators of every tenant. After the
 * delay the clock is believed, whether or not anything is recorded: what is to be deleted must not stay for good.
 * @param now what the clock says
 * @returns whether it may be deleted by
 */
export async function isClockTrusted(store: Pick<Store, 'clock' | 'alerts' | 'tenants'>, now: Date): Promise<boolean> {
  for (;;) {
    const before = await store.clock.get()
    const after = nextState(before, now)
    const hasJumped = before !== undefined && jumped(before, now)
    // First, because a process that dies in between then raises it again, which only increases the alert's count.
    if (hasJumped) await tellOfJump(store, before, now)
    if (await store.clock.set(before, after)) return after.held_until === null
  }
}

function nextState(before: ClockState | undefined, now: Date): ClockState {
  const seen_at = now.toISOString()
  if (before === undefined) return { seen_at, held_until: null }
  if (jumped(before, now)) return { seen_at, held_until: new Date(now.getTime() + HOLD_MS).toISOString() }
  const isHeld = before.held_until !== null && seen_at < before.held_until
  return { seen_at, held_until: isHeld ? before.held_until : null }
}

function jumped({ seen_at }: ClockState, now: Date): boolean {
  return Math.abs(now.getTime() - Date.parse(seen_at)) > STEP_MAX_MS
}

async function tellOfJump(store: Pick<Store, 'alerts' | 'tenants'>, before: ClockState, now: Date): Promise<void> {
  for (const { id } of await store.tenants.list()) await raiseAlerts(store, id, [jumpAlert(before, now)], now)
}

function jumpAlert({ seen_at }: ClockState, now: Date): AlertCandidate {
  return {
    type: 'clock_jump',
    severity: 'high',
    title: 'The clock of the API jumped, or the API stood still for more than a day',
    description:
      `It went from ${seen_at} to ${now.toISOString()}. Nothing is deleted by age for 48 hours; then this clock is ` +
      'believed. If it is wrong, set it before that.',
    ...OF_NO_RECORD,
    count: 1,
  }
}
