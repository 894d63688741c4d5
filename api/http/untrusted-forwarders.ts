import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { type AddressMatcher, unmapped } from '../../core/network/address-list.ts'

const HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded']
/** A client can send these headers too: it must not fill the log with addresses. */
const PEERS_MAX = 10

/** Warns once about each untrusted peer that sends X-Forwarded-For: most likely a load balancer missing in the settings. */
export class UntrustedForwarders {
  readonly #logger: Pick<Logger, 'warn'>
  readonly #isTrusted: AddressMatcher
  readonly #warned = new Set<string>()

  constructor(logger: Pick<Logger, 'warn'>, isTrusted: AddressMatcher) {
    this.#logger = logger
    this.#isTrusted = isTrusted
  }

  look({ headers, socket }: IncomingMessage): void {
    const header = HEADERS.find((name) => headers[name] !== undefined)
    if (header === undefined || this.#warned.size >= PEERS_MAX) return
    const peer = unmapped(socket.remoteAddress ?? '')
    if (this.#isTrusted(peer) || this.#warned.has(peer)) return
    this.#warned.add(peer)
    this.#logger.warn(
      { code: 'ERR_FORWARDER_NOT_TRUSTED', peer, header },
      'a peer that WEIR_TRUSTED_PROXIES does not name sends forwarded headers, which are ignored: if it is a balancer, ' +
        'all its clients share one limit of logins, and it decides who reads /metrics; name it in WEIR_TRUSTED_PROXIES',
    )
  }
}
