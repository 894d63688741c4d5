import type { AuditHead } from '../store/audit-store.ts'

/** What is known of the audit logs outside of the database, which they are verified against. */
export interface KnownEnds {
  /** Entries of the tenant that need no seal which covers their place. */
  checkpointOf(tenantId: string): AuditHead | undefined
  /** An entry that the tenant's log must have. */
  endOf(tenantId: string): AuditHead | undefined
  /** Is told of a tenant whose log may have grown. */
  note(tenantId: string): void
}
