import { z } from 'zod'
import { WeirError } from '../../../core/errors.ts'
import type { CacheFormat } from '../feed-cache.ts'
import { sealingWith } from '../sealing.ts'

const PURPOSE = 'weir detectors on disk, version 1'

const CacheFile = z.strictObject({ version: z.literal(1), sealed: z.base64() })
const Content = z.strictObject({ fetched_at: z.iso.datetime(), detectors: z.array(z.unknown()) })

/** Detectors say what a company hides, and hold the key that its known values were hashed with: the file is sealed. */
export function detectorFormat(file: string, serviceToken: string): CacheFormat<unknown> {
  const sealing = sealingWith(serviceToken, PURPOSE)
  return {
    encode({ items, fetchedAt }) {
      const content = JSON.stringify({ fetched_at: new Date(fetchedAt).toISOString(), detectors: items })
      return JSON.stringify({ version: 1, sealed: sealing.seal(content) })
    },
    decode(text) {
      try {
        const { sealed } = CacheFile.parse(JSON.parse(text))
        const { fetched_at, detectors } = Content.parse(JSON.parse(sealing.unseal(sealed)))
        return { items: detectors, fetchedAt: Date.parse(fetched_at) }
      } catch {
        // The parser's message may quote the text.
        throw new WeirError('ERR_DETECTOR_CACHE', `${file} is damaged, or was written with another service token`)
      }
    },
  }
}
