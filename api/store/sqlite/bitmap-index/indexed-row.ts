/** A row's place among the others. */
export interface PlacedRow {
  /** The row's number in the table. */
  readonly number: number
  /** 32 hexadecimal digits, which sort as UUIDs do; with hyphens among all of those that stand together, or among none. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The part of its content hash that the index knows (interaction-filter.ts). */
  readonly hash: number
}

/** What a list can be filtered and sorted by; everything else of an interaction is read when it is shown. */
export interface IndexedRow extends PlacedRow {
  /**
   * The names of the bitmaps of its platform, source, direction, types of findings and facets (api/store/facets.ts). Many rows have the same, as one
   * list where they were read together.
   */
  readonly keys: readonly string[]
  readonly risk: number
  /** The user's number (user-numbers.ts); 0 if there is none. */
  readonly user: number
}

/** A row that was just inserted, as sealing needs it. */
export interface NewRow extends Omit<PlacedRow, 'number'>, Pick<IndexedRow, 'risk'> {
  /** The columns that its keys are made of, joined (columns.ts). */
  readonly columns: string
  /** The user's id; null if there is none. */
  readonly user: string | null
}
