import { type Cipheriv, createCipheriv, hash } from 'node:crypto'

/** Of SHA-256: FIPS 180-4, 1. */
const HASH_BLOCK_BYTES = 64
const DIGEST_BYTES = 32
/** Of AES: FIPS 197, 3.1. */
const CIPHER_BLOCK_BYTES = 16

/**
 * HMAC-SHA256 (RFC 2104) under one key of at most a block, many times. An Hmac object costs more than the two hashes that it makes:
 * they are made at one stroke each instead, of the padded key and what follows it.
 */
export class KeyedHash {
  readonly #inner: Buffer
  readonly #outer = Buffer.alloc(HASH_BLOCK_BYTES + DIGEST_BYTES)
  /** Those of the usual length need no buffer of their own. */
  readonly #usual: Buffer

  constructor(key: Buffer) {
    this.#inner = padded(key, 0x36)
    this.#usual = Buffer.concat([this.#inner, Buffer.alloc(DIGEST_BYTES)])
    padded(key, 0x5c).copy(this.#outer)
  }

  /** 64 hexadecimal digits: Node gives out a text in a third of the time that a buffer takes. */
  of(data: Uint8Array): string {
    return data.length === DIGEST_BYTES ? this.ofDigest(data, 0) : this.#of(Buffer.concat([this.#inner, data]))
  }

  /** The same of the 32 bytes from `start` on: copied one by one, as to make a view of them takes longer than to hash them. */
  ofDigest(bytes: Uint8Array, start: number): string {
    const usual = this.#usual
    for (let index = 0; index < DIGEST_BYTES; index++) usual[HASH_BLOCK_BYTES + index] = bytes[start + index] ?? 0
    return this.#of(usual)
  }

  #of(first: Buffer): string {
    this.#outer.write(hash('sha256', first, 'hex'), HASH_BLOCK_BYTES, 'hex')
    return hash('sha256', this.#outer, 'hex')
  }
}

function padded(key: Buffer, pad: number): Buffer {
  if (key.length > HASH_BLOCK_BYTES) throw new RangeError('a longer key would have to be hashed first')
  const block = Buffer.alloc(HASH_BLOCK_BYTES, pad)
  for (const [index, byte] of key.entries()) block[index] = byte ^ pad
  return block
}

/**
 * AES-256-CTR (NIST SP 800-38A, 6.5) under one key, many times with a nonce each. To set a cipher up costs more than to
 * use it: one that enciphers single blocks is kept, and given the counters.
 */
export class Keystream {
  readonly #blocks: Cipheriv

  constructor(key: Buffer) {
    this.#blocks = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  }

  /** @param nonce 16 bytes, the first counter. @param data is changed in place */
  apply(nonce: Uint8Array, data: Uint8Array): void {
    this.applyEach(nonce, data, data.length)
  }

  /**
   * The same for several pieces of data, all of them enciphered at one stroke.
   * @param nonces 16 bytes for each piece. @param data the pieces one after the other, each `length` bytes
   */
  applyEach(nonces: Uint8Array, data: Uint8Array, length: number): void {
    const blocks = Math.ceil(length / CIPHER_BLOCK_BYTES)
    if (blocks === 0) return
    const padded = blocks * CIPHER_BLOCK_BYTES
    const pieces = data.length / length
    const counters = Buffer.allocUnsafe(pieces * padded)
    for (let piece = 0; piece < pieces; piece++) {
      const first = piece * padded
      const nonce = piece * CIPHER_BLOCK_BYTES
      for (let index = 0; index < CIPHER_BLOCK_BYTES; index++) counters[first + index] = nonces[nonce + index] ?? 0
      for (let at = first + CIPHER_BLOCK_BYTES; at < first + padded; at += CIPHER_BLOCK_BYTES) {
        counters.copyWithin(at, at - CIPHER_BLOCK_BYTES, at)
        increment(counters, at)
      }
    }
    const stream = this.#blocks.update(counters)
    for (let piece = 0; piece < pieces; piece++) {
      const [from, streamed] = [piece * length, piece * padded]
      for (let index = 0; index < length; index++) {
        data[from + index] = (data[from + index] ?? 0) ^ (stream[streamed + index] ?? 0)
      }
    }
  }
}

/** The block that begins at `start`, as one number of 128 bits. */
function increment(bytes: Buffer, start: number): void {
  for (let at = start + CIPHER_BLOCK_BYTES - 1; at >= start; at--) {
    const next = ((bytes[at] ?? 0) + 1) & 0xff
    bytes[at] = next
    if (next !== 0) return
  }
}
