import { bitsOf, constructed, contentsOf, type Element, inside, readElements, TAG } from './der-reader.ts'

/** DER of the object identifiers, in hexadecimal. */
const KEY_USAGE = '551d0f'
const TLS_FEATURE = '2b06010505070118'
/** status_request (RFC 7633 section 4). */
const STATUS_REQUEST = 5

/** What a certificate says that node:crypto does not give out. */
export interface CertificateFields {
  /** The contents of the serial number's INTEGER. */
  readonly serial: Buffer
  /** The issuer's Name, byte for byte. */
  readonly issuer: Buffer
  readonly subject: Buffer
  /** The public key itself, as OCSP hashes it (RFC 6960 section 4.1.1). */
  readonly publicKey: Buffer
  /** Whether the key may sign handshakes; true too where nothing is said about its use. */
  readonly maySignHandshakes: boolean
  /** Whether it must come with an OCSP response (RFC 7633). */
  readonly mustStaple: boolean
}

/** @throws DerError for what is no certificate */
export function readCertificate(raw: Buffer): CertificateFields {
  const [certificate] = readElements(raw)
  const [toBeSigned] = inside(certificate)
  const fields = inside(toBeSigned)
  // version is [0] EXPLICIT, and left out of version 1.
  const [serial, , issuer, , subject, keyInfo, ...optional] =
    fields[0]?.tag === constructed(0) ? fields.slice(1) : fields
  const [, key] = inside(keyInfo)
  const extensions = readExtensions(optional)
  return {
    serial: contentsOf(serial, TAG.integer),
    issuer: issuer?.whole ?? Buffer.alloc(0),
    subject: subject?.whole ?? Buffer.alloc(0),
    publicKey: bitsOf(key),
    maySignHandshakes: maySign(extensions.get(KEY_USAGE)),
    mustStaple: isStapleMust(extensions.get(TLS_FEATURE)),
  }
}

/** What is inside one extension; undefined if it is not there. @param id its object identifier in DER, in hexadecimal */
export function readExtension(raw: Buffer, id: string): Buffer | undefined {
  const [certificate] = readElements(raw)
  const [toBeSigned] = inside(certificate)
  return readExtensions(inside(toBeSigned)).get(id)
}

/** By object identifier in hexadecimal: the DER inside each extension's OCTET STRING. */
function readExtensions(optional: readonly Element[]): Map<string, Buffer> {
  const wrapper = optional.find(({ tag }) => tag === constructed(3))
  const [list] = wrapper === undefined ? [] : inside(wrapper, constructed(3))
  return new Map(
    (list === undefined ? [] : inside(list)).map((extension) => {
      const parts = inside(extension)
      return [contentsOf(parts[0], TAG.oid).toString('hex'), contentsOf(parts.at(-1), TAG.octets)]
    }),
  )
}

/** digitalSignature is bit 0 (RFC 5280 section 4.2.1.3). */
function maySign(usage: Buffer | undefined): boolean {
  if (usage === undefined) return true
  const [bits] = readElements(usage)
  return ((contentsOf(bits, TAG.bits)[1] ?? 0) & 0b1000_0000) !== 0
}

function isStapleMust(feature: Buffer | undefined): boolean {
  if (feature === undefined) return false
  const [list] = readElements(feature)
  return inside(list).some(({ contents }) => contents.length === 1 && contents[0] === STATUS_REQUEST)
}
