import zlib from 'node:zlib'
import { errorCode } from '../errors.ts'
import { step } from './time-budget.ts'
import { hasRoomFor } from './unfolding.ts'

/** Before each message: flags, and its length in 32 bits (connectrpc.com, "Protocol reference"; gRPC over HTTP/2, Length-Prefixed-Message). */
export const ENVELOPE_HEAD = 5
const ENVELOPED = /^\s*application\/(?:connect\+|grpc)/i
const IN_BASE64 = /grpc-web-text/i
const COMPRESSED = 0x01
/** What the compressed messages of one body may become together. */
const MAX_INFLATED = 67_108_864
/** What a peer calls compressions that cannot be told by their first bytes. */
const BY_NAME: ReadonlyMap<string, (payload: Buffer, options: InflateOptions) => unknown> = new Map([
  ['deflate', zlib.inflateSync],
  ['br', zlib.brotliDecompressSync],
])
/** What most messages become at most. */
const FIRST_INFLATED = 262_144
const INFLATED_FACTOR = 8
const GZIP = Buffer.from('\x1f\x8b', 'latin1')
const ZSTD = Buffer.from('\x28\xb5\x2f\xfd', 'latin1')

interface InflateOptions {
  readonly maxOutputLength: number
  readonly info: true
}

/** With `info`, zlib tells how much of the input it used; its types do not say so. */
interface Inflated {
  readonly buffer: Buffer
  readonly engine: { readonly bytesWritten: number }
}

export interface Envelopes {
  readonly messages: readonly Buffer[]
  /** What is no complete envelope: the end of a body that was cut, or bytes of another kind. */
  readonly rest: Buffer
  /** A message is compressed in a way that is not known, damaged, or too large. */
  readonly isDamaged: boolean
}

/**
 * Splits a body into its messages, each decompressed: with what the first bytes show, gzip or zstd, whatever the name says.
 * @param coding the compression as the headers name it
 */
export function readEnvelopes(bytes: Buffer, coding = ''): Envelopes {
  const messages: Buffer[] = []
  let isDamaged = false
  let room = MAX_INFLATED
  let at = 0
  while (at + ENVELOPE_HEAD <= bytes.length) {
    step()
    const flags = bytes[at] ?? 0
    const end = at + ENVELOPE_HEAD + bytes.readUInt32BE(at + 1)
    if (end > bytes.length) break
    const payload = bytes.subarray(at + ENVELOPE_HEAD, end)
    if ((flags & COMPRESSED) === 0 || payload.length === 0) messages.push(payload)
    else {
      const inflated = inflate(payload, room, coding)
      // What stands behind its end is read on by some decoders.
      if (inflated === undefined || inflated.engine.bytesWritten < payload.length) isDamaged = true
      room -= inflated?.buffer.length ?? 0
      messages.push(inflated?.buffer ?? payload)
    }
    at = end
  }
  return { messages, rest: bytes.subarray(at), isDamaged }
}

/** With as much room as most messages take, and again with more where that was too little; what is large is counted before. */
function inflate(payload: Buffer, most: number, coding: string): Inflated | undefined {
  const inflateSync = startsWith(payload, GZIP)
    ? zlib.gunzipSync
    : startsWith(payload, ZSTD)
      ? zlib.zstdDecompressSync
      : BY_NAME.get(coding)
  if (inflateSync === undefined) return undefined
  for (let room = FIRST_INFLATED; most > 0; room *= INFLATED_FACTOR) {
    const maxOutputLength = Math.min(room, most)
    if (room > FIRST_INFLATED && !hasRoomFor(maxOutputLength)) return undefined
    try {
      const inflated = inflateSync(payload, { maxOutputLength, info: true }) as Inflated
      return room > FIRST_INFLATED || hasRoomFor(inflated.buffer.length) ? inflated : undefined
    } catch (error) {
      // Damaged, or larger than it may be.
      if (errorCode(error) !== 'ERR_BUFFER_TOO_LARGE' || maxOutputLength === most) return undefined
    }
  }
  return undefined
}

/** Whether a body of this type is messages in envelopes. */
export function isEnveloped(contentType: string | undefined): boolean {
  return contentType !== undefined && ENVELOPED.test(contentType)
}

/** Whether one of the messages is compressed, as far as their flags tell. */
export function holdsCompressed(bytes: Buffer): boolean {
  for (let at = 0; at + ENVELOPE_HEAD <= bytes.length; at += ENVELOPE_HEAD + bytes.readUInt32BE(at + 1)) {
    if (((bytes[at] ?? 0) & COMPRESSED) !== 0) return true
  }
  return false
}

/** Whether a body may unfold to more than it is: messages in base64 are not looked at for that. */
export function mayUnfold(contentType: string | undefined, bytes: Buffer): boolean {
  return isEnveloped(contentType) && (IN_BASE64.test(contentType ?? '') || holdsCompressed(bytes))
}

/** How the messages of a request are compressed: gRPC and Connect each have a header of their own for that. */
export function codingOfMessages(headers: { readonly [lowerCaseName: string]: string | undefined }): string {
  return (headers['grpc-encoding'] ?? headers['connect-content-encoding'] ?? '').trim().toLowerCase()
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.length >= signature.length && bytes.compare(signature, 0, signature.length, 0, signature.length) === 0
}
