import type { Stored } from './collection.ts'

/** A document that carries the events of its changes, and their entries of the audit log, until they are delivered. */
export interface Carrier extends Stored {
  readonly tenant_id: string
  /** As JSON, oldest first: event data may have any field names. */
  readonly outbox?: readonly string[]
  /** Where there is an outbox: when it was written last. Indexed, so that whoever looks for it finds it. */
  readonly unsent_at?: string
}
