/** Bit by bit (ISO 3309, the reversed polynomial): tokens are short, and few. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) * 0xedb88320)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** How the last characters of a token follow from the ones before. */
export interface TokenChecksum {
  /** In characters. */
  readonly length: number
  /** The checksum of a token, given without it. */
  readonly of: (head: string) => string
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(value: number, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest = Math.floor(rest / 62))
    digits = BASE62.charAt(rest % 62) + digits
  return digits
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0')
}

/** What stands behind the last underscore: the random part. */
function randomPart(head: string): string {
  return head.slice(head.lastIndexOf('_') + 1)
}

/** GitHub and npm: CRC-32 of the random part in base 62 (github.blog, "Behind GitHub's new authentication token formats", 2021-04-05). */
export const GITHUB_CHECKSUM: TokenChecksum = { length: 6, of: (head) => base62(crc32(randomPart(head)), 6) }

/** Atlassian and Bitbucket: CRC-32 of all before, in hexadecimal. Read off one published token of each, where a chance agreement is one in four billion. */
export const ATLASSIAN_CHECKSUM: TokenChecksum = { length: 8, of: (head) => hex(crc32(head)).toUpperCase() }

/** Cloudflare: CRC-32 of the random part, in hexadecimal. Read off a token published in secretlint's tests. */
export const CLOUDFLARE_CHECKSUM: TokenChecksum = { length: 8, of: (head) => hex(crc32(randomPart(head))) }

/** Grafana: CRC-32 of all before, least significant byte first, behind an underscore (grafana, package satokengen; two tokens of its tests agree). */
export const GRAFANA_CHECKSUM: TokenChecksum = {
  length: 8,
  of: (head) => (hex(crc32(head.slice(0, -1))).match(/../g) ?? []).reverse().join(''),
}

/** Whether a token ends in its checksum; hexadecimal digits count without case. */
export function hasChecksum(token: string, { length, of }: TokenChecksum): boolean {
  const wanted = of(token.slice(0, -length))
  const given = token.slice(-length)
  return given === wanted || (length === 8 && given.toLowerCase() === wanted.toLowerCase())
}
