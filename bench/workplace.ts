import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

interface Started {
  stop(): Promise<void>
}

/** What a comparison works with. */
export interface Workplace {
  readonly folder: string
  /** @returns what it is given, which ends with the comparison */
  readonly started: <T extends Started>(one: T) => T
}

/**
 * Runs a comparison, and clears away behind it, however it ends.
 * @param signal when it aborts, all that was started ends, and the comparison fails of that
 * @param kept a folder that stays; without it a temporary one is made
 */
export async function inWorkplace<T>(
  signal: AbortSignal,
  kept: string | undefined,
  compare: (workplace: Workplace) => Promise<T>,
): Promise<T> {
  const folder = kept === undefined ? mkdtempSync(join(tmpdir(), 'weir-bench-')) : resolve(kept)
  const all: Started[] = []
  const started: Workplace['started'] = (one) => {
    all.push(one)
    return one
  }
  const stopAll = () => Promise.all(all.map((one) => one.stop()))
  signal.addEventListener('abort', stopAll)
  try {
    return await compare({ folder, started })
  } finally {
    signal.removeEventListener('abort', stopAll)
    await stopAll()
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
}
