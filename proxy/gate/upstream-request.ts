import { formatAuthority } from '../http/authority.ts'
import type { InterceptedConnection } from '../http/connection.ts'
import { isForConnection } from '../http/connection-auth.ts'
import type { ClientExchange, ExchangeRequest, FieldBlock } from '../http/exchange.ts'
import { FieldNames, type Fields } from '../http/fields.ts'
import { hasBody, type RequestHead } from '../http/heads.ts'
import { pathOf } from '../http/request-target.ts'
import type { ReceivedBody } from './request-body.ts'

const CONTENT_LENGTH = /^content-length[ \t]*:[^\r\n]*\r\n/gim
const TRAILERS = /(?:^|,)\s*trailers\s*(?:,|$)/i
const AUTHORIZATION = new FieldNames(['authorization'])

/**
 * What is sent upstream of a client's request: its end-to-end fields as they came, and the body framed anew where it has to be.
 * @param added fields of our own, as lines on the wire
 */
export function upstreamRequest(
  client: ClientExchange,
  body: ReceivedBody | null,
  added: FieldBlock = '',
): ExchangeRequest {
  const { request, connection } = client
  const isSent = body !== null && hasBody(request)
  const te = request.fields.get('te')
  return {
    connection,
    method: request.method,
    path: pathOf(request, connection),
    fields: fieldsOf(request, isSent ? body : null, connection) + added,
    body: isSent ? (body.whole ?? body.bytes) : null,
    room: isSent ? body.room : undefined,
    acceptsTrailers: te !== undefined && TRAILERS.test(te),
    isConnectionBound: isConnectionBound(request.fields),
  }
}

/** Of several such fields any may be the one that a service takes. */
function isConnectionBound(fields: Fields): boolean {
  for (let index = 0; index < fields.count; index++) {
    if (fields.among(index, AUTHORIZATION) !== undefined && isForConnection(fields.valueAt(index))) return true
  }
  return false
}

/** A body that came in chunks, and is here whole, has a length now. HTTP/1.0 may have told no host. */
function fieldsOf(
  { framing, minorVersion, fields }: RequestHead,
  body: ReceivedBody | null,
  { target, scheme }: InterceptedConnection,
): string {
  let block = fields.forwardable()
  if (minorVersion === 0 && fields.get('host') === undefined) {
    block = `Host: ${formatAuthority(target, scheme === 'https' ? 443 : 80)}\r\n${block}`
  }
  if (body === null || body.whole !== undefined) return block
  // Some of it was left out.
  const isShorter = typeof framing === 'number' && framing !== body.bytes.length
  if (isShorter) block = block.replace(CONTENT_LENGTH, '')
  if (isShorter || framing === 'chunked') block += `Content-Length: ${body.bytes.length}\r\n`
  return block
}
