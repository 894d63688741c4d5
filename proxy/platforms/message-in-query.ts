import { type DecodeFailure, decodeAtOnce } from '../body/decode.ts'
import { parseBody } from '../body/parse.ts'
import { type DocumentPart, isDocumentPart } from './document-part.ts'
import { readGenerically } from './generic.ts'
import type { Unread } from './platform.ts'

/** A query has room for less; what unfolds to more holds up the thread that serves everyone. */
const MESSAGE_BYTES_MAX = 65_536

export interface QueryMessage {
  readonly texts: readonly string[]
  readonly documents: readonly DocumentPart[]
  readonly unread: readonly Unread[]
  /** Why it could not be decompressed, or not within the bound: nothing of it was read then. */
  readonly failure: DecodeFailure | undefined
}

/**
 * The message of a call of Connect without side effects, which is in the query (connectrpc.com, "Protocol reference",
 * Unary-Get-Request): in base64 if it is not JSON, and perhaps compressed. Undefined if the query has none.
 */
export function messageInQuery(query: URLSearchParams): QueryMessage | undefined {
  const message = query.get('message')
  const encoding = query.get('encoding')
  if (message === null || encoding === null) return undefined
  const bytes = Buffer.from(message, query.get('base64') === '1' ? 'base64url' : 'utf8')
  const decoded = decodeAtOnce(bytes, query.get('compression') ?? undefined, MESSAGE_BYTES_MAX)
  const { body, hidden } = parseBody(decoded.bytes, `application/${encoding}`)
  const { parts, unread = [] } = readGenerically(body)
  return {
    texts: [...parts.map(({ text }) => text), ...hidden].filter((text) => text !== ''),
    documents: parts.filter(isDocumentPart),
    unread,
    failure: decoded.failure,
  }
}
