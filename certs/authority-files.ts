import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { CertificateError } from './errors.ts'

/** Paths of `ca.pem` and `ca.key`. */
export interface PairFiles {
  readonly certificate: string
  readonly key: string
}

export interface StoredPair {
  /** The CA first; what follows it in the file comes after. */
  readonly chain: readonly X509Certificate[]
  readonly key: KeyObject
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/**
 * @returns undefined if neither file is there
 * @throws CertificateError if one is missing or cannot be understood
 */
export function readPair(files: PairFiles, passphrase?: string): StoredPair | undefined {
  const keyPem = readIfThere(files.key)
  if (keyPem !== undefined) {
    const key = parseKey(files.key, keyPem, passphrase)
    return { key, chain: readChain(files, key) }
  }
  if (readIfThere(files.certificate) === undefined) return undefined
  // Another process may have published the pair between the two reads.
  if (readIfThere(files.key) !== undefined) return readPair(files, passphrase)
  throw incomplete(files.key, files.certificate)
}

/** As it is kept: encrypted where there is a passphrase. */
export function keyPem(key: KeyObject, passphrase: string | undefined): string {
  const encryption = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase }
  return key.export({ format: 'pem', type: 'pkcs8', ...encryption }).toString()
}

/**
 * Writes a new pair, unless another process has published one first: then that one is returned.
 *
 * The key's hard link decides, since it is atomic and fails if the name is taken. Its certificate is on the disk before
 * under a name derived from the key, so a process that finds the key alone, after a kill between the two steps, finishes them.
 */
export function publishPair(
  files: PairFiles,
  pair: { certificatePem: string; key: KeyObject },
  passphrase?: string,
): StoredPair {
  const staged = stagedCertificate(files, pair.key)
  const temporaryKey = join(dirname(files.key), `.ca-${randomBytes(8).toString('hex')}.key`)
  try {
    mkdirSync(dirname(files.key), { recursive: true, mode: 0o700 })
    writeFileSync(staged, pair.certificatePem, { flag: 'wx', mode: 0o644, flush: true })
    writeFileSync(temporaryKey, keyPem(pair.key, passphrase), { flag: 'wx', mode: 0o600, flush: true })
    if (tryLink(temporaryKey, files.key)) finishPublishing(files, pair.key)
  } catch (error) {
    throw error instanceof CertificateError ? error : storageError(files, error)
  } finally {
    rmSync(temporaryKey, { force: true })
    rmSync(staged, { force: true })
  }
  const stored = readPair(files, passphrase)
  if (stored === undefined) throw incomplete(files.certificate, files.key)
  return stored
}

/**
 * Puts the pair of `next` in the place of `files`, whose own is kept as `previous`. The key's rename decides, as above: a
 * process that is killed behind it leaves the certificate that goes with the key, and the next reader puts it in place.
 * @throws CertificateError (ERR_CA_STORAGE)
 */
export function replacePair(files: PairFiles, next: PairFiles, previous: PairFiles, key: KeyObject): void {
  try {
    copyFileSync(files.certificate, previous.certificate)
    copyFileSync(files.key, previous.key)
    chmodSync(previous.key, 0o600)
    copyFileSync(next.certificate, stagedCertificate(files, key))
    renameSync(next.key, files.key)
    finishPublishing(files, key)
    rmSync(next.certificate, { force: true })
  } catch (error) {
    throw error instanceof CertificateError ? error : storageError(files, error)
  }
}

/** The certificates of a file without their key; empty if it is not there. @throws CertificateError */
export function readCertificates(file: string): X509Certificate[] {
  const pem = readIfThere(file)
  return pem === undefined ? [] : parseChain(file, pem)
}

function readChain(files: PairFiles, key: KeyObject): X509Certificate[] {
  const pem = readIfThere(files.certificate)
  const chain = pem === undefined ? [] : parseChain(files.certificate, pem)
  if (chain[0]?.checkPrivateKey(key)) return chain
  // Missing, or of the key before: another process was killed between the two steps, or is between them.
  finishPublishing(files, key)
  const finished = readIfThere(files.certificate)
  if (finished === undefined) throw incomplete(files.certificate, files.key)
  return parseChain(files.certificate, finished)
}

function parseChain(file: string, pem: string): X509Certificate[] {
  try {
    const chain = (pem.match(PEM_CERTIFICATE) ?? []).map((block) => new X509Certificate(block))
    if (chain.length > 0) return chain
  } catch (cause) {
    throw malformed(file, 'a PEM certificate', cause)
  }
  throw malformed(file, 'a PEM certificate')
}

/** The second step of publishPair, done by the first process that finds it undone. */
function finishPublishing(files: PairFiles, key: KeyObject): void {
  try {
    renameSync(stagedCertificate(files, key), files.certificate)
  } catch (error) {
    // Nothing staged: another process was faster, or the file was removed by hand.
    if (errorCode(error) !== 'ENOENT') throw storageError(files, error)
  }
}

function stagedCertificate(files: PairFiles, key: KeyObject): string {
  const id = createHash('sha256')
    .update(createPublicKey(key).export({ format: 'der', type: 'spki' }))
    .digest('hex')
  return join(dirname(files.certificate), `.ca-${id.slice(0, 32)}.pem`)
}

/** The cause is left out, because a parser's message about a broken key could quote it. */
function parseKey(file: string, pem: string, passphrase: string | undefined): KeyObject {
  tightenPermissions(file)
  const isEncrypted = pem.includes('ENCRYPTED')
  if (isEncrypted && passphrase === undefined) {
    throw new CertificateError('ERR_CA_PASSPHRASE', `${file} is encrypted: set WEIR_CA_PASSPHRASE`)
  }
  try {
    return createPrivateKey({ key: pem, ...(isEncrypted && { passphrase }) })
  } catch {
    if (!isEncrypted) throw malformed(file, 'a PEM private key')
    throw new CertificateError(
      'ERR_CA_PASSPHRASE',
      `${file} cannot be decrypted with the passphrase that is set: correct WEIR_CA_PASSPHRASE`,
    )
  }
}

/** Windows has no such bits; there the directory's access list protects the key. */
function tightenPermissions(file: string): void {
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return
  try {
    chmodSync(file, 0o600)
  } catch (error) {
    throw new CertificateError(
      'ERR_CA_PERMISSIONS',
      `${file} can be read by others and cannot be changed (${errorCode(error)}): make it readable by its owner alone, mode 0600`,
      { cause: error },
    )
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw unreadable(file, error)
  }
}

function tryLink(existing: string, name: string): boolean {
  try {
    linkSync(existing, name)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

function incomplete(missing: string, present: string): CertificateError {
  return new CertificateError(
    'ERR_CA_INCOMPLETE',
    `${present} is there and ${missing} is missing: put it back, or remove both and a new CA is made, which clients then have to trust`,
  )
}

function malformed(file: string, expected: string, cause?: unknown): CertificateError {
  return new CertificateError(
    'ERR_CA_MALFORMED',
    `${file} does not hold ${expected}: restore it from a backup, or remove ca.pem and ca.key and a new CA is made, which clients then have to trust`,
    { cause },
  )
}

function storageError(files: PairFiles, cause: unknown): CertificateError {
  return new CertificateError(
    'ERR_CA_STORAGE',
    `${files.certificate} and ${files.key} cannot be written (${errorCode(cause)}): the data directory must be writable`,
    { cause },
  )
}

function unreadable(file: string, cause: unknown): CertificateError {
  return new CertificateError(
    'ERR_CA_UNREADABLE',
    `${file} cannot be read (${errorCode(cause)}): give it to the user that Weir runs as`,
    { cause },
  )
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
