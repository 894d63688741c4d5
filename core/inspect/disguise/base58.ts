const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const VALUES = new Int8Array(128).fill(-1)
for (const [value, character] of [...ALPHABET].entries()) VALUES[character.charCodeAt(0)] = value
/** Longer codes are no value's, and take long. */
const LENGTH_MAX = 160
/** As many first characters as a double holds. */
const HEAD = 9
const BITS = Math.log2(58)

/** The bytes of a code in base58, as wallets have it, if they begin like a text; undefined for all others. */
export function decodeBase58(text: string, start: number, end: number): Buffer | undefined {
  if (end - start > LENGTH_MAX || !beginsLikeText(text, start, end - start)) return undefined
  const code = text.slice(start, end)
  if (!/[0-9]/.test(code) || !/[a-z]/.test(code) || !/[A-Z]/.test(code)) return undefined
  let number = 0n
  for (let i = 0; i < code.length; i++) {
    const value = VALUES[code.charCodeAt(i)] ?? -1
    if (value === -1) return undefined
    number = number * 58n + BigInt(value)
  }
  const hex = number.toString(16)
  return Buffer.from(hex.length % 2 === 1 ? `0${hex}` : hex, 'hex')
}

/** The first two bytes follow from the first characters and the length: most codes are ruled out by these. */
function beginsLikeText(text: string, start: number, length: number): boolean {
  let head = 0
  for (let i = start; i < start + HEAD; i++) {
    const value = VALUES[text.charCodeAt(i)] ?? -1
    if (value === -1) return false
    head = head * 58 + value
  }
  const bits = Math.log2(head) + (length - HEAD) * BITS
  const bytes = Math.floor(bits / 8) + 1
  const first = Math.floor(2 ** (bits - 8 * (bytes - 2)))
  return isPrintable(first >> 8) && isPrintable(first & 0xff)
}

function isPrintable(byte: number): boolean {
  return byte >= 0x20 && byte < 0x7f
}
