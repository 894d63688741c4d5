import { isDeepStrictEqual } from 'node:util'
import type { AlertCandidate } from '../../../core/alerting/candidate.ts'
import { deriveAlerts, deriveLaterAlerts } from '../../../core/alerting/derive.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { AlertedUsers } from '../alerted-users.ts'
import type { EventDraft } from '../event-draft.ts'
import type { IndexedNames } from '../indexed-names.ts'
import type {
  ErasureFilter,
  InteractionFilter,
  InteractionSort,
  InteractionStore,
  ListForm,
  Recorded,
} from '../interaction-store.ts'
import { floodAlerts, listedAs, type Sender } from '../new-names.ts'
import type { Effects } from '../outbox.ts'
import type { Changed, Listed, Page } from '../paging.ts'
import { windowStart } from '../raised-alerts.ts'
import type { ListedInteraction } from '../short-form.ts'
import type { OnErased } from '../store.ts'
import type { SqliteAlerts } from './alerts.ts'
import { InteractionIndex } from './bitmap-index/interaction-index.ts'
import { keyOfHash, keyOfReference } from './bitmap-index/lookups.ts'
import { type CountedNames, Counters } from './counters.ts'
import type { Database, Row } from './database.ts'
import type { SqliteErasedInteractions } from './erased-interactions.ts'
import type { EventDeliveries } from './event-deliveries.ts'
import { SqliteIndexedNames } from './indexed-names.ts'
import { hashPrefix, whereOf } from './interaction-filter.ts'
import { listAs, listedIn, toInteractions, toPlacedRow } from './interaction-rows.ts'
import { countedBy, countedIn, InteractionTable } from './interaction-table.ts'
import type { SqliteInventory } from './inventory.ts'
import type { SqliteOutbox } from './outbox.ts'
import { prepareLists, readAhead } from './prepare-lists.ts'
import { bytesToHex, orderBy } from './sql.ts'
import type { SqliteTenants } from './tenants.ts'
import { UserCounts } from './user-counts.ts'

const OLDEST_FIRST = { field: 'timestamp', descending: false } as const

const SORT_COLUMNS: Readonly<Record<InteractionSort['field'], readonly string[]>> = {
  timestamp: ['at', 'id'],
  risk_score: ['risk', 'at', 'id'],
  platform_id: ['platform', 'at', 'id'],
}

/** Rows in one transaction. */
const REWRITTEN_AT_ONCE = 1000

/** The most rows of one text that are read one by one; reading them takes some milliseconds. */
const FEW_MAX = 2000

/** What is new in a revision comes of services that share one bound (api/store/indexed-names.ts). */
const REVISING = { id: '' }

/** What changes together with interactions. */
interface Together {
  readonly tenants: SqliteTenants
  readonly inventory: SqliteInventory
  readonly alerts: SqliteAlerts
  readonly outbox: SqliteOutbox
  readonly eventDeliveries: EventDeliveries
  readonly erased: SqliteErasedInteractions
  readonly onErased: OnErased | undefined
}

export class SqliteInteractions implements InteractionStore {
  readonly #db: Database
  readonly #tenants: SqliteTenants
  readonly #table: InteractionTable
  readonly #names: SqliteIndexedNames
  readonly #counters: Counters
  readonly #userCounts: UserCounts
  readonly #index: InteractionIndex
  readonly #inventory: SqliteInventory
  readonly #alerts: SqliteAlerts
  readonly #alertedUsers = new AlertedUsers()
  readonly #outbox: SqliteOutbox
  readonly #eventDeliveries: EventDeliveries
  readonly #erased: SqliteErasedInteractions
  readonly #onErased: OnErased | undefined

  constructor(db: Database, { tenants, inventory, alerts, outbox, eventDeliveries, erased, onErased }: Together) {
    this.#db = db
    this.#tenants = tenants
    this.#table = new InteractionTable(db)
    this.#names = new SqliteIndexedNames(db)
    this.#counters = new Counters(db)
    this.#userCounts = new UserCounts(db)
    this.#index = new InteractionIndex(db)
    this.#inventory = inventory
    this.#alerts = alerts
    this.#outbox = outbox
    this.#eventDeliveries = eventDeliveries
    this.#erased = erased
    this.#onErased = onErased
  }

  async record(
    tenantId: string,
    interactions: readonly Interaction[],
    effects?: Effects<Interaction>,
    sender?: Sender,
  ): Promise<Recorded> {
    const tenant = this.#tenants.requireNumber(tenantId)
    return this.#outbox.change(
      tenantId,
      (draft) => {
        const fresh = this.#erased.without(tenantId, interactions)
        this.#index.addUsers(tenant, usersOf(fresh))
        const named = (interactions: readonly Interaction[]) =>
          interactions.map(({ platform_id }) => ({ platform_id, sender }))
        const listing = this.#inventory.listing(tenant, named(fresh), draft.now)
        const nameOf = ({ platform_id }: Interaction) => listedAs(listing.refused, platform_id)
        const names = this.#names.of(tenant, fresh, sender, draft.now)
        const counted: CountedNames[] = []
        const stored = this.#index.append(tenant, fresh, (interaction, number, index) => {
          const own = names[index] ?? NO_NAMES
          const row = this.#table.insert(tenant, number, interaction, nameOf(interaction), own)
          if (row !== undefined) counted.push(countedBy(interaction, own))
          return row
        })
        const { refused } = listing
        const listed = refused.size === 0 ? stored : stored.map((one) => listAs(one, nameOf(one)))
        this.#counters.addNew(tenant, stored, counted)
        const newPlatforms = this.#inventory.addNew(tenant, listed, listing)
        this.#userCounts.add(tenant, listed)
        draft.publish(effects, ...stored)
        this.#raise(
          draft,
          [...deriveAlerts(listed, newPlatforms), ...(refused.size === 0 ? [] : floodAlerts(named(stored), refused))],
          sender,
        )
        return { stored: stored.map(({ id }) => id), newPlatforms }
      },
      'group',
    )
  }

  /** Seals what an upgrade has left unsealed, a segment at a time. */
  catchUp(): void {
    for (const tenant of this.#tenants.numbers()) {
      while (this.#index.isBehind(tenant)) this.#db.writeWhileOpening(() => this.#index.catchUp(tenant))
    }
  }

  /** As Store.prepare. */
  prepare(): Promise<void> {
    return readAhead(this.#db, this.#index, this.#tenants.numbers())
  }

  async get(tenantId: string, id: string): Promise<Interaction | undefined> {
    const row = this.#find(tenantId, id)
    return row === undefined ? undefined : this.#table.whole(tenantId, row)
  }

  async list(
    tenantId: string,
    filter: InteractionFilter,
    sort: InteractionSort,
    page: Page,
    form: ListForm = 'whole',
  ): Promise<Listed<ListedInteraction>> {
    const tenant = this.#tenants.findNumber(tenantId)
    if (tenant === undefined) return { items: [], total: 0 }
    await prepareLists(this.#db, this.#index, tenant)
    const { rows, total } = this.#db.snapshot(() => {
      const few = this.#few(tenant, filter)
      const { rows, total } = few
        ? this.#listFew(tenant, few, filter, sort, page)
        : this.#listMany(tenant, filter, sort, page)
      return { rows: form === 'short' ? rows : rows.map((row) => this.#table.withWhole(row)), total }
    })
    return { items: await toInteractions(tenantId, rows), total }
  }

  #listMany(tenant: number, filter: InteractionFilter, sort: InteractionSort, page: Page) {
    const { numbers, total } = this.#index.list(tenant, filter, sort, page)
    return { rows: this.#table.all(numbers), total }
  }

  #listFew(tenant: number, numbers: readonly number[], filter: InteractionFilter, sort: InteractionSort, page: Page) {
    const where = whereOf(tenant, filter)
    const among = `FROM (SELECT value AS few FROM json_each(?)) CROSS JOIN interactions ON number = few ${where}`
    const values = [JSON.stringify(numbers), ...where.values]
    const rows = this.#db.all(
      `SELECT interactions.* ${among} ${orderBy(SORT_COLUMNS[sort.field], sort.descending)} LIMIT ? OFFSET ?`,
      ...values,
      page.limit,
      page.offset,
    )
    const counted = this.#db.get(`SELECT count(*) AS total ${among}`, ...values)
    return { rows, total: Number(counted?.total) }
  }

  /**
   * The rows of one text, or of one reference, are mostly few, and other filters are applied to them one by one. A text that
   * was sent over and over is a filter of the bitmaps, which know part of the hash: two texts whose hashes begin alike are
   * one there. @returns undefined where there is neither, or they are many
   */
  #few(tenant: number, { content_hash, reference }: InteractionFilter): number[] | undefined {
    if (reference !== undefined) {
      // Ids are of senders: one who gives thousands of interactions the same reference finds none by it.
      return this.#index.find(tenant, 'reference', [keyOfReference(reference)])?.slice(0, FEW_MAX) ?? []
    }
    if (content_hash === undefined) return undefined
    const keys = [content_hash].flat().map((hash) => keyOfHash(hashPrefix(hash)))
    const numbers = this.#index.find(tenant, 'hash', keys)
    return numbers !== undefined && numbers.length <= FEW_MAX ? numbers : undefined
  }

  async revise(
    tenantId: string,
    id: string,
    revise: (current: Interaction) => Interaction,
    effects?: Effects<Changed<Interaction>>,
  ) {
    return this.#outbox.change(
      tenantId,
      (draft) => {
        const row = this.#find(tenantId, id)
        if (row === undefined) return undefined
        const before = this.#table.whole(tenantId, row)
        const after = { ...revise(before), id, tenant_id: tenantId, timestamp: before.timestamp }
        // Told the same again, nothing is written: a segment would be built anew for it.
        if (isDeepStrictEqual(before, after)) return { before, after: before }
        const [tenant, number, listed] = [Number(row.tenant), Number(row.number), listedIn(row)]
        this.#table.remove(row)
        this.#count(tenant, [before], [listed], [countedIn(row)], -1)
        this.#index.addUsers(tenant, usersOf([after]))
        const [names = NO_NAMES] = this.#names.of(tenant, [after], REVISING, draft.now)
        this.#table.insert(tenant, number, after, listed, names)
        this.#count(tenant, [after], [listed], [countedBy(after, names)], 1)
        this.#index.changed(tenant, [number])
        draft.publish(effects, { before, after })
        this.#raise(draft, deriveLaterAlerts(before, listAs(after, listed)))
        return { before, after }
      },
      // An entry of the audit log survives a power failure (docs/operators-guide.md, What survives).
      typeof effects === 'object' ? 'full' : 'group',
    )
  }

  async delete(tenantId: string, id: string, effects?: Effects<Interaction>): Promise<Interaction | undefined> {
    const [deleted] = await this.#erase(tenantId, [id], true, effects)
    return deleted
  }

  async deleteMany(tenantId: string, ids: readonly string[]): Promise<number> {
    return (await this.#erase(tenantId, ids, false)).length
  }

  async #erase(
    tenantId: string,
    ids: readonly string[],
    isRemembered: boolean,
    effects?: Effects<Interaction>,
  ): Promise<Interaction[]> {
    const deleted = await this.#outbox.change(tenantId, (draft) => {
      const deleted = this.#delete(tenantId, ids)
      if (isRemembered) this.#remember(tenantId, deleted)
      draft.publish(effects, ...deleted)
      return deleted
    })
    this.#noteErased(tenantId, deleted)
    return deleted
  }

  /** Rows that stand together go together: each segment that a deletion touches is built anew. */
  async erase(tenantId: string, filter: ErasureFilter, limit: number): Promise<number> {
    const tenant = this.#tenants.findNumber(tenantId)
    if (tenant === undefined) return 0
    await prepareLists(this.#db, this.#index, tenant)
    const deleted = await this.#db.write(() => {
      const some = this.#deleteRows(tenantId, tenant, this.#some(tenant, filter, limit))
      this.#remember(tenantId, some)
      return some
    })
    this.#noteErased(tenantId, deleted)
    return deleted.length
  }

  #noteErased(tenantId: string, deleted: readonly Interaction[]): void {
    if (deleted.length === 0) return
    this.#db.truncateLogSoon()
    this.#onErased?.(
      tenantId,
      deleted.map(({ id }) => id),
    )
  }

  forgetErased(tenantId: string, before: string, limit: number): Promise<number> {
    return this.#erased.forget(tenantId, before, limit)
  }

  #remember(tenantId: string, deleted: readonly Interaction[]): void {
    this.#erased.add(
      tenantId,
      deleted.map(({ id }) => id),
    )
  }

  async rewriteHashes(rewrite: (tenantId: string, hash: string) => string): Promise<void> {
    const tenants = new Set<number>()
    for (;;) {
      const rows = this.#db.all(
        `SELECT number, tenant, content_hash, (SELECT id FROM tenants WHERE tenants.number = tenant) AS tenant_id
         FROM interactions INDEXED BY interactions_by_plain_hash WHERE length(content_hash) = 32 LIMIT ?`,
        REWRITTEN_AT_ONCE,
      )
      if (rows.length === 0) break
      await this.#db.write(() => {
        for (const row of rows) {
          tenants.add(Number(row.tenant))
          const hash = rewrite(String(row.tenant_id), bytesToHex(row.content_hash))
          this.#db.run(
            'UPDATE interactions SET content_hash = ?, hash_prefix = ? WHERE number = ? AND content_hash = ?',
            Buffer.from(hash, 'hex'),
            hashPrefix(hash),
            Number(row.number),
            row.content_hash as Uint8Array,
          )
        }
      }, 'group')
    }
    if (tenants.size === 0) return
    await this.#db.write(() => {
      for (const tenant of tenants) this.#index.unseal(tenant)
    })
    this.catchUp()
  }

  #some(tenant: number, filter: ErasureFilter, limit: number): Row[] {
    const few = this.#few(tenant, filter)
    if (few !== undefined) {
      const { rows } = this.#listFew(tenant, few, filter, OLDEST_FIRST, { offset: 0, limit })
      return rows.filter((row) => this.#index.isTogether(Number(row.number), Number(rows[0]?.number)))
    }
    return this.#table.all(this.#index.some(tenant, filter, limit))
  }

  #delete(tenantId: string, ids: readonly string[]): Interaction[] {
    const tenant = this.#tenants.findNumber(tenantId)
    if (tenant === undefined) return []
    const rows = ids.map((id) => this.#find(tenantId, id)).filter((row) => row !== undefined)
    return this.#deleteRows(tenantId, tenant, rows)
  }

  #deleteRows(tenantId: string, tenant: number, rows: readonly Row[]): Interaction[] {
    const deleted = rows.map((row) => this.#table.countable(tenantId, row))
    for (const row of rows) this.#table.remove(row)
    this.#count(tenant, deleted, rows.map(listedIn), rows.map(countedIn), -1)
    this.#index.changed(
      tenant,
      rows.map((row) => Number(row.number)),
    )
    this.#index.removed(tenant, rows.map(toPlacedRow))
    this.#index.removeUsers(tenant, usersOf(deleted))
    const erased = deleted.map(({ id }) => id)
    this.#eventDeliveries.erase(tenantId, erased)
    this.#alerts.eraseUsersWithin(tenantId, erased)
    return deleted
  }

  #raise(draft: EventDraft, candidates: readonly AlertCandidate[], sender?: Sender): void {
    const bounded = this.#alertedUsers.bounded(draft.tenantId, candidates, () => sender, draft.now)
    this.#alerts.raiseWithin(draft, bounded, draft.now.toISOString(), windowStart(draft.now))
  }

  /**
   * @param listed what the inventory counts each of them as
   * @param named what each of them is counted by besides
   */
  #count(
    tenant: number,
    interactions: readonly Interaction[],
    listed: readonly string[],
    named: readonly CountedNames[],
    sign: 1 | -1,
  ): void {
    this.#userCounts.settle()
    this.#counters.settle()
    this.#counters.add(tenant, interactions, sign, named)
    const byListing = interactions.map((interaction, index) => listAs(interaction, listed[index]))
    this.#inventory.add(tenant, byListing, sign)
  }

  #find(tenantId: string, id: string): Row | undefined {
    const tenant = this.#tenants.findNumber(tenantId)
    return tenant === undefined ? undefined : this.#table.find(tenant, id)
  }
}

const NO_NAMES: IndexedNames = { types: [], policies: [] }

/** Their ids, each once. */
function usersOf(interactions: readonly Interaction[]): ReadonlySet<string> {
  return new Set(interactions.map(({ user_id }) => user_id).filter((id) => id !== null))
}
