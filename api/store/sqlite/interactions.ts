import { isDeepStrictEqual } from 'node:util'
import type { AlertCandidate } from '../../../core/alerting/candidate.ts'
import { deriveAlerts, deriveLaterAlerts } from '../../../core/alerting/derive.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import type { EventDraft } from '../event-draft.ts'
import type {
  ErasureFilter,
  InteractionFilter,
  InteractionSort,
  InteractionStore,
  Recorded,
} from '../interaction-store.ts'
import { floodAlerts, listedAs, type Sender } from '../new-names.ts'
import type { Effects } from '../outbox.ts'
import type { Changed, Listed, Page } from '../paging.ts'
import { windowStart } from '../raised-alerts.ts'
import type { OnErased } from '../store.ts'
import type { SqliteAlerts } from './alerts.ts'
import { InteractionIndex } from './bitmap-index/interaction-index.ts'
import { Counters } from './counters.ts'
import type { Database, Row } from './database.ts'
import type { SqliteErasedInteractions } from './erased-interactions.ts'
import type { EventDeliveries } from './event-deliveries.ts'
import { joinFacets } from './facet-column.ts'
import { hashPrefix, whereOf } from './interaction-filter.ts'
import { listedIn, toDocument, toInteraction } from './interaction-rows.ts'
import type { SqliteInventory } from './inventory.ts'
import type { SqliteOutbox } from './outbox.ts'
import { bytesToHex, orderBy, uuidToBytes, Where } from './sql.ts'
import type { SqliteTenants } from './tenants.ts'

const SORT_COLUMNS: Readonly<Record<InteractionSort['field'], readonly string[]>> = {
  timestamp: ['at', 'id'],
  risk_score: ['risk', 'at', 'id'],
  platform_id: ['platform', 'at', 'id'],
}

/** Rows in one transaction. */
const REWRITTEN_AT_ONCE = 1000

/** The most rows of one text that are read to count them; reading them takes some milliseconds. */
const COUNTED_MAX = 2000

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
  readonly #counters: Counters
  readonly #index: InteractionIndex
  readonly #inventory: SqliteInventory
  readonly #alerts: SqliteAlerts
  readonly #outbox: SqliteOutbox
  readonly #eventDeliveries: EventDeliveries
  readonly #erased: SqliteErasedInteractions
  readonly #onErased: OnErased | undefined

  constructor(db: Database, { tenants, inventory, alerts, outbox, eventDeliveries, erased, onErased }: Together) {
    this.#db = db
    this.#tenants = tenants
    this.#counters = new Counters(db)
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
        for (const user of usersOf(fresh)) this.#index.addUser(tenant, user)
        const named = (interactions: readonly Interaction[]) =>
          interactions.map(({ platform_id }) => ({ platform_id, sender }))
        const listing = this.#inventory.listing(tenant, named(fresh), draft.now)
        const nameOf = ({ platform_id }: Interaction) => listedAs(listing.refused, platform_id)
        const stored = this.#index.append(tenant, fresh, (interaction, number) =>
          this.#insert(tenant, number, interaction, nameOf(interaction)),
        )
        const listed = stored.map((interaction) => listAs(interaction, nameOf(interaction)))
        this.#counters.add(tenant, stored, 1)
        const newPlatforms = this.#inventory.add(tenant, listed, 1, listing)
        draft.announce(effects, ...stored)
        this.#raise(draft, [...deriveAlerts(listed, newPlatforms), ...floodAlerts(named(stored), listing.refused)])
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

  async get(tenantId: string, id: string): Promise<Interaction | undefined> {
    const row = this.#find(tenantId, id)
    return row === undefined ? undefined : toInteraction(tenantId, row)
  }

  async list(
    tenantId: string,
    filter: InteractionFilter,
    sort: InteractionSort,
    page: Page,
  ): Promise<Listed<Interaction>> {
    const tenant = this.#tenants.findNumber(tenantId)
    if (tenant === undefined) return { items: [], total: 0 }
    // Those of one text, or of one reference, are few among all: an index of their own leads to them.
    const isFew = filter.content_hash !== undefined || filter.reference !== undefined
    const { rows, total } = this.#db.snapshot(() =>
      isFew ? this.#listFew(tenant, filter, sort, page) : this.#listMany(tenant, filter, sort, page),
    )
    return { items: rows.map((row) => toInteraction(tenantId, row)), total }
  }

  #listMany(tenant: number, filter: InteractionFilter, sort: InteractionSort, page: Page) {
    const { numbers, total } = this.#index.list(tenant, filter, sort, page)
    const rows = numbers.map((number) => this.#db.get('SELECT * FROM interactions WHERE number = ?', number))
    return { rows: rows.filter((row) => row !== undefined), total }
  }

  #listFew(tenant: number, filter: InteractionFilter, sort: InteractionSort, page: Page) {
    const where = whereOf(tenant, filter)
    const order = orderBy(SORT_COLUMNS[sort.field], sort.descending)
    const rows = this.#db.all(
      `SELECT * FROM interactions ${where} ${order} LIMIT ? OFFSET ?`,
      ...where.values,
      page.limit,
      page.offset,
    )
    return { rows, total: this.#countFew(tenant, filter, where) }
  }

  /**
   * Of one text alone, sent over and over, the index counts: rows are looked at only while they are few. Beyond that two
   * texts whose hashes begin alike are counted as one.
   */
  #countFew(tenant: number, filter: InteractionFilter, where: Where): number {
    const { content_hash, ...others } = filter
    if (content_hash !== undefined && Object.values(others).every((value) => value === undefined)) {
      const prefix = new Where()
        .and('tenant = ?', tenant)
        .andOneOf('hash_prefix', [content_hash].flat().map(hashPrefix))
      const total = this.#countRows(prefix)
      if (total > COUNTED_MAX) return total
    }
    return this.#countRows(where)
  }

  #countRows(where: Where): number {
    return Number(this.#db.get(`SELECT count(*) AS total FROM interactions ${where}`, ...where.values)?.total)
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
        const before = toInteraction(tenantId, row)
        const after = { ...revise(before), id, tenant_id: tenantId, timestamp: before.timestamp }
        // Told the same again, nothing is written: a segment would be built anew for it.
        if (isDeepStrictEqual(before, after)) return { before, after: before }
        const [tenant, number, listed] = [Number(row.tenant), Number(row.number), listedIn(row)]
        this.#db.run('DELETE FROM interactions WHERE number = ?', number)
        this.#count(tenant, [before], [listed], -1)
        for (const user of usersOf([after])) this.#index.addUser(tenant, user)
        this.#insert(tenant, number, after, listed)
        this.#count(tenant, [after], [listed], 1)
        this.#index.changed(tenant, [number])
        draft.announce(effects, { before, after })
        this.#raise(draft, deriveLaterAlerts(before, listAs(after, listed)))
        return { before, after }
      },
      'group',
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
      draft.announce(effects, ...deleted)
      return deleted
    })
    this.#noteErased(tenantId, deleted)
    return deleted
  }

  /** Rows that stand together go together: each segment that a deletion touches is built anew. */
  async erase(tenantId: string, filter: ErasureFilter, limit: number): Promise<number> {
    const tenant = this.#tenants.findNumber(tenantId)
    if (tenant === undefined) return 0
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
    for (;;) {
      const rows = this.#db.all(
        `SELECT number, content_hash, (SELECT id FROM tenants WHERE tenants.number = tenant) AS tenant_id
         FROM interactions INDEXED BY interactions_by_plain_hash WHERE length(content_hash) = 32 LIMIT ?`,
        REWRITTEN_AT_ONCE,
      )
      if (rows.length === 0) return
      await this.#db.write(() => {
        for (const row of rows) {
          const hash = rewrite(String(row.tenant_id), bytesToHex(row.content_hash))
          this.#db.run(
            'UPDATE interactions SET content_hash = ?, hash_prefix = ? WHERE number = ? AND content_hash = ?',
            Buffer.from(hash, 'hex'),
            hashPrefix(hash),
            Number(row.number),
            row.content_hash as Uint8Array,
          )
        }
      })
    }
  }

  #some(tenant: number, filter: ErasureFilter, limit: number): Row[] {
    if (filter.content_hash !== undefined) {
      const where = whereOf(tenant, filter)
      // By time, as the index of hashes has them: those of one segment are mostly next to each other.
      const rows = this.#db.all(`SELECT * FROM interactions ${where} ORDER BY at, id LIMIT ?`, ...where.values, limit)
      return rows.filter((row) => this.#index.isTogether(Number(row.number), Number(rows[0]?.number)))
    }
    const numbers = this.#index.some(tenant, filter, limit)
    return numbers
      .map((number) => this.#db.get('SELECT * FROM interactions WHERE number = ?', number))
      .filter((row) => row !== undefined)
  }

  #delete(tenantId: string, ids: readonly string[]): Interaction[] {
    const tenant = this.#tenants.findNumber(tenantId)
    if (tenant === undefined) return []
    const rows = ids.map((id) => this.#find(tenantId, id)).filter((row) => row !== undefined)
    return this.#deleteRows(tenantId, tenant, rows)
  }

  #deleteRows(tenantId: string, tenant: number, rows: readonly Row[]): Interaction[] {
    for (const row of rows) this.#db.run('DELETE FROM interactions WHERE number = ?', Number(row.number))
    const deleted = rows.map((row) => toInteraction(tenantId, row))
    this.#count(tenant, deleted, rows.map(listedIn), -1)
    this.#index.changed(
      tenant,
      rows.map((row) => Number(row.number)),
    )
    this.#index.removeUsers(tenant, usersOf(deleted))
    const erased = deleted.map(({ id }) => id)
    this.#eventDeliveries.erase(tenantId, erased)
    this.#alerts.eraseUsersWithin(tenantId, erased)
    return deleted
  }

  #raise(draft: EventDraft, candidates: readonly AlertCandidate[]): void {
    this.#alerts.raiseWithin(draft, candidates, draft.now.toISOString(), windowStart(draft.now))
  }

  /** @param listed what the inventory counts each of them as */
  #count(tenant: number, interactions: readonly Interaction[], listed: readonly string[], sign: 1 | -1): void {
    this.#counters.add(tenant, interactions, sign)
    const byListing = interactions.map((interaction, index) => listAs(interaction, listed[index]))
    this.#inventory.add(tenant, byListing, sign)
  }

  /** @returns false if the id is there already */
  #insert(tenant: number, number: number, interaction: Interaction, listed: string): boolean {
    const { changes } = this.#db.run(
      `INSERT INTO interactions
         (number, tenant, id, at, platform, risk, source, direction, user, content_hash, hash_prefix, types, document, facets)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tenant, id) DO NOTHING`,
      number,
      tenant,
      uuidToBytes(interaction.id),
      Date.parse(interaction.timestamp),
      interaction.platform_id,
      interaction.risk_score,
      interaction.source,
      interaction.direction,
      interaction.user_id === null ? null : uuidToBytes(interaction.user_id),
      Buffer.from(interaction.content_hash, 'hex'),
      hashPrefix(interaction.content_hash),
      typesOf(interaction).join(' '),
      JSON.stringify(toDocument(interaction, listed)),
      joinFacets(interaction),
    )
    return changes > 0
  }

  #find(tenantId: string, id: string): Row | undefined {
    const tenant = this.#tenants.findNumber(tenantId)
    if (tenant === undefined) return undefined
    return this.#db.get('SELECT * FROM interactions WHERE tenant = ? AND id = ?', tenant, uuidToBytes(id))
  }
}

/** It, as inventory and alerts show it. */
function listAs(interaction: Interaction, listed = interaction.platform_id): Interaction {
  return listed === interaction.platform_id ? interaction : { ...interaction, platform_id: listed }
}

/** Each once. */
function usersOf(interactions: readonly Interaction[]): Uint8Array[] {
  const ids = new Set(interactions.map(({ user_id }) => user_id).filter((id) => id !== null))
  return [...ids].map(uuidToBytes)
}

function typesOf(interaction: Interaction): string[] {
  return [...new Set(interaction.classifications.map(({ type }) => type))]
}
