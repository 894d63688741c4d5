import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { open, readFile, rename, unlink } from 'node:fs/promises'
import { z } from 'zod'
import { WeirError } from '../../../core/errors.ts'

const FILE_MODE = 0o600
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HKDF_INFO = 'weir detectors on disk, version 1'

const CacheFile = z.strictObject({ version: z.literal(1), sealed: z.base64() })
const Content = z.strictObject({ fetched_at: z.iso.datetime(), detectors: z.array(z.unknown()) })

export interface CachedDetectors {
  /** As the API told them. */
  readonly detectors: readonly unknown[]
  /** When it last did so, in milliseconds since the epoch. */
  readonly fetchedAt: number
}

/**
 * The last known detectors on disk. They say what a company hides, and hold the key that its known values were hashed with: the
 * file is sealed with AES-256-GCM under a key that is derived from the service token, which is not on the disk.
 */
export class DetectorCache {
  readonly #file: string
  readonly #key: Buffer

  constructor(file: string, serviceToken: string) {
    this.#file = file
    this.#key = Buffer.from(hkdfSync('sha256', serviceToken, '', HKDF_INFO, 32))
  }

  /** Undefined where there is no file yet. Rejects where it cannot be read, is damaged, or belongs to another token. */
  async read(): Promise<CachedDetectors | undefined> {
    const text = await readFile(this.#file, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    })
    if (text === undefined) return undefined
    try {
      const { sealed } = CacheFile.parse(JSON.parse(text))
      const { fetched_at, detectors } = Content.parse(JSON.parse(this.#open(Buffer.from(sealed, 'base64'))))
      return { detectors, fetchedAt: Date.parse(fetched_at) }
    } catch {
      // What is wrong with it may quote it.
      throw new WeirError('ERR_DETECTOR_CACHE', `${this.#file} is damaged, or was written with another service token`)
    }
  }

  /** Replaces the file in one step, also when several workers do so at once: a reader sees one whole version. */
  async write({ detectors, fetchedAt }: CachedDetectors): Promise<void> {
    const draft = `${this.#file}.${process.pid}.new`
    const content = JSON.stringify({ fetched_at: new Date(fetchedAt).toISOString(), detectors })
    try {
      await using handle = await open(draft, 'w', FILE_MODE)
      await handle.writeFile(JSON.stringify({ version: 1, sealed: this.#seal(content).toString('base64') }))
      await handle.sync()
    } catch (error) {
      // What matters is why it could not be written; a draft that stays is overwritten by the next.
      await unlink(draft).catch(() => {})
      throw error
    }
    await rename(draft, this.#file)
  }

  #seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, nonce)
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  }

  #open(sealed: Buffer): string {
    const decipher = createDecipheriv(CIPHER, this.#key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  }
}
