import { createHmac, randomBytes } from 'node:crypto'
import type { Counter } from 'prom-client'
import { addressBlock } from '../../../core/network/address-list.ts'
import { ApiError } from '../../api-client/errors.ts'
import { IdentityError, IdentityUnavailableError } from '../../errors.ts'
import type { FairShare } from '../fair-share.ts'
import type { Lease } from '../lease.ts'
import type { Credentials } from './credentials.ts'
import type { GuessBrake } from './guess-brake.ts'
import type { KnownUsers } from './known-users.ts'

/** The questions to the API; both reject with ApiError. */
export interface UserDirectory {
  /** The id of the active user with this address and token; undefined if there is none. */
  verifyProxyToken(email: string, token: string): Promise<string | undefined>
  /** The id of the user with this address; undefined if there is none. */
  lookUpUser(name: string): Promise<string | undefined>
}

interface Options {
  readonly directory: UserDirectory
  readonly known: KnownUsers
  readonly brake: GuessBrake
  /** Questions to the API under way at once, shared between address blocks. */
  readonly share: FairShare
  readonly checks: Pick<Counter<'outcome'>, 'inc'>
}

type Found = { readonly userId: string | undefined }

/** Finds users by asking the API, once for everyone who asks for the same at the same time, and remembers what it said. */
export class UserFinder {
  readonly #options: Options
  /** What people show is remembered by this only, and it never leaves the process. */
  readonly #key = randomBytes(32)
  readonly #flights = new Map<string, Promise<Found>>()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * The user of an e-mail address and token; synchronous if known.
   * @throws IdentityError if they are wrong
   * Rejects with IdentityError, IdentityUnavailableError or AdmissionError.
   */
  byToken({ email, token }: Credentials, address: string): Found | Promise<Found> {
    const key = this.#hash(`${email}\n${token}`)
    const { known, directory, brake } = this.#options
    if (known.isWrong(key)) throw new IdentityError('wrong')
    const block = addressBlock(address)
    const isNew = !known.has(key)
    return this.#find(key, isNew ? block : `known ${key}`, async () => {
      const userId = await directory.verifyProxyToken(email, token)
      if (userId !== undefined) return { userId }
      known.rememberWrong(key)
      brake.wrong(block)
      this.#options.checks.inc({ outcome: 'wrong' })
      throw new IdentityError('wrong')
    })
  }

  /** The user of a name that a trusted proxy tells; synchronous if known. Rejects with IdentityUnavailableError or AdmissionError. */
  byName(name: string): Found | Promise<Found> {
    const { directory } = this.#options
    return this.#find(this.#hash(name), `known ${name}`, async () => ({ userId: await directory.lookUpUser(name) }))
  }

  /** @param owner whose share of the questions it takes */
  #find(key: string, owner: string, ask: () => Promise<Found>): Found | Promise<Found> {
    const fresh = this.#options.known.fresh(key)
    if (fresh !== undefined) return fresh
    const flight = this.#flights.get(key)
    if (flight !== undefined) return flight
    const asking = this.#ask(key, owner, ask)
    this.#flights.set(key, asking)
    const land = () => this.#flights.delete(key)
    asking.then(land, land)
    return asking
  }

  async #ask(key: string, owner: string, ask: () => Promise<Found>): Promise<Found> {
    const { known, checks } = this.#options
    const lease = await this.#takeTurn(owner)
    try {
      const found = await ask()
      known.remember(key, found.userId)
      checks.inc({ outcome: 'right' })
      return found
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      checks.inc({ outcome: 'failed' })
      const lasting = known.lasting(key)
      if (lasting !== undefined) return lasting
      throw new IdentityUnavailableError(error)
    } finally {
      lease.release()
    }
  }

  async #takeTurn(owner: string): Promise<Lease> {
    const { brake, share } = this.#options
    const turn = brake.turn(owner)
    if (turn !== undefined) await turn
    const lease = await share.take(owner)
    if (turn !== undefined) return lease
    // It may have waited here with others, which turned out to be wrong.
    const late = brake.turn(owner)
    if (late === undefined) return lease
    lease.release()
    await late
    return share.take(owner)
  }

  #hash(shown: string): string {
    return createHmac('sha256', this.#key).update(shown).digest('base64')
  }
}
