/*
 * How a proxy hands records to the API of its own process: over a MessagePort, as over HTTP but without TLS and heads.
 * Token, rights and validation are those of POST /interactions/batch.
 */

/** From the proxy. */
export interface RecordBatch {
  /** Unique among all that use the port, one after the other. */
  readonly request: string
  /** A service token with the scope `record`. */
  readonly token: string
  /** A JSON array of at most 500 InteractionRecords. A text is copied to the other thread in one go, and need not be decoded there. */
  readonly body: string
}

/** How many items of a batch arrived, and how many of them are stored now or were before. */
export interface RecordCounts {
  readonly received: number
  readonly stored: number
  /** Those that are not valid, in the order of the batch. Absent where all are, and of an API that tells only their number. */
  readonly rejected?: readonly RejectedItem[] | undefined
}

/** An item of a batch that is not stored. */
export interface RejectedItem {
  /** Its place in the batch, from 0. */
  readonly index: number
  /** What was wrong with it first (docs/reference/api-rules.md, Errors). */
  readonly code: string
}

/** From the API: what it would answer over HTTP. */
export type RecordAnswer = { readonly request: string } & (
  | ({ readonly status: 200 } & RecordCounts)
  | { readonly status: number; readonly retryAfter: string | undefined }
)

export function isStored(answer: RecordAnswer): answer is Extract<RecordAnswer, { readonly received: number }> {
  return answer.status === 200 && 'received' in answer
}
