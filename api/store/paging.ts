export interface Page {
  readonly offset: number
  readonly limit: number
}

export interface Listed<T> {
  readonly items: T[]
  /** Exact number of matching records, on all pages. */
  readonly total: number
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
