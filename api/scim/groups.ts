import { randomUUID } from 'node:crypto'
import type { Actor } from '../audit/audit-log.ts'
import { ApiError, conflict, notFound, unavailable } from '../http/api-error.ts'
import type { ScimGroupRecord } from '../store/scim-group-store.ts'
import { nextTurn } from '../turns/next-turn.ts'
import { auditedGroup } from './audited.ts'
import { noUser, type ScimGroup } from './group-resource.ts'
import { groupsDecide, type RoleOf, readRoles } from './group-roles.ts'
import { GROUPS_MAX, USERS_AT_ONCE } from './limits.ts'
import { isProvisioned } from './user-resource.ts'
import type { ScimDependencies, ScimUsers } from './users.ts'

/** Processes that change one group at the same moment take turns so often. */
const ATTEMPTS_MAX = 5
const RETRY_SECONDS = 2
/** Admins of a tenant that are read at a time. */
const ADMINS_PAGE = 500

const ONE = { offset: 0, limit: 1 }

/** What a change of a group is to become, from how it is. */
export type Next = (before: ScimGroupRecord) => Promise<ScimGroup>

/** Makes, changes and removes the groups of a tenant, and gives their members their roles. */
export class ScimGroups {
  readonly #parts: ScimDependencies
  readonly #users: ScimUsers

  constructor(parts: ScimDependencies, users: ScimUsers) {
    this.#parts = parts
    this.#users = users
  }

  async get(tenantId: string, id: string): Promise<ScimGroupRecord> {
    const group = await this.#parts.store.scimGroups.get(tenantId, id)
    if (group === undefined) throw notFound('Group')
    return group
  }

  async create(tenantId: string, wanted: ScimGroup, actor: Actor): Promise<ScimGroupRecord> {
    const { store, audit, now } = this.#parts
    const { total } = await store.scimGroups.list(tenantId, {}, ONE, 'short')
    if (total >= GROUPS_MAX) throw conflict(`A tenant has at most ${GROUPS_MAX} groups`)
    await this.#requireUsers(tenantId, wanted.members)
    const time = now().toISOString()
    const group = { ...wanted, id: randomUUID(), tenant_id: tenantId, created_at: time, changed_at: time, revision: 1 }
    const effects = audit.with<ScimGroupRecord>(actor, (made) => auditedGroup('scim_group.created', made))
    await store.scimGroups.insert(group, effects)
    await this.#giveRoles(tenantId, this.#isMapped(group) ? group.members : [], actor)
    return group
  }

  /**
   * @param again users whose role is looked at though they stay: a request that broke off may have left them without theirs
   * @throws ApiError 404, 409 for the last admin; ScimError for members that are not there
   */
  async change(
    tenantId: string,
    id: string,
    next: Next,
    again: (group: ScimGroup) => readonly string[],
    actor: Actor,
  ): Promise<ScimGroupRecord> {
    const { store, audit, now } = this.#parts
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const before = await this.get(tenantId, id)
      const wanted = await next(before)
      const had = new Set(before.members)
      const has = new Set(wanted.members)
      await this.#requireUsers(
        tenantId,
        wanted.members.filter((member) => !had.has(member)),
      )
      const after = { ...before, ...wanted, changed_at: now().toISOString(), revision: before.revision + 1 }
      const isRenamed = before.display_name !== after.display_name || before.external_id !== after.external_id
      const left = isRenamed ? before.members : before.members.filter((member) => !has.has(member))
      const isMapped = this.#isMapped(before) || this.#isMapped(after)
      if (isMapped) await this.#takeRoles(tenantId, left, after, actor)
      const isSame = !isRenamed && had.size === has.size && left.length === 0
      const effects = audit.with<{ before: ScimGroupRecord; after: ScimGroupRecord }>(actor, (change) =>
        auditedGroup('scim_group.updated', change.after, change.before),
      )
      if (!isSame && (await store.scimGroups.replace(after, effects)) === undefined) continue
      const joined = isRenamed ? after.members : after.members.filter((member) => !had.has(member))
      if (isMapped) await this.#giveRoles(tenantId, [...new Set([...left, ...joined, ...again(after)])], actor)
      return isSame ? before : after
    }
    throw unavailable('The group is changed by others at this moment', RETRY_SECONDS)
  }

  async delete(tenantId: string, id: string, actor: Actor): Promise<void> {
    const { store, audit } = this.#parts
    const group = await this.get(tenantId, id)
    const isMapped = this.#isMapped(group)
    if (isMapped) await this.#takeRoles(tenantId, group.members, id, actor)
    const effects = audit.with<ScimGroupRecord>(actor, (gone) => auditedGroup('scim_group.deleted', gone))
    if ((await store.scimGroups.delete(tenantId, id, effects)) === undefined) throw notFound('Group')
    if (isMapped) await this.#giveRoles(tenantId, group.members, actor)
  }

  /** A user who is deleted is in no group. */
  async leaveAll(tenantId: string, userId: string, actor: Actor): Promise<void> {
    for (;;) {
      const { items } = await this.#parts.store.scimGroups.list(tenantId, { member: userId }, ONE, 'short')
      const group = items[0]
      if (group === undefined) return
      const next: Next = async (before) => ({ ...before, members: before.members.filter((id) => id !== userId) })
      await this.change(tenantId, group.id, next, () => [], actor)
    }
  }

  #isMapped({ display_name, external_id }: ScimGroup): boolean {
    const { scimAdminGroups, scimViewerGroups } = this.#parts.settings
    return [...scimAdminGroups, ...scimViewerGroups].some((name) => name === display_name || name === external_id)
  }

  /**
   * Before the group changes: what dies in between leaves users with less, and the client sends its request again.
   * @throws ApiError 409 where no admin would be left, and then nobody has lost anything
   */
  async #takeRoles(tenantId: string, ids: readonly string[], instead: ScimGroupRecord | string, actor: Actor) {
    const { store, settings } = this.#parts
    if (ids.length === 0 || !groupsDecide(settings)) return
    const roleOf = await readRoles(store, settings, tenantId, instead)
    await this.#requireAdmin(tenantId, new Set(ids), roleOf)
    await inSlices(ids, (some) => this.#users.applyRoles(tenantId, some, roleOf, actor))
  }

  async #requireAdmin(tenantId: string, ids: ReadonlySet<string>, roleOf: RoleOf): Promise<void> {
    const active = { role: 'admin', status: 'active' } as const
    const oldest = { field: 'created_at', descending: false } as const
    for (let offset = 0; ; offset += ADMINS_PAGE) {
      const { items } = await this.#parts.store.users.list(tenantId, active, oldest, { offset, limit: ADMINS_PAGE })
      if (offset === 0 && items.length === 0) return
      if (items.some((user) => !ids.has(user.id) || !isProvisioned(user) || roleOf(user.id) === 'admin')) return
      if (items.length < ADMINS_PAGE) break
    }
    throw conflict('The last active admin cannot be removed: make another user an admin first')
  }

  async #giveRoles(tenantId: string, ids: readonly string[], actor: Actor): Promise<void> {
    const { store, settings, logger } = this.#parts
    if (ids.length === 0 || !groupsDecide(settings)) return
    const roleOf = await readRoles(store, settings, tenantId)
    const give = (some: readonly string[]): Promise<void> =>
      this.#users.applyRoles(tenantId, some, roleOf, actor).catch(async (error: unknown) => {
        // The group is stored already. Only an admin whom another admin made, and no group, can be the last one here.
        if (!(error instanceof ApiError) || error.status !== 409) throw error
        const [user_id] = some
        if (some.length > 1) for (const id of some) await give([id])
        else logger.warn({ code: error.code, user_id }, 'the last active admin stays one, though no group says so')
      })
    await inSlices(ids, give)
  }

  async #requireUsers(tenantId: string, ids: readonly string[]): Promise<void> {
    await inSlices(ids, async (some) => {
      const users = await this.#parts.store.users.getMany(tenantId, some)
      if (some.some((id) => !isProvisioned(users.get(id)))) throw noUser()
    })
  }
}

/** One slice after the other; the embedded store answers without a turn of the event loop. */
async function inSlices(ids: readonly string[], work: (some: readonly string[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < ids.length; from += USERS_AT_ONCE) {
    if (from > 0) await nextTurn()
    await work(ids.slice(from, from + USERS_AT_ONCE))
  }
}
