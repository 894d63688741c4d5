import { examineFile, isPdf, isTar } from '../body/file.ts'
import { isRtf, looksLikeMail } from '../body/rich-text.ts'

export type FileKind =
  | 'pdf'
  | 'zip'
  | 'gzip'
  | 'zstd'
  | 'tar'
  | 'rtf'
  | 'mail'
  | 'packed'
  | 'encrypted'
  | 'media'
  | 'other'

const OLE = 'd0cf11e0a1b11ae1'
/** The stream of an Office file with a password, in UTF-16 in the directory of its OLE container (MS-OFFCRYPTO 2.3.4.4). */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le')
const HEAD = 1024
const MAIL_HEAD = 8192

/** What a file is, by its bytes: names and content types are its sender's. */
export function kindOf(bytes: Buffer): FileKind {
  const head = bytes.toString('latin1', 0, HEAD)
  if (isPdf(bytes)) return 'pdf'
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return 'zip'
  if (head.startsWith('\x1f\x8b\x08')) return 'gzip'
  if (head.startsWith('\x28\xb5\x2f\xfd')) return 'zstd'
  if (isTar(bytes)) return 'tar'
  if (isRtf(head)) return 'rtf'
  if (bytes.toString('hex', 0, 8) === OLE) return bytes.includes(ENCRYPTED_PACKAGE) ? 'encrypted' : 'packed'
  const { recognised, document } = examineFile(bytes)
  if (document !== undefined) return 'packed'
  if (recognised) return 'media'
  return looksLikeMail(bytes.toString('latin1', 0, MAIL_HEAD)) ? 'mail' : 'other'
}
