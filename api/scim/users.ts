import { randomUUID } from 'node:crypto'
import type { Actor } from '../audit/audit-log.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { ApiError, notFound } from '../http/api-error.ts'
import { withConflicts } from '../http/store-errors.ts'
import { requireUserNotHeld } from '../retention/held-records.ts'
import { DuplicateError } from '../store/errors.ts'
import type { Effects } from '../store/outbox.ts'
import type { Changed } from '../store/paging.ts'
import type { UserChanges, UserRecord } from '../store/user-store.ts'
import { publishActivated, publishDeleted, publishRole } from '../users/user-events.ts'
import { actionsOf } from './audited.ts'
import { ScimError } from './errors.ts'
import { groupsDecide, type RoleOf, readRoles } from './group-roles.ts'
import { isNothing, standing } from './standing.ts'
import { isProvisioned, isShownActive, type Provisioned, type ScimUser } from './user-resource.ts'

export type ScimDependencies = Pick<
  ApiDependencies,
  'settings' | 'store' | 'audit' | 'events' | 'now' | 'publicUrl' | 'logger'
>

/** Makes, changes and removes the users of a tenant for its provisioning client. */
export class ScimUsers {
  readonly #parts: ScimDependencies

  constructor(parts: ScimDependencies) {
    this.#parts = parts
  }

  /** @throws ApiError 404 for a user whom no client manages, as for none */
  async get(tenantId: string, id: string): Promise<Provisioned> {
    const user = await this.#parts.store.users.get(tenantId, id)
    if (!isProvisioned(user)) throw notFound('User')
    return user
  }

  /**
   * A new user, or one of the same address who was here before the client.
   * @throws ScimError uniqueness
   */
  async create(tenantId: string, wanted: ScimUser, actor: Actor): Promise<Provisioned> {
    const { store, audit, events, now } = this.#parts
    const same = await store.users.findByEmail(wanted.email)
    const known = same.find((user) => user.tenant_id === tenantId)
    if (known !== undefined) return this.#takeOver(known, wanted, actor)
    const time = now()
    const blank: UserRecord = {
      id: randomUUID(),
      tenant_id: tenantId,
      email: wanted.email,
      display_name: wanted.displayName,
      role: 'viewer',
      status: 'inactive',
      created_at: time.toISOString(),
      last_login: null,
      password_hash: null,
      session_version: 1,
      kept_session: null,
      invited_by: null,
      invitation: null,
      proxy_token_hash: null,
      identity: null,
      second_factor: null,
      scim: null,
      ended_sessions: [],
      sessions: [],
    }
    const changes = standing(blank, wanted, (await this.#roles(tenantId))(blank.id), time)
    const made: UserRecord = { ...blank, ...changes }
    const effects = audit.with<UserRecord>(
      actor,
      ({ id, email, role, status }) => {
        const details = { email, role, status, by: 'scim' }
        return { action: 'user.created', target_type: 'user', target_id: id, details }
      },
      (user) => (user.status === 'active' ? publishActivated(user) : []),
    )
    await unique(() => store.users.insert(made, effects))
    events.identityChanged(made)
    return this.get(tenantId, made.id)
  }

  /**
   * @throws ApiError 404, 409 for the last admin; ScimError uniqueness
   */
  async change(user: Provisioned, wanted: ScimUser, actor: Actor, roles?: RoleOf): Promise<Provisioned> {
    const roleOf = roles ?? (await this.#roles(user.tenant_id))
    return this.#change(user, wanted, actor, roleOf(user.id))
  }

  /**
   * Gives users the roles of the groups. Who is not here or not managed has none.
   * @throws ApiError 409 for the last admin
   */
  async applyRoles(tenantId: string, ids: readonly string[], roleOf: RoleOf, actor: Actor): Promise<void> {
    const { store, events, now } = this.#parts
    const due = new Map<string, UserChanges>()
    const users = await store.users.getMany(tenantId, ids)
    for (const id of ids) {
      const user = users.get(id)
      if (!isProvisioned(user)) continue
      const changes = standing(user, asWanted(user), roleOf(id), now())
      if (!isNothing(user, changes)) due.set(id, changes)
    }
    if (due.size === 0) return
    const changed = await withConflicts(() => store.users.updateMany(tenantId, due, this.#effects(actor)))
    for (const { after } of changed) events.identityChanged(after)
  }

  /** @throws ApiError 404; 409 for the last admin, and for a user who must be kept, who is deactivated then */
  async delete(user: Provisioned, actor: Actor): Promise<void> {
    const { store, audit, events } = this.#parts
    await requireUserNotHeld(store, user.tenant_id, user.id).catch(async (held: unknown) => {
      // The client says that the person is gone: what must be kept is the record, not a way in.
      if (held instanceof ApiError) await this.#deactivate(user, actor)
      throw held
    })
    const effects = audit.with<UserRecord>(
      actor,
      ({ id, email }) => ({
        action: 'user.deleted',
        target_type: 'user',
        target_id: id,
        details: { email, by: 'scim' },
      }),
      publishDeleted,
    )
    const deleted = await withConflicts(() => store.users.delete(user.tenant_id, user.id, effects))
    if (deleted === undefined) throw notFound('User')
    events.identityChanged(user)
  }

  async #deactivate(user: Provisioned, actor: Actor): Promise<void> {
    const said = asWanted(user)
    await this.change(user, { ...said, scim: { ...said.scim, active: false } }, actor)
  }

  async #roles(tenantId: string): Promise<(userId: string) => ReturnType<RoleOf> | 'kept'> {
    const { store, settings } = this.#parts
    return groupsDecide(settings) ? readRoles(store, settings, tenantId) : () => 'kept'
  }

  /**
   * Somebody of this address is here already. An account that can be more than the client may give is not taken over:
   * that of an administrator, unless the OpenID provider of the installation vouches for the person already.
   */
  async #takeOver(user: UserRecord, wanted: ScimUser, actor: Actor): Promise<Provisioned> {
    if (user.scim !== null) throw taken()
    const isVouchedFor = user.identity !== null && user.identity.issuer === this.#parts.settings.oidcIssuer
    if (user.role === 'admin' && user.status !== 'pending' && !isVouchedFor) {
      const how = 'which only its owner links, by single sign-on (docs/operators-guide.md, Provisioning)'
      throw new ScimError('uniqueness', `An administrator has the e-mail address, ${how}`)
    }
    return this.#change(user, wanted, actor, (await this.#roles(user.tenant_id))(user.id))
  }

  async #change(
    user: UserRecord,
    wanted: ScimUser,
    actor: Actor,
    role: ReturnType<RoleOf> | 'kept',
  ): Promise<Provisioned> {
    const { store, events, now } = this.#parts
    const changes = standing(user, wanted, role, now())
    if (isProvisioned(user) && isNothing(user, changes)) return user
    const updated = await withConflicts(() =>
      unique(() => store.users.update(user.tenant_id, user.id, changes, this.#effects(actor))),
    )
    if (updated === undefined) throw notFound('User')
    events.identityChanged(updated.after)
    if (!isProvisioned(updated.after)) throw notFound('User')
    return updated.after
  }

  #effects(actor: Actor): Effects<Changed<UserRecord>> {
    return this.#parts.audit.with<Changed<UserRecord>>(actor, actionsOf, (change) => [
      ...(change.before.status === 'pending' && change.after.status === 'active' ? publishActivated(change.after) : []),
      ...publishRole(change),
    ])
  }
}

/** The user as the client has said, for a change that comes from elsewhere. */
function asWanted(user: Provisioned): ScimUser {
  const { entitled: _entitled, changed_at: _changed, ...said } = user.scim
  return { scim: { ...said, active: isShownActive(user) }, email: user.email, displayName: user.display_name }
}

async function unique<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof DuplicateError) throw taken()
    throw error
  }
}

function taken(): ScimError {
  return new ScimError('uniqueness', 'A user has this userName or e-mail address already')
}
