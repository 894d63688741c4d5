import { isUtf8 } from 'node:buffer'
import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { UnpackedBytes } from './unpacked.ts'

/** Why a body could not be decoded to the bytes that a server would read. */
export type DecodeFailure = 'unknown_encoding' | 'bad_encoding' | 'too_large'

export interface Decoded {
  /** The whole body or, with a failure, the part that could be decoded; never more than the limit. */
  readonly bytes: Buffer
  readonly failure?: DecodeFailure | undefined
}

type Coding = 'gzip' | 'deflate' | 'br' | 'zstd'

/** Honest clients use no more layers, and each layer multiplies the effect of a decompression bomb. */
const MAX_CODINGS = 3
/** Small slices, so that everything decoded before a fault is already there when the fault is found. */
const STREAM_SLICE_BYTES = 16_384
const NOTHING = Buffer.alloc(0)

const CODING_NAMES: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
])

/**
 * The codings of a Content-Encoding header in the order they were applied (RFC 9110 section 8.4); undefined if one
 * is not known or there are too many.
 */
export function contentCodings(header: string | undefined): readonly Coding[] | undefined {
  if (header === undefined || header === '') return []
  const codings: Coding[] = []
  for (const item of header.split(',')) {
    const name = item.trim().toLowerCase()
    if (name === '' || name === 'identity') continue
    const coding = CODING_NAMES.get(name)
    if (coding === undefined || codings.length === MAX_CODINGS) return undefined
    codings.push(coding)
  }
  return codings
}

/**
 * Undoes the content codings of a small body at once. With a failure `bytes` may be empty although something could be
 * had: `decodeGradually` gets it.
 */
export function decodeAtOnce(body: Buffer, header: string | undefined, maxOutputBytes: number): Decoded {
  const codings = contentCodings(header)
  if (codings === undefined) return { bytes: body.subarray(0, maxOutputBytes), failure: 'unknown_encoding' }
  if (body.length === 0) return { bytes: body }
  let bytes = body
  for (const coding of codings.toReversed()) {
    const layer = inflate(coding, bytes, maxOutputBytes)
    if (layer.failure !== undefined) return layer
    bytes = layer.bytes
  }
  return bounded(bytes, maxOutputBytes)
}

/**
 * A body with the content coding that it came with, made on the spot; undefined for several, and for those that no client is known to send
 * prompts with.
 */
export function codedLike(header: string | undefined, bytes: Buffer): Buffer | undefined {
  const codings = contentCodings(header)
  if (codings?.length === 0) return bytes
  if (codings?.length !== 1) return undefined
  if (codings[0] === 'zstd') return zlib.zstdCompressSync(bytes)
  return codings[0] === 'gzip' ? zlib.gzipSync(bytes) : undefined
}

/**
 * Undoes the content codings of a body of any size, in steps that leave the thread free, and with what comes out before a failure. Text that
 * only claims to be coded stays as it came: many services never look at the claim.
 */
export async function decodeGradually(
  body: Buffer,
  header: string | undefined,
  maxOutputBytes: number,
): Promise<Decoded> {
  const codings = contentCodings(header)
  if (codings === undefined) return { bytes: body.subarray(0, maxOutputBytes), failure: 'unknown_encoding' }
  if (body.length === 0) return { bytes: body }
  let bytes = body
  let failure: DecodeFailure | undefined
  for (const coding of codings.toReversed()) {
    const layer = await inflateGradually(coding, bytes, maxOutputBytes)
    bytes = layer.bytes
    failure ??= layer.failure
  }
  if (failure === 'bad_encoding' && isUtf8(body)) return { bytes: body.subarray(0, maxOutputBytes), failure }
  return failure === undefined ? bounded(bytes, maxOutputBytes) : { bytes, failure }
}

function bounded(bytes: Buffer, maxOutputBytes: number): Decoded {
  if (bytes.length <= maxOutputBytes) return { bytes }
  return { bytes: bytes.subarray(0, maxOutputBytes), failure: 'too_large' }
}

function inflate(coding: Coding, input: Buffer, maxOutputLength: number): Decoded {
  try {
    const { buffer, engine } = runAtOnce(coding, input, maxOutputLength)
    // Bytes after the end of the stream are data that another decoder may read on with.
    if (engine.bytesWritten < input.length) return { bytes: buffer, failure: 'bad_encoding' }
    return { bytes: buffer }
  } catch (error) {
    const tooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return { bytes: NOTHING, failure: tooLarge ? 'too_large' : 'bad_encoding' }
  }
}

/** With `info`, zlib tells how much of the input it used; its types do not say so. */
interface Inflated {
  readonly buffer: Buffer
  readonly engine: { readonly bytesWritten: number }
}

function runAtOnce(coding: Coding, input: Buffer, maxOutputLength: number): Inflated {
  const options = { info: true, maxOutputLength }
  switch (coding) {
    case 'gzip':
      return zlib.gunzipSync(input, options) as unknown as Inflated
    case 'br':
      return zlib.brotliDecompressSync(input, options) as unknown as Inflated
    case 'zstd':
      return zlib.zstdDecompressSync(input, {
        ...options,
        params: zstdParameters(maxOutputLength),
      }) as unknown as Inflated
    case 'deflate':
      return (hasZlibHeader(input)
        ? zlib.inflateSync(input, options)
        : zlib.inflateRawSync(input, options)) as unknown as Inflated
  }
}

function decoder(coding: Coding, input: Buffer, maxOutputBytes: number): Transform & { readonly bytesWritten: number } {
  switch (coding) {
    case 'gzip':
      return zlib.createGunzip()
    case 'br':
      return zlib.createBrotliDecompress()
    case 'zstd':
      return zlib.createZstdDecompress({ params: zstdParameters(maxOutputBytes) })
    case 'deflate':
      return hasZlibHeader(input) ? zlib.createInflate() : zlib.createInflateRaw()
  }
}

async function inflateGradually(coding: Coding, input: Buffer, maxOutputBytes: number): Promise<Decoded> {
  const engine = decoder(coding, input, maxOutputBytes)
  const unpacked = new UnpackedBytes(engine, maxOutputBytes)
  let isBroken = false
  const closed = new Promise<void>((resolve) => {
    engine.on('error', () => {
      isBroken = true
    })
    engine.on('close', resolve)
  })
  for (let start = 0; start < input.length && !engine.destroyed; start += STREAM_SLICE_BYTES) {
    const slice = input.subarray(start, start + STREAM_SLICE_BYTES)
    await new Promise<void>((resolve) => {
      engine.once('close', resolve)
      engine.write(slice, () => {
        engine.off('close', resolve)
        resolve()
      })
    })
  }
  if (!engine.destroyed) engine.end()
  await closed
  if (unpacked.isTooLarge) return { bytes: unpacked.all(), failure: 'too_large' }
  const isWhole = !isBroken && engine.bytesWritten >= input.length
  return { bytes: unpacked.all(), failure: isWhole ? undefined : 'bad_encoding' }
}

/** "deflate" means zlib (RFC 9110 section 8.4.1.2), yet some senders leave its two-byte header (RFC 1950) out. */
function hasZlibHeader(input: Buffer): boolean {
  const [cmf, flg] = input
  return cmf !== undefined && flg !== undefined && (cmf & 0x0f) === 8 && ((cmf << 8) | flg) % 31 === 0
}

/**
 * A frame's header names the window to allocate, up to 128 MiB; what the body may hold is window enough. 8 MiB is what
 * RFC 8878 section 3.1.1.1.2 asks every decoder to support.
 */
function zstdParameters(maxOutputBytes: number): Record<number, number> {
  return { [zlib.constants.ZSTD_d_windowLogMax]: Math.min(27, Math.max(23, Math.ceil(Math.log2(maxOutputBytes)))) }
}
