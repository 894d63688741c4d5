import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const STOP_TIMEOUT = 5_000

/** Resolves when it has ended, which it is made to if it does not by itself. */
export async function endProcess(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const exit = once(process, 'exit')
  process.kill('SIGTERM')
  const timer = setTimeout(() => process.kill('SIGKILL'), STOP_TIMEOUT)
  await exit
  clearTimeout(timer)
}
