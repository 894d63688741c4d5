import { InteractionCreate, InteractionRecord } from '../../core/model/interaction.ts'
import { readPlainRecord } from '../../core/model/plain-record.ts'
import { codedDetail } from '../http/codes.ts'
import { toDetails } from '../http/details.ts'

/** What a person sends: the server-set fields are taken, so that a fetched object can be sent back, and dropped. */
export const PersonsInteraction = InteractionCreate.transform((input): InteractionRecord => {
  const {
    id: _id,
    tenant_id: _tenant,
    timestamp: _timestamp,
    policy_decisions: _decisions,
    enforced_action: _enforced,
    reference: _reference,
    received_at: _received,
    user_name: _name,
    ...fields
  } = input
  return fields
})

/** A service's records, in their order, without those that are not valid. */
export function readRecords(items: readonly unknown[]): InteractionRecord[] {
  const records: InteractionRecord[] = []
  for (const item of items) {
    const record = readPlainRecord(item) ?? InteractionRecord.safeParse(item).data
    if (record !== undefined) records.push(record)
  }
  return records
}

/** A person's interactions, likewise. */
export function readInteractions(items: readonly unknown[]): InteractionRecord[] {
  return items.map((item) => PersonsInteraction.safeParse(item)).flatMap((item) => (item.success ? [item.data] : []))
}

/** The code of what is wrong with a service's record first; undefined if it is valid. */
export function recordProblem(item: unknown): string | undefined {
  return readPlainRecord(item) === undefined ? problemOf(InteractionRecord.safeParse(item)) : undefined
}

/** Likewise of a person's interaction. */
export function interactionProblem(item: unknown): string | undefined {
  return problemOf(PersonsInteraction.safeParse(item))
}

function problemOf({ error }: ReturnType<typeof InteractionRecord.safeParse>): string | undefined {
  const [first] = toDetails(error?.issues ?? [])
  return first && codedDetail(first).code
}
