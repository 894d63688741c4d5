/** The state of the clock that retention uses (api/retention/clock.ts). */
export interface ClockState {
  /** The last time that was stored. */
  readonly seen_at: string
  /** Nothing is deleted by age before this; null if the clock is trusted. */
  readonly held_until: string | null
}

/** Of all tenants together: the processes on one store have one clock state. */
export interface ClockStore {
  /** Undefined before the first `set`. */
  get(): Promise<ClockState | undefined>
  /** @returns false if it is not `before` any more: another process was faster */
  set(before: ClockState | undefined, after: ClockState): Promise<boolean>
}
