import type { Db } from 'mongodb'
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
import { Carriers } from './carriers.ts'
import type { MongoChanges } from './changes.ts'
import { Collection, type Update } from './collection.ts'
import { type Condition, equal, exists, oneOf, orderBy } from './conditions.ts'
import type { MongoOutbox } from './outbox.ts'
import {
  atRevision,
  changesSessions,
  conditionsOf,
  identityKey,
  isActiveAdmin,
  scimKey,
  takesAdminAway,
  toUpdate,
  toUser,
} from './user-documents.ts'

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

  async getMany(tenantId: string, ids: readonly string[]): Promise<Map<string, UserRecord>> {
    return new Map((await this.#find(tenantId, ids)).map((found) => [found._id, toUser(found)]))
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
    const only = conditionsOf(changes)
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
    if (changes.size === 0) return []
    const write = (users: readonly UserDocument[]) => this.#write(tenantId, users, changes, effects)
    const found = await this.#find(tenantId, [...changes.keys()])
    const demoted = found.filter((user) => isActiveAdmin(user) && takesAdminAway(changes.get(user._id) ?? {}))
    const ids = demoted.map(({ _id }) => _id)
    const taken = ids.length === 0 ? [] : ((await this.#guard.changeMany(tenantId, ids, write)) ?? [])
    const made = new Map([...taken, ...(await write(found.filter(({ _id }) => !ids.includes(_id))))])
    if (made.size > 0 && ![...changes.values()].every(isOnlyLogin)) await this.#changes.notify(tenantId, 'users')
    const changed: Changed<UserRecord>[] = []
    for (const [id, one] of changes) {
      // Who has changed meanwhile, or is one of whom the conditions of the change do not hold.
      const change = made.get(id) ?? (await this.update(tenantId, id, one, effects))
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

  #find(tenantId: string, ids: readonly string[]): Promise<UserDocument[]> {
    return this.#users.findFew({ ...equal({ tenant_id: tenantId }), ...oneOf('_id', ids) }, orderBy(['_id'], false))
  }

  /** In a few commands for all. @returns the changes of users who were as they were read */
  async #write(
    tenantId: string,
    users: readonly UserDocument[],
    changes: ReadonlyMap<string, UserChanges>,
    effects?: Effects<Changed<UserRecord>>,
  ): Promise<[id: string, change: Changed<UserRecord>][]> {
    const newDraft = await this.#outbox.drafts(tenantId)
    const documents = new Map(users.map((user) => [user._id, user]))
    const all = [...changes].flatMap(([id, one]) => {
      const document = documents.get(id)
      if (document === undefined) return []
      const before = toUser(document)
      const change = { before, after: changedUser(before, one) }
      const draft = newDraft()
      draft.publish(effects, change)
      const condition = {
        ...equal({ _id: id, tenant_id: tenantId, revision: document.revision }),
        ...conditionsOf(one),
      }
      return [{ document, condition, update: toUpdate(one, change.after, tenantId), draft, change }]
    })
    const made = await this.#carriers.updateMany(all)
    return all.filter(({ document }) => made.has(document._id)).map(({ document, change }) => [document._id, change])
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
