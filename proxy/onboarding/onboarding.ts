import type { IncomingMessage, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { toPem } from '../../certs/x509.ts'
import type { OwnCa } from '../intercept/own-ca.ts'
import { renderPac } from './pac.ts'
import { renderOnboardingPage } from './page.ts'

/** A request for this name through the proxy gets the onboarding page. */
export const ONBOARDING_HOST = 'weir.proxy'

interface Options {
  readonly ca: Pick<OwnCa, 'authority' | 'next' | 'distributedPem'>
  /** Host patterns that are intercepted, for the PAC file. */
  readonly hosts: readonly string[]
  readonly isReady: () => boolean
  readonly metrics: () => Promise<{ readonly body: string; readonly contentType: string }>
  readonly mayReadMetrics: (address: string | undefined) => boolean
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string | Buffer
  readonly filename?: string
}

/** Answers plain requests to the proxy itself: the CA certificate, PAC files, instructions, probes and metrics. */
export class Onboarding {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  async handle(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    request.resume()
    const answer: Answer = isRead(request.method)
      ? await this.#answer(path.split('?', 1)[0] ?? '/', request)
      : { status: 405, type: 'text/plain', body: 'Only GET and HEAD are taken here.\n' }
    response.writeHead(answer.status, {
      'content-type': answer.type,
      'content-length': Buffer.byteLength(answer.body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      ...(answer.status === 405 && { allow: 'GET, HEAD' }),
      ...(answer.filename !== undefined && { 'content-disposition': `attachment; filename="${answer.filename}"` }),
    })
    response.end(request.method === 'HEAD' ? undefined : answer.body)
  }

  async #answer(path: string, request: IncomingMessage): Promise<Answer> {
    const { ca, hosts } = this.#options
    switch (path) {
      case '/':
        return {
          status: 200,
          type: 'text/html; charset=utf-8',
          body: renderOnboardingPage({
            fingerprint: ca.authority.fingerprint,
            nextFingerprint: ca.next?.fingerprint256,
            proxy: ownAuthority(request),
            isEncrypted: isEncrypted(request),
            hosts,
          }),
        }
      case '/ca.pem':
        return pem(ca.distributedPem, 'weir-ca.pem')
      case '/ca.der':
        return der(ca.authority.certificate.raw, 'weir-ca.der')
      case '/ca-next.pem':
      case '/ca-next.der': {
        const { next } = ca
        if (next === undefined) return json(404, { error: 'No other CA is prepared' })
        return path.endsWith('.pem') ? pem(toPem(next.raw), 'weir-ca-next.pem') : der(next.raw, 'weir-ca-next.der')
      }
      case '/proxy.pac':
        return pac(renderPac(hosts, ownAuthority(request), { failOpen: false, isEncrypted: isEncrypted(request) }))
      case '/proxy-fail-open.pac':
        return pac(renderPac(hosts, ownAuthority(request), { failOpen: true, isEncrypted: isEncrypted(request) }))
      case '/healthz':
        return json(200, { status: 'ok' })
      case '/readyz':
        return this.#options.isReady() ? json(200, { status: 'ready' }) : json(503, { status: 'not ready' })
      case '/metrics': {
        if (!this.#options.mayReadMetrics(request.socket.remoteAddress)) {
          return json(403, { error: 'WEIR_METRICS_ALLOW_CIDRS does not list your address' })
        }
        const { body, contentType } = await this.#options.metrics()
        return { status: 200, type: contentType, body }
      }
      default:
        return json(404, { error: 'There is no such page on the proxy; / shows what is available' })
    }
  }
}

/** Whether the proxy's own port is: what reaches it through a tunnel of its own does not come here. */
function isEncrypted({ socket }: IncomingMessage): boolean {
  return socket instanceof TLSSocket
}

function isRead(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD'
}

function pem(body: string, filename: string): Answer {
  return { status: 200, type: 'application/x-pem-file', body, filename }
}

function der(body: Buffer, filename: string): Answer {
  return { status: 200, type: 'application/x-x509-ca-cert', body, filename }
}

function pac(body: string): Answer {
  return { status: 200, type: 'application/x-ns-proxy-autoconfig', body }
}

function json(status: number, value: unknown): Answer {
  return { status, type: 'application/json', body: `${JSON.stringify(value)}\n` }
}

/** How this client reaches the proxy: the name it used, or the address its connection ended at. */
function ownAuthority(request: IncomingMessage): string {
  const host = request.headers.host
  if (host !== undefined && /^[a-z0-9.:[\]-]{1,260}$/i.test(host) && !host.startsWith(ONBOARDING_HOST)) return host
  const { localAddress = '127.0.0.1', localPort = 0 } = request.socket
  const address = localAddress.replace(/^::ffff:/, '')
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`
}
