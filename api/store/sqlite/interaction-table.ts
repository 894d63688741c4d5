import type { Interaction } from '../../../core/model/interaction.ts'
import { countedAmong, countedFacets } from '../facets.ts'
import type { IndexedNames } from '../indexed-names.ts'
import type { ListedInteraction } from '../short-form.ts'
import { JoinedColumns } from './bitmap-index/columns.ts'
import type { NewRow } from './bitmap-index/indexed-row.ts'
import type { CountedNames } from './counters.ts'
import type { Database, Row } from './database.ts'
import { joinFacets, splitFacets } from './facet-column.ts'
import { hashPrefix } from './interaction-filter.ts'
import { isShort, toDocuments, toInteraction } from './interaction-rows.ts'
import { uuidToBytes } from './sql.ts'

/** The rows of interactions, and the whole documents of those that are large. */
export class InteractionTable {
  readonly #db: Database
  readonly #columns = new JoinedColumns()

  constructor(db: Database) {
    this.#db = db
  }

  find(tenant: number, id: string): Row | undefined {
    return this.#db.get('SELECT * FROM interactions WHERE tenant = ? AND id = ?', tenant, uuidToBytes(id))
  }

  at(number: number): Row | undefined {
    return this.#db.get('SELECT * FROM interactions WHERE number = ?', number)
  }

  /** The rows of these numbers, in that order. */
  all(numbers: readonly number[]): Row[] {
    return numbers.map((number) => this.at(number)).filter((row) => row !== undefined)
  }

  /** The row as it is, if its document is whole; else with the whole one. */
  withWhole(row: Row): Row {
    if (!isShort(row)) return row
    const found = this.#db.get('SELECT document FROM interaction_documents WHERE number = ?', Number(row.number))
    return found === undefined ? row : { ...row, document: found.document }
  }

  /** An interaction with all that is kept of it. */
  whole(tenantId: string, row: Row): Interaction {
    const { truncated: _, ...interaction }: ListedInteraction = toInteraction(tenantId, this.withWhole(row))
    return interaction
  }

  /**
   * As it was counted in: what a refused upgrade counts as may stand in what the short form leaves out
   * (core/alerting/counted-action.ts).
   */
  countable(tenantId: string, row: Row): Interaction {
    const interaction = toInteraction(tenantId, row)
    return interaction.truncated === true && interaction.enforced_action === 'block'
      ? this.whole(tenantId, row)
      : interaction
  }

  /**
   * @param listed what the inventory counts it as
   * @returns what the index keeps of it; undefined if the id is there already
   */
  insert(
    tenant: number,
    number: number,
    interaction: Interaction,
    listed: string,
    names: IndexedNames,
  ): NewRow | undefined {
    const { shown, whole } = toDocuments(interaction, listed)
    const at = Date.parse(interaction.timestamp)
    const hash = hashPrefix(interaction.content_hash)
    const types = names.types.join(' ')
    const facets = joinFacets(interaction, names.policies)
    // SQLite reads the digits faster than buffers are made of them.
    const { changes } = this.#db.run(
      `INSERT INTO interactions
         (number, tenant, id, at, platform, risk, source, direction, user, content_hash, hash_prefix, types, document, facets)
       VALUES (?, ?, unhex(?, '-'), ?, ?, ?, ?, ?, unhex(?, '-'), unhex(?), ?, ?, ?, ?) ON CONFLICT (tenant, id) DO NOTHING`,
      number,
      tenant,
      interaction.id,
      at,
      interaction.platform_id,
      interaction.risk_score,
      interaction.source,
      interaction.direction,
      interaction.user_id,
      interaction.content_hash,
      hash,
      types,
      shown,
      facets,
    )
    if (changes === 0) return undefined
    if (whole !== undefined) {
      this.#db.run('INSERT INTO interaction_documents (number, document) VALUES (?, ?)', number, whole)
    }
    const { id, risk_score: risk, user_id: user, platform_id, source, direction } = interaction
    return { id, at, hash, risk, user, columns: this.#columns.of(platform_id, source, direction, types, facets) }
  }

  remove(row: Row): void {
    const number = Number(row.number)
    this.#db.run('DELETE FROM interactions WHERE number = ?', number)
    if (isShort(row)) this.#db.run('DELETE FROM interaction_documents WHERE number = ?', number)
  }
}

/** What an interaction is counted by besides its fields. */
export function countedBy(interaction: Interaction, { types, policies }: IndexedNames): CountedNames {
  return { types, facets: countedFacets(interaction, policies) }
}

/** The same, from its row. What a release before has stored was not counted by its facets, and is never counted below zero. */
export function countedIn(row: Row): CountedNames {
  const types = String(row.types)
  return { types: types === '' ? [] : types.split(' '), facets: countedAmong(splitFacets(row.facets)) }
}
