import { InvariantError } from '../../../core/errors.ts'
import { DEFAULT_TENANT_SETTINGS, type TenantSettings } from '../../../core/model/tenant-settings.ts'
import type { Effects } from '../outbox.ts'
import type { Tenant, TenantStore } from '../tenant-store.ts'
import type { Database, Row } from './database.ts'
import type { SqliteOutbox } from './outbox.ts'
import { orDuplicate } from './sql.ts'

export class SqliteTenants implements TenantStore {
  readonly #db: Database
  readonly #outbox: SqliteOutbox
  readonly #numbers = new Map<string, number>()

  constructor(db: Database, outbox: SqliteOutbox) {
    this.#db = db
    this.#outbox = outbox
  }

  async insert(tenant: Tenant, effects?: Effects<Tenant>): Promise<void> {
    await this.#outbox.change(tenant.id, (draft) => {
      orDuplicate('name', () =>
        this.#db.run(
          'INSERT INTO tenants (id, name, created_at) VALUES (?, ?, ?)',
          tenant.id,
          tenant.name,
          tenant.created_at,
        ),
      )
      draft.publish(effects, tenant)
    })
  }

  async get(id: string): Promise<Tenant | undefined> {
    const row = this.#db.get('SELECT id, name, created_at FROM tenants WHERE id = ?', id)
    return row === undefined ? undefined : toTenant(row)
  }

  async list(): Promise<Tenant[]> {
    return this.#db.all('SELECT id, name, created_at FROM tenants ORDER BY number').map(toTenant)
  }

  async settings(id: string): Promise<TenantSettings> {
    const row = this.#db.get('SELECT own_words FROM tenants WHERE id = ?', id)
    return row === undefined ? DEFAULT_TENANT_SETTINGS : { own_words: row.own_words === 1 }
  }

  async changeSettings(
    id: string,
    settings: TenantSettings,
    effects?: Effects<TenantSettings>,
  ): Promise<TenantSettings> {
    return this.#outbox.change(id, (draft) => {
      this.#db.run('UPDATE tenants SET own_words = ? WHERE id = ?', settings.own_words ? 1 : 0, id)
      draft.publish(effects, settings)
      return settings
    })
  }

  /** The number that stands for the tenant in the interactions table; undefined for an unknown tenant. */
  findNumber(id: string): number | undefined {
    const known = this.#numbers.get(id)
    if (known !== undefined) return known
    const row = this.#db.get('SELECT number FROM tenants WHERE id = ?', id)
    if (row === undefined) return undefined
    const number = Number(row.number)
    this.#numbers.set(id, number)
    return number
  }

  /** Of every tenant. */
  numbers(): number[] {
    return this.#db.all('SELECT number FROM tenants').map(({ number }) => Number(number))
  }

  requireNumber(id: string): number {
    const number = this.findNumber(id)
    if (number === undefined) throw new InvariantError('Interactions are recorded for a tenant that does not exist')
    return number
  }
}

function toTenant(row: Row): Tenant {
  return { id: String(row.id), name: String(row.name), created_at: String(row.created_at) }
}
