import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  type X509Certificate,
} from 'node:crypto'
import { join } from 'node:path'
import { InvariantError } from '../core/errors.ts'
import { readHostName } from '../core/network/host-name.ts'
import { keyPem, type PairFiles, publishPair, readPair, type StoredPair } from './authority-files.ts'
import { CertificateError } from './errors.ts'
import { type NameConstraints, permits, permittedSubtrees, readNameConstraints } from './name-constraints.ts'
import { ownNames } from './own-names.ts'
import {
  type AlternativeName,
  type CertificateTemplate,
  distinguishedName,
  extensions,
  type Issuer,
  readIssuerFields,
  signatureAlgorithm,
  signCertificate,
  toPem,
} from './x509.ts'

const DAY = 86_400_000
/** A CA that was lost sight of must not be trusted for ever; those that are there already keep their life. */
const DEFAULT_VALIDITY_DAYS = 730
/** Clients whose clock is behind must not see a CA from the future. */
const CA_BACKDATING = 2 * DAY
/** How long before its end a CA is said to expire soon: distributing a new one to every client takes weeks. */
const EXPIRY_NOTICE = 90 * DAY

/** How Weir's own servers are called on the machine they run on. */
export const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1'] as const
const PRIVATE_RANGES = [
  '127.0.0.0/8',
  '::1/128',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
]

/** How a CA is made where there is none, and how its key is read. */
export interface AuthorityOptions {
  /** How long a new one lives. */
  readonly validityDays?: number | undefined
  /** What a new one may sign for besides the names of this machine, as permittedSubtrees takes it; none: everything. */
  readonly permitted?: readonly string[] | undefined
  /** Of `ca.key`; a new key is encrypted with it. */
  readonly passphrase?: string | undefined
}

/** The file names, without `.pem` and `.key`, of the CAs that a data directory may hold. */
export type AuthorityName = 'ca' | 'ca-next' | 'ca-previous' | 'api-ca'

/** The interception CA. The key never leaves this object: it signs, and that is all it can be asked for. */
export class Authority {
  readonly certificate: X509Certificate
  /** The certificate that clients have to trust. */
  readonly certificatePem: string
  /** Intermediates to send after a leaf; empty if ca.pem is a root, which clients have. */
  readonly chainPem: string
  /** SHA-256 of the certificate, in hexadecimal pairs joined by colons, as browsers and openssl show it. */
  readonly fingerprint: string
  readonly notBefore: Date
  readonly notAfter: Date
  /** What the authorityKeyIdentifier of a leaf must be; undefined if the operator's CA has no identifier. */
  readonly keyIdentifier: Buffer | undefined
  /** What it may sign for; undefined: everything. */
  readonly constraints: NameConstraints | undefined
  readonly #issuer: Issuer
  readonly #now: () => Date

  constructor(chain: readonly X509Certificate[], key: KeyObject, now: () => Date) {
    const [certificate, ...others] = chain
    if (certificate === undefined) throw new InvariantError('an authority needs a certificate')
    const { name, keyIdentifier } = readIssuerFields(certificate.raw)
    this.certificate = certificate
    this.certificatePem = toPem(certificate.raw)
    const sent = isSelfSigned(certificate) ? [] : [certificate, ...others.filter((other) => !isSelfSigned(other))]
    this.chainPem = sent.map(({ raw }) => toPem(raw)).join('')
    this.fingerprint = certificate.fingerprint256
    this.notBefore = certificate.validFromDate
    this.notAfter = certificate.validToDate
    this.keyIdentifier = keyIdentifier
    this.constraints = readNameConstraints(certificate.raw)
    this.#issuer = { name, key }
    this.#now = now
  }

  /** Whether the CA ends within 90 days: time to distribute another. */
  get expiresSoon(): boolean {
    return this.notAfter.getTime() - this.#now().getTime() < EXPIRY_NOTICE
  }

  /** Whether clients accept its signature for a name. */
  permits(name: AlternativeName): boolean {
    return permits(this.constraints, name)
  }

  /** @returns the certificate in PEM, without the chain */
  sign(template: CertificateTemplate): string {
    return toPem(signCertificate(template, this.#issuer))
  }
}

/**
 * Opens `ca.pem` and `ca.key` in the data directory, and makes them where neither is there yet. Any number of
 * processes may do so at once: they end up with the same CA.
 * @throws CertificateError that names the file and says what to do
 */
export function openAuthority(
  dataDir: string,
  now: () => Date,
  options: AuthorityOptions = {},
  name: AuthorityName = 'ca',
): Authority {
  const files = pairFiles(dataDir, name)
  const { passphrase } = options
  const stored = readPair(files, passphrase) ?? publishPair(files, createPair(now(), options, name), passphrase)
  return usable(files, stored, now)
}

/** The same, without making one. */
export function readAuthority(
  dataDir: string,
  now: () => Date,
  { passphrase }: AuthorityOptions,
  name: AuthorityName,
): Authority | undefined {
  const files = pairFiles(dataDir, name)
  const stored = readPair(files, passphrase)
  return stored && usable(files, stored, now)
}

export function pairFiles(dataDir: string, name: AuthorityName): PairFiles {
  return { certificate: join(dataDir, `${name}.pem`), key: join(dataDir, `${name}.key`) }
}

function usable(files: PairFiles, stored: StoredPair, now: () => Date): Authority {
  const [certificate] = stored.chain
  if (certificate === undefined || !certificate.checkPrivateKey(stored.key)) {
    throw new CertificateError(
      'ERR_CA_MISMATCH',
      `the key in ${files.key} does not belong to the first certificate in ${files.certificate}: put the files that go together there`,
    )
  }
  checkUsable(files.certificate, certificate, stored.key, now())
  return new Authority(stored.chain, stored.key, now)
}

function checkUsable(file: string, certificate: X509Certificate, key: KeyObject, now: Date): void {
  if (!certificate.ca) {
    throw new CertificateError(
      'ERR_CA_UNSUITABLE',
      `${file} is not a CA certificate and may not sign others: put the certificate of a CA there, with its ca.key`,
    )
  }
  if (signatureAlgorithm(key) === undefined) {
    throw new CertificateError(
      'ERR_CA_UNSUITABLE',
      `the key of ${file} is of a kind that clients refuse: it must be EC P-256, P-384 or P-521, or RSA of 2048 bits or more`,
    )
  }
  if (now >= certificate.validToDate) {
    throw new CertificateError(
      'ERR_CA_EXPIRED',
      `${file} expired on ${certificate.validToDate.toISOString()}: make another with "npm run admin -- ca rotate --prepare" and "npm run admin -- ca rotate --activate", start again, and give it to the devices`,
    )
  }
  if (now < certificate.validFromDate) {
    throw new CertificateError(
      'ERR_CA_NOT_YET_VALID',
      `${file} is not valid before ${certificate.validFromDate.toISOString()}: let the system set the clock of this machine, with timedatectl set-ntp true or chrony`,
    )
  }
}

/** A new CA that is kept nowhere, in PEM: its certificate and its key. */
export function newAuthorityPems(
  now: Date,
  options: AuthorityOptions,
): { readonly certificate: string; readonly key: string } {
  const { certificatePem, key } = createPair(now, options, 'ca')
  return { certificate: certificatePem, key: keyPem(key, options.passphrase) }
}

/** The name is unique, or two installations' CAs would shadow each other in a client's store. */
function createPair(
  now: Date,
  options: AuthorityOptions,
  name: AuthorityName,
): { certificatePem: string; key: KeyObject } {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKey = createPublicKey(key)
  const commonName = `${name === 'api-ca' ? 'Weir API CA' : 'Weir CA'} ${randomBytes(4).toString('hex')}`
  // RFC 7093 section 2: the first 160 bits of a SHA-256.
  const keyIdentifier = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest()
  const permitted = permittedSubtrees(permittedNames(options))
  const certificate = signCertificate(
    {
      commonName,
      publicKey,
      notBefore: new Date(now.getTime() - CA_BACKDATING),
      notAfter: new Date(now.getTime() + (options.validityDays ?? DEFAULT_VALIDITY_DAYS) * DAY),
      extensions: [
        extensions.certificateAuthority(0),
        extensions.signsCertificates(),
        extensions.subjectKeyIdentifier(keyIdentifier.subarray(0, 20)),
        ...(permitted.length === 0 ? [] : [extensions.permittedNames(permitted)]),
      ],
    },
    { name: distinguishedName(commonName), key },
  )
  return { certificatePem: toPem(certificate), key }
}

/** The API's certificate names this machine, and containers and laptops have other private addresses tomorrow. */
function permittedNames({ permitted = [] }: AuthorityOptions): string[] {
  if (permitted.length === 0) return []
  const own = [...LOCAL_HOSTS, ...ownNames()].flatMap((name) => readHostName(name)?.name ?? [])
  return [...new Set([...permitted, ...own, ...PRIVATE_RANGES])]
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)
}
