import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { badRequest, payloadTooLarge, unsupportedMediaType } from './api-error.ts'

const UTF_8 = new TextDecoder()

/**
 * Reads a body as text, undoing its Content-Encoding. Of one that is refused the rest stays unread. Packages that do this bring readers of forms and
 * character sets along, which take nine megabytes.
 * @param limit bytes, of the decoded body
 * @throws ApiError 413, 415, or 400 for one that ends early or is not compressed as it claims
 */
export async function readBodyText(request: IncomingMessage, limit: number): Promise<string> {
  const decoder = decoderOf(request)
  if (decoder === undefined && Number(request.headers['content-length']) > limit) throw payloadTooLarge(limit)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let bytes = 0
  // Read on after the promise is settled, it would fill memory.
  const onData = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limit) reject(payloadTooLarge(limit))
    else chunks.push(chunk)
  }
  const onEnd = () => resolve(Buffer.concat(chunks, bytes))
  const onFailure = () => reject(badRequest('The request body cannot be decompressed as its Content-Encoding says'))
  const onBroken = () => reject(badRequest('The request ended before its body was complete'))
  // It comes after a complete one as well, whose last bytes may still be in the decoder.
  const onClose = () => {
    if (!request.complete) onBroken()
  }
  const source = decoder ?? request
  source.on('data', onData).on('end', onEnd)
  decoder?.on('error', onFailure)
  request.on('error', onBroken).on('close', onClose)
  if (decoder !== undefined) request.pipe(decoder)
  try {
    return UTF_8.decode(await promise)
  } finally {
    source.off('data', onData).off('end', onEnd)
    request.off('error', onBroken).off('close', onClose)
    if (decoder !== undefined) {
      request.unpipe(decoder)
      decoder.destroy()
    }
    if (!request.readableEnded) request.pause()
  }
}

function decoderOf({ headers }: IncomingMessage): Transform | undefined {
  switch (headers['content-encoding'] ?? 'identity') {
    case 'identity':
      return undefined
    case 'gzip':
    case 'deflate':
      return createUnzip()
    case 'br':
      return createBrotliDecompress()
    default:
      throw unsupportedMediaType()
  }
}
