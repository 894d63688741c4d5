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

/** What this person was refused at this service; a text is known by its digest. */
export interface Refused {
  digestOf(text: string): string
  /** Whether texts with these digests, in this order, were refused together. */
  has(digests: readonly string[]): boolean
  /** Whether anything that was refused begins with this text. */
  hasBeginning(digest: string | undefined): boolean
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

  add(connection: InterceptedConnection, platformId: string, said: readonly string[]): void {
    const digests = said.map((text) => this.#digestOf(text))
    this.#kept.letThrough(this.#scopeOf(connection, platformId), [this.#joint(digests), BEGINS + digests[0]])
  }

  /** It was refused, and let through later with a reason or an exception: from then on the service knows it. */
  addLetThrough(connection: InterceptedConnection, platformId: string, said: readonly string[]): void {
    const digests = said.map((text) => this.#digestOf(text))
    this.#kept.letThrough(this.#scopeOf(connection, platformId), [LET_THROUGH + this.#joint(digests)])
  }

  /** @returns undefined where nothing was refused */
  of(connection: InterceptedConnection, platformId: string): Refused | undefined {
    const kept = this.#kept.of(this.#scopeOf(connection, platformId))
    if (kept.size === 0) return undefined
    return {
      digestOf: (text) => this.#digestOf(text),
      has: (digests) => {
        const joint = this.#joint(digests)
        return kept.has(joint) && !kept.has(LET_THROUGH + joint)
      },
      hasBeginning: (digest) => kept.has(BEGINS + digest),
    }
  }

  #scopeOf({ client }: InterceptedConnection, platformId: string): VerdictScope {
    const parts = ['refused', whoIs(client), platformId]
    const key = createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64')
    return { client: boundedBy(client), key }
  }

  #digestOf(text: string): string {
    return createHmac('sha256', this.#key).update('text ').update(text, 'utf16le').digest('base64')
  }

  /** Digests have one length, so that no two lists are alike. */
  #joint(digests: readonly string[]): string {
    return createHmac('sha256', this.#key).update('said ').update(digests.join('')).digest('base64')
  }
}

const LET_THROUGH = 'let through '
const BEGINS = 'begins '
