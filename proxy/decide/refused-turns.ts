import { createHmac } from 'node:crypto'
import { addressBlock } from '../../core/network/address-list.ts'
import type { InterceptedConnection } from '../http/connection.ts'
import type { VerdictScope, Verdicts } from './verdicts.ts'

/** Who it is, as well as that is known. */
export function whoIs({ userId, user, address }: InterceptedConnection['client']): readonly [string, string] {
  if (userId !== undefined) return ['user', userId]
  return user !== undefined ? ['name', user] : ['address', address]
}

/** By whom what is kept for one client is bounded. */
export function boundedBy({ userId, user, address }: InterceptedConnection['client']): string {
  return userId ?? user ?? addressBlock(address)
}

/**
 * What a person said to a service and a policy refused, known by keyed hashes: kept with the verdicts of what was let through, bounded as
 * they are, and shared by the workers. What is forgotten is not dropped from a history, but refused, as all of it is.
 */
export class RefusedTurns {
  readonly #kept: Verdicts
  readonly #key: Uint8Array

  constructor(kept: Verdicts, key: Uint8Array) {
    this.#kept = kept
    this.#key = key
  }

  add(connection: InterceptedConnection, platformId: string, said: string): void {
    this.#kept.letThrough(this.#scopeOf(connection, platformId), [this.#hashOf(said)])
  }

  /** Tells whether this was refused. */
  of(connection: InterceptedConnection, platformId: string): (said: string) => boolean {
    const refused = this.#kept.of(this.#scopeOf(connection, platformId))
    return (said) => refused.size > 0 && refused.has(this.#hashOf(said))
  }

  #scopeOf({ client }: InterceptedConnection, platformId: string): VerdictScope {
    const parts = ['refused', whoIs(client), platformId]
    const key = createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64')
    return { client: boundedBy(client), key }
  }

  #hashOf(said: string): string {
    return createHmac('sha256', this.#key).update('said ').update(said, 'utf16le').digest('base64')
  }
}
