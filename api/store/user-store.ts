import type { Role, User, UserStatus } from '../../core/model/user.ts'
import type { Effects } from './outbox.ts'
import type { Changed, Listed, Page, Sort } from './paging.ts'

/** How an OpenID provider names a person: `sub` alone is unique with one issuer only (OpenID Connect Core 1.0, 5.7). */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** A user's authenticator app. The secret is derived from a key and the nonce: nothing here gives a code. */
export interface SecondFactorRecord {
  /** The id of the key. */
  readonly key: string
  readonly nonce: string
  /** It counts once the user has shown a code of it. */
  readonly confirmed: boolean
  /** The time step of the last code that was taken (RFC 6238, 5.2): an older one is refused. */
  readonly last_step: number
  /** SHA-256 of the recovery codes that are left. */
  readonly recovery: readonly string[]
  /** Grows with each change, so that of two uses of one code one succeeds. */
  readonly version: number
}

/** One sign-in of a user (docs/reference/api-rules.md, Sessions). Its token is in no database. */
export interface SessionRecord {
  /** The jti of its tokens. */
  readonly id: string
  /** How the user proved to be one. */
  readonly method: 'password' | 'single_sign_on' | 'link'
  /** Of the key that signed it: with another one it has ended. */
  readonly key_id: string
  readonly created_at: string
  readonly expires_at: string
  /** To the minute, and the address it came from then. */
  readonly last_used_at: string
  readonly address: string
  /** The first characters of what the client said of itself. */
  readonly user_agent: string
}

/** What a provisioning client has said of a user (RFC 7643, 4.1; api/scim). */
export interface ScimRecord {
  /** As it was sent; unique within the tenant without regard to case. */
  readonly user_name: string
  readonly external_id: string | null
  /** What the client wants. A user is let in if one of the groups, where they decide, gives a role as well. */
  readonly active: boolean
  /** Whether the groups give a role, or do not decide. */
  readonly entitled: boolean
  readonly display_name: string | null
  readonly name: Readonly<Record<string, string>> | null
  readonly emails: readonly ScimEmail[]
  readonly changed_at: string
}

export interface ScimEmail {
  readonly value: string
  readonly type?: string
  readonly display?: string
  readonly primary?: boolean
}

export interface UserRecord extends User {
  /** argon2 in PHC string format; null until an invitation is accepted. */
  readonly password_hash: string | null
  /** Sessions carry the version they began with; a higher one here ends them. */
  readonly session_version: number
  /** The one session (its jti) that outlived the last change of version: that of a user who changes their own password. */
  readonly kept_session: string | null
  readonly invited_by: string | null
  readonly invitation: { readonly token_hash: string; readonly expires_at: string } | null
  /** Of the personal proxy token (api/users/proxy-token-hashes.ts); null where the user has none. */
  readonly proxy_token_hash: string | null
  /** Of single sign-on; null where the user has never signed in so (docs/reference/api-rules.md, Single sign-on). */
  readonly identity: Identity | null
  /** What a password is not enough without (api/passwords/second-factor); null where there is none. */
  readonly second_factor: SecondFactorRecord | null
  /** Null where no provisioning client manages the user. */
  readonly scim: ScimRecord | null
  /** Sign-in links (their jti) that were used, and sessions that ended one by one, oldest first: ENDED_SESSIONS_MAX at most. */
  readonly ended_sessions: readonly string[]
  /** The only sessions there are, those that have expired among them until the next sign-in: SESSIONS_MAX at most. */
  readonly sessions: readonly SessionRecord[]
}

/** In the ten minutes of a link nobody uses more: those that are forgotten have expired. */
export const ENDED_SESSIONS_MAX = 100
/** Of one user. The next sign-in ends the one that was not used for the longest time. */
export const SESSIONS_MAX = 100

export type UserChanges = Partial<
  Pick<
    UserRecord,
    | 'email'
    | 'display_name'
    | 'role'
    | 'status'
    | 'password_hash'
    | 'last_login'
    | 'invited_by'
    | 'invitation'
    | 'proxy_token_hash'
    | 'identity'
    | 'second_factor'
    | 'scim'
  >
> & {
  /** Begins this session. */
  readonly addSession?: SessionRecord
  /** Notes that a session was used; nothing where there is none of this id. */
  readonly useSession?: { readonly id: string; readonly at: string; readonly address: string }
  /** Ends every session but the given one. */
  readonly endSessions?: { readonly except: string | null }
  /** Ends this session (its jti) alone. */
  readonly endSession?: string
  /** Makes the change only while the record has this session version. */
  readonly ifSessionVersion?: number
  /** Makes the change only while the second factor has this version; null: while there is none. */
  readonly ifSecondFactorVersion?: number | null
  /** Makes the change only while the user has this status. */
  readonly ifStatus?: UserStatus
}

const OF_LOGIN = new Set(['last_login', 'addSession', 'useSession'])

export function nameOf({ display_name, email }: Pick<UserRecord, 'display_name' | 'email'>): string {
  return display_name.trim() === '' ? email : display_name
}

/** A sign-in may be lost in a power failure, and other processes need not hear of it: they read the record. */
export function isOnlyLogin({
  ifSessionVersion: _one,
  ifSecondFactorVersion: _other,
  ifStatus: _status,
  ...changes
}: UserChanges): boolean {
  return Object.keys(changes).every((field) => OF_LOGIN.has(field))
}

/** What the changes make of the record. */
export function changedUser(
  before: UserRecord,
  {
    addSession,
    useSession,
    endSessions,
    endSession,
    ifSessionVersion: _one,
    ifSecondFactorVersion: _other,
    ifStatus: _status,
    ...fields
  }: UserChanges,
): UserRecord {
  return {
    ...before,
    ...fields,
    ...(endSessions !== undefined && {
      session_version: before.session_version + 1,
      kept_session: endSessions.except,
    }),
    ...(endSession !== undefined && {
      ended_sessions: [...before.ended_sessions, endSession].slice(-ENDED_SESSIONS_MAX),
    }),
    sessions: sessionsAfter(before.sessions, { addSession, useSession, endSessions, endSession }),
  }
}

type SessionChanges = {
  [Name in 'addSession' | 'useSession' | 'endSessions' | 'endSession']: UserChanges[Name] | undefined
}

function sessionsAfter(
  before: readonly SessionRecord[],
  { addSession, useSession, endSessions, endSession }: SessionChanges,
): readonly SessionRecord[] {
  const kept = before
    .filter(({ id }) => id !== endSession && (endSessions === undefined || id === endSessions.except))
    .map((one) =>
      one.id === useSession?.id && useSession.at > one.last_used_at
        ? { ...one, last_used_at: useSession.at, address: useSession.address }
        : one,
    )
  if (addSession === undefined) return kept
  const live = kept.filter(({ expires_at }) => expires_at > addSession.created_at)
  const inOrder = live.toSorted((a, b) => (a.last_used_at < b.last_used_at ? -1 : 1))
  return [...inOrder.slice(Math.max(0, live.length - SESSIONS_MAX + 1)), addSession]
}

export interface UserFilter {
  readonly role?: Role | undefined
  readonly status?: UserStatus | undefined
  /** Only users whom a provisioning client manages. */
  readonly provisioned?: true | undefined
  /** Of these, the one of this name, without regard to case. */
  readonly scimUserName?: string | undefined
  readonly scimExternalId?: string | undefined
}

export type UserSort = Sort<'created_at' | 'email'>

export interface UserStore {
  /** @throws DuplicateError on `email`, which is unique within the tenant, as identities and names of SCIM are */
  insert(user: UserRecord, effects?: Effects<UserRecord>): Promise<void>
  get(tenantId: string, id: string): Promise<UserRecord | undefined>
  /** By their ids, those whom the tenant has. */
  getMany(tenantId: string, ids: readonly string[]): Promise<Map<string, UserRecord>>
  /** What they are called, those of them whom the tenant has: the display name, or else the address. */
  names(tenantId: string, ids: readonly string[]): Promise<Map<string, string>>
  /** The users of this address in every tenant, oldest first. */
  findByEmail(email: string): Promise<UserRecord[]>
  findByIdentity(tenantId: string, identity: Identity): Promise<UserRecord | undefined>
  findByInvitation(tokenHash: string): Promise<UserRecord | undefined>
  list(tenantId: string, filter: UserFilter, sort: UserSort, page: Page): Promise<Listed<UserRecord>>
  /**
   * @returns the record as it was and as it is now; undefined where there is none, or none of which the conditions of the change hold
   * @throws LastAdminError where the change would leave the tenant without an active admin; DuplicateError where another
   * user of the tenant has the identity, the address or the name
   */
  update(
    tenantId: string,
    id: string,
    changes: UserChanges,
    effects?: Effects<Changed<UserRecord>>,
  ): Promise<Changed<UserRecord> | undefined>
  /**
   * The same of several users, a few dozen. The embedded engine changes all of them, or none, and waits once for the disk; MongoDB gets
   * a few commands for all.
   * @returns those that were changed
   */
  updateMany(
    tenantId: string,
    changes: ReadonlyMap<string, UserChanges>,
    effects?: Effects<Changed<UserRecord>>,
  ): Promise<Changed<UserRecord>[]>
  /** @throws LastAdminError where it is the tenant's last active admin */
  delete(tenantId: string, id: string, effects?: Effects<UserRecord>): Promise<UserRecord | undefined>
  /**
   * Makes the invited user active and uses the invitation up: of several attempts one succeeds.
   * @returns undefined where nobody has this invitation, or the user is not pending: a link brings nobody back who was deactivated
   */
  acceptInvitation(
    tokenHash: string,
    changes: Pick<UserChanges, 'password_hash' | 'display_name' | 'last_login'>,
    effects?: Effects<UserRecord>,
  ): Promise<UserRecord | undefined>
  /** Of one tenant, whatever their status. */
  count(tenantId: string): Promise<number>
}
