import type { Db } from 'mongodb'
import type { DeliveryRecord } from '../delivery-store.ts'
import { type EventDocument, toEventDocument } from './delivered-events.ts'
import { type DeliveryDocument, pendingFields } from './delivery-documents.ts'

const MOVED_AT_ONCE = 500

/** A delivery of the releases before, which had its event to itself. */
type Former = DeliveryDocument & { readonly body: string; readonly interaction_id?: string }

/** Puts events where all their deliveries find them. As with facets, processes of the releases before end first. */
export async function moveEvents(db: Db): Promise<void> {
  const deliveries = db.collection<Former>('deliveries')
  const events = db.collection<EventDocument>('delivered_events')
  for (let last = ''; ; ) {
    const next = { _id: { $gt: last }, body: { $exists: true } }
    const found = await deliveries.find(next, { sort: { _id: 1 }, limit: MOVED_AT_ONCE }).toArray()
    const newest = found.at(-1)
    if (newest === undefined) return
    last = newest._id
    await events.bulkWrite(
      found.map((former) => {
        const record: DeliveryRecord = { ...former, id: former._id, interaction_id: former.interaction_id ?? null }
        const { _id, delivery_at, ...$setOnInsert } = toEventDocument(record, former.created_at)
        return { updateOne: { filter: { _id }, update: { $setOnInsert, $max: { delivery_at } }, upsert: true } }
      }),
      { ordered: false },
    )
    await deliveries.bulkWrite(
      found.map(({ _id, webhook_id, pending_for, next_attempt_at, body }) => {
        // A claimed one is due at the end of its lease: that stays.
        const bytes =
          pending_for === undefined ? undefined : pendingFields(webhook_id, next_attempt_at, body)?.pending_bytes
        const $set = bytes === undefined ? undefined : { pending_bytes: bytes }
        return {
          updateOne: { filter: { _id }, update: { $unset: { body: '', interaction_id: '' }, ...($set && { $set }) } },
        }
      }),
      { ordered: false },
    )
  }
}
