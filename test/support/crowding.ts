import { availableParallelism, loadavg } from 'node:os'

/** How many processes share a core: what is measured then takes about as many times longer. 1 on a machine with time to spare. */
export function crowding(): number {
  const [load = 0] = loadavg()
  return Math.max(1, load / availableParallelism())
}

/** Whether fewer than `limitMs` passed since `startedMs` (performance.now()); twice that, times the crowding, on a machine that is shared. */
export function isInTime(startedMs: number, limitMs: number): boolean {
  const crowd = crowding()
  return performance.now() - startedMs < (crowd > 1 ? 2 * crowd * limitMs : limitMs)
}
