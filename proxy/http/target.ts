/** Where a client wants to go. */
export interface Target {
  /** Lower case, without brackets or a trailing dot. */
  readonly host: string
  readonly port: number
}

/**
 * Names to addresses; see Names.
 * @param client whose portion of the look-ups it takes (listen/client.ts)
 */
export type Resolve = (host: string, client: string) => Promise<readonly string[]>
