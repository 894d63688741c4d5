import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Discrepancy, type Facts, FirstStart } from '../config/first-start.ts'
import { type Settings, SettingsError } from '../config/settings.ts'
import { WeirError } from '../core/errors.ts'
import { hasKeptEnds } from './anchor/audit-anchor.ts'
import { type Glance, glanceAt } from './store/glance.ts'
import { DATABASE_FILE, mongodbName } from './store/open-store.ts'
import type { Tenant } from './store/tenant-store.ts'

/** What else an installation has in its data directory. */
const SIGNS = ['ca.pem', 'ca.key', 'secrets', 'policies.json', 'spool']
const NEW_DATABASE = '--new-database, which begins without users and policies'

export type Where = Pick<Settings, 'mongodbUrl' | 'dataDir'>

/** The database that the data directory belongs to is not there: a start would let everything pass. Exit code 2. */
export class MissingDatabaseError extends SettingsError {
  constructor(variable: string, { found, mend }: Discrepancy) {
    super([`${variable}: ${found}. ${mend}.`])
  }
}

/**
 * What an API that started to its end on this data directory left there. Undefined where none has: neither in a directory of a
 * proxy alone, nor after a first start that was killed.
 */
export function knownFacts(dataDir: string): Facts | undefined {
  return new FirstStart(dataDir, 'api').read() ?? (hasKeptEnds(dataDir) ? {} : undefined)
}

/** @param glance undefined where there is no database */
export function missingIn(where: Where, facts: Facts, glance: Glance | undefined): Discrepancy | undefined {
  if (glance !== undefined && glance.tenants.length > 0) return undefined
  const { dataDir, mongodbUrl } = where
  const signs = SIGNS.filter((name) => existsSync(join(dataDir, name)))
  const has = `${dataDir} has ${signs.length === 0 ? 'run Weir before' : signs.join(', ')}, but its database is missing`
  if (mongodbUrl !== undefined) {
    return {
      found: `${has}: ${mongodbName(mongodbUrl)} is empty`,
      mend: `Bring it back (its volume mounted, or mongorestore), correct WEIR_MONGODB_URL, or start once with ${NEW_DATABASE}`,
    }
  }
  const file = join(dataDir, DATABASE_FILE)
  const state = glance === undefined ? 'is not there' : 'is empty'
  const [was, first] =
    facts.database === 'mongodb'
      ? [', and it was in MongoDB', 'Set WEIR_MONGODB_URL']
      : ['', 'Mount the volume that holds it, or bring it back from a backup']
  return { found: `${has}: ${file} ${state}${was}`, mend: `${first}, or start once with ${NEW_DATABASE}` }
}

/** The database that the data directory worked with is another one. */
export function otherThan(where: Where, { tenant_id }: Facts, tenants: readonly string[]): Discrepancy | undefined {
  if (tenant_id === undefined || tenants.length === 0 || tenants.includes(tenant_id)) return undefined
  const { file } = new FirstStart(where.dataDir, 'api')
  const database = where.mongodbUrl === undefined ? join(where.dataDir, DATABASE_FILE) : mongodbName(where.mongodbUrl)
  return {
    found: `${database} is another database than the one that ${where.dataDir} worked with: it has no tenant ${tenant_id}`,
    mend: `Mount or name the database of this installation; if this one is meant, remove ${file}`,
  }
}

/** Tells at a start whether the database is the one that belongs to the data directory. */
export class KnownDatabase {
  readonly #where: Where
  readonly #first: FirstStart
  #facts: Facts | undefined

  private constructor(where: Where, facts: Facts | undefined) {
    this.#where = where
    this.#first = new FirstStart(where.dataDir, 'api')
    this.#facts = facts
  }

  /**
   * Before anything is made.
   * @param newDatabase another one may take the place of one that is missing
   * @throws MissingDatabaseError; StoreError if MongoDB cannot be asked
   */
  static async require(where: Where, newDatabase: boolean): Promise<KnownDatabase> {
    const facts = knownFacts(where.dataDir)
    const missing = facts && (await lookFor(where, facts))
    if (missing === undefined) return new KnownDatabase(where, facts)
    const variable = where.mongodbUrl === undefined ? 'WEIR_DATA_DIR' : 'WEIR_MONGODB_URL'
    if (!newDatabase) throw new MissingDatabaseError(variable, missing)
    // Whose policies a proxy here had does not matter any more.
    for (const part of ['api', 'proxy'] as const) new FirstStart(where.dataDir, part).forget()
    return new KnownDatabase(where, undefined)
  }

  /** Says where the database is another one. */
  compare(tenants: readonly Tenant[], logger: Pick<Logger, 'error'>): void {
    const ids = tenants.map(({ id }) => id)
    const other = this.#facts && otherThan(this.#where, this.#facts, ids)
    if (other !== undefined) logger.error({ code: 'ERR_OTHER_DATABASE' }, `${other.found}. ${other.mend}`)
  }

  /** The start has come to its end. */
  note({ id }: Tenant): void {
    const database = this.#where.mongodbUrl === undefined ? 'sqlite' : 'mongodb'
    // Of the tenant the first one holds until an operator removes it; "copy" changes the database, and no tenant.
    const facts = { database, tenant_id: this.#facts?.tenant_id ?? id }
    if (facts.database !== this.#facts?.database || facts.tenant_id !== this.#facts.tenant_id) this.#first.note(facts)
    this.#facts = facts
  }
}

/** @throws StoreError if MongoDB cannot be asked */
async function lookFor(where: Where, facts: Facts): Promise<Discrepancy | undefined> {
  try {
    return missingIn(where, facts, await glanceAt(where))
  } catch (error) {
    if (error instanceof WeirError) throw error
    // A file that is damaged or held: who opens it says what is wrong.
    return undefined
  }
}
