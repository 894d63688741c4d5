import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailableError } from '../errors.ts'

const SECOND_MS = 1000

/**
 * The outcome of an operation that is quick wherever the server answers at all. One that has fallen silent is noticed by the
 * driver only later, and whoever waits is to hear of it. The operation ends by itself, as the driver gives it up.
 * @param seconds counted one by one: in a process that was busy itself for long, the answer may have arrived meanwhile
 * @throws StoreUnavailableError
 */
export async function within<T>(seconds: number, operation: Promise<T>): Promise<T> {
  const over = new AbortController()
  const { signal } = over
  const late = (async () => {
    for (let n = 0; n < seconds; n += 1) await sleep(SECOND_MS, undefined, { ref: false, signal })
    throw new StoreUnavailableError('MongoDB does not answer')
  })()
  try {
    return await Promise.race([operation, late])
  } finally {
    over.abort()
  }
}
