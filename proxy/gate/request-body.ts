import type { IncomingMessage } from 'node:http'

export type ReceivedBody =
  | { readonly kind: 'complete'; readonly bytes: Buffer }
  /** More than the limit: `bytes` is what arrived first; the rest is still in the request, which is paused. */
  | { readonly kind: 'too_large'; readonly bytes: Buffer }
  /** The client hung up half way. */
  | { readonly kind: 'aborted'; readonly bytes: Buffer }

/** Whether a request has a body at all (RFC 9112 section 6.3): either header announces one. */
export function hasBody(request: IncomingMessage): boolean {
  if (request.headers['transfer-encoding'] !== undefined) return true
  const length = request.headers['content-length']
  return length !== undefined && Number(length) > 0
}

/** Collects a request's body up to `maxBytes`; exactly the bytes that came, still encoded as they are. */
export function receiveBody(request: IncomingMessage, maxBytes: number): Promise<ReceivedBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const finish = (kind: ReceivedBody['kind']) => {
      request.off('data', onData).off('end', onEnd).off('close', onAbort).off('error', onAbort)
      const [first] = chunks
      resolve({ kind, bytes: chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length) })
    }
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= maxBytes) return
      request.pause()
      finish('too_large')
    }
    const onEnd = () => finish('complete')
    const onAbort = () => finish('aborted')
    request.on('data', onData).on('end', onEnd).on('close', onAbort).on('error', onAbort)
  })
}
