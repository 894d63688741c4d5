import { InteractionRecord } from '../../core/model/interaction.ts'
import { readPlainRecord } from '../../core/model/plain-record.ts'

/** A service's records, in their order, without those that are not valid. */
export function readRecords(items: readonly unknown[]): InteractionRecord[] {
  const records: InteractionRecord[] = []
  for (const item of items) {
    const record = readPlainRecord(item) ?? InteractionRecord.safeParse(item).data
    if (record !== undefined) records.push(record)
  }
  return records
}
