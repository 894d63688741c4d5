import { z } from 'zod'
import { DisplayName, Email, PASSWORD_MAX, Password, Role, User } from './user.ts'

/** POST /users/invite */
export const InviteRequest = z.strictObject({
  email: Email,
  role: Role,
  display_name: DisplayName.optional(),
})
export type InviteRequest = z.infer<typeof InviteRequest>

/** A user as the invitation's answer shows it. */
export const InvitedUser = User.extend({ invited_by: z.string() })
export type InvitedUser = z.infer<typeof InvitedUser>

/** PUT /users/:id. The address cannot be changed. */
export const UserUpdate = z.strictObject({
  display_name: DisplayName.optional(),
  role: Role.optional(),
})
export type UserUpdate = z.infer<typeof UserUpdate>

/** PATCH /users/:id/status takes two of the three states. */
export const UserStatusChange = z.strictObject({ status: z.enum(['active', 'inactive']) })

export const PasswordReset = z.strictObject({ new_password: Password })

export const AcceptInvitationRequest = z.strictObject({
  token: z.string().min(1).max(PASSWORD_MAX),
  password: Password,
  display_name: DisplayName.optional(),
})
