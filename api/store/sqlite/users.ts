import { Role, UserStatus } from '../../../core/model/user.ts'
import { LastAdminError } from '../errors.ts'
import type { Effects } from '../outbox.ts'
import type { Changed, Listed, Page } from '../paging.ts'
import {
  changedUser,
  type Identity,
  isOnlyLogin,
  nameOf,
  type ScimRecord,
  type SecondFactorRecord,
  type SessionRecord,
  type UserChanges,
  type UserFilter,
  type UserRecord,
  type UserSort,
  type UserStore,
} from '../user-store.ts'
import type { Database, Row } from './database.ts'
import type { SqliteOutbox } from './outbox.ts'
import { orDuplicate, orderBy, Where } from './sql.ts'

export class SqliteUsers implements UserStore {
  readonly #db: Database
  readonly #outbox: SqliteOutbox

  constructor(db: Database, outbox: SqliteOutbox) {
    this.#db = db
    this.#outbox = outbox
  }

  async insert(user: UserRecord, effects?: Effects<UserRecord>): Promise<void> {
    await this.#outbox.change(user.tenant_id, (draft) => {
      orDuplicate('email', () =>
        this.#db.run(
          `INSERT INTO users (id, tenant_id, email, display_name, role, status, created_at, last_login, password_hash,
             session_version, kept_session, invited_by, invitation_hash, invitation_expires_at, proxy_token_hash, ended_sessions,
             identity_issuer, identity_subject, second_factor, sessions, scim, scim_user_name, scim_external_id)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          user.id,
          user.tenant_id,
          user.email,
          user.display_name,
          user.role,
          user.status,
          user.created_at,
          ...signInColumns(user),
          ...scimColumns(user),
        ),
      )
      draft.publish(effects, user)
    })
  }

  async get(tenantId: string, id: string): Promise<UserRecord | undefined> {
    return this.#find(tenantId, id)
  }

  async getMany(tenantId: string, ids: readonly string[]): Promise<Map<string, UserRecord>> {
    const sql = 'SELECT * FROM users WHERE tenant_id = ? AND id IN (SELECT value FROM json_each(?))'
    const users = this.#db.all(sql, tenantId, JSON.stringify(ids)).map(toUser)
    return new Map(users.map((user) => [user.id, user]))
  }

  async names(tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = this.#db.all(
      'SELECT id, display_name, email FROM users WHERE tenant_id = ? AND id IN (SELECT value FROM json_each(?))',
      tenantId,
      JSON.stringify(ids),
    )
    return new Map(
      rows.map(({ id, display_name, email }) => [
        String(id),
        nameOf({ display_name: String(display_name), email: String(email) }),
      ]),
    )
  }

  async findByEmail(email: string): Promise<UserRecord[]> {
    return this.#db.all('SELECT * FROM users WHERE email = ? ORDER BY created_at, id', email).map(toUser)
  }

  async findByIdentity(tenantId: string, { issuer, subject }: Identity): Promise<UserRecord | undefined> {
    const row = this.#db.get(
      'SELECT * FROM users WHERE tenant_id = ? AND identity_issuer = ? AND identity_subject = ?',
      tenantId,
      issuer,
      subject,
    )
    return row === undefined ? undefined : toUser(row)
  }

  async findByInvitation(tokenHash: string): Promise<UserRecord | undefined> {
    const row = this.#db.get('SELECT * FROM users WHERE invitation_hash = ?', tokenHash)
    return row === undefined ? undefined : toUser(row)
  }

  async list(tenantId: string, filter: UserFilter, sort: UserSort, page: Page): Promise<Listed<UserRecord>> {
    const where = new Where()
      .and('tenant_id = ?', tenantId)
      .and('role = ?', filter.role)
      .and('status = ?', filter.status)
      .and('(scim IS NOT NULL) = ?', filter.provisioned && 1)
      .and('scim_user_name = ?', filter.scimUserName?.toLowerCase())
      .and('scim_external_id = ?', filter.scimExternalId)
    const order = orderBy(sort.field === 'email' ? ['email'] : ['created_at', 'id'], sort.descending)
    const rows = this.#db.all(
      `SELECT * FROM users ${where} ${order} LIMIT ? OFFSET ?`,
      ...where.values,
      page.limit,
      page.offset,
    )
    const count = this.#db.get(`SELECT count(*) AS total FROM users ${where}`, ...where.values)
    return { items: rows.map(toUser), total: Number(count?.total) }
  }

  async update(tenantId: string, id: string, changes: UserChanges, effects?: Effects<Changed<UserRecord>>) {
    return this.#outbox.change(
      tenantId,
      (draft) => {
        const change = this.#change(tenantId, id, changes)
        if (change !== undefined) draft.publish(effects, change)
        return change
      },
      effects === undefined && isOnlyLogin(changes) ? 'group' : 'full',
    )
  }

  async updateMany(
    tenantId: string,
    changes: ReadonlyMap<string, UserChanges>,
    effects?: Effects<Changed<UserRecord>>,
  ): Promise<Changed<UserRecord>[]> {
    return this.#outbox.change(tenantId, (draft) => {
      const all = [...changes].map(([id, one]) => this.#change(tenantId, id, one))
      const changed = all.filter((change) => change !== undefined)
      draft.publish(effects, ...changed)
      return changed
    })
  }

  async delete(tenantId: string, id: string, effects?: Effects<UserRecord>): Promise<UserRecord | undefined> {
    return this.#outbox.change(tenantId, (draft) => {
      const user = this.#find(tenantId, id)
      if (user === undefined) return undefined
      if (isActiveAdmin(user)) this.#requireAnotherAdmin(user)
      this.#db.run('DELETE FROM users WHERE id = ?', id)
      draft.publish(effects, user)
      return user
    })
  }

  async acceptInvitation(
    tokenHash: string,
    changes: Pick<UserChanges, 'password_hash' | 'display_name' | 'last_login' | 'addSession'>,
    effects?: Effects<UserRecord>,
  ): Promise<UserRecord | undefined> {
    const invited = await this.findByInvitation(tokenHash)
    if (invited === undefined) return undefined
    return this.#outbox.change(invited.tenant_id, (draft) => {
      // Another process may have been faster.
      const row = this.#db.get(`SELECT * FROM users WHERE invitation_hash = ? AND status = 'pending'`, tokenHash)
      if (row === undefined) return undefined
      const user = changedUser(toUser(row), { ...changes, status: 'active', invitation: null })
      this.#save(user)
      draft.publish(effects, user)
      return user
    })
  }

  async count(tenantId: string): Promise<number> {
    return Number(this.#db.get('SELECT count(*) AS total FROM users WHERE tenant_id = ?', tenantId)?.total)
  }

  /** As a part of a transaction. */
  #change(tenantId: string, id: string, changes: UserChanges): Changed<UserRecord> | undefined {
    const before = this.#find(tenantId, id)
    const { ifSessionVersion, ifSecondFactorVersion, ifStatus } = changes
    if (before === undefined) return undefined
    if (ifSessionVersion !== undefined && before.session_version !== ifSessionVersion) return undefined
    if (ifSecondFactorVersion !== undefined && (before.second_factor?.version ?? null) !== ifSecondFactorVersion)
      return undefined
    if (ifStatus !== undefined && before.status !== ifStatus) return undefined
    const after = changedUser(before, changes)
    if (isActiveAdmin(before) && !isActiveAdmin(after)) this.#requireAnotherAdmin(before)
    // What a provisioning client changes is an address or a name; an identity changes alone.
    orDuplicate(changes.scim === undefined ? 'identity' : 'email', () => this.#save(after))
    return { before, after }
  }

  #save(user: UserRecord): void {
    this.#db.run(
      `UPDATE users SET email = ?, display_name = ?, role = ?, status = ?, last_login = ?, password_hash = ?,
         session_version = ?, kept_session = ?, invited_by = ?, invitation_hash = ?, invitation_expires_at = ?,
         proxy_token_hash = ?, ended_sessions = ?, identity_issuer = ?, identity_subject = ?,
         second_factor = ?, sessions = ?, scim = ?, scim_user_name = ?, scim_external_id = ?
       WHERE id = ?`,
      user.email,
      user.display_name,
      user.role,
      user.status,
      ...signInColumns(user),
      ...scimColumns(user),
      user.id,
    )
  }

  #find(tenantId: string, id: string): UserRecord | undefined {
    const row = this.#db.get('SELECT * FROM users WHERE id = ? AND tenant_id = ?', id, tenantId)
    return row === undefined ? undefined : toUser(row)
  }

  #requireAnotherAdmin(user: UserRecord): void {
    const other = this.#db.get(
      `SELECT 1 FROM users WHERE tenant_id = ? AND role = 'admin' AND status = 'active' AND id <> ? LIMIT 1`,
      user.tenant_id,
      user.id,
    )
    if (other === undefined) throw new LastAdminError()
  }
}

/** From `last_login` to `sessions`, in the order of both statements that write a user. */
function signInColumns(user: UserRecord): (string | number | null)[] {
  return [
    user.last_login,
    user.password_hash,
    user.session_version,
    user.kept_session,
    user.invited_by,
    user.invitation?.token_hash ?? null,
    user.invitation?.expires_at ?? null,
    user.proxy_token_hash,
    JSON.stringify(user.ended_sessions),
    user.identity?.issuer ?? null,
    user.identity?.subject ?? null,
    user.second_factor === null ? null : JSON.stringify(user.second_factor),
    JSON.stringify(user.sessions),
  ]
}

function scimColumns({ scim }: UserRecord): (string | null)[] {
  return scim === null ? [null, null, null] : [JSON.stringify(scim), scim.user_name.toLowerCase(), scim.external_id]
}

function isActiveAdmin(user: UserRecord): boolean {
  return user.role === 'admin' && user.status === 'active'
}

function toUser(row: Row): UserRecord {
  return {
    id: String(row.id),
    tenant_id: String(row.tenant_id),
    email: String(row.email),
    display_name: String(row.display_name),
    role: Role.parse(row.role),
    status: UserStatus.parse(row.status),
    created_at: String(row.created_at),
    last_login: textOrNull(row.last_login),
    password_hash: textOrNull(row.password_hash),
    session_version: Number(row.session_version),
    kept_session: textOrNull(row.kept_session),
    invited_by: textOrNull(row.invited_by),
    invitation:
      row.invitation_hash === null
        ? null
        : { token_hash: String(row.invitation_hash), expires_at: String(row.invitation_expires_at) },
    proxy_token_hash: textOrNull(row.proxy_token_hash),
    identity:
      row.identity_issuer === null
        ? null
        : { issuer: String(row.identity_issuer), subject: String(row.identity_subject) },
    second_factor: row.second_factor === null ? null : (JSON.parse(String(row.second_factor)) as SecondFactorRecord),
    scim: row.scim === null ? null : (JSON.parse(String(row.scim)) as ScimRecord),
    ended_sessions: JSON.parse(String(row.ended_sessions)) as string[],
    sessions: JSON.parse(String(row.sessions)) as SessionRecord[],
  }
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value)
}
