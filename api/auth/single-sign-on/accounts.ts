import { randomUUID } from 'node:crypto'
import type { Role } from '../../../core/model/user.ts'
import type { ApiDependencies } from '../../dependencies.ts'
import { groupsDecide, readRoles } from '../../scim/group-roles.ts'
import { DuplicateError, LastAdminError } from '../../store/errors.ts'
import type { Changed } from '../../store/paging.ts'
import type { SessionRecord, UserChanges, UserRecord } from '../../store/user-store.ts'
import { publishActivated, publishRole } from '../../users/user-events.ts'
import { openSession } from '../open-session.ts'
import { isCurrent } from '../sessions.ts'
import type { Attempt } from './attempt.ts'
import type { Person } from './claims.ts'
import { type Refusal, SignOnRefusedError } from './errors.ts'

type Dependencies = Pick<ApiDependencies, 'settings' | 'store' | 'sessionKeys' | 'now' | 'audit' | 'events'>

/** Finds, makes and links the users whom an OpenID provider speaks of (docs/reference/api-rules.md, Single sign-on). */
export class Accounts {
  readonly #parts: Dependencies
  /** The name or id that WEIR_OIDC_TENANT gives. */
  readonly #tenant: string | undefined

  constructor(parts: Dependencies, tenant: string | undefined) {
    this.#parts = parts
    this.#tenant = tenant
  }

  /**
   * The user that this person is, as they are after signing in with this session. The provider's word on the role holds from here on.
   * @throws SignOnRefusedError
   */
  async signIn(person: Person, session: SessionRecord, isTenantClaimed: boolean): Promise<UserRecord> {
    const clientAddress = session.address
    const tenantId = await this.#tenantOf(person, isTenantClaimed).catch((error: unknown) => {
      throw person.role === undefined ? new SignOnRefusedError('no-role') : error
    })
    const known = await this.#parts.store.users.findByIdentity(tenantId, person.identity)
    if (known !== undefined) return this.#enter(known, person, session)
    const { email } = person
    if (email === undefined) throw new SignOnRefusedError(person.role === undefined ? 'no-role' : 'no-email')
    const candidates = await this.#parts.store.users.findByEmail(email)
    const namesake = candidates.find((user) => user.tenant_id === tenantId)
    if ((await this.#roleOf(namesake, person)) === undefined) throw this.#refused('no-role', namesake, clientAddress)
    // A provisioning client has named the person by what the provider names them by, besides the address.
    const isNamed = person.externalIds.some((id) => id === namesake?.scim?.external_id)
    // Records, mails and proxies know people by their address: whoever could choose one could be anybody.
    if (!person.isEmailVerified && !isNamed) throw this.#refused('unverified', namesake, clientAddress)
    if (namesake === undefined) return this.#make(tenantId, email, person, session)
    if (namesake.identity !== null) throw this.#refused('linked-elsewhere', namesake, clientAddress)
    // Whoever is invited or provisioned has no account yet that could be taken over: it was said who they shall be.
    const isUnused = namesake.scim !== null && namesake.password_hash === null && namesake.last_login === null
    if (namesake.role === 'admin' && namesake.status !== 'pending' && !isUnused && !isNamed)
      throw this.#refused('link-first', namesake, clientAddress)
    return this.#enter(namesake, person, session)
  }

  /**
   * Ties the identity to the user who asked for it, signed in.
   * @throws SignOnRefusedError
   */
  async link(person: Person, link: NonNullable<Attempt['link']>, clientAddress: string, isTenantClaimed: boolean) {
    const { store } = this.#parts
    const { tenant, user: id, version, session } = link
    const user = await store.users.get(tenant, id)
    // Whoever signed out in between may have left the browser to somebody else.
    if (user === undefined || !isCurrent(user, version, session)) throw new SignOnRefusedError('expired')
    if ((await this.#tenantOf(person, isTenantClaimed)) !== tenant) throw new SignOnRefusedError('no-tenant')
    const owner = await store.users.findByIdentity(tenant, person.identity)
    if ((await this.#roleOf(user, person)) === undefined) throw this.#refused('no-role', user, clientAddress)
    if (owner?.id === id) return
    if (owner !== undefined || user.identity !== null) throw new SignOnRefusedError('linked-elsewhere')
    const ifSessionVersion = user.session_version
    await this.#update(user, { identity: person.identity, ifSessionVersion }, clientAddress)
  }

  /** Somebody whom the provider knows came for the account of another, or of their own: its log says so. */
  #refused(refusal: Refusal, user: UserRecord | undefined, clientAddress: string): SignOnRefusedError {
    if (user !== undefined) {
      const { tenant_id, id, email } = user
      const details = { email, by: 'single sign-on', reason: refusal }
      const action = { action: 'auth.login_failed', target_type: 'user', target_id: id, details }
      this.#parts.audit.recordLater(tenant_id, { caller: undefined, clientAddress }, action)
    }
    return new SignOnRefusedError(refusal)
  }

  async #tenantOf({ tenant: claimed }: Person, isTenantClaimed: boolean): Promise<string> {
    const wanted = isTenantClaimed ? claimed : this.#tenant
    const tenants = await this.#parts.store.tenants.list()
    const found =
      wanted === undefined && !isTenantClaimed
        ? tenants.length === 1 && tenants[0]
        : tenants.find(({ id, name }) => id === wanted || name === wanted)
    if (!found) throw new SignOnRefusedError('no-tenant')
    return found.id
  }

  async #enter(user: UserRecord, person: Person, session: SessionRecord): Promise<UserRecord> {
    if (user.status === 'inactive') {
      const refused = { ...signIn(user), action: 'auth.login_failed' }
      await this.#parts.audit.record(user.tenant_id, { caller: undefined, clientAddress: session.address }, refused)
      throw new SignOnRefusedError('inactive')
    }
    const role = await this.#roleOf(user, person)
    if (role === undefined) throw await this.#shutOut(user, session.address)
    const changes: UserChanges = {
      addSession: session,
      last_login: this.#parts.now().toISOString(),
      // It may have been deactivated, or its password reset, since it was read.
      ifSessionVersion: user.session_version,
      ...(user.role !== role && { role }),
      ...(user.identity === null && { identity: person.identity }),
      ...(user.status === 'pending' && { status: 'active' as const, invitation: null }),
      ...(user.display_name === '' && { display_name: person.displayName }),
    }
    return this.#update(user, changes, session.address)
  }

  /** What the groups of a provisioning client say, where they decide; otherwise the provider's word at each sign-in. */
  async #roleOf(user: UserRecord | undefined, person: Person): Promise<Role | undefined> {
    const { store, settings } = this.#parts
    if (user === undefined || user.scim === null || !groupsDecide(settings)) return person.role
    // Not the role of the record: the operator may have named other groups since.
    return (await readRoles(store, settings, user.tenant_id))(user.id)
  }

  /** The provider gives the person no role any more: what was begun with one ends. */
  async #shutOut(user: UserRecord, clientAddress: string): Promise<SignOnRefusedError> {
    const { store, audit, events } = this.#parts
    const effects = audit.with<Changed<UserRecord>>({ caller: undefined, clientAddress }, ({ after }) => {
      const entry = signIn(after)
      return { ...entry, action: 'auth.login_failed', details: { ...entry.details, reason: 'no-role' } }
    })
    const changes = { endSessions: { except: null }, ifSessionVersion: user.session_version }
    await store.users.update(user.tenant_id, user.id, changes, effects)
    events.identityChanged(user)
    return new SignOnRefusedError('no-role')
  }

  async #update(user: UserRecord, changes: UserChanges, clientAddress: string): Promise<UserRecord> {
    const { store, audit, events, sessionKeys, now } = this.#parts
    const effects = audit.with<Changed<UserRecord>>(
      ({ after }) => ({ caller: openSession(after, sessionKeys.session, now()).caller, clientAddress }),
      actionsOf,
      (change) => [
        ...(change.before.status === 'pending' ? publishActivated(change.after) : []),
        ...publishRole(change),
      ],
    )
    const updated = await refuse(() => store.users.update(user.tenant_id, user.id, changes, effects))
    if (updated?.after.status !== 'active') throw new SignOnRefusedError('inactive')
    if (user.role !== updated.after.role || user.status !== 'active') events.identityChanged(user)
    return updated.after
  }

  async #make(tenantId: string, email: string, person: Person, session: SessionRecord): Promise<UserRecord> {
    const { role } = person
    if (role === undefined) throw new SignOnRefusedError('no-role')
    const { store, audit, events, sessionKeys, now } = this.#parts
    const time = now().toISOString()
    const user: UserRecord = {
      id: randomUUID(),
      tenant_id: tenantId,
      email,
      display_name: person.displayName,
      role,
      status: 'active',
      created_at: time,
      last_login: time,
      password_hash: null,
      session_version: 1,
      kept_session: null,
      invited_by: null,
      invitation: null,
      proxy_token_hash: null,
      identity: person.identity,
      second_factor: null,
      scim: null,
      ended_sessions: [],
      sessions: [session],
    }
    const effects = audit.with<UserRecord>(
      { caller: openSession(user, sessionKeys.session, now()).caller, clientAddress: session.address },
      (made) => [
        { action: 'user.created', target_type: 'user', target_id: made.id, details: { email, role: made.role } },
        signIn(made),
      ],
      publishActivated,
    )
    await refuse(() => store.users.insert(user, effects))
    events.identityChanged(user)
    return user
  }
}

/** Everything that one sign-in or linking changed, in the order in which it is read. */
function actionsOf({ before, after }: Changed<UserRecord>) {
  const target = { target_type: 'user', target_id: after.id }
  const { email } = after
  const isLinked = before.identity === null && after.identity !== null
  return [
    ...(before.status === 'pending' ? [{ ...target, action: 'user.activated', details: { email } }] : []),
    ...(isLinked ? [{ ...target, action: 'user.linked', details: { email, issuer: after.identity?.issuer } }] : []),
    ...(before.role === after.role
      ? []
      : [{ ...target, action: 'user.role_changed', details: { email, from: before.role, to: after.role } }]),
    ...(before.last_login === after.last_login ? [] : [signIn(after)]),
  ]
}

function signIn({ id, email }: UserRecord) {
  return { action: 'auth.login', target_type: 'user', target_id: id, details: { email, by: 'single sign-on' } }
}

/** Of two sign-ins at the same moment the second finds the user when it is tried again. */
async function refuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LastAdminError) throw new SignOnRefusedError('last-admin', { cause: error })
    if (error instanceof DuplicateError) throw new SignOnRefusedError('linked-elsewhere', { cause: error })
    throw error
  }
}
