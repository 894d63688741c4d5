import type { IncomingMessage } from 'node:http'
import { RequestError } from '../errors.ts'
import { MessageError } from './h1/errors.ts'
import { readFraming } from './h1/read-request.ts'

/**
 * Refuses what Node's parser lets through although two parsers may read it differently: the ground of request smuggling
 * (RFC 9112 sections 3.2, 6.1 and 11.2). What Node refuses itself (both length headers, bare line feeds, obs-fold, ...) is not
 * repeated here; test/proxy/http/framing-in-the-tunnel.test.ts holds the whole list.
 * @throws RequestError (400)
 */
export function checkFraming(request: IncomingMessage): void {
  const [, moreHosts] = valuesOf(request, 'host')
  const [length, moreLengths] = valuesOf(request, 'content-length')
  const [coding, moreCodings] = valuesOf(request, 'transfer-encoding')
  if (moreHosts !== undefined) throw new RequestError(400, 'there is more than one Host header')
  if (moreLengths !== undefined) throw new RequestError(400, 'there is more than one Content-Length header')
  if (moreCodings !== undefined) throw new RequestError(400, 'there is more than one Transfer-Encoding header')
  if (length === undefined && coding === undefined) return
  try {
    readFraming(length, coding?.trim(), request.httpVersion === '1.0' ? 0 : 1)
  } catch (error) {
    throw error instanceof MessageError ? new RequestError(error.status, error.message) : error
  }
}

function valuesOf({ rawHeaders }: IncomingMessage, wanted: string): string[] {
  const values: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === wanted.length && name.toLowerCase() === wanted) values.push(rawHeaders[i + 1] ?? '')
  }
  return values
}
