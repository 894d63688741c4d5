import { createHash } from 'node:crypto'

interface Supplied {
  readonly id: string
  readonly updated_at: string
  /** Of policies, which are judged in this order. */
  readonly priority?: number
}

/**
 * What the API and its proxies call a list of enabled policies or detectors: 16 hexadecimal digits, the same for the same items in
 * whatever order they were read, and others after each change.
 */
export function supplyVersion(items: readonly Supplied[]): string {
  const lines = items.map(({ id, updated_at, priority }) => `${id} ${updated_at} ${priority ?? ''}\n`).toSorted()
  return createHash('sha256').update(lines.join('')).digest('hex').slice(0, 16)
}
