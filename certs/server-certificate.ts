import { generateKeyPairSync } from 'node:crypto'
import { type Authority, type AuthorityOptions, LOCAL_HOSTS, openAuthority } from './authority.ts'
import { CertificateError } from './errors.ts'
import { normalizeHostName } from './host-name.ts'
import { issueLeaf } from './leaf.ts'
import type { AlternativeName } from './x509.ts'

/** Fits `https.createServer(...)` and `server.setSecureContext(...)`. */
export interface ServerCredentials {
  readonly cert: string
  readonly key: string
  readonly minVersion: 'TLSv1.2'
}

/**
 * The API's own certificate: for localhost, 127.0.0.1, ::1, `hosts`, and those of `found` that can be in a certificate
 * and that the CA may sign for.
 * It is made in memory and valid for 30 days, so a server that runs longer calls this again, once a day is enough, and
 * hands the result to `server.setSecureContext`.
 * @throws CertificateError for one of `hosts` that is no host name, or when the CA has ended
 */
export function issueServerCertificate(
  authority: Authority,
  hosts: readonly string[],
  now: Date,
  found: readonly string[] = [],
): ServerCredentials {
  const names = new Map<string, AlternativeName>()
  for (const host of [...hosts, ...LOCAL_HOSTS]) {
    const name = normalizeHostName(host)
    names.set(name.name, name)
  }
  for (const name of found.flatMap(normalizeFound)) {
    if (authority.permits(name)) names.set(name.name, name)
  }
  const [first = normalizeHostName(LOCAL_HOSTS[0]), ...others] = names.values()
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const leaf = issueLeaf(authority, [first, ...others], publicKey, now)
  return {
    cert: leaf.chainPem,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    minVersion: 'TLSv1.2',
  }
}

/** The CA, or where it may not sign for these hosts another one for Weir's own servers: `api-ca.pem` in the data directory. */
export function serverSigner(
  authority: Authority,
  hosts: readonly string[],
  dataDir: string,
  now: () => Date,
  { passphrase, validityDays }: AuthorityOptions,
): Authority {
  if (permitsServer(authority, hosts)) return authority
  return openAuthority(dataDir, now, { passphrase, validityDays }, 'api-ca')
}

/** Whether clients would accept the certificate: whether the CA may sign for every name that a person has given. */
export function permitsServer(authority: Authority, hosts: readonly string[]): boolean {
  return [...hosts, ...LOCAL_HOSTS].every((host) => authority.permits(normalizeHostName(host)))
}

/** Names from the system were not typed by a person, so one that fits no certificate is left out. */
function normalizeFound(host: string): AlternativeName[] {
  try {
    return [normalizeHostName(host)]
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error
    return []
  }
}
