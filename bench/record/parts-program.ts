/**
 * A process of its own: what each part of a record's way costs, one after the other, over the same records in batches.
 * Started with the options as JSON; sends what it measured.
 */

import { join } from 'node:path'
import { publishRecorded } from '../../api/events/interaction-events.ts'
import { prefixedId } from '../../api/ids.ts'
import { completeInteraction, timesAt } from '../../api/interactions/complete.ts'
import { ContentHashes } from '../../api/interactions/content-hashes.ts'
import { readRecords } from '../../api/interactions/read-records.ts'
import { toLiveEvent } from '../../api/live/live-event.ts'
import { countedFacets } from '../../api/store/facets.ts'
import { Counters } from '../../api/store/sqlite/counters.ts'
import { Database } from '../../api/store/sqlite/database.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import { uuidV7 } from '../../config/unique-id.ts'
import type { Interaction } from '../../core/model/interaction.ts'
import { NO_EXCEPTIONS } from '../../core/policy/exceptions.ts'
import { Spool } from '../../proxy/record/spool/spool.ts'
import { fixedKeys } from '../../test/support/fixed-keys.ts'
import { again, promptFacts, recordsOf } from './records.ts'

const TENANT = '00000000-0000-4000-8000-000000000001'
const LIMITS = { items: 500, bytes: 4 * 1024 * 1024 }

export interface PartsOptions {
  /** Removed by whoever started this. */
  readonly folder: string
  readonly batch: number
  readonly records: number
}

/** Microseconds of CPU a record, by part. */
export type Parts = Readonly<Record<string, number>>

const { folder, batch, records: count } = JSON.parse(process.argv[2] ?? '{}') as PartsOptions
try {
  process.send?.(await measureParts())
} catch (error) {
  process.send?.({ failed: (error as Error).stack })
}

async function measureParts(): Promise<Parts> {
  const now = new Date()
  const templates = promptFacts(1000, now.getTime())
  const facts = Array.from({ length: count }, (_, index) => again(templates, index, now.getTime() + index / 2))
  const records = recordsOf(facts)
  const lines = records.map((record) => JSON.stringify(record))
  const completion = {
    tenantId: TENANT,
    policies: [],
    exceptions: NO_EXCEPTIONS,
    resolution: 'strictest' as const,
    now,
    times: timesAt(now),
  }
  const interactions = records.map((record) => completeInteraction(record, completion))
  const hashes = new ContentHashes(fixedKeys(Buffer.alloc(32, 7)))
  const sealed = interactions.map((interaction) => ({
    ...interaction,
    content_hash: hashes.seal(TENANT, interaction.content_hash),
  }))
  const spool = await Spool.open({ directory: join(folder, 'spool') })
  const scratch = new Database(join(folder, 'scratch.sqlite'))
  const counters = new Counters(scratch)
  const named = interactions.map((interaction) => ({
    types: [...new Set(interaction.classifications.map(({ type }) => type))],
    facets: countedFacets(interaction, [...new Set(interaction.policy_decisions.map(({ policy_id }) => policy_id))]),
  }))
  const quiet = await openStore('quiet')
  const heard = await openStore('heard')
  heard.outbox.onCommitted(
    ({ events }) => {
      for (const event of events) toLiveEvent(event)
    },
    () => true,
  )

  const each = async (work: (from: number, to: number) => unknown) => {
    const before = process.cpuUsage()
    for (let from = 0; from < count; from += batch) await work(from, Math.min(count, from + batch))
    const { user, system } = process.cpuUsage(before)
    return (user + system) / count
  }
  const one = (work: (index: number) => unknown) =>
    each((from, to) => {
      for (let index = from; index < to; index++) work(index)
    })

  const parts: Record<string, number> = {}
  // Twice, and the second counts: by then the code is compiled.
  for (let round = 1; round <= 2; round++) {
    parts['build the record and write it as JSON'] = await each((from, to) =>
      recordsOf(facts.slice(from, to)).map((record) => JSON.stringify(record)),
    )
    parts['append to the spool, read, acknowledge'] = await each(async (from, to) => {
      for (const line of lines.slice(from, to)) spool.append(line)
      const read = await spool.read(LIMITS)
      if (read !== undefined) await spool.acknowledge(read)
    })
    const parsed: unknown[] = []
    parts['parse the batch'] = await each((from, to) =>
      parsed.push(...(JSON.parse(`[${lines.slice(from, to).join(',')}]`) as unknown[])),
    )
    parts.validate = await each((from, to) => readRecords(parsed.slice(from, to)))
    parts['complete, decide'] = await each((from, to) =>
      records.slice(from, to).map((record) => completeInteraction(record, completion)),
    )
    parts['seal the hash'] = await each((from, to) =>
      hashes.sealAll(
        TENANT,
        interactions.slice(from, to).map(({ content_hash }) => content_hash),
      ),
    )
    parts['counters (in store)'] = await each((from, to) =>
      scratch.write(() => counters.addNew(1, interactions.slice(from, to), named.slice(from, to)), 'group'),
    )
    parts['store, nobody listening'] = await each((from, to) =>
      quiet.interactions.record(TENANT, fresh(sealed, from, to, round), publishRecorded),
    )
    parts['store, a console listening'] = await each((from, to) =>
      heard.interactions.record(TENANT, fresh(sealed, from, to, round), publishRecorded),
    )
    parts['an id (uuidV7)'] = await one(() => uuidV7(now))
    parts['an id (prefixed)'] = await one(() => prefixedId('evt'))
  }
  spool.close()
  scratch.close()
  await quiet.close()
  await heard.close()
  return parts
}

async function openStore(name: string) {
  const store = openSqliteStore(join(folder, `${name}.sqlite`))
  await store.tenants.insert({ id: TENANT, name, created_at: new Date().toISOString() })
  return store
}

/** With ids of their own in each round. */
function fresh(interactions: readonly Interaction[], from: number, to: number, round: number): Interaction[] {
  return interactions
    .slice(from, to)
    .map((interaction) => ({ ...interaction, id: `${round}${interaction.id.slice(1)}` }))
}
