import { setTimeout as sleep } from 'node:timers/promises'

const DAY_MS = 24 * 60 * 60_000
const MARGIN_MS = 60_000

/** What is bounded by the day (UTC) may not be tried across the change of it. */
export async function awayFromMidnight(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left < MARGIN_MS) await sleep(left + 100)
}
