/** What a ClientHello (RFC 8446 section 4.1.2) offers, for tests that judge it. */
export interface HelloFields {
  readonly ciphers: readonly number[]
  readonly compressions: readonly number[]
  /** Contents by type. */
  readonly extensions: ReadonlyMap<number, Buffer>
}

export function helloFields(record: Buffer): HelloFields {
  // Past the record's head (5), the message's (4), the version (2) and the random (32).
  let at = 5 + 4 + 2 + 32
  const take = (lengthBytes: number) => {
    const length = record.readUIntBE(at, lengthBytes)
    const taken = record.subarray(at + lengthBytes, at + lengthBytes + length)
    at += lengthBytes + length
    return taken
  }
  take(1)
  const ciphers = numbers(take(2))
  const compressions = [...take(1)]
  const extensions = new Map<number, Buffer>()
  const end = at + 2 + record.readUInt16BE(at)
  at += 2
  while (at < end) {
    const type = record.readUInt16BE(at)
    at += 2
    extensions.set(type, take(2))
  }
  return { ciphers, compressions, extensions }
}

/** Numbers of two bytes each. */
export function numbers(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 2) }, (_, index) => bytes.readUInt16BE(index * 2))
}
