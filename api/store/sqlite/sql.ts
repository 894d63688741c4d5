import type { SQLInputValue } from 'node:sqlite'
import { InvariantError } from '../../../core/errors.ts'
import { DuplicateError } from '../errors.ts'

/** SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY (sqlite.org/rescode.html). */
const UNIQUE_CODES: ReadonlySet<unknown> = new Set([2067, 1555])

/** Runs an insert or update of a table with one unique column besides its id. */
export function orDuplicate<T>(field: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (UNIQUE_CODES.has((error as { errcode?: unknown }).errcode)) throw new DuplicateError(field, { cause: error })
    throw error
  }
}

/** A WHERE clause in the making: conditions and their values, side by side. */
export class Where {
  readonly values: SQLInputValue[] = []
  readonly #conditions: string[] = []

  /** Adds the condition, which has one placeholder, unless the value is undefined. */
  and(condition: string, value: SQLInputValue | undefined): this {
    if (value === undefined) return this
    this.#conditions.push(condition)
    this.values.push(value)
    return this
  }

  /** Adds that the column has one of the values, unless they are undefined. */
  andOneOf(column: string, values: readonly SQLInputValue[] | undefined): this {
    if (values === undefined) return this
    this.#conditions.push(`${column} IN (${values.map(() => '?').join(', ')})`)
    this.values.push(...values)
    return this
  }

  toString(): string {
    return this.#conditions.length === 0 ? '' : `WHERE ${this.#conditions.join(' AND ')}`
  }
}

/** `ORDER BY` over columns that the caller names in the code, never the client, all in one direction. */
export function orderBy(columns: readonly string[], descending: boolean): string {
  return `ORDER BY ${columns.map((column) => (descending ? `${column} DESC` : column)).join(', ')}`
}

export function uuidToBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

export function bytesToUuid(bytes: unknown): string {
  const hex = bytesToHex(bytes)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export function bytesToHex(bytes: unknown): string {
  if (!(bytes instanceof Uint8Array)) throw new InvariantError('A column of bytes holds something else')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}
