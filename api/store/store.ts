import type { AlertStore } from './alert-store.ts'
import type { AuditKeys } from './audit-chain.ts'
import type { AuditStore } from './audit-store.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { ClockStore } from './clock-store.ts'
import type { DeliveryStore } from './delivery-store.ts'
import type { DetectorStore } from './detector-store.ts'
import type { DocumentsOf } from './documents.ts'
import type { InteractionStore } from './interaction-store.ts'
import type { KeyringStore } from './keyring-store.ts'
import type { NamedKeys } from './named-keys.ts'
import type { DeliveryOptions } from './new-delivery.ts'
import type { Outbox } from './outbox.ts'
import type { PolicyStore } from './policy-store.ts'
import type { ProxyInstanceStore } from './proxy-instance-store.ts'
import type { ScimGroupStore } from './scim-group-store.ts'
import type { ServiceTokenStore } from './service-token-store.ts'
import type { InventoryStore, StatisticsStore } from './statistics-store.ts'
import type { TenantStore } from './tenant-store.ts'
import type { UserStore } from './user-store.ts'
import type { WebhookStore } from './webhook-store.ts'

/**
 * What the API keeps, whatever keeps it. Every method is atomic by itself and none needs a transaction across calls,
 * so that document databases can stand behind it too. Timestamps are ISO 8601 UTC with milliseconds, ids lower case.
 * A tenant's records are reached with its id only: what belongs to another tenant is not found.
 */
export interface Store extends ChangeFeed {
  readonly tenants: TenantStore
  readonly users: UserStore
  readonly policies: PolicyStore
  readonly detectors: DetectorStore
  readonly interactions: InteractionStore
  readonly serviceTokens: ServiceTokenStore
  /** Those of core/resources/. */
  readonly documents: DocumentsOf
  readonly scimGroups: ScimGroupStore
  readonly proxyInstances: ProxyInstanceStore
  readonly webhooks: WebhookStore
  readonly deliveries: DeliveryStore
  readonly alerts: AlertStore
  readonly audit: AuditStore
  readonly statistics: StatisticsStore
  readonly inventory: InventoryStore
  readonly clock: ClockStore
  readonly keyring: KeyringStore
  readonly outbox: Outbox
  /**
   * Writes something that means nothing; what the readiness probe asks. Rejects if nothing can be written, or waits as
   * long as any other write.
   */
  ping(): Promise<void>
  /** Reads ahead what the first lists need, in slices. Need not be waited for: it ends when the store is closed. */
  prepare(): Promise<void>
  close(): Promise<void>
}

export type OnErased = (tenantId: string, ids: readonly string[]) => void

export interface StoreOptions extends DeliveryOptions {
  /** What the ids of erased interactions are hashed with (api/store/erased-ids.ts). Without them none is kept. */
  readonly erasedIdsKeys?: Pick<NamedKeys, 'current' | 'all'> | undefined
  /** What entries of the audit log are sealed with; without them they are linked only. */
  readonly auditKeys?: AuditKeys | undefined
  /** Called with the tenant whose audit log gets an entry. */
  readonly onAudited?: ((tenantId: string) => void) | undefined
  /** Called with the ids of interactions that are gone, once they are. */
  readonly onErased?: OnErased | undefined
  /** Told how far an upgrade of the schema is that takes a while, at every step of it. */
  readonly onUpgrade?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined
  /** What events are dated by. */
  readonly now?: (() => Date) | undefined
}
