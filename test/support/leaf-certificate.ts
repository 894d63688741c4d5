import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Authority } from '../../certs/authority.ts'
import { distinguishedName, extensions, readIssuerFields, signCertificate, toPem } from '../../certs/x509.ts'
import { DAY, ecKey, pkcs8 } from './certificate-files.ts'

interface LeafOptions {
  /** Undefined: it signs itself. */
  readonly issuer: { readonly certificate: Authority['certificate']; readonly key: KeyObject } | undefined
  /** Empty: no subjectAltName at all. */
  readonly names: readonly string[]
  readonly commonName?: string
  readonly notBefore?: Date
  readonly notAfter?: Date
}

/** A server's certificate with whatever is wrong with it that a test wants. */
export function makeLeaf(options: LeafOptions): { cert: string; key: string } {
  const { issuer, names, commonName = 'leaf' } = options
  const key = ecKey()
  const alternativeNames = names.map((name) => ({ kind: 'dns', name }) as const)
  const certificate = signCertificate(
    {
      commonName,
      publicKey: createPublicKey(key),
      notBefore: options.notBefore ?? new Date(Date.now() - DAY),
      notAfter: options.notAfter ?? new Date(Date.now() + DAY),
      extensions: [
        extensions.notCertificateAuthority(),
        extensions.signsHandshakes(),
        extensions.serverAuthentication(),
        ...(names.length > 0 ? [extensions.subjectAltName(alternativeNames, false)] : []),
      ],
    },
    issuer === undefined
      ? { name: distinguishedName(commonName), key }
      : { name: readIssuerFields(issuer.certificate.raw).name, key: issuer.key },
  )
  const chain = issuer === undefined ? '' : issuer.certificate.toString()
  return { cert: `${toPem(certificate)}${chain}`, key: pkcs8(key) }
}
