import { z } from 'zod'
import { WeirError } from '../../../core/errors.ts'
import { ServedException } from '../../../core/resources/exception.ts'
import type { CacheFormat } from '../feed-cache.ts'
import { sealingWith } from '../sealing.ts'

const PURPOSE = 'weir exceptions on disk, version 2'

const SealedFile = z.strictObject({ version: z.literal(2), sealed: z.base64() })
const Content = z.strictObject({ fetched_at: z.iso.datetime(), exceptions: z.array(ServedException) })
/** What was written before files were sealed. The next answer of the API replaces it. */
const PlainFile = Content.extend({ version: z.literal(1) })
const CacheFile = z.discriminatedUnion('version', [SealedFile, PlainFile])

/** Exceptions hold hashes of exact values and the key of these hashes, with which anybody can test guesses: the file is sealed. */
export function exceptionFormat(file: string, serviceToken: string): CacheFormat<ServedException> {
  const sealing = sealingWith(serviceToken, PURPOSE)
  return {
    encode({ items, fetchedAt }) {
      const content = JSON.stringify({ fetched_at: new Date(fetchedAt).toISOString(), exceptions: items })
      return JSON.stringify({ version: 2, sealed: sealing.seal(content) })
    },
    decode(text) {
      try {
        const cached = CacheFile.parse(JSON.parse(text))
        const { fetched_at, exceptions } =
          cached.version === 1 ? cached : Content.parse(JSON.parse(sealing.unseal(cached.sealed)))
        return { items: exceptions, fetchedAt: Date.parse(fetched_at) }
      } catch {
        // The parser's message may quote the text.
        throw new WeirError('ERR_EXCEPTION_CACHE', `${file} is damaged, or was written with another service token`)
      }
    },
  }
}
