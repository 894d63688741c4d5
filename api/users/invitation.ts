import { hashToken, secretToken } from '../ids.ts'
import { mailBody } from '../mail/body.ts'
import type { Mail } from '../mail/mailer.ts'
import type { UserRecord } from '../store/user-store.ts'

const VALID_DAYS = 7
const DAY_MS = 86_400_000

export interface NewInvitation {
  /** In the mail, and nowhere else. */
  readonly token: string
  readonly stored: NonNullable<UserRecord['invitation']>
}

/** Good for seven days (specification, Limits). */
export function createInvitation(now: Date): NewInvitation {
  const token = secretToken('inv')
  const expires_at = new Date(now.getTime() + VALID_DAYS * DAY_MS).toISOString()
  return { token, stored: { token_hash: hashToken(token), expires_at } }
}

export function isExpired(invitation: NonNullable<UserRecord['invitation']>, now: Date): boolean {
  return invitation.expires_at <= now.toISOString()
}

/** The link stands on a line of its own; the token in its fragment reaches no server's log (docs/reference/api-rules.md). */
export function invitationMail(user: UserRecord, token: string, publicUrl: string, isPasswordTaken: boolean): Mail {
  const inviter = user.invited_by ?? 'An administrator'
  const body = mailBody([
    `${inviter} invites you to Weir as ${user.role === 'admin' ? 'an admin' : 'a viewer'}.`,
    ...(isPasswordTaken
      ? [
          { label: 'Choose your password here', link: `${publicUrl}/accept-invitation#token=${token}` },
          `The link works once, until ${user.invitation?.expires_at.slice(0, 10)}. If you did not expect it, ignore this mail.`,
        ]
      : [
          { label: 'Sign in with the account of your company here', link: `${publicUrl}/` },
          'If you did not expect this mail, ignore it.',
        ]),
  ])
  return { to: user.email, subject: 'Your invitation to Weir', ...body }
}
