import type { RequestHead } from '../http/heads.ts'

/**
 * gRPC over HTTP/2, and the streams of Connect (connectrpc.com, "Protocol reference"); not gRPC-Web, whose clients send one message. Neither
 * compresses a body as a whole.
 */
const STREAM = /^application\/(?:connect\+|grpc(?:$|[+;]))/i

/**
 * Whether a request is messages in envelopes of which further ones may wait for an answer. One that tells its length has no more to
 * say than that, and is judged as a whole.
 */
export function isMessageStream({ framing, fields }: Pick<RequestHead, 'framing' | 'fields'>): boolean {
  if (framing !== 'chunked' || fields.get('content-encoding') !== undefined) return false
  return STREAM.test(fields.get('content-type') ?? '')
}
