import { z } from 'zod'
import { Uuid } from './common.ts'

/** `<resource>.<past verb>` (docs/reference/api-rules.md, Audit log). */
export const AuditAction = z
  .string()
  .max(64)
  .regex(/^[a-z_]+\.[a-z_]+$/, 'must be an action, such as policy.created')

/** One thing that an administrator, a user or a service did. Never changed, never deleted. */
export const AuditEntry = z.strictObject({
  id: Uuid,
  timestamp: z.string(),
  /** A user or service token; null if nobody had proved to be anybody, as at a failed login. */
  actor_id: Uuid.nullable(),
  /** The user's address at that time, or the service token's name. */
  actor_email: z.string().nullable(),
  action: z.string(),
  target_type: z.string(),
  target_id: z.string().nullable(),
  ip: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** The hash of the entry before; 64 zeros for the first. */
  prev_hash: z.string(),
  /** SHA-256 over this entry and `prev_hash`, as api/store/audit-chain.ts says. */
  hash: z.string(),
  /** Which key `mac` was made with; null in entries of releases that had none. */
  key_id: z.string().nullable(),
  /** HMAC-SHA256 of the tenant, the number of the entry and `hash` with a key that is not in the database; null in entries of releases that had none. */
  mac: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** An entry before it has its place in the log. */
export type AuditDraft = Omit<AuditEntry, 'prev_hash' | 'hash' | 'key_id' | 'mac'>
