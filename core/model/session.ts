import { z } from 'zod'
import { Uuid } from './common.ts'
import { DisplayName, PASSWORD_MAX, Password, User } from './user.ts'

/** Any e-mail address and password may be tried: a wrong shape is answered as a wrong password, not explained. */
export const LoginRequest = z.strictObject({
  email: z.string().max(254),
  password: z.string().max(PASSWORD_MAX),
  tenant_id: Uuid.optional(),
  /** Of the authenticator app, or a recovery code. */
  code: z.string().max(64).optional(),
})
export type LoginRequest = z.infer<typeof LoginRequest>

export const LoginResponse = z.strictObject({
  token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds. */
  expires_in: z.int(),
  user: User,
  /** Only where WEIR_SECOND_FACTOR asks for one that is still to be set up: nothing else is open until then. */
  second_factor_required: z.literal(true).optional(),
})
export type LoginResponse = z.infer<typeof LoginResponse>

/** One sign-in that holds. */
export const ListedSession = z.strictObject({
  id: Uuid,
  method: z.enum(['password', 'single_sign_on', 'link']),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string(),
  address: z.string(),
  user_agent: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
})
export type ListedSession = z.infer<typeof ListedSession>

export const SessionList = z.strictObject({ sessions: z.array(ListedSession), total: z.int() })

export const EndedSessions = z.strictObject({ deleted: z.int() })

/** GET /users/me/second-factor */
export const SecondFactor = z.strictObject({
  enabled: z.boolean(),
  recovery_codes_left: z.int(),
})

/** POST /users/me/second-factor */
export const SecondFactorRequest = z.strictObject({ password: z.string().max(PASSWORD_MAX) })

/** What an authenticator app needs. */
export const NewSecondFactor = z.strictObject({
  /** Base32. */
  secret: z.string(),
  uri: z.string(),
})

/** POST /users/me/second-factor/confirm and /remove */
export const SecondFactorCode = z.strictObject({ code: z.string().min(1).max(64) })

export const RecoveryCodes = z.strictObject({ recovery_codes: z.array(z.string()) })

/** What users may change about themselves (specification, PUT /users/me). */
export const UserMeUpdate = z.strictObject({
  display_name: DisplayName.optional(),
  password: Password.optional(),
  /** With a new password, where the session is older than five minutes. */
  current_password: z.string().max(PASSWORD_MAX).optional(),
  /** With a new password, where there is a second factor. */
  code: z.string().min(1).max(64).optional(),
})
export type UserMeUpdate = z.infer<typeof UserMeUpdate>
