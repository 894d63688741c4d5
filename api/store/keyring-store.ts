/** A key as it is kept: of no use without the root (WEIR_JWT_SECRET), which is not in the database. */
export interface StoredKey {
  /** Of the key itself: what it seals names it. */
  readonly id: string
  readonly purpose: string
  readonly created_at: string
  /** Of a purpose's keys the one that has begun last is the current one. Every process knows a key before it begins. */
  readonly active_from: string
  /** It also opens what carries no id: that is of a release before keys had ids. */
  readonly unnamed?: true
  /** The root that it is derived from with this salt; null if it only is in a wrap. */
  readonly derived: { readonly root: string; readonly salt: string } | null
  /** The key, encrypted with each of these roots. */
  readonly wraps: readonly { readonly root: string; readonly sealed: string }[]
}

export interface StoredKeyring {
  /** Grows with every change. */
  readonly version: number
  readonly keys: readonly StoredKey[]
}

/** The one keyring of a database, which all its tenants share. */
export interface KeyringStore {
  read(): Promise<StoredKeyring | undefined>
  /**
   * @param replaced the version that was read; undefined if there was none
   * @returns false if another process has changed it since
   */
  write(keys: readonly StoredKey[], replaced: number | undefined): Promise<boolean>
}
