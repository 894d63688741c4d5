import { z } from 'zod'
import { text, Uuid } from './common.ts'

export const Role = z.enum(['admin', 'viewer'])
export type Role = z.infer<typeof Role>

export const UserStatus = z.enum(['pending', 'active', 'inactive'])
export type UserStatus = z.infer<typeof UserStatus>

/** Addresses are compared without case (docs/reference/api-rules.md, Authentication), so they are kept in lower case. */
export const Email = z
  .string()
  .max(254)
  .pipe(z.email('must be an e-mail address'))
  .transform((value) => value.toLowerCase())

/** What argon2 is asked to hash at most: a longer password is only a way to burn CPU. */
export const PASSWORD_MAX = 1024

/** Minimum 12 characters with mixed case and digits (specification, Authentication 5). */
export const Password = text(PASSWORD_MAX)
  .refine((value) => value.length >= 12, 'must have at least 12 characters')
  .refine((value) => /\p{Ll}/u.test(value) && /\p{Lu}/u.test(value), 'must have lower-case and upper-case letters')
  .refine((value) => /\d/.test(value), 'must have a digit')

export const DisplayName = text(200)

/** Beside an id of a user: what they are called now. Absent if it is nobody's (any more), or not for this reader (WEIR_CONSOLE_PEOPLE). */
export const UserName = z.string().optional()

export const User = z.strictObject({
  id: Uuid,
  tenant_id: Uuid,
  email: z.string(),
  display_name: z.string(),
  role: Role,
  status: UserStatus,
  created_at: z.string(),
  last_login: z.string().nullable(),
})
export type User = z.infer<typeof User>
