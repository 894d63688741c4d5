import type { WebhookRecord } from '../webhook-store.ts'
import type { Carrier } from './carrier.ts'

export interface WebhookDocument extends Carrier, Omit<WebhookRecord, 'id' | 'headers'> {
  /** As JSON: the names of headers may hold dots and dollar signs, which mean something to the database. */
  readonly headers: string
}
