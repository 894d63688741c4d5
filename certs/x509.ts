import { type KeyObject, randomBytes, sign } from 'node:crypto'
import { InvariantError } from '../core/errors.ts'
import * as der from './der.ts'

/** The contents of a certificate, except its issuer. */
export interface CertificateTemplate {
  /** Undefined gives an empty subject; the subjectAltName is critical then (RFC 5280 section 4.2.1.6). */
  readonly commonName: string | undefined
  readonly publicKey: KeyObject
  readonly notBefore: Date
  readonly notAfter: Date
  readonly extensions: readonly der.Der[]
}

/** Both must stay out of logs and errors: a KeyObject prints no key material, so it is never turned into PEM for one. */
export interface Issuer {
  /** The Name, taken over byte for byte: a chain is only found where the two are equal. */
  readonly name: der.Der
  readonly key: KeyObject
}

const OID = {
  commonName: '2.5.4.3',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  nameConstraints: '2.5.29.30',
  serverAuth: '1.3.6.1.5.5.7.3.1',
} as const

/** @returns an X.509 v3 certificate (RFC 5280 section 4.1) in DER */
export function signCertificate(template: CertificateTemplate, issuer: Issuer): Buffer {
  const algorithm = signatureAlgorithm(issuer.key)
  if (algorithm === undefined) throw new InvariantError('the issuer was opened with a key that cannot sign')
  const toBeSigned = der.sequence(
    der.explicit(0, der.integer(2)),
    der.bigInteger(randomSerial()),
    algorithm.identifier,
    issuer.name,
    der.sequence(der.time(template.notBefore), der.time(template.notAfter)),
    distinguishedName(template.commonName),
    der.decode(template.publicKey.export({ format: 'der', type: 'spki' })),
    der.explicit(3, der.sequence(...template.extensions)),
  )
  const signature = sign(algorithm.hash, der.encode(toBeSigned), issuer.key)
  return der.encode(der.sequence(toBeSigned, algorithm.identifier, der.bits(signature)))
}

export function toPem(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

export function distinguishedName(commonName: string | undefined): der.Der {
  if (commonName === undefined) return der.sequence()
  return der.sequence(der.set(der.sequence(der.oid(OID.commonName), der.utf8(commonName))))
}

export const extensions = {
  /** `pathLength`: how many CAs may stand between this one and a leaf. */
  certificateAuthority: (pathLength: number) =>
    extension(OID.basicConstraints, true, der.sequence(der.yes(), der.integer(pathLength))),
  notCertificateAuthority: () => extension(OID.basicConstraints, true, der.sequence()),
  /** keyCertSign (bit 5) and cRLSign (bit 6). */
  signsCertificates: () => extension(OID.keyUsage, true, der.bits(Buffer.of(0b0000_0110), 1)),
  /** `permitted`: each a GeneralName (RFC 5280 section 4.2.1.10). */
  permittedNames: (permitted: readonly der.Der[]) =>
    extension(OID.nameConstraints, true, der.sequence(der.explicit(0, ...permitted.map((name) => der.sequence(name))))),
  /** digitalSignature (bit 0), all that an ECDSA key does in TLS 1.2 and 1.3. */
  signsHandshakes: () => extension(OID.keyUsage, true, der.bits(Buffer.of(0b1000_0000), 7)),
  serverAuthentication: () => extension(OID.extendedKeyUsage, false, der.sequence(der.oid(OID.serverAuth))),
  subjectKeyIdentifier: (id: Uint8Array) => extension(OID.subjectKeyIdentifier, false, der.octets(id)),
  authorityKeyIdentifier: (id: Uint8Array) =>
    extension(OID.authorityKeyIdentifier, false, der.sequence(der.implicit(0, id))),
  subjectAltName: (names: readonly AlternativeName[], critical: boolean) =>
    extension(OID.subjectAltName, critical, der.sequence(...names.map(generalName))),
}

export interface AlternativeName {
  readonly kind: 'dns' | 'ip'
  readonly name: string
}

/** GeneralName: dNSName is [2], iPAddress is [7]. An address as dNSName is what browsers refuse. */
function generalName({ kind, name }: AlternativeName): der.Der {
  return kind === 'ip' ? der.implicit(7, der.addressBytes(name)) : der.implicit(2, Buffer.from(name, 'ascii'))
}

function extension(id: string, critical: boolean, value: der.Der): der.Der {
  const wrapped = der.octets(der.encode(value))
  return critical ? der.sequence(der.oid(id), der.yes(), wrapped) : der.sequence(der.oid(id), wrapped)
}

/** Reads the subject and the subjectKeyIdentifier, which node:crypto does not give out as bytes. */
export function readIssuerFields(certificate: Uint8Array): { name: der.Der; keyIdentifier: Buffer | undefined } {
  const [toBeSigned] = der.children(der.decode(certificate))
  // version [0] is there: a CA has extensions, so it is v3.
  const fields = der.children(toBeSigned)
  const name = fields[5]
  if (name === undefined) throw new InvariantError('a certificate that was taken for a CA has no subject')
  const [list] = der.children(fields.at(-1))
  const identifier = der.encode(der.oid(OID.subjectKeyIdentifier))
  const found = der.children(list).find((item) => {
    const [id] = der.children(item)
    return id !== undefined && der.encode(id).equals(identifier)
  })
  if (found === undefined) return { name, keyIdentifier: undefined }
  return { name, keyIdentifier: der.contents(der.decode(der.contents(der.children(found).at(-1)))) }
}

/** 16 random bytes, the top bits 01: positive, of constant length, 126 bits of entropy (RFC 5280 section 4.1.2.2). */
function randomSerial(): Buffer {
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0b0011_1111) | 0b0100_0000
  return serial
}

const ECDSA = new Map([
  ['prime256v1', { hash: 'sha256', oid: '1.2.840.10045.4.3.2' }],
  ['secp384r1', { hash: 'sha384', oid: '1.2.840.10045.4.3.3' }],
  ['secp521r1', { hash: 'sha512', oid: '1.2.840.10045.4.3.4' }],
])
const SHA256_WITH_RSA = '1.2.840.113549.1.1.11'
/** The smallest value that browsers accept. */
const MIN_RSA_BITS = 2048

/** @returns undefined for a key whose signatures browsers do not take */
export function signatureAlgorithm(key: KeyObject): { hash: string; identifier: der.Der } | undefined {
  const details = key.asymmetricKeyDetails
  if (key.asymmetricKeyType === 'rsa' && (details?.modulusLength ?? 0) >= MIN_RSA_BITS) {
    return { hash: 'sha256', identifier: der.sequence(der.oid(SHA256_WITH_RSA), der.nil()) }
  }
  const ecdsa = key.asymmetricKeyType === 'ec' ? ECDSA.get(details?.namedCurve ?? '') : undefined
  if (ecdsa === undefined) return undefined
  return { hash: ecdsa.hash, identifier: der.sequence(der.oid(ecdsa.oid)) }
}
