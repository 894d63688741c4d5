import { Role, UserStatus } from '../../../core/model/user.ts'
import type { Identity, UserChanges, UserRecord } from '../user-store.ts'
import type { UserDocument } from './admin-guard.ts'
import { withoutOutbox } from './carriers.ts'
import type { Update } from './collection.ts'
import { type Condition, equal } from './conditions.ts'

/** What is published is what was read: where another change came between, it is read again. */
export function atRevision(condition: Condition, { _id, revision }: UserDocument): Condition {
  return { ...condition, ...equal({ _id, revision }) }
}

/** Unique in the whole collection; a user without an identity has none, and the index leaves the field out. */
export function identityKey(tenantId: string, identity: Identity | null): string | undefined {
  return identity === null ? undefined : JSON.stringify([tenantId, identity.issuer, identity.subject])
}

/** Unique in the same way. */
export function scimKey(tenantId: string, userName: string): string {
  return JSON.stringify([tenantId, userName.toLowerCase()])
}

/** What a change asks of the user besides. */
export function conditionsOf({ ifSessionVersion, ifSecondFactorVersion, ifStatus }: UserChanges): Condition {
  return equal({
    session_version: ifSessionVersion,
    'second_factor.version': ifSecondFactorVersion,
    status: ifStatus,
  })
}

export function isActiveAdmin({ role, status }: UserDocument): boolean {
  return role === 'admin' && status === 'active'
}

export function takesAdminAway({ role, status }: UserChanges): boolean {
  return (role !== undefined && role !== 'admin') || (status !== undefined && status !== 'active')
}

export function changesSessions({ addSession, useSession, endSessions, endSession }: UserChanges): boolean {
  return [addSession, useSession, endSessions, endSession].some((change) => change !== undefined)
}

export function toUpdate(
  {
    addSession: _added,
    useSession: _used,
    endSessions,
    endSession: _ended,
    ifSessionVersion: _one,
    ifSecondFactorVersion: _other,
    ifStatus: _status,
    ...fields
  }: UserChanges,
  after: UserRecord | undefined,
  tenantId: string,
): Update {
  const key = identityKey(tenantId, fields.identity ?? null)
  return {
    ...(fields.identity === null && { $unset: { identity_key: '' } }),
    $set: {
      ...fields,
      ...(after !== undefined && { ended_sessions: after.ended_sessions, sessions: after.sessions }),
      ...(key !== undefined && { identity_key: key }),
      ...(fields.scim && { scim_key: scimKey(tenantId, fields.scim.user_name) }),
      ...(endSessions !== undefined && { kept_session: endSessions.except }),
    },
    $inc: { revision: 1, ...(endSessions !== undefined && { session_version: 1 }) },
  }
}

export function toUser(document: UserDocument): UserRecord {
  const { _id, revision: _revision, identity_key: _key, scim_key: _scim, ...fields } = withoutOutbox(document)
  return {
    id: _id,
    ...fields,
    role: Role.parse(fields.role),
    status: UserStatus.parse(fields.status),
    // Users of earlier releases have no such fields.
    proxy_token_hash: fields.proxy_token_hash ?? null,
    identity: fields.identity ?? null,
    second_factor: fields.second_factor ?? null,
    scim: fields.scim ?? null,
    ended_sessions: fields.ended_sessions ?? [],
    sessions: fields.sessions ?? [],
  }
}
