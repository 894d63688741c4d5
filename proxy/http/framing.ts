import type { IncomingMessage } from 'node:http'
import { RequestError } from '../errors.ts'

/**
 * Refuses what Node's parser lets through although two parsers may read it differently: the ground of request smuggling
 * (RFC 9112 sections 3.2, 6.1 and 11.2). What Node refuses itself (both length headers, bare line feeds, obs-fold, ...) is not
 * repeated here; test/proxy/http/framing-in-the-tunnel.test.ts holds the whole list.
 * @throws RequestError (400)
 */
export function checkFraming(request: IncomingMessage): void {
  const headers = request.rawHeaders
  let hosts = 0
  let codings = 0
  let lengths = 0
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    const value = headers[i + 1] ?? ''
    // The three names differ in length, so one comparison of a number spares most headers the rest.
    switch (name.length) {
      case 4:
        if (name.toLowerCase() === 'host') hosts++
        break
      case 14:
        if (name.toLowerCase() !== 'content-length') break
        lengths++
        if (!/^\d+$/.test(value)) throw new RequestError(400, 'Content-Length must have digits only')
        break
      case 17:
        if (name.toLowerCase() !== 'transfer-encoding') break
        codings++
        if (value.trim().toLowerCase() !== 'chunked') {
          throw new RequestError(400, 'the only supported Transfer-Encoding is chunked')
        }
        break
    }
  }
  if (hosts > 1) throw new RequestError(400, 'there is more than one Host header')
  if (lengths > 1) throw new RequestError(400, 'there is more than one Content-Length header')
  if (codings > 1 || (codings > 0 && lengths > 0)) throw new RequestError(400, 'the length of the body is ambiguous')
  if (codings > 0 && request.httpVersion === '1.0') {
    throw new RequestError(400, 'Transfer-Encoding does not exist in HTTP/1.0')
  }
}
