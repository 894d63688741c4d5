import { z } from 'zod'
import type { RecordCounts, RejectedItem } from '../../core/model/hand-over.ts'
import type { ApiDependencies } from '../dependencies.ts'
import type { Caller } from '../http/context.ts'
import { interactionProblem, readInteractions, readRecords, recordProblem } from './read-records.ts'
import type { Recorder } from './recorder.ts'
import { inSlices, inTurns, itemsOf, slicesOf } from './slices.ts'

export const BATCH_MAX = 500

/** Each item is validated by itself: one that is not valid is skipped. */
export const Batch = z.array(z.unknown()).max(BATCH_MAX)

/** The same, of what is no more than an array: the schema would look at each item, and copy them. */
export function isBatch(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= BATCH_MAX
}

interface Dependencies extends Pick<ApiDependencies, 'metrics'> {
  readonly recorder: Recorder
}

/** Records those of a batch that are valid. */
export async function recordBatch(
  { recorder, metrics }: Dependencies,
  caller: Caller,
  items: readonly unknown[],
): Promise<RecordCounts> {
  const valid = await inSlices(slicesOf(items), caller.kind === 'service' ? readRecords : readInteractions)
  const stored = itemsOf(valid).length
  metrics.interactions.inc({ result: 'invalid' }, items.length - stored)
  if (stored > 0) await recorder.record(caller, valid)
  const counts = { received: items.length, stored }
  return stored === items.length ? counts : { ...counts, rejected: await rejectedOf(caller, items) }
}

/** They are rare, and read once more for it: what is valid is not slowed down. */
async function rejectedOf(caller: Caller, items: readonly unknown[]): Promise<RejectedItem[]> {
  const problemOf = caller.kind === 'service' ? recordProblem : interactionProblem
  const codes = await inTurns(items, problemOf)
  return codes.flatMap((code, index) => (code === undefined ? [] : [{ index, code }]))
}
