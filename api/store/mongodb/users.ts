import type { Db } from 'mongodb'
import { Role, UserStatus } from '../../../core/model/user.ts'
import { type Effects, mapEffects } from '../outbox.ts'
import type { Changed, Listed, Page } from '../paging.ts'
import {
  changedUser,
  type Identity,
  isOnlyLogin,
  nameOf,
  type UserChanges,
  type UserFilter,
  type UserRecord,
  type UserSort,
  type UserStore,
} from '../user-store.ts'
import { AdminGuard, type UserDocument } from './admin-guard.ts'
import { Carriers, withoutOutbox } from './carriers.ts'
import type { MongoChanges } from './changes.ts'
import { Collection, type Update } from './collection.ts'
import { type Condition, equal, exists, oneOf, orderBy } from './conditions.ts'
import type { MongoOutbox } from './outbox.ts'

export class MongoUsers implements UserStore {
  readonly #users: Collection<UserDocument>
  readonly #carriers: Carriers<UserDocument>
  readonly #guard: AdminGuard
  readonly #changes: MongoChanges
  readonly #outbox: MongoOutbox

  constructor(db: Db, changes: MongoChanges, outbox: MongoOutbox) {
    this.#changes = changes
    this.#outbox = outbox
    this.#users = new Collection(db, 'users', 'email')
    this.#carriers = new Carriers(this.#users, outbox)
    this.#guard = new AdminGuard(db, this.#users)
  }

  async insert(user: UserRecord, effects?: Effects<UserRecord>): Promise<void> {
    const { id, ...fields } = user
    const key = identityKey(user.tenant_id, user.identity)
    const draft = await this.#outbox.draft(user.tenant_id)
    draft.publish(effects, user)
    await this.#carriers.insert(
      {
        _id: id,
        ...fields,
        revision: 1,
        ...(key !== undefined && { identity_key: key }),
        ...(user.scim !== null && { scim_key: scimKey(user.tenant_id, user.scim.user_name) }),
      },
      draft,
    )
    await this.#changes.notify(user.tenant_id, 'users')
  }

  async get(tenantId: string, id: string): Promise<UserRecord | undefined> {
    const found = await this.#users.findOne(equal({ _id: id, tenant_id: tenantId }))
    return found && toUser(found)
  }

  async names(tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const condition = { ...equal({ tenant_id: tenantId }), ...oneOf('_id', ids) }
    // A whole document has secrets, sessions and what a provider said: a page of names needs none of it.
    const found = await this.#users.findFields(condition, ['display_name', 'email'])
    return new Map(found.map((user) => [user._id, nameOf(user)]))
  }

  async findByEmail(email: string): Promise<UserRecord[]> {
    return (await this.#users.findFew(equal({ email }), orderBy(['created_at', '_id'], false))).map(toUser)
  }

  async findByIdentity(tenantId: string, identity: Identity): Promise<UserRecord | undefined> {
    const found = await this.#users.findOne(equal({ identity_key: identityKey(tenantId, identity) }))
    return found && toUser(found)
  }

  async findByInvitation(tokenHash: string): Promise<UserRecord | undefined> {
    const found = await this.#users.findOne(equal({ 'invitation.token_hash': tokenHash }))
    return found && toUser(found)
  }

  async list(
    tenantId: string,
    { role, status, provisioned, scimUserName, scimExternalId }: UserFilter,
    sort: UserSort,
    page: Page,
  ): Promise<Listed<UserRecord>> {
    const order = orderBy(sort.field === 'email' ? ['email'] : ['created_at', '_id'], sort.descending)
    const condition = {
      ...equal({
        tenant_id: tenantId,
        role,
        status,
        scim_key: scimUserName === undefined ? undefined : scimKey(tenantId, scimUserName),
        'scim.external_id': scimExternalId,
      }),
      ...(provisioned && scimUserName === undefined && exists('scim_key')),
    }
    const { items, total } = await this.#users.list(condition, order, page)
    return { items: items.map(toUser), total }
  }

  async update(tenantId: string, id: string, changes: UserChanges, effects?: Effects<Changed<UserRecord>>) {
    const { ifSessionVersion: session_version, ifSecondFactorVersion, ifStatus: status } = changes
    const only = equal({ session_version, 'second_factor.version': ifSecondFactorVersion, status })
    const change = (condition: Condition) => this.#update({ ...condition, ...only }, changes, effects, tenantId)
    const found = takesAdminAway(changes)
      ? await this.#guard.change(tenantId, id, change, only)
      : await change(equal({ _id: id, tenant_id: tenantId }))
    if (found === undefined) return undefined
    if (!isOnlyLogin(changes)) await this.#changes.notify(tenantId, 'users')
    const before = toUser(found)
    return { before, after: changedUser(before, changes) }
  }

  async updateMany(
    tenantId: string,
    changes: ReadonlyMap<string, UserChanges>,
    effects?: Effects<Changed<UserRecord>>,
  ): Promise<Changed<UserRecord>[]> {
    const changed: Changed<UserRecord>[] = []
    for (const [id, one] of changes) {
      const change = await this.update(tenantId, id, one, effects)
      if (change !== undefined) changed.push(change)
    }
    return changed
  }

  async delete(tenantId: string, id: string, effects?: Effects<UserRecord>): Promise<UserRecord | undefined> {
    const found = await this.#guard.change(tenantId, id, (condition) => this.#delete(condition, effects))
    if (found === undefined) return undefined
    await this.#changes.notify(tenantId, 'users')
    return toUser(found)
  }

  async acceptInvitation(
    tokenHash: string,
    changes: Pick<UserChanges, 'password_hash' | 'display_name' | 'last_login' | 'addSession'>,
    effects?: Effects<UserRecord>,
  ): Promise<UserRecord | undefined> {
    const accepted = { ...changes, status: 'active', invitation: null } as const
    const invited = equal({ 'invitation.token_hash': tokenHash, status: 'pending' })
    const found = await this.#update(
      invited,
      accepted,
      mapEffects(effects, ({ after }: Changed<UserRecord>) => after),
    )
    if (found === undefined) return undefined
    await this.#changes.notify(found.tenant_id, 'users')
    return changedUser(toUser(found), accepted)
  }

  count(tenantId: string): Promise<number> {
    return this.#users.count(equal({ tenant_id: tenantId }))
  }

  /** Where the condition holds. @returns the document as it was */
  async #update(
    condition: Condition,
    changes: UserChanges,
    effects?: Effects<Changed<UserRecord>>,
    tenantId = '',
  ): Promise<UserDocument | undefined> {
    // What publishes nothing need not be read first, unless the new list of sessions is made from the one that is there.
    if (effects === undefined && !changesSessions(changes))
      return this.#users.update(condition, toUpdate(changes, undefined, tenantId))
    for (;;) {
      const found = await this.#users.findOne(condition)
      if (found === undefined) return undefined
      const before = toUser(found)
      const after = changedUser(before, changes)
      const update = toUpdate(changes, after, tenantId)
      const updated =
        effects === undefined
          ? await this.#users.update(atRevision(condition, found), update)
          : await this.#publish(atRevision(condition, found), update, { before, after }, effects)
      if (updated !== undefined) return updated
    }
  }

  async #publish(
    condition: Condition,
    update: Update,
    change: Changed<UserRecord>,
    effects: Effects<Changed<UserRecord>>,
  ) {
    const draft = await this.#outbox.draft(change.before.tenant_id)
    draft.publish(effects, change)
    return this.#carriers.update(condition, update, draft)
  }

  async #delete(condition: Condition, effects?: Effects<UserRecord>): Promise<UserDocument | undefined> {
    for (;;) {
      const found = await this.#users.findOne(condition)
      if (found === undefined) return undefined
      const draft = await this.#outbox.draft(found.tenant_id)
      draft.publish(effects, toUser(found))
      const deleted = await this.#carriers.delete(found, atRevision(condition, found), draft)
      if (deleted !== undefined) return deleted
    }
  }
}

/** What is published is what was read: where another change came between, it is read again. */
function atRevision(condition: Condition, { _id, revision }: UserDocument): Condition {
  return { ...condition, ...equal({ _id, revision }) }
}

/** Unique in the whole collection; a user without an identity has none, and the index leaves the field out. */
function identityKey(tenantId: string, identity: Identity | null): string | undefined {
  return identity === null ? undefined : JSON.stringify([tenantId, identity.issuer, identity.subject])
}

/** Unique in the same way. */
function scimKey(tenantId: string, userName: string): string {
  return JSON.stringify([tenantId, userName.toLowerCase()])
}

function takesAdminAway({ role, status }: UserChanges): boolean {
  return (role !== undefined && role !== 'admin') || (status !== undefined && status !== 'active')
}

function changesSessions({ addSession, useSession, endSessions, endSession }: UserChanges): boolean {
  return [addSession, useSession, endSessions, endSession].some((change) => change !== undefined)
}

function toUpdate(
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

function toUser(document: UserDocument): UserRecord {
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
