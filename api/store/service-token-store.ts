import type { Scope } from '../../core/model/service-token.ts'
import type { Effects } from './outbox.ts'
import type { Listed, Page } from './paging.ts'

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
  /** Notes that the token was used at this time. */
  noteUse(id: string, at: string): Promise<void>
  /** When each of these was used last; without those that never were. */
  lastUses(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  delete(tenantId: string, id: string, effects?: Effects<ServiceTokenRecord>): Promise<ServiceTokenRecord | undefined>
}
