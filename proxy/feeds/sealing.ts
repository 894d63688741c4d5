import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** Seals what a feed keeps on the disk with a key that is not there. */
export interface Sealing {
  /** @returns base64 */
  seal(text: string): string
  /** @throws Error where it was sealed with another key, or changed */
  unseal(sealed: string): string
}

/**
 * AES-256-GCM under a key that is derived from the service token, which is not on the disk.
 * @param purpose another for each file, so that one cannot take another's place
 */
export function sealingWith(serviceToken: string, purpose: string): Sealing {
  const key = Buffer.from(hkdfSync('sha256', serviceToken, '', purpose, KEY_BYTES))
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    },
    unseal(text) {
      const sealed = Buffer.from(text, 'base64')
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
