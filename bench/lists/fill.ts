import { join } from 'node:path'
import { ensureTenant } from '../../api/bootstrap.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import type { Interaction } from '../../core/model/interaction.ts'
import { BenchError } from '../errors.ts'
import { generateInteractions } from './generate.ts'

/** As many as one request of a proxy brings. */
const BATCH = 500
const BAR = 40
const PROGRESS_STEPS = 40

export interface Filling {
  readonly rows: number
  /** Of this process, user and system time. */
  readonly cpuSeconds: number
  readonly seconds: number
}

/**
 * Records the generated interactions through the store, as the API does it.
 * @param end time of the newest, in milliseconds
 * @throws BenchError when `signal` aborts
 */
export async function fill(
  dataDir: string,
  rows: number,
  end: number,
  progress: (line: string) => void,
  signal: AbortSignal,
): Promise<Filling> {
  const store = openSqliteStore(join(dataDir, 'weir.sqlite'))
  try {
    const tenant = await ensureTenant(store, new Date(end))
    const begun = performance.now()
    const cpu = process.cpuUsage()
    const seconds = () => (performance.now() - begun) / 1000
    let done = 0
    let batch: Interaction[] = []
    const flush = async () => {
      if (signal.aborted) throw new BenchError('interrupted')
      await store.interactions.record(tenant.id, batch)
      const step = Math.floor((done / rows) * PROGRESS_STEPS)
      done += batch.length
      batch = []
      if (Math.floor((done / rows) * PROGRESS_STEPS) > step) progress(bar(done, rows, done / seconds()))
    }
    for (const interaction of generateInteractions(tenant.id, rows, end)) {
      // As long as a sealed hash: plain ones would be sealed at the first start, like those of an upgrade.
      batch.push({ ...interaction, content_hash: interaction.content_hash + interaction.content_hash.slice(0, 32) })
      if (batch.length === BATCH) await flush()
    }
    if (batch.length > 0) await flush()
    const { user, system } = process.cpuUsage(cpu)
    return { rows, cpuSeconds: (user + system) / 1e6, seconds: seconds() }
  } finally {
    await store.close()
  }
}

function bar(done: number, rows: number, rate: number): string {
  const filled = Math.round((done / rows) * BAR)
  const percent = Math.floor((done / rows) * 100)
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${percent} %, ${done} of ${rows} records, ${Math.round(rate)} a second`
}
