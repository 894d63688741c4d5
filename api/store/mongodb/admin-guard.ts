import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from 'mongodb'
import { LastAdminError, StoreUnavailableError } from '../errors.ts'
import type { UserRecord } from '../user-store.ts'
import type { Carrier } from './carrier.ts'
import { Collection, type Stored } from './collection.ts'
import { type Condition, equal, oneOf, orderBy } from './conditions.ts'

/** How long a claim is respected; only that of a process that died or hangs is ever this old. */
const CLAIM_MS = 2000
const POLL_MS = 10
const BY_ID = orderBy(['_id'], false)
/** More than enough for a queue of claims; after that the caller gets an error. */
const PATIENCE_MS = 20_000

export interface UserDocument extends Carrier, Omit<UserRecord, 'id' | 'tenant_id'> {
  /** What is unique of an identity (mongodb/users.ts); absent where there is none. */
  readonly identity_key?: string
  /** The same of the name that a provisioning client gave. */
  readonly scim_key?: string
  /** Grows with every change. */
  readonly revision: number
}

/** The operation that may remove an active admin of a tenant now; `_id` is the tenant's, so there is at most one. */
interface Claim extends Stored {
  readonly operation: string
  /** Users whom this operation, or one that it took over from, may be about to change. */
  readonly user_ids: readonly string[]
}

/**
 * Keeps at least one active admin in every tenant, a promise about several documents, without a transaction. An operation
 * that removes an active admin holds the tenant's claim while it looks for another one, and then changes the user only at
 * the revision that was read under the claim.
 *
 * A claim may be taken over at any time, from a process that died or only hangs: the new holder first makes the revision
 * of the old one's users grow, so that the old one's change, should it still come, finds nothing to change. That makes
 * the promise independent of clocks and time-outs.
 */
export class AdminGuard {
  readonly #users: Collection<UserDocument>
  readonly #claims: Collection<Claim>

  constructor(db: Db, users: Collection<UserDocument>) {
    this.#users = users
    this.#claims = new Collection(db, 'admin_claims')
  }

  /**
   * Makes a change after which the user is no active admin, whatever the user was.
   * @param change makes it where the condition holds, and returns the document as it was
   * @param only what the change itself asks of the user besides: where that holds no longer, nothing is changed
   * @throws LastAdminError
   */
  async change(
    tenantId: string,
    id: string,
    change: (condition: Condition) => Promise<UserDocument | undefined>,
    only: Condition = {},
  ): Promise<UserDocument | undefined> {
    const user = equal({ _id: id, tenant_id: tenantId })
    const deadline = performance.now() + PATIENCE_MS
    while (performance.now() < deadline) {
      const changed = await change({ ...user, ...NOT_ACTIVE_ADMIN })
      if (changed !== undefined || (await this.#users.findOne({ ...user, ...only })) === undefined) return changed
      const operation = await this.#claim(tenantId, [id], deadline)
      try {
        const atRevision = async ([read]: readonly UserDocument[]) =>
          read && change({ ...user, ...equal({ revision: read.revision }) })
        const taken = await this.#takeAway(tenantId, [id], operation, atRevision)
        if (taken !== undefined) return taken
      } finally {
        await this.#claims.delete(equal({ _id: tenantId, operation }))
      }
    }
    throw new StoreUnavailableError('Too many changes of admins at the same time')
  }

  /**
   * The same of several users, whom one claim covers.
   * @param change makes it of those whom it is called with, each at the revision that was read
   * @returns what `change` does; undefined if the claim was lost, and then nothing is changed
   * @throws LastAdminError where no other user is an active admin: nothing is changed either
   */
  async changeMany<Made>(
    tenantId: string,
    ids: readonly string[],
    change: (users: readonly UserDocument[]) => Promise<Made>,
  ): Promise<Made | undefined> {
    const operation = await this.#claim(tenantId, ids, performance.now() + PATIENCE_MS)
    try {
      return await this.#takeAway(tenantId, ids, operation, change)
    } finally {
      await this.#claims.delete(equal({ _id: tenantId, operation }))
    }
  }

  /** @returns undefined if no user is there any more, or the claim was lost; else what `change` does */
  async #takeAway<Made>(
    tenantId: string,
    ids: readonly string[],
    operation: string,
    change: (users: readonly UserDocument[]) => Promise<Made>,
  ): Promise<Made | undefined> {
    const users = await this.#users.findFew({ ...equal({ tenant_id: tenantId }), ...oneOf('_id', ids) }, BY_ID)
    if (users.length === 0) return undefined
    // In this order: an operation that takes the claim over from now on raises the revisions above those just read.
    if ((await this.#claims.findOne(equal({ _id: tenantId, operation }))) === undefined) return undefined
    const others = { ...equal({ tenant_id: tenantId, role: 'admin', status: 'active' }), _id: { $nin: ids } }
    if ((await this.#users.findOne(others)) === undefined) throw new LastAdminError()
    return change(users)
  }

  /** @returns the operation that holds the claim */
  async #claim(tenantId: string, ids: readonly string[], deadline: number): Promise<string> {
    const operation = randomUUID()
    let seen: { readonly operation: string; readonly since: number } | undefined
    while (performance.now() < deadline) {
      if (await this.#claims.insertIfAbsent({ _id: tenantId, operation, user_ids: ids })) return operation
      const pending = await this.#claims.findOne(equal({ _id: tenantId }))
      if (pending === undefined) continue
      if (pending.operation !== seen?.operation) seen = { operation: pending.operation, since: performance.now() }
      if (performance.now() - seen.since > CLAIM_MS && (await this.#takeOver(pending, ids, operation))) return operation
      await sleep(POLL_MS)
    }
    throw new StoreUnavailableError('Too many changes of admins at the same time')
  }

  async #takeOver(pending: Claim, ids: readonly string[], operation: string): Promise<boolean> {
    const user_ids = [...new Set([...pending.user_ids, ...ids])]
    const taken = await this.#claims.update(equal({ _id: pending._id, operation: pending.operation }), {
      $set: { operation, user_ids },
    })
    if (taken === undefined) return false
    await this.#users.updateMany(oneOf('_id', user_ids), { $inc: { revision: 1 } })
    return true
  }
}

const NOT_ACTIVE_ADMIN: Condition = { $or: [{ role: { $ne: 'admin' } }, { status: { $ne: 'active' } }] }
