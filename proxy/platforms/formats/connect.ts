import { isEnveloped } from '../../body/envelopes.ts'
import type { Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'

const CONNECT = /^\s*application\/connect\+/i
const END_STREAM = 0x02
/** What gRPC calls the codes that Connect has names for. */
const GRPC_STATUS = { permission_denied: '7', unavailable: '14' } as const

/** What of an error a service's own client shows, besides its message. */
type Details = readonly object[] | undefined

/**
 * An error of Connect (connectrpc.com, "Protocol reference"), or of gRPC: in a stream it stands in the last message of an answer of 200, or
 * in gRPC's header; alone it is JSON with the status of its code.
 */
export function refuseLikeConnect({ message, target }: Refusal, details?: Details): RefusalResponse {
  const type = target.headers['content-type'] ?? ''
  const error = { code: 'permission_denied', message, ...(details !== undefined && { details }) } as const
  return isEnveloped(type) ? streamError(type, error) : jsonRefusal(error, {}, 403)
}

/** The answer to a request whose body is messages in envelopes, where it is an error and nothing else. */
export function streamError(
  type: string,
  error: { readonly code: keyof typeof GRPC_STATUS; readonly message: string; readonly details?: Details },
): RefusalResponse {
  if (CONNECT.test(type)) return streamed(type, envelope(END_STREAM, { error }))
  const headers = {
    'content-type': type,
    'grpc-status': GRPC_STATUS[error.code],
    'grpc-message': encodeURIComponent(error.message),
  }
  return { status: 200, headers, body: '' }
}

/** An answer that has ended before anything was said. */
export function answerNothing({ target }: Refusal): RefusalResponse {
  const type = target.headers['content-type'] ?? ''
  if (CONNECT.test(type)) return streamed(type, envelope(END_STREAM, {}))
  const status = isEnveloped(type) ? { 'grpc-status': '0' } : {}
  // An empty message of protobuf has no bytes.
  return { status: 200, headers: { 'content-type': type, ...status }, body: '' }
}

/** Messages of JSON, and then the error that ends the stream. */
export function refuseBehind(refusal: Refusal, messages: readonly object[]): RefusalResponse {
  const end = refuseLikeConnect(refusal)
  return { ...end, body: messages.map((message) => envelope(0, message)).join('') + end.body }
}

function streamed(type: string, body: string): RefusalResponse {
  return { status: 200, headers: { 'content-type': type }, body }
}

/**
 * JSON in an envelope. Answers are texts that are sent in UTF-8: spaces fill the JSON up to a length whose bytes are all below 0x80, so
 * that each is one character.
 */
function envelope(flags: number, value: object): string {
  let json = Buffer.from(JSON.stringify(value))
  while (!isAscii(json.length)) json = Buffer.concat([json, SPACE])
  const head = [flags, ...lengthBytes(json.length)]
  return String.fromCharCode(...head) + json.toString()
}

const SPACE = Buffer.from(' ')

function lengthBytes(length: number): number[] {
  return [24, 16, 8, 0].map((shift) => (length >>> shift) & 0xff)
}

function isAscii(length: number): boolean {
  return lengthBytes(length).every((byte) => byte < 0x80)
}
