export interface NamedKey {
  readonly id: string
  /** 32 bytes. */
  readonly key: Buffer
}

/** The keys of one purpose. None of them is in the database as it is: who can read or write there can open and make up nothing. */
export interface NamedKeys {
  /** What is made from now on. */
  readonly current: NamedKey
  /** Of what carries this id; undefined if it is not known. */
  find(id: string): NamedKey | undefined
  /** Of what carries no id. */
  readonly unnamed: NamedKey | undefined
  /** The current one first. */
  readonly all: readonly NamedKey[]
}
