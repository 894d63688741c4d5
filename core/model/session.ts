import { z } from 'zod'
import { Uuid } from './common.ts'
import { DisplayName, PASSWORD_MAX, Password, User } from './user.ts'

/** Any e-mail address and password may be tried: a wrong shape is answered as a wrong password, not explained. */
export const LoginRequest = z.strictObject({
  email: z.string().max(254),
  password: z.string().max(PASSWORD_MAX),
  tenant_id: Uuid.optional(),
})
export type LoginRequest = z.infer<typeof LoginRequest>

export const LoginResponse = z.strictObject({
  token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds. */
  expires_in: z.int(),
  user: User,
})
export type LoginResponse = z.infer<typeof LoginResponse>

/** What users may change about themselves (specification, PUT /users/me). */
export const UserMeUpdate = z.strictObject({
  display_name: DisplayName.optional(),
  password: Password.optional(),
})
export type UserMeUpdate = z.infer<typeof UserMeUpdate>
