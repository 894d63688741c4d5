import { isUtf8 } from 'node:buffer'
import { decodeText } from './charset.ts'
import { legibleText } from './legible.ts'

/** Shorter strings are read as they are: they cost nothing, and detectors undo base64 where it is a disguise. */
const MIN_EMBEDDED_LENGTH = 1024
const SNIFF_LENGTH = 96
const MAX_DATA_URL_HEAD = 256

/**
 * First bytes of media and archives that requests carry as base64 (file formats' own signatures). MP4 starts with a
 * length, then `ftyp`.
 */
const SIGNATURES: readonly Buffer[] = [
  Buffer.from('\x89PNG', 'latin1'),
  Buffer.from('\xff\xd8\xff', 'latin1'),
  Buffer.from('GIF8'),
  Buffer.from('RIFF'),
  Buffer.from('%PDF'),
  Buffer.from('PK\x03\x04', 'latin1'),
  Buffer.from('ID3'),
  Buffer.from('OggS'),
  Buffer.from('fLaC'),
  Buffer.from('\x1a\x45\xdf\xa3', 'latin1'),
  Buffer.from('\x1f\x8b', 'latin1'),
]

/**
 * The text of any string of a request: the string itself, the document where it is a base64 or data URL of one, and
 * undefined where it holds media, which has no text to read.
 */
export function textOfString(value: string): string | undefined {
  if (value.length < MIN_EMBEDDED_LENGTH) return value
  if (value.startsWith('data:')) return textOfDataUrl(value)
  if (!startsLikeBase64(value)) return value
  const head = Buffer.from(value.slice(0, SNIFF_LENGTH), 'base64')
  if (isUtf8(head.subarray(0, head.length - 4)) && !head.includes(0)) return textOfMedia(value)
  return hasKnownSignature(head) && isAllBase64(value) ? undefined : value
}

/** The text of a string that its place in the format says is base64, such as an image's or document's `data`. */
export function textOfMedia(value: string): string | undefined {
  if (value.startsWith('data:')) return textOfDataUrl(value)
  if (!startsLikeBase64(value)) return value
  const wrapped = value.lastIndexOf('\n', SNIFF_LENGTH) !== -1
  const base64 = wrapped ? value.replaceAll('\r', '').replaceAll('\n', '') : value
  const bytes = Buffer.from(base64, 'base64')
  if (!isAllBase64(base64, bytes)) return value
  return decodeText(bytes)?.text
}

/** What can be read in a string that is media to the functions above. */
export function legibleInMedia(value: string): string {
  const base64 = value.startsWith('data:') ? value.slice(value.indexOf(',') + 1) : value
  return legibleText(Buffer.from(base64, 'base64'))
}

/** RFC 2397. */
function textOfDataUrl(url: string): string | undefined {
  const comma = url.indexOf(',')
  if (comma === -1 || comma > MAX_DATA_URL_HEAD) return url
  const payload = url.slice(comma + 1)
  if (url.slice(0, comma).toLowerCase().endsWith(';base64')) return textOfMedia(payload)
  try {
    return decodeURIComponent(payload)
  } catch (error) {
    if (error instanceof URIError) return payload
    throw error
  }
}

function hasKnownSignature(head: Buffer): boolean {
  if (head.toString('latin1', 4, 8) === 'ftyp') return true
  return SIGNATURES.some((signature) => head.subarray(0, signature.length).equals(signature))
}

function startsLikeBase64(value: string): boolean {
  const end = Math.min(value.length, SNIFF_LENGTH)
  for (let index = 0; index < end; index++) {
    const code = value.charCodeAt(index)
    const alphanumeric =
      (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
    // `+/` and the URL-safe `-_` (RFC 4648), padding, and the line breaks of MIME.
    const other = code === 0x2b || code === 0x2f || code === 0x2d || code === 0x5f || code === 0x3d
    if (!alphanumeric && !other && code !== 0x0a && code !== 0x0d) return false
  }
  return true
}

/** Node's decoder skips what is not base64, so anything else in the string shows as bytes that are missing. */
function isAllBase64(value: string, bytes: Buffer = Buffer.from(value, 'base64')): boolean {
  const padding = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0
  const digits = value.length - padding
  return digits % 4 !== 1 && bytes.length === Math.floor((digits * 3) / 4)
}
