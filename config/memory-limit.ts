import { totalmem } from 'node:os'

/** What this process may hold in memory, in bytes: the limit of its control group where there is one, otherwise what the machine has. */
export function memoryLimit(constrained = process.constrainedMemory(), machine = totalmem()): number {
  // Without a limit the kernel gives one that no machine reaches, or none.
  return constrained > 0 ? Math.min(constrained, machine) : machine
}
