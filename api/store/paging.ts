export interface Page {
  readonly offset: number
  readonly limit: number
}

export interface Total {
  /** Number of matching records, on all pages: exact, unless it is said. */
  readonly total: number
  /** Counting would have taken too long: there are as many at least. */
  readonly isEstimate?: true
}

export interface Listed<T> extends Total {
  readonly items: T[]
}

export interface Sort<Field extends string> {
  readonly field: Field
  readonly descending: boolean
}

/** A record as it was and as it is now. */
export interface Changed<T> {
  readonly before: T
  readonly after: T
}
