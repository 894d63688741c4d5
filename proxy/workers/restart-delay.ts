/** A worker that lived for this long did not die of its start. */
const LIVED_MS = 10_000
const FIRST_MS = 200
const LONGEST_MS = 10_000

export interface RestartDelay {
  readonly ms: number
  /** Deaths in a row, with this one, of workers that lived shortly. */
  readonly early: number
}

/**
 * How long to wait before another worker takes the place of one that died. One that was at work is replaced at once, so that a
 * share of the new connections does not wait; those that die soon after their start must not become a busy loop.
 * @param livedMs of the one that died
 * @param early deaths in a row, before this one, of workers that lived as shortly
 */
export function restartDelay(livedMs: number, early: number): RestartDelay {
  if (livedMs >= LIVED_MS) return { ms: 0, early: 0 }
  return { ms: early === 0 ? 0 : Math.min(FIRST_MS * 2 ** (early - 1), LONGEST_MS), early: early + 1 }
}
