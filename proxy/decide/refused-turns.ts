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
  /** Whether these texts, in this order, were refused together. */
  has(texts: readonly string[]): boolean
  digestOf(text: string): string
  /** The digest of texts together: that of those before, if there are any, and one more. */
  join(before: string | undefined, digest: string): string
  /** Whether the texts with this joint digest were refused together. */
  hasJoint(joint: string | undefined): boolean
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
    const [first] = said
    const joint = this.#jointOf(said)
    if (first === undefined || joint === undefined) return
    this.#kept.letThrough(this.#scopeOf(connection, platformId), [joint, BEGINS + this.#digestOf(first)])
  }

  /** It was refused, and let through later with a reason or an exception: from then on the service knows it. */
  addLetThrough(connection: InterceptedConnection, platformId: string, said: readonly string[]): void {
    const joint = this.#jointOf(said)
    if (joint !== undefined) this.#kept.letThrough(this.#scopeOf(connection, platformId), [LET_THROUGH + joint])
  }

  /** @returns undefined where nothing was refused */
  of(connection: InterceptedConnection, platformId: string): Refused | undefined {
    const kept = this.#kept.of(this.#scopeOf(connection, platformId))
    if (kept.size === 0) return undefined
    const hasJoint = (joint: string | undefined) =>
      joint !== undefined && kept.has(joint) && !kept.has(LET_THROUGH + joint)
    return {
      has: (texts) => hasJoint(this.#jointOf(texts)),
      digestOf: (text) => this.#digestOf(text),
      join: (before, digest) => this.#join(before, digest),
      hasJoint,
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

  #jointOf(said: readonly string[]): string | undefined {
    return said.reduce<string | undefined>((before, text) => this.#join(before, this.#digestOf(text)), undefined)
  }

  /** Digests have one length, so that no two lists are alike. */
  #join(before: string | undefined, digest: string): string {
    return createHmac('sha256', this.#key)
      .update('said ')
      .update(before ?? '')
      .update(digest)
      .digest('base64')
  }
}

const LET_THROUGH = 'let through '
const BEGINS = 'begins '
