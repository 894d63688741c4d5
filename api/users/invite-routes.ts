import { randomUUID } from 'node:crypto'
import { InvitedUser, InviteRequest } from '../../core/model/user-requests.ts'
import type { AuditedAction } from '../audit/audit-log.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { conflict, notFound } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { callerName } from '../http/request.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import { withConflicts } from '../http/store-errors.ts'
import type { Audited, Effects } from '../store/outbox.ts'
import type { Changed } from '../store/paging.ts'
import type { UserRecord } from '../store/user-store.ts'
import { createInvitation, invitationMail, isExpired, type NewInvitation } from './invitation.ts'
import { presentInvitedUser } from './presenter.ts'
import { publishInvited } from './user-events.ts'
import { findUser } from './user-guards.ts'

/** The most invitations to one person, so that nobody can flood a mailbox from here. */
const MAILS_A_MINUTE = 3
const MAILS_A_DAY = 20
const DAY_SECONDS = 24 * 60 * 60

type Dependencies = Pick<ApiDependencies, 'settings' | 'store' | 'audit' | 'events' | 'mailer' | 'publicUrl' | 'now'>

export function inviteRoutes(
  { settings, store, audit, events, mailer, publicUrl, now }: Dependencies,
  mailsADay: number = MAILS_A_DAY,
): Route[] {
  // By address: who was deleted and is invited again is the same person.
  const invitations = new RateLimit('invitation', MAILS_A_MINUTE)
  const resends = new RateLimit('resend-invitation', MAILS_A_MINUTE)
  const mails = new RateLimit('invitations-a-day', mailsADay, undefined, DAY_SECONDS)
  return [
    route(
      {
        method: 'POST',
        path: '/users/invite',
        operation: 'inviteUser',
        summary: 'Invite a user by mail',
        access: ADMIN,
        body: InviteRequest,
        responses: { 201: { description: 'The user, who is pending for seven days', schema: InvitedUser } },
        errors: [409],
      },
      async ({ caller, body, clientAddress }) => {
        const invitation = createInvitation(now())
        const user = await invite(caller, clientAddress, body, invitation)
        events.identityChanged(user)
        await send(user, invitation)
        return { status: 201, body: presentInvitedUser(user) }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/users/:id/resend-invitation',
        operation: 'resendInvitation',
        summary: 'Send an invitation again',
        access: ADMIN,
        responses: { 200: { description: 'The user, who is pending for another seven days', schema: InvitedUser } },
        errors: [409],
      },
      async ({ caller, params, clientAddress }) => {
        const invited = await findUser(store, caller, params.id)
        await mails.requireRoom(invited.email)
        await resends.count(invited.email)
        await mails.count(invited.email)
        const invitation = createInvitation(now())
        const effects = audit.with<Changed<UserRecord>>({ caller, clientAddress }, ({ after: { id, email } }) => {
          return { action: 'user.invitation_resent', target_type: 'user', target_id: id, details: { email } }
        })
        const user = await renew(invited, invitation.stored, effects)
        await send(user, invitation, invited.invitation)
        return { status: 200, body: presentInvitedUser(user) }
      },
    ),
  ]

  /** A token is kept as a hash alone, so a mail that is sent again has another one: the link before ends. */
  async function renew(
    user: UserRecord,
    invitation: NewInvitation['stored'],
    effects: Effects<Changed<UserRecord>>,
  ): Promise<UserRecord> {
    if (user.status !== 'pending') throw conflict('The user has accepted the invitation already')
    // Whoever accepts at this moment needs no second link, which would outlive what becomes of the account.
    const changes = { invitation, ifStatus: 'pending' } as const
    const updated = await store.users.update(user.tenant_id, user.id, changes, effects)
    if (updated !== undefined) return updated.after
    throw (await isGone(user)) ? notFound('User') : conflict('The user has accepted the invitation already')
  }

  /**
   * Where the mail cannot even be kept, the invitation ends, and the one before holds, where there was one: the user can be
   * invited again, instead of waiting for nothing.
   */
  async function send(
    user: UserRecord,
    { token }: NewInvitation,
    before: UserRecord['invitation'] = null,
  ): Promise<void> {
    try {
      await mailer.send(invitationMail(user, token, publicUrl(), settings.passwordLogin === 'on'))
    } catch (error) {
      await store.users.update(user.tenant_id, user.id, { invitation: before, ifStatus: 'pending' })
      throw error
    }
  }

  /** An address that is new, or one whose invitation has expired. */
  async function invite(
    caller: Caller,
    clientAddress: string,
    request: InviteRequest,
    { stored }: NewInvitation,
  ): Promise<UserRecord> {
    const { tenantId } = caller
    const effects = audit.with({ caller, clientAddress }, audited, publishInvited)
    const invitedBy = callerName(caller)
    const known = (await store.users.findByEmail(request.email)).find((user) => user.tenant_id === tenantId)
    if (known !== undefined) return inviteAgain(known, request, invitedBy, stored, effects)
    await mails.requireRoom(request.email)
    await invitations.requireRoom(request.email)
    const user: UserRecord = {
      id: randomUUID(),
      tenant_id: tenantId,
      email: request.email,
      display_name: request.display_name ?? '',
      role: request.role,
      status: 'pending',
      created_at: now().toISOString(),
      last_login: null,
      password_hash: null,
      session_version: 1,
      kept_session: null,
      proxy_token_hash: null,
      identity: null,
      second_factor: null,
      scim: null,
      ended_sessions: [],
      sessions: [],
      invited_by: invitedBy,
      invitation: stored,
    }
    await withConflicts(() => store.users.insert(user, effects))
    // Those who came at the same moment got no mail: they are told of the conflict, and do not use up the minute.
    await invitations.count(user.email)
    await mails.count(user.email)
    return user
  }

  async function inviteAgain(
    user: UserRecord,
    { role, display_name = user.display_name }: InviteRequest,
    invited_by: string,
    invitation: NewInvitation['stored'],
    { publish, audit: auditOf }: Audited<UserRecord>,
  ): Promise<UserRecord> {
    if (user.status !== 'pending') throw conflict('The e-mail address is taken already')
    if (user.invitation !== null && !isExpired(user.invitation, now())) {
      throw conflict('The e-mail address has an invitation that is still valid')
    }
    await mails.requireRoom(user.email)
    await invitations.count(user.email)
    await mails.count(user.email)
    // A single sign-on may have made the user active meanwhile, whose role is not for an invitation to change.
    const changes = { role, display_name, invited_by, invitation, ifStatus: 'pending' } as const
    const updated = await store.users.update(user.tenant_id, user.id, changes, {
      publish: publish && (({ after }) => publish(after)),
      audit: ({ after }) => auditOf(after),
    })
    if (updated !== undefined) return updated.after
    throw conflict(
      (await isGone(user))
        ? 'The user was deleted meanwhile: invite again'
        : 'The user was changed meanwhile: try again',
    )
  }

  async function isGone({ tenant_id, id }: UserRecord): Promise<boolean> {
    return (await store.users.get(tenant_id, id)) === undefined
  }
}

function audited({ id, email, role }: UserRecord): AuditedAction {
  return { action: 'user.invited', target_type: 'user', target_id: id, details: { email, role } }
}
