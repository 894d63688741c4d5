import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Authority } from './authority.ts'
import { normalizeHostName } from './host-name.ts'
import { issueLeaf } from './leaf.ts'
import type { AlternativeName } from './x509.ts'

const HOUR = 3_600_000
/** A leaf is replaced this long before it ends, so that no client sees the last minutes of one. */
const RENEWAL_MARGIN = HOUR
const KEY_LIFETIME = 24 * HOUR
/** Many times the intercepted hosts that a company's people visit; a context takes some 30 kB. */
const DEFAULT_MAX_CONTEXTS = 1000

interface Options {
  readonly now: () => Date
  /** How many hosts' contexts are kept; the one used least recently goes first. */
  readonly maxContexts?: number
}

interface Entry {
  readonly context: SecureContext
  readonly notBefore: number
  readonly renewAt: number
}

interface LeafKey {
  readonly publicKey: KeyObject
  readonly pem: string
  readonly madeAt: number
}

/**
 * TLS contexts for the hosts that are intercepted, made when first asked for. The context is what is kept, not the
 * certificate: making it costs more than issuing the leaf. All leaves of a day share one key, which is not the CA's.
 */
export class LeafContexts {
  #authority: Authority
  readonly #now: () => Date
  readonly #maxContexts: number
  /** In order of use: a Map iterates in order of insertion. */
  readonly #entries = new Map<string, Entry>()
  #key: LeafKey | undefined

  constructor(authority: Authority, options: Options) {
    this.#authority = authority
    this.#now = options.now
    this.#maxContexts = options.maxContexts ?? DEFAULT_MAX_CONTEXTS
  }

  get size(): number {
    return this.#entries.size
  }

  /** Another CA signs from now on. */
  use(authority: Authority): void {
    this.#authority = authority
    this.#entries.clear()
  }

  /**
   * @param host the name in the ClientHello, or if there is none the host of the CONNECT line
   * @throws CertificateError for what is no host name, or when the CA has ended
   */
  contextFor(host: string): SecureContext {
    const name = normalizeHostName(host)
    const now = this.#now()
    const known = this.#entries.get(name.name)
    this.#entries.delete(name.name)
    const entry = known !== undefined && isCurrent(known, now.getTime()) ? known : this.#issue(name, now)
    this.#entries.set(name.name, entry)
    if (this.#entries.size > this.#maxContexts) this.#entries.delete(this.#entries.keys().next().value ?? '')
    return entry.context
  }

  #issue(name: AlternativeName, now: Date): Entry {
    const key = this.#keyFor(now.getTime())
    const leaf = issueLeaf(this.#authority, [name], key.publicKey, now)
    const context = createSecureContext({ cert: leaf.chainPem, key: key.pem, minVersion: 'TLSv1.2' })
    return {
      context,
      notBefore: leaf.notBefore.getTime(),
      renewAt: Math.min(leaf.notAfter.getTime() - RENEWAL_MARGIN, key.madeAt + KEY_LIFETIME),
    }
  }

  #keyFor(now: number): LeafKey {
    // The absolute age: a clock that was set back must not keep a key alive for years.
    if (this.#key === undefined || Math.abs(now - this.#key.madeAt) >= KEY_LIFETIME) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
      this.#key = { publicKey, pem, madeAt: now }
    }
    return this.#key
  }
}

/** Before `notBefore` too: a clock that was wrong when the leaf was issued has been put right since. */
function isCurrent(entry: Entry, now: number): boolean {
  return now >= entry.notBefore && now < entry.renewAt
}
