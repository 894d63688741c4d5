import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lane, LaneOptions } from './lane.ts'

/** What startLane passed to this process. */
export function laneOptions(): LaneOptions & { readonly upstreamCa: string } {
  const options = JSON.parse(process.argv[2] ?? '{}') as LaneOptions
  return { ...options, upstreamCa: readFileSync(join(options.folder, 'upstream-ca.pem'), 'utf8') }
}

/** Tells the parent that CONNECT is awaited. */
export function announce(ready: Pick<Lane, 'port' | 'caPem'>): void {
  process.send?.(ready)
}
