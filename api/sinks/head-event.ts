import { headText, type PublishedHead } from '../audit/head-text.ts'
import { prefixedId } from '../ids.ts'
import type { SinkEvent } from './format.ts'

/** Where an audit log ends, for what keeps events outside of the database. */
export function headEvent(head: PublishedHead, now: Date): SinkEvent {
  const { tenant_id, entries, hash } = head
  return {
    id: prefixedId('evt'),
    timestamp: now.toISOString(),
    event_type: 'audit.head',
    tenant_id,
    data: { entries, hash, head: headText(head) },
  }
}
