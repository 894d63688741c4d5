import { createPublicKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import * as der from '../../certs/der.ts'
import { distinguishedName, toPem } from '../../certs/x509.ts'
import { DAY } from './certificate-files.ts'

export interface Signer {
  readonly certificate: X509Certificate
  readonly key: KeyObject
}

interface Template {
  /** Undefined: it signs itself. */
  readonly issuer?: Signer | undefined
  readonly key: KeyObject
  readonly commonName?: string
  /** Names in the subjectAltName; none gives no such extension. */
  readonly names?: readonly string[]
  readonly hash?: 'sha256' | 'sha1' | 'md5'
  readonly notBefore?: Date
  readonly notAfter?: Date
  readonly serial?: number
  /** Version 1 has no extensions at all. */
  readonly version?: 1 | 3
  readonly extensions?: readonly der.Der[]
}

const HASH_OIDS = {
  rsa: { sha256: '1.2.840.113549.1.1.11', sha1: '1.2.840.113549.1.1.5', md5: '1.2.840.113549.1.1.4' },
  ec: { sha256: '1.2.840.10045.4.3.2', sha1: '1.2.840.10045.4.1', md5: '' },
} as const

let serials = 1000

/** A certificate with whatever is wrong with it that a test wants, which certs/x509.ts would not make. */
export function buildCertificate(template: Template): X509Certificate {
  const { issuer, key, commonName = 'Test', names = [], hash = 'sha256', version = 3, extensions = [] } = template
  const signer = issuer?.key ?? key
  const kind = signer.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec'
  const oid = der.oid(HASH_OIDS[kind][hash])
  const algorithm = kind === 'rsa' ? der.sequence(oid, der.nil()) : der.sequence(oid)
  const all = names.length === 0 ? extensions : [...extensions, alternativeNames(names)]
  const toBeSigned = der.sequence(
    ...(version === 1 ? [] : [der.explicit(0, der.integer(2))]),
    der.integer(template.serial ?? ++serials),
    algorithm,
    distinguishedName(issuer === undefined ? commonName : nameOf(issuer.certificate)),
    der.sequence(
      der.time(template.notBefore ?? new Date(Date.now() - DAY)),
      der.time(template.notAfter ?? new Date(Date.now() + 30 * DAY)),
    ),
    distinguishedName(commonName),
    der.decode(createPublicKey(key).export({ format: 'der', type: 'spki' })),
    ...(version === 1 ? [] : [der.explicit(3, der.sequence(...all))]),
  )
  const signature = sign(hash, der.encode(toBeSigned), signer)
  return new X509Certificate(toPem(der.encode(der.sequence(toBeSigned, algorithm, der.bits(signature)))))
}

function nameOf({ subject }: X509Certificate): string {
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? ''
}

export function extension(id: string, value: der.Der, critical = true): der.Der {
  const wrapped = der.octets(der.encode(value))
  return critical ? der.sequence(der.oid(id), der.yes(), wrapped) : der.sequence(der.oid(id), wrapped)
}

function alternativeNames(names: readonly string[]): der.Der {
  return extension('2.5.29.17', der.sequence(...names.map((name) => der.implicit(2, Buffer.from(name)))), false)
}

export const anyExtension = {
  ca: (pathLength?: number) =>
    extension(
      '2.5.29.19',
      pathLength === undefined ? der.sequence(der.yes()) : der.sequence(der.yes(), der.integer(pathLength)),
    ),
  notCa: () => extension('2.5.29.19', der.sequence()),
  /** `bits`: the first byte of the KeyUsage bit string, such as 0b1000_0000 for digitalSignature. */
  keyUsage: (bits: number) => extension('2.5.29.15', der.bits(Buffer.of(bits))),
  extendedKeyUsage: (...ids: string[]) => extension('2.5.29.37', der.sequence(...ids.map(der.oid)), false),
  permittedNames: (...names: string[]) =>
    extension(
      '2.5.29.30',
      der.sequence(der.explicit(0, ...names.map((name) => der.sequence(der.implicit(2, Buffer.from(name)))))),
    ),
  mustStaple: () => extension('1.3.6.1.5.5.7.1.24', der.sequence(der.integer(5)), false),
  unknownCritical: () => extension('1.3.6.1.4.1.99999.1', der.nil()),
}
export const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'
export const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'
