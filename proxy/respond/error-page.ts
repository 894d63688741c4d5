import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { escapeHtml } from './escape-html.ts'
import { renderOwnPage } from './own-page.ts'
import type { ProxyError } from './proxy-error.ts'
import { reasonPhrase } from './reason-phrase.ts'
import { vendorError } from './vendor-error.ts'

export type { ProxyError } from './proxy-error.ts'

/**
 * The whole answer to a request: HTML if a person looks at the page, JSON otherwise.
 * @param platform the id of the AI service that was asked, whose form the JSON then has
 */
export function renderProxyError(
  error: ProxyError,
  accept: string | undefined,
  platform?: string,
): {
  readonly status: number
  readonly reason: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
} {
  const html = accept?.includes('text/html') === true
  const body = html ? renderPage(error) : renderJson(error, platform)
  return {
    status: error.status,
    reason: reasonPhrase(error),
    headers: {
      'content-type': html ? 'text/html; charset=utf-8' : 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-weir-error': error.code,
      ...(!error.retry && { 'x-should-retry': 'false' }),
      ...(error.retryAfterS !== undefined && { 'retry-after': String(error.retryAfterS) }),
      ...(error.challenge !== undefined && { 'proxy-authenticate': error.challenge }),
      ...(html && { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }),
    },
    body,
  }
}

/** The same through Node's server. Ends the connection where asked to. */
export function sendProxyError(
  response: ServerResponse,
  error: ProxyError,
  options: { readonly accept: string | undefined; readonly close: boolean },
): void {
  const { status, reason, headers, body } = renderProxyError(error, options.accept)
  response.writeHead(status, reason, { ...headers, ...(options.close && { connection: 'close' }) })
  response.end(body)
}

/** The same on a bare socket: for CONNECT requests, and for bytes that are no HTTP. */
export function writeProxyError(socket: Duplex, error: ProxyError, headers: readonly string[] = []): void {
  const body = renderJson(error)
  const head = [
    `HTTP/1.1 ${error.status} ${reasonPhrase(error)}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    `x-weir-error: ${error.code}`,
    'connection: close',
    ...(error.retry ? [] : ['x-should-retry: false']),
    ...(error.retryAfterS === undefined ? [] : [`retry-after: ${error.retryAfterS}`]),
    ...(error.challenge === undefined ? [] : [`proxy-authenticate: ${error.challenge}`]),
    ...headers,
  ]
  endSocket(socket, `${head.join('\r\n')}\r\n\r\n${body}`)
}

/** How long a client may take to read the last answer and close its side. */
const LINGER_MS = 5000

/**
 * Writes the last bytes of a connection that no HTTP server looks after. What the client still sends is read and dropped: left
 * unread it would turn the end into a reset, which can overtake the answer. A client that never closes is cut off.
 */
function endSocket(socket: Duplex, bytes: string): void {
  if (!socket.writable) return void socket.destroy()
  socket.end(bytes)
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
}

function renderJson(error: ProxyError, platform?: string): string {
  return `${JSON.stringify(vendorError(error, platform))}\n`
}

const STYLE = `body { max-width: 40rem; margin: 15vh auto }
h1 { font-size: 1.4rem } code { color: var(--quiet) }`

function renderPage(error: ProxyError): string {
  const { status, code, message } = error
  const title = escapeHtml(`${status} ${reasonPhrase(error)}`)
  const body = `<h1>${status < 500 ? 'Weir refused this request' : 'Weir could not complete this request'}</h1>
<p>${escapeHtml(message)}</p>
<p>This answer comes from Weir, your company's proxy, and not from the site.</p>
<p><code>${title}: ${escapeHtml(code)}</code></p>
`
  return renderOwnPage(title, STYLE, body)
}
