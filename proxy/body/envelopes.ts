import zlib from 'node:zlib'
import { step } from './time-budget.ts'

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

function inflate(payload: Buffer, maxOutputLength: number, coding: string): Inflated | undefined {
  if (maxOutputLength <= 0) return undefined
  const options = { maxOutputLength, info: true } as const
  try {
    const inflateSync = startsWith(payload, GZIP)
      ? zlib.gunzipSync
      : startsWith(payload, ZSTD)
        ? zlib.zstdDecompressSync
        : BY_NAME.get(coding)
    return inflateSync?.(payload, options) as Inflated | undefined
  } catch {
    // Damaged, or larger than there is room for.
    return undefined
  }
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
