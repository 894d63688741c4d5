import { isEnveloped } from '../body/envelopes.ts'
import type { AnswerHead, FieldBlock } from '../http/exchange.ts'
import { lastValueIn, toFieldBlock } from '../http/fields.ts'
import type { RefusalResponse } from '../platforms/platform.ts'

/** What ends an answer that has begun: a last message, or trailers. */
export interface StreamEnd {
  readonly message: Buffer
  readonly trailers: FieldBlock
}

/** What of a head is for the trailers: gRPC's status, and the headers that tell of a refusal. */
const FOR_TRAILERS = /^(?:grpc-|x-weir-)/

/**
 * An error as the end of an answer that has begun: gRPC has its status in the trailers, Connect an envelope of its own. Undefined where
 * the answer is of neither form, and cannot be ended with one.
 */
export function endOfAnswer(head: AnswerHead, error: RefusalResponse): StreamEnd | undefined {
  const type = lastValueIn(head.fields, 'content-type').toLowerCase()
  if (!isEnveloped(type) || head.body !== 'streamed') return undefined
  const told = Object.entries(error.headers).filter(([name]) => FOR_TRAILERS.test(name))
  const isGrpc = type.startsWith('application/grpc')
  if (isGrpc !== told.some(([name]) => name === 'grpc-status')) return undefined
  return { message: Buffer.from(error.body), trailers: isGrpc ? toFieldBlock(Object.fromEntries(told)) : '' }
}
