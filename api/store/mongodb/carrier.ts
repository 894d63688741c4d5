import type { Stored } from './collection.ts'

/** A document that carries the events of its changes, and their entries of the audit log, until they are delivered. */
export interface Carrier extends Stored {
  readonly tenant_id: string
  /** As JSON, oldest first: event data may have any field names. */
  readonly outbox?: readonly string[]
  /** If there is an outbox: when it was last written. Indexed, so that the sweeper finds it. */
  readonly unsent_at?: string
}
