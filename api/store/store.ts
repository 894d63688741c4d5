import type { Direction, Interaction, Source } from '../../core/model/interaction.ts'
import type { Policy } from '../../core/model/policy.ts'
import type { Scope } from '../../core/model/service-token.ts'
import type { TenantSettings } from '../../core/model/tenant-settings.ts'
import type { Role, User, UserStatus } from '../../core/model/user.ts'
import type { AlertStore } from './alert-store.ts'
import type { AuditKeys } from './audit-chain.ts'
import type { AuditStore } from './audit-store.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { ClockStore } from './clock-store.ts'
import type { DeliveryStore } from './delivery-store.ts'
import type { DetectorStore } from './detector-store.ts'
import type { FacetFilter } from './facets.ts'
import type { DeliveryOptions } from './new-delivery.ts'
import type { Effects, Outbox } from './outbox.ts'
import type { InventoryStore, StatisticsStore } from './statistics-store.ts'
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
  readonly webhooks: WebhookStore
  readonly deliveries: DeliveryStore
  readonly alerts: AlertStore
  readonly audit: AuditStore
  readonly statistics: StatisticsStore
  readonly inventory: InventoryStore
  readonly clock: ClockStore
  readonly outbox: Outbox
  /**
   * Writes something that means nothing; what the readiness probe asks. Rejects where nothing can be written, or waits as
   * long as any other write.
   */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface StoreOptions extends DeliveryOptions {
  /** What entries of the audit log are sealed with; without them they are linked only. */
  readonly auditKeys?: AuditKeys | undefined
  /** What events are dated by. */
  readonly now?: (() => Date) | undefined
}

/** A record as it was and as it is now. */
export interface Changed<T> {
  readonly before: T
  readonly after: T
}

export interface Page {
  readonly offset: number
  readonly limit: number
}

export interface Listed<T> {
  readonly items: T[]
  /** Exact number of matching records, on all pages. */
  readonly total: number
}

export interface Sort<Field extends string> {
  readonly field: Field
  readonly descending: boolean
}

export interface Tenant {
  readonly id: string
  readonly name: string
  readonly created_at: string
}

export interface TenantStore {
  /** @throws DuplicateError on `name` */
  insert(tenant: Tenant, effects?: Effects<Tenant>): Promise<void>
  get(id: string): Promise<Tenant | undefined>
  /** All of them, oldest first. */
  list(): Promise<Tenant[]>
  /** Those of a new tenant where nothing was changed. */
  settings(id: string): Promise<TenantSettings>
  changeSettings(id: string, settings: TenantSettings): Promise<TenantSettings>
}

export interface UserRecord extends User {
  /** argon2 in PHC string format; null until an invitation is accepted. */
  readonly password_hash: string | null
  /** Sessions carry the version they began with; a higher one here ends them. */
  readonly session_version: number
  /** The one session (its jti) that outlived the last change of version: that of a user changing the own password. */
  readonly kept_session: string | null
  readonly invited_by: string | null
  readonly invitation: { readonly token_hash: string; readonly expires_at: string } | null
  /** Of the personal proxy token (api/users/proxy-token-hashes.ts); null where the user has none. */
  readonly proxy_token_hash: string | null
}

export type UserChanges = Partial<
  Pick<
    UserRecord,
    | 'display_name'
    | 'role'
    | 'status'
    | 'password_hash'
    | 'last_login'
    | 'invited_by'
    | 'invitation'
    | 'proxy_token_hash'
  >
> & {
  /** Ends every session but the given one. */
  readonly endSessions?: { readonly except: string | null }
  /** Makes the change only while the record has this session version. */
  readonly ifSessionVersion?: number
}

export type UserSort = Sort<'created_at' | 'email'>

export interface UserStore {
  /** @throws DuplicateError on `email`, which is unique within the tenant */
  insert(user: UserRecord, effects?: Effects<UserRecord>): Promise<void>
  get(tenantId: string, id: string): Promise<UserRecord | undefined>
  /** The users of this address in every tenant, oldest first. */
  findByEmail(email: string): Promise<UserRecord[]>
  findByInvitation(tokenHash: string): Promise<UserRecord | undefined>
  list(
    tenantId: string,
    filter: { readonly role?: Role | undefined; readonly status?: UserStatus | undefined },
    sort: UserSort,
    page: Page,
  ): Promise<Listed<UserRecord>>
  /**
   * @returns the record as it was and as it is now; undefined where there is none, or none of this session version
   * @throws LastAdminError where the change would leave the tenant without an active admin
   */
  update(
    tenantId: string,
    id: string,
    changes: UserChanges,
    effects?: Effects<Changed<UserRecord>>,
  ): Promise<Changed<UserRecord> | undefined>
  /** @throws LastAdminError where it is the tenant's last active admin */
  delete(tenantId: string, id: string, effects?: Effects<UserRecord>): Promise<UserRecord | undefined>
  /**
   * Makes the invited user active and uses the invitation up: of several attempts one succeeds.
   * @returns undefined where nobody has this invitation
   */
  acceptInvitation(
    tokenHash: string,
    changes: Pick<UserChanges, 'password_hash' | 'display_name' | 'last_login'>,
    effects?: Effects<UserRecord>,
  ): Promise<UserRecord | undefined>
  /** Of one tenant, whatever their status. */
  count(tenantId: string): Promise<number>
}

export interface PolicyRecord extends Policy {
  /** Starts at 1 and grows with every change: what an ETag is made of. */
  readonly version: number
}

export type PolicyChanges = Partial<Pick<Policy, 'name' | 'description' | 'rules' | 'enabled' | 'priority'>> &
  Pick<Policy, 'updated_at'>

export type PolicySort = Sort<'name' | 'priority' | 'created_at'>

export interface PolicyStore {
  /** @throws DuplicateError on `name`, which is unique within the tenant */
  insert(policy: Policy, effects?: Effects<PolicyRecord>): Promise<PolicyRecord>
  get(tenantId: string, id: string): Promise<PolicyRecord | undefined>
  list(
    tenantId: string,
    filter: { readonly enabled?: boolean | undefined },
    sort: PolicySort,
    page: Page,
  ): Promise<Listed<PolicyRecord>>
  /**
   * @param version where given, the change is made only to this version
   * @throws DuplicateError on `name`; StaleVersionError
   */
  update(
    tenantId: string,
    id: string,
    changes: PolicyChanges,
    version?: number,
    effects?: Effects<Changed<PolicyRecord>>,
  ): Promise<Changed<PolicyRecord> | undefined>
  /** @throws StaleVersionError */
  delete(
    tenantId: string,
    id: string,
    version?: number,
    effects?: Effects<PolicyRecord>,
  ): Promise<PolicyRecord | undefined>
}

export interface InteractionFilter extends FacetFilter {
  readonly platform_id?: string | undefined
  /** Inclusive. */
  readonly risk_score_min?: number | undefined
  /** Inclusive. */
  readonly risk_score_max?: number | undefined
  readonly classification_type?: string | undefined
  readonly source?: Source | undefined
  /** Inclusive. */
  readonly start_date?: string | undefined
  /** Inclusive. */
  readonly end_date?: string | undefined
  readonly user_id?: string | undefined
  readonly direction?: Direction | undefined
  readonly content_hash?: string | undefined
  /** The last ten hexadecimal digits of the id. */
  readonly reference?: string | undefined
}

/** What is erased: all of a user, all of a text, or, with both, the texts of the user that are this one. */
export type ErasureFilter = Pick<InteractionFilter, 'user_id' | 'content_hash'>

/** Ties are broken by timestamp and then by id, both in the direction of the sort: pages never overlap. */
export type InteractionSort = Sort<'timestamp' | 'risk_score' | 'platform_id'>

export interface Recorded {
  /** The ids that were new, in the order given. */
  readonly stored: readonly string[]
  /** Platforms that the tenant's inventory did not know before. */
  readonly newPlatforms: readonly string[]
}

/**
 * Whatever comes, changes or goes is counted, for statistics and inventory, in the same step; the alerts that follow from
 * it (api/alerts/derive.ts) are raised in it, too.
 */
export interface InteractionStore {
  /** Stores all of one tenant's interactions or none; one whose id is there already is left as it is. */
  record(tenantId: string, interactions: readonly Interaction[], effects?: Effects<Interaction>): Promise<Recorded>
  get(tenantId: string, id: string): Promise<Interaction | undefined>
  list(tenantId: string, filter: InteractionFilter, sort: InteractionSort, page: Page): Promise<Listed<Interaction>>
  /**
   * Stores what `revise` makes of the interaction, whose id, tenant and timestamp stay. Of revisions at the same time
   * each sees the other's: an engine may call `revise` again.
   */
  revise(
    tenantId: string,
    id: string,
    revise: (current: Interaction) => Interaction,
    effects?: Effects<Changed<Interaction>>,
  ): Promise<Changed<Interaction> | undefined>
  /** What deliveries tell of it is erased with it. */
  delete(tenantId: string, id: string, effects?: Effects<Interaction>): Promise<Interaction | undefined>
  /** Deletes some hundreds at a time. @returns how many of them were there */
  deleteMany(tenantId: string, ids: readonly string[]): Promise<number>
  /** Deletes some of those that the filter lets through, at most `limit`. @returns how many; 0 when none is left */
  erase(tenantId: string, filter: ErasureFilter, limit: number): Promise<number>
  /**
   * Gives every interaction whose content hash is a plain SHA-256 the text that `rewrite` makes of it, which is no SHA-256
   * (api/interactions/content-hashes.ts). Nothing else changes, and nobody is told.
   */
  rewriteHashes(rewrite: (tenantId: string, hash: string) => string): Promise<void>
}

export interface ServiceTokenRecord {
  readonly id: string
  readonly tenant_id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** SHA-256 of the token, hex. The token has 256 random bits, so a slow hash would protect nothing more. */
  readonly token_hash: string
  readonly created_at: string
  readonly created_by: string
}

export interface ServiceTokenStore {
  /** @throws DuplicateError on `name`, which is unique within the tenant */
  insert(token: ServiceTokenRecord, effects?: Effects<ServiceTokenRecord>): Promise<void>
  findByHash(tokenHash: string): Promise<ServiceTokenRecord | undefined>
  findByName(tenantId: string, name: string): Promise<ServiceTokenRecord | undefined>
  /** Newest first. */
  list(tenantId: string, page: Page): Promise<Listed<ServiceTokenRecord>>
  delete(tenantId: string, id: string, effects?: Effects<ServiceTokenRecord>): Promise<ServiceTokenRecord | undefined>
}
