import { createHash } from 'node:crypto'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bitcoin's Base58Check: 25 bytes, the last four the start of a double SHA-256 of the others. */
export function isBase58Check(address: string): boolean {
  let number = 0n
  for (const character of address) {
    const digit = BASE58.indexOf(character)
    if (digit === -1) return false
    number = number * 58n + BigInt(digit)
  }
  const bytes = Buffer.from(number.toString(16).padStart(50, '0'), 'hex')
  if (bytes.length !== 25) return false
  const digest = createHash('sha256')
    .update(createHash('sha256').update(bytes.subarray(0, 21)).digest())
    .digest()
  return digest.subarray(0, 4).equals(bytes.subarray(21))
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** Bech32 and Bech32m (BIP 173, BIP 350): the checksum of "bc1..." in one case. */
export function isBech32(address: string): boolean {
  const lower = address.toLowerCase()
  if (address !== lower && address !== address.toUpperCase()) return false
  const separator = lower.lastIndexOf('1')
  const prefix = lower.slice(0, separator)
  const values = [...prefix].map((c) => c.charCodeAt(0) >> 5)
  values.push(0, ...[...prefix].map((c) => c.charCodeAt(0) & 31))
  for (const character of lower.slice(separator + 1)) {
    const value = BECH32.indexOf(character)
    if (value === -1) return false
    values.push(value)
  }
  let checksum = 1
  for (const value of values) {
    const top = checksum >>> 25
    checksum = ((checksum & 0x1ffffff) << 5) ^ value
    for (const [i, generator] of GENERATORS.entries()) if ((top >> i) & 1) checksum ^= generator
  }
  return checksum === 1 || checksum === 0x2bc830a3
}
