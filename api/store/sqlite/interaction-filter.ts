import type { SQLInputValue } from 'node:sqlite'
import { facetsWanted } from '../facets.ts'
import type { InteractionFilter } from '../interaction-store.ts'
import { uuidToBytes, Where } from './sql.ts'

/** The condition of a tenant's rows that fit a filter. */
export function whereOf(tenant: number, filter: InteractionFilter): Where {
  const hashes = filter.content_hash === undefined ? undefined : [filter.content_hash].flat()
  const where = new Where()
    .and('tenant = ?', tenant)
    .and('platform = ?', filter.platform_id)
    .and('risk >= ?', filter.risk_score_min)
    .and('risk <= ?', filter.risk_score_max)
    .and('source = ?', filter.source)
    .and('direction = ?', filter.direction)
    .and('at >= ?', optional(filter.start_date, Date.parse))
    .and('at <= ?', optional(filter.end_date, Date.parse))
    .and('user = ?', optional(filter.user_id, uuidToBytes))
    .andOneOf(
      'content_hash',
      hashes?.map((hash) => Buffer.from(hash, 'hex')),
    )
    .and(
      'substr(id, 12) = ?',
      optional(filter.reference, (reference) => Buffer.from(reference, 'hex')),
    )
  // Type names have no blanks; with one on either side none is found within another.
  where.and(`instr(' ' || types || ' ', ' ' || ? || ' ') > 0`, filter.classification_type)
  // No facet has a line feed, as no type has a blank.
  for (const facet of facetsWanted(filter)) {
    where.and(`instr(char(10) || facets || char(10), char(10) || ? || char(10)) > 0`, facet)
  }
  return where
}

/** The part of a content hash that the index knows: 48 bits, which a number holds exactly. */
export function hashPrefix(hash: string): number {
  return Number.parseInt(hash.slice(0, 12), 16)
}

function optional<T extends SQLInputValue>(value: string | undefined, convert: (value: string) => T): T | undefined {
  return value === undefined ? undefined : convert(value)
}
