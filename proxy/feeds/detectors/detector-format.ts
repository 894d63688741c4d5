import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { WeirError } from '../../../core/errors.ts'
import type { CacheFormat } from '../feed-cache.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HKDF_INFO = 'weir detectors on disk, version 1'

const CacheFile = z.strictObject({ version: z.literal(1), sealed: z.base64() })
const Content = z.strictObject({ fetched_at: z.iso.datetime(), detectors: z.array(z.unknown()) })

/**
 * Detectors say what a company hides, and hold the key that its known values were hashed with: the file is sealed with
 * AES-256-GCM under a key that is derived from the service token, which is not on the disk.
 */
export function detectorFormat(file: string, serviceToken: string): CacheFormat<unknown> {
  const key = Buffer.from(hkdfSync('sha256', serviceToken, '', HKDF_INFO, 32))
  return {
    encode({ items, fetchedAt }) {
      const content = JSON.stringify({ fetched_at: new Date(fetchedAt).toISOString(), detectors: items })
      return JSON.stringify({ version: 1, sealed: seal(key, content).toString('base64') })
    },
    decode(text) {
      try {
        const { sealed } = CacheFile.parse(JSON.parse(text))
        const { fetched_at, detectors } = Content.parse(JSON.parse(unseal(key, Buffer.from(sealed, 'base64'))))
        return { items: detectors, fetchedAt: Date.parse(fetched_at) }
      } catch {
        // The parser's message may quote the text.
        throw new WeirError('ERR_DETECTOR_CACHE', `${file} is damaged, or was written with another service token`)
      }
    },
  }
}

function seal(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function unseal(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
