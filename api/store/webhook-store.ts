import type { EventType } from '../../core/model/event.ts'
import type { Effects } from './outbox.ts'
import type { Changed, Listed, Page } from './paging.ts'

export interface WebhookRecord {
  /** Prefix `whk_`. */
  readonly id: string
  readonly tenant_id: string
  /** Sealed at rest, as are the headers (api/webhooks/sealed-webhooks.ts). */
  readonly url: string
  readonly events: readonly EventType[]
  readonly description: string
  readonly active: boolean
  readonly headers: Readonly<Record<string, string>>
  /** Sealed (api/webhooks/sealing.ts), as are the signing secrets: what the database holds is of no use without the key. */
  readonly auth_token: string | null
  readonly signing_secret: string
  /** The secret before the current one signs as well until then. */
  readonly previous_secret: { readonly signing_secret: string; readonly expires_at: string } | null
  readonly created_at: string
  readonly updated_at: string
  readonly created_by: string
  readonly last_delivery: string | null
  readonly delivery_count: number
}

export type WebhookChanges = Partial<
  Pick<
    WebhookRecord,
    'url' | 'events' | 'description' | 'active' | 'headers' | 'auth_token' | 'signing_secret' | 'previous_secret'
  >
> &
  Pick<WebhookRecord, 'updated_at'> & {
    /** The change is made only where nothing has changed the webhook since then. */
    readonly ifUpdatedAt?: string
  }

export interface WebhookStore {
  insert(webhook: WebhookRecord, effects?: Effects<WebhookRecord>): Promise<void>
  get(tenantId: string, id: string): Promise<WebhookRecord | undefined>
  /** Newest first. */
  list(tenantId: string, filter: { readonly active?: boolean | undefined }, page: Page): Promise<Listed<WebhookRecord>>
  /**
   * Deliveries that wait for a webhook that is switched off stay, and go on when it is switched on again.
   * @returns undefined if the webhook is not there, or has been changed since `ifUpdatedAt`
   */
  update(
    tenantId: string,
    id: string,
    changes: WebhookChanges,
    effects?: Effects<Changed<WebhookRecord>>,
  ): Promise<Changed<WebhookRecord> | undefined>
  /** With all its deliveries, which may be many: it ends when all of them are gone. */
  delete(tenantId: string, id: string, effects?: Effects<WebhookRecord>): Promise<WebhookRecord | undefined>
}
