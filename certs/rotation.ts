import type { X509Certificate } from 'node:crypto'
import { rmSync } from 'node:fs'
import {
  type Authority,
  type AuthorityName,
  type AuthorityOptions,
  openAuthority,
  pairFiles,
  readAuthority,
} from './authority.ts'
import { readCertificates, readPair, replacePair } from './authority-files.ts'
import { CertificateError } from './errors.ts'
import { toPem } from './x509.ts'

const ALL: readonly AuthorityName[] = ['ca', 'ca-next', 'ca-previous', 'api-ca']

/** The certificates of the CAs in a data directory, each where it is there. Without their keys, so without a passphrase. */
export function installedCas(dataDir: string): Partial<Record<AuthorityName, X509Certificate>> {
  return Object.fromEntries(
    ALL.flatMap((name) => {
      const [certificate] = readCertificates(pairFiles(dataDir, name).certificate)
      return certificate === undefined ? [] : [[name, certificate]]
    }),
  )
}

/** What devices have to trust while a rotation is prepared: the CA, and the one that comes after it. In PEM. */
export function distributedPem(dataDir: string): string {
  const { ca, 'ca-next': next } = installedCas(dataDir)
  return [ca, next].map((certificate) => (certificate === undefined ? '' : toPem(certificate.raw))).join('')
}

/** What the API's own certificate may be signed by. In PEM. */
export function apiCaPem(dataDir: string): string {
  const { ca, 'ca-next': next, 'api-ca': own } = installedCas(dataDir)
  return [ca, next, own].map((certificate) => (certificate === undefined ? '' : toPem(certificate.raw))).join('')
}

/**
 * Makes the CA that is to follow, as `ca-next.pem` and `ca-next.key`. Nothing is signed with it.
 * @throws CertificateError (ERR_CA_NEXT_IS_THERE)
 */
export function prepareRotation(dataDir: string, now: () => Date, options: AuthorityOptions): Authority {
  const { 'ca-next': next } = installedCas(dataDir)
  if (next !== undefined) {
    throw new CertificateError(
      'ERR_CA_NEXT_IS_THERE',
      `a CA is prepared already (${next.fingerprint256}): distribute ca-next.pem, then activate it, or cancel the rotation`,
    )
  }
  return openAuthority(dataDir, now, options, 'ca-next')
}

/**
 * Puts the prepared CA in the place of the current one, which is kept as `ca-previous`. A prepared pair may also be a
 * company's own, put there as `ca-next.pem` and `ca-next.key`.
 * @throws CertificateError (ERR_CA_NO_NEXT), or what is wrong with the prepared pair, and then nothing has changed
 */
export function activateRotation(dataDir: string, now: () => Date, options: AuthorityOptions): Authority {
  const next = readAuthority(dataDir, now, options, 'ca-next')
  const files = pairFiles(dataDir, 'ca-next')
  const pair = readPair(files, options.passphrase)
  if (next === undefined || pair === undefined) {
    throw new CertificateError('ERR_CA_NO_NEXT', 'no CA is prepared: begin with ca rotate --prepare')
  }
  replacePair(pairFiles(dataDir, 'ca'), files, pairFiles(dataDir, 'ca-previous'), pair.key)
  return openAuthority(dataDir, now, options)
}

/** Removes the prepared CA. @returns whether there was one */
export function cancelRotation(dataDir: string): boolean {
  const { certificate, key } = pairFiles(dataDir, 'ca-next')
  const isThere = installedCas(dataDir)['ca-next'] !== undefined
  rmSync(certificate, { force: true })
  rmSync(key, { force: true })
  return isThere
}
