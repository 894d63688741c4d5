import { availableParallelism, loadavg } from 'node:os'

/** How many processes share a core: what is measured then takes about as many times longer. 1 on a machine with time to spare. */
export function crowding(): number {
  const [load = 0] = loadavg()
  return Math.max(1, load / availableParallelism())
}
