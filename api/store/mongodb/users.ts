import type { Db } from 'mongodb'
import { Role, UserStatus } from '../../../core/model/user.ts'
import type { Listed, Page, UserChanges, UserRecord, UserSort, UserStore } from '../store.ts'
import { AdminGuard, type UserDocument } from './admin-guard.ts'
import type { MongoChanges } from './changes.ts'
import { Collection, type Update } from './collection.ts'
import { equal, orderBy } from './conditions.ts'

export class MongoUsers implements UserStore {
  readonly #users: Collection<UserDocument>
  readonly #guard: AdminGuard
  readonly #changes: MongoChanges

  constructor(db: Db, changes: MongoChanges) {
    this.#changes = changes
    this.#users = new Collection(db, 'users', 'email')
    this.#guard = new AdminGuard(db, this.#users)
  }

  async insert({ id, ...fields }: UserRecord): Promise<void> {
    await this.#users.insert({ _id: id, ...fields, revision: 1 })
    await this.#changes.announce(fields.tenant_id, 'users')
  }

  async get(tenantId: string, id: string): Promise<UserRecord | undefined> {
    const found = await this.#users.findOne(equal({ _id: id, tenant_id: tenantId }))
    return found && toUser(found)
  }

  async findByEmail(email: string): Promise<UserRecord[]> {
    return (await this.#users.find(equal({ email }), orderBy(['created_at', '_id'], false))).map(toUser)
  }

  async findByInvitation(tokenHash: string): Promise<UserRecord | undefined> {
    const found = await this.#users.findOne(equal({ 'invitation.token_hash': tokenHash }))
    return found && toUser(found)
  }

  async list(
    tenantId: string,
    { role, status }: { readonly role?: Role | undefined; readonly status?: UserStatus | undefined },
    sort: UserSort,
    page: Page,
  ): Promise<Listed<UserRecord>> {
    const order = orderBy(sort.field === 'email' ? ['email'] : ['created_at', '_id'], sort.descending)
    const { items, total } = await this.#users.list(equal({ tenant_id: tenantId, role, status }), order, page)
    return { items: items.map(toUser), total }
  }

  async update(tenantId: string, id: string, changes: UserChanges) {
    const update = toUpdate(changes)
    const found = takesAdminAway(changes)
      ? await this.#guard.change(tenantId, id, (condition) => this.#users.update(condition, update))
      : await this.#users.update(equal({ _id: id, tenant_id: tenantId }), update)
    if (found === undefined) return undefined
    if (!isOnlyLogin(changes)) await this.#changes.announce(tenantId, 'users')
    const before = toUser(found)
    return { before, after: applyChanges(before, changes) }
  }

  async delete(tenantId: string, id: string): Promise<UserRecord | undefined> {
    const found = await this.#guard.change(tenantId, id, (condition) => this.#users.delete(condition))
    if (found === undefined) return undefined
    await this.#changes.announce(tenantId, 'users')
    return toUser(found)
  }

  async acceptInvitation(
    tokenHash: string,
    changes: Pick<UserChanges, 'password_hash' | 'display_name' | 'last_login'>,
  ): Promise<UserRecord | undefined> {
    const accepted = { ...changes, status: 'active', invitation: null } as const
    const found = await this.#users.update(equal({ 'invitation.token_hash': tokenHash }), toUpdate(accepted))
    if (found === undefined) return undefined
    await this.#changes.announce(found.tenant_id, 'users')
    return applyChanges(toUser(found), accepted)
  }

  count(tenantId: string): Promise<number> {
    return this.#users.count(equal({ tenant_id: tenantId }))
  }
}

function takesAdminAway({ role, status }: UserChanges): boolean {
  return (role !== undefined && role !== 'admin') || (status !== undefined && status !== 'active')
}

/** Other processes need not hear of every login. */
function isOnlyLogin(changes: UserChanges): boolean {
  return Object.keys(changes).every((field) => field === 'last_login')
}

function toUpdate({ endSessions, ...fields }: UserChanges): Update {
  return {
    $set: { ...fields, ...(endSessions !== undefined && { kept_session: endSessions.except }) },
    $inc: { revision: 1, ...(endSessions !== undefined && { session_version: 1 }) },
  }
}

/** What `toUpdate` makes of a record. */
function applyChanges(before: UserRecord, { endSessions, ...fields }: UserChanges): UserRecord {
  if (endSessions === undefined) return { ...before, ...fields }
  return { ...before, ...fields, session_version: before.session_version + 1, kept_session: endSessions.except }
}

function toUser({ _id, revision: _revision, ...fields }: UserDocument): UserRecord {
  return { id: _id, ...fields, role: Role.parse(fields.role), status: UserStatus.parse(fields.status) }
}
