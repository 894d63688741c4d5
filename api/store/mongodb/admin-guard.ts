import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from 'mongodb'
import { LastAdminError, StoreError } from '../errors.ts'
import type { UserRecord } from '../user-store.ts'
import type { Carrier } from './carrier.ts'
import { Collection, type Stored } from './collection.ts'
import { type Condition, equal } from './conditions.ts'

/** How long a claim is respected; only that of a process that died or hangs is ever this old. */
const CLAIM_MS = 2000
const POLL_MS = 10
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
 * of the old one's user grow, so that the old one's change, should it still come, finds nothing to change. That makes
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
      const operation = await this.#claim(tenantId, id, deadline)
      try {
        const taken = await this.#takeAway(tenantId, id, operation, change)
        if (taken !== undefined) return taken
      } finally {
        await this.#claims.delete(equal({ _id: tenantId, operation }))
      }
    }
    throw new StoreError('Too many changes of admins at the same time')
  }

  /** @returns undefined if the user has changed meanwhile, or the claim was lost */
  async #takeAway(
    tenantId: string,
    id: string,
    operation: string,
    change: (condition: Condition) => Promise<UserDocument | undefined>,
  ): Promise<UserDocument | undefined> {
    const user = await this.#users.findOne(equal({ _id: id, tenant_id: tenantId }))
    if (user === undefined) return undefined
    // In this order: an operation that takes the claim over from now on raises the revision above the one just read.
    if ((await this.#claims.findOne(equal({ _id: tenantId, operation }))) === undefined) return undefined
    const others = { ...equal({ tenant_id: tenantId, role: 'admin', status: 'active' }), _id: { $ne: id } }
    if ((await this.#users.findOne(others)) === undefined) throw new LastAdminError()
    return change(equal({ _id: id, tenant_id: tenantId, revision: user.revision }))
  }

  /** @returns the operation that holds the claim */
  async #claim(tenantId: string, id: string, deadline: number): Promise<string> {
    const operation = randomUUID()
    let seen: { readonly operation: string; readonly since: number } | undefined
    while (performance.now() < deadline) {
      if (await this.#claims.insertIfAbsent({ _id: tenantId, operation, user_ids: [id] })) return operation
      const pending = await this.#claims.findOne(equal({ _id: tenantId }))
      if (pending === undefined) continue
      if (pending.operation !== seen?.operation) seen = { operation: pending.operation, since: performance.now() }
      if (performance.now() - seen.since > CLAIM_MS && (await this.#takeOver(pending, id, operation))) return operation
      await sleep(POLL_MS)
    }
    throw new StoreError('Too many changes of admins at the same time')
  }

  async #takeOver(pending: Claim, id: string, operation: string): Promise<boolean> {
    const user_ids = [...new Set([...pending.user_ids, id])]
    const taken = await this.#claims.update(equal({ _id: pending._id, operation: pending.operation }), {
      $set: { operation, user_ids },
    })
    if (taken === undefined) return false
    for (const userId of user_ids) await this.#users.update(equal({ _id: userId }), { $inc: { revision: 1 } })
    return true
  }
}

const NOT_ACTIVE_ADMIN: Condition = { $or: [{ role: { $ne: 'admin' } }, { status: { $ne: 'active' } }] }
