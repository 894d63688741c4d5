import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { toPem } from '../../certs/x509.ts'
import { OWN_HOST } from '../../core/network/own-host.ts'
import type { OwnCa } from '../intercept/own-ca.ts'
import { renderAppleProfile } from './apple-profile.ts'
import { renderGuidePage } from './guide-page.ts'
import { findGuide } from './guides/all.ts'
import { placeOf } from './guides/guide.ts'
import { renderPac } from './pac.ts'
import { renderOnboardingPage } from './page.ts'
import { renderRegistryFile } from './registry-file.ts'

const SELF_CHECK = readFileSync(join(import.meta.dirname, 'self-check.mjs'), 'utf8')
const GUIDE_PATH = '/setup/'

/** The page runs its own script, which asks the proxy itself, by either scheme. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "script-src 'self'",
  `connect-src http://${OWN_HOST} https://${OWN_HOST}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface Options {
  readonly ca: Pick<OwnCa, 'authority' | 'next' | 'distributedPem'>
  /** Whether the proxy's own port is. */
  readonly isEncrypted: boolean
  /** Where people reach the API, without a slash at the end. */
  readonly apiOrigin: string
  /** Whether clients have to say who they are, with a proxy token. */
  readonly asksWho: boolean
  /** Host patterns that are intercepted, for the PAC file. */
  readonly hosts: readonly string[]
  /** Those of them that are left alone. */
  readonly bypassedHosts: readonly string[]
  readonly isReady: () => boolean
  readonly metrics: () => Promise<{ readonly body: string; readonly contentType: string }>
  readonly mayReadMetrics: (address: string | undefined) => boolean
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string | Buffer
  readonly filename?: string
  /** Pages of other origins may read it. */
  readonly isForAll?: boolean
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
      'content-security-policy': POLICY,
      ...(answer.isForAll === true && { 'access-control-allow-origin': '*' }),
      ...(answer.status === 405 && { allow: 'GET, HEAD' }),
      ...(answer.filename !== undefined && { 'content-disposition': `attachment; filename="${answer.filename}"` }),
    })
    response.end(request.method === 'HEAD' ? undefined : answer.body)
  }

  async #answer(path: string, request: IncomingMessage): Promise<Answer> {
    const { ca, hosts, bypassedHosts, isEncrypted, apiOrigin, asksWho } = this.#options
    const proxy = ownAuthority(request)
    const place = placeOf(proxy, isEncrypted)
    const accountUrl = asksWho ? `${apiOrigin}/me` : undefined
    if (path.startsWith(GUIDE_PATH)) {
      const guide = findGuide(path.slice(GUIDE_PATH.length))
      if (guide !== undefined) return html(renderGuidePage(guide, place, accountUrl))
    }
    switch (path) {
      case '/':
        return html(
          renderOnboardingPage({
            fingerprint: ca.authority.fingerprint,
            nextFingerprint: ca.next?.fingerprint256,
            ...{ proxy, isEncrypted, hosts, apiOrigin, accountUrl },
          }),
        )
      case '/check':
        return { ...json(200, { weir: 'ok' }), isForAll: true }
      case '/self-check.mjs':
        return { status: 200, type: 'text/javascript; charset=utf-8', body: SELF_CHECK }
      case '/weir.mobileconfig':
        return profile('weir', { certificates: this.#certificates(), pacUrl: `${place.url}/proxy.pac` })
      case '/weir-ca.mobileconfig':
        return profile('weir-ca', { certificates: this.#certificates() })
      case '/weir.reg':
        return {
          ...{ status: 200, type: 'application/octet-stream', filename: 'weir.reg' },
          body: renderRegistryFile(this.#certificates(), place),
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
        return pac(renderPac(hosts, proxy, { failOpen: false, isEncrypted, bypassedHosts }))
      case '/proxy-fail-open.pac':
        return pac(renderPac(hosts, proxy, { failOpen: true, isEncrypted, bypassedHosts }))
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

  /** Those that devices are to trust: while a rotation is prepared, both. */
  #certificates(): Buffer[] {
    const { authority, next } = this.#options.ca
    return [authority.certificate, ...(next === undefined ? [] : [next])].map(({ raw }) => raw)
  }
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

function html(body: string): Answer {
  return { status: 200, type: 'text/html; charset=utf-8', body }
}

function profile(name: string, contents: Parameters<typeof renderAppleProfile>[0]): Answer {
  const body = renderAppleProfile(contents)
  return { status: 200, type: 'application/x-apple-aspen-config', body, filename: `${name}.mobileconfig` }
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
  if (host !== undefined && /^[a-z0-9.:[\]-]{1,260}$/i.test(host) && !host.startsWith(OWN_HOST)) return host
  const { localAddress = '127.0.0.1', localPort = 0 } = request.socket
  const address = localAddress.replace(/^::ffff:/, '')
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`
}
