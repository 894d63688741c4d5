import { decodeAtOnce } from '../body/decode.ts'
import { parseBody } from '../body/parse.ts'
import { readGenerically } from './generic.ts'

/** A query has room for less; what unfolds to more holds up the thread that serves everyone. */
const MESSAGE_BYTES_MAX = 65_536

/**
 * The texts of a call of Connect without side effects, whose message is in the query (connectrpc.com, "Protocol reference",
 * Unary-Get-Request): in base64 if it is not JSON, and perhaps compressed.
 */
export function messageInQuery(query: URLSearchParams): readonly string[] {
  const message = query.get('message')
  const encoding = query.get('encoding')
  if (message === null || encoding === null) return []
  const bytes = Buffer.from(message, query.get('base64') === '1' ? 'base64url' : 'utf8')
  const decoded = decodeAtOnce(bytes, query.get('compression') ?? undefined, MESSAGE_BYTES_MAX)
  const { body, hidden } = parseBody(decoded.bytes, `application/${encoding}`)
  return [...readGenerically(body).parts.map(({ text }) => text), ...hidden].filter((text) => text !== '')
}
