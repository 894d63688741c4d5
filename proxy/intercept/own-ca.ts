import type { X509Certificate } from 'node:crypto'
import { type Authority, readAuthority } from '../../certs/authority.ts'
import { LeafContexts } from '../../certs/contexts.ts'
import { CertificateError } from '../../certs/errors.ts'
import { installedCas } from '../../certs/rotation.ts'
import { toPem } from '../../certs/x509.ts'
import { caOptions } from '../../config/ca-options.ts'
import type { Settings } from '../../config/settings.ts'
import { readHostName } from '../../core/network/host-name.ts'

interface Options {
  readonly authority: Authority
  readonly settings: Settings
  readonly now: () => Date
}

/** The CA in force and the leaves that it signs. SIGHUP takes over one that was activated meanwhile. */
export class OwnCa {
  readonly contexts: LeafContexts
  #authority: Authority
  readonly #dataDir: string
  readonly #now: () => Date

  constructor({ authority, settings, now }: Options) {
    this.#authority = authority
    this.#dataDir = settings.dataDir
    this.#now = now
    this.contexts = new LeafContexts(authority, { now })
  }

  get authority(): Authority {
    return this.#authority
  }

  /** The certificate that is prepared to follow; undefined while no rotation is prepared. */
  get next(): X509Certificate | undefined {
    try {
      return installedCas(this.#dataDir)['ca-next']
    } catch (error) {
      // A file that is half written, or no certificate, is none that devices could trust; `ca show` says what is wrong.
      if (error instanceof CertificateError) return undefined
      throw error
    }
  }

  /** What devices are to trust: while a rotation is prepared both. */
  get distributedPem(): string {
    const { next } = this
    return this.#authority.certificatePem + (next === undefined ? '' : toPem(next.raw))
  }

  /** Each is ours: no server may show a certificate of any of them. */
  get all(): X509Certificate[] {
    const installed: (X509Certificate | undefined)[] = Object.values(installedCas(this.#dataDir))
    return [this.#authority.certificate, ...installed.filter((one) => one !== undefined)]
  }

  /** Of the patterns of hosts that are intercepted, those whose certificates clients refuse: the CA may not sign for them. */
  notPermitted(hosts: readonly string[]): string[] {
    return hosts.filter((pattern) => {
      const name = readHostName(pattern.replaceAll('*', 'x'))
      return name !== undefined && !this.#authority.permits(name)
    })
  }

  /**
   * The CA that lies in the data directory, where it is another than the one in force.
   * @throws CertificateError if it cannot be used
   */
  read(fresh: Settings): Authority | undefined {
    const found = readAuthority(this.#dataDir, this.#now, caOptions(fresh), 'ca')
    return found?.fingerprint === this.#authority.fingerprint ? undefined : found
  }

  /** From now on this one signs. */
  use(authority: Authority): void {
    this.#authority = authority
    this.contexts.use(authority)
  }
}
