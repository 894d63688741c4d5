import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { Spool } from '../../proxy/record/spool/spool.ts'
import { temporaryFolder } from './temp.ts'

export const EVERYTHING = { items: 1_000_000, bytes: 1_000_000_000 }

export function spoolDirectory(t: ExecutionContext): string {
  return join(temporaryFolder(t), 'spool', 'worker')
}

/** Reads and acknowledges all there is; tells the records and the number of damaged pieces. */
export async function drain(spool: Spool): Promise<{ records: string[]; damaged: number }> {
  const records: string[] = []
  let damaged = 0
  for (let batch = await spool.read(EVERYTHING); batch !== undefined; batch = await spool.read(EVERYTHING)) {
    records.push(...batch.items.map(String))
    damaged += batch.damaged
    await spool.acknowledge(batch)
  }
  return { records, damaged }
}

/** A spool that a process left without closing it: only the files matter, so another one simply opens them. */
export async function abandon(directory: string, records: readonly string[]): Promise<string> {
  const spool = await Spool.open({ directory })
  for (const record of records) spool.append(record)
  return join(
    directory,
    readdirSync(directory)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .at(-1) ?? '',
  )
}

export function json(n: number): string {
  return JSON.stringify({ n, text: `réc🙂rd ${n}` })
}

export function files(directory: string): string[] {
  return readdirSync(directory).sort()
}
