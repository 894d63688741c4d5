import { execFileSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { type Authority, openAuthority } from '../../certs/authority.ts'
import { distinguishedName, extensions, readIssuerFields, signCertificate, toPem } from '../../certs/x509.ts'
import { temporaryFolder } from './temp.ts'

export const DAY = 86_400_000
export const HOUR = 3_600_000

export function newAuthority(t: ExecutionContext<unknown>): Authority {
  return openAuthority(temporaryFolder(t), () => new Date())
}

export function ecKey(namedCurve = 'P-256'): KeyObject {
  return generateKeyPairSync('ec', { namedCurve }).privateKey
}

export function pkcs8(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}

interface CaOptions {
  readonly key: KeyObject
  readonly notBefore?: Date
  readonly notAfter?: Date
  readonly commonName?: string
  readonly isCa?: boolean
  /** How many CAs may follow before the leaf; 0 where not given, as in Weir's own. */
  readonly pathLength?: number
  readonly issuer?: { certificate: X509Certificate; key: KeyObject }
}

/** A CA certificate with whatever is wrong with it that a test wants. */
export function makeCa(options: CaOptions): X509Certificate {
  const commonName = options.commonName ?? 'Operator CA'
  const name =
    options.issuer === undefined ? distinguishedName(commonName) : readIssuerFields(options.issuer.certificate.raw).name
  const certificate = signCertificate(
    {
      commonName,
      publicKey: createPublicKey(options.key),
      notBefore: options.notBefore ?? new Date(Date.now() - DAY),
      notAfter: options.notAfter ?? new Date(Date.now() + 365 * DAY),
      extensions:
        options.isCa === false
          ? [extensions.notCertificateAuthority(), extensions.signsHandshakes()]
          : [
              extensions.certificateAuthority(options.pathLength ?? 0),
              extensions.signsCertificates(),
              extensions.subjectKeyIdentifier(randomBytes(20)),
            ],
    },
    { name, key: options.issuer?.key ?? options.key },
  )
  return new X509Certificate(toPem(certificate))
}

export function writePair(folder: string, certificate: X509Certificate | string, key: KeyObject | string): void {
  writeFileSync(join(folder, 'ca.pem'), certificate.toString())
  writeFileSync(join(folder, 'ca.key'), typeof key === 'string' ? key : pkcs8(key))
  chmodSync(join(folder, 'ca.key'), 0o600)
}

/** The tool's output. */
export function openssl(...args: string[]): string {
  return execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
