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
  /** Sessions (their jti) that their user ended one by one, oldest first: ENDED_SESSIONS_MAX at most. */
  readonly ended_sessions: readonly string[]
}

/** In the eight hours of a session nobody signs out more often: those that are forgotten have expired. */
export const ENDED_SESSIONS_MAX = 100

export type UserChanges = Partial<
  Pick<
    UserRecord,
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
  >
> & {
  /** Ends every session but the given one. */
  readonly endSessions?: { readonly except: string | null }
  /** Ends this session (its jti) alone. */
  readonly endSession?: string
  /** Makes the change only while the record has this session version. */
  readonly ifSessionVersion?: number
  /** Makes the change only while the second factor has this version; null: while there is none. */
  readonly ifSecondFactorVersion?: number | null
}

/** The time of a last login may be lost in a power failure, and other processes need not hear of it. */
export function isOnlyLogin({
  ifSessionVersion: _one,
  ifSecondFactorVersion: _other,
  ...changes
}: UserChanges): boolean {
  return Object.keys(changes).every((field) => field === 'last_login')
}

export type UserSort = Sort<'created_at' | 'email'>

export interface UserStore {
  /** @throws DuplicateError on `email`, which is unique within the tenant, as identities are */
  insert(user: UserRecord, effects?: Effects<UserRecord>): Promise<void>
  get(tenantId: string, id: string): Promise<UserRecord | undefined>
  /** The users of this address in every tenant, oldest first. */
  findByEmail(email: string): Promise<UserRecord[]>
  findByIdentity(tenantId: string, identity: Identity): Promise<UserRecord | undefined>
  findByInvitation(tokenHash: string): Promise<UserRecord | undefined>
  list(
    tenantId: string,
    filter: { readonly role?: Role | undefined; readonly status?: UserStatus | undefined },
    sort: UserSort,
    page: Page,
  ): Promise<Listed<UserRecord>>
  /**
   * @returns the record as it was and as it is now; undefined where there is none, or none of this session version
   * @throws LastAdminError where the change would leave the tenant without an active admin; DuplicateError where another
   * user of the tenant has the identity
   */
  update(
    tenantId: string,
    id: string,
    changes: UserChanges,
    effects?: Effects<Changed<UserRecord>>,
  ): Promise<Changed<UserRecord> | undefined>
  /** @throws LastAdminError where it is the tenant's last active admin */
  delete(tenantId: string, id: string, effects?: Effects<UserRecord>): Promise<UserRecord | undefined>
  /**
   * Makes the invited user active and uses the invitation up: of several attempts one succeeds.
   * @returns undefined where nobody has this invitation
   */
  acceptInvitation(
    tokenHash: string,
    changes: Pick<UserChanges, 'password_hash' | 'display_name' | 'last_login'>,
    effects?: Effects<UserRecord>,
  ): Promise<UserRecord | undefined>
  /** Of one tenant, whatever their status. */
  count(tenantId: string): Promise<number>
}
