import { once } from 'node:events'
import { hostname } from 'node:os'
import type { SecureContextOptions } from 'node:tls'
import type { Registry } from 'prom-client'
import { ListenError, proxyAddress, transparentAddress } from '../../config/listen.ts'
import type { Settings } from '../../config/settings.ts'
import { matchAddresses } from '../../core/network/address-list.ts'
import { limits } from '../limits.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import { createAccess } from './access.ts'
import type { Admission } from './admission.ts'
import { Announcements } from './announcements.ts'
import { createReadClient } from './client.ts'
import type { UserDirectory } from './identity/ask-api.ts'
import { openIdentities } from './identity/open-identity.ts'
import { Listener, type ListenerOptions } from './listener.ts'
import { Opener, type OpenerOptions } from './opener.ts'
import { createIsOwnName } from './own-names.ts'
import { PassingTunnels } from './passing-tunnels.ts'
import { peerOf } from './peers.ts'
import { PortTls } from './port-tls.ts'
import { RedirectedPort } from './redirected.ts'

type Given = Pick<
  ListenerOptions,
  | 'patience'
  | 'isIntercepted'
  | 'isMcpServer'
  | 'passthrough'
  | 'onboarding'
  | 'ownTunnels'
  | 'onPlainRequest'
  | 'hopId'
  | 'describe'
> &
  Pick<OpenerOptions, 'interceptor' | 'dial' | 'introduce' | 'onUnread' | 'passes' | 'passing' | 'patience'>

interface Options extends Given {
  readonly settings: Settings
  readonly admission: Admission
  readonly directory: UserDirectory
  /** The certificate of the proxy's own port; undefined if it is not encrypted. */
  readonly portCredentials: (settings: Settings) => SecureContextOptions | undefined
  /** Whether the API tells of changes as they happen. */
  readonly isPushed: () => boolean
  readonly metrics: ProxyMetrics
  readonly registry: Registry
  readonly log: ProxyLog
}

/** The proxy's ports, and what judges the clients that arrive there. */
export interface Listening {
  readonly port: number
  /** Undefined without WEIR_TRANSPARENT_PORT. */
  readonly transparentPort: number | undefined
  /** Users have changed: this one, or perhaps any. */
  usersChanged(userId: string | undefined): void
  /** Other services may be decrypted now, or for others. */
  switchesChanged(): void
  /** Takes over who may use the proxy, for what, and which proxies are trusted. */
  reload(settings: Settings): void
  /** No new connections; those that wait for a request end. */
  stop(): void
  closeTunnels(): void
  closeAll(): void
}

/** The proxy's own certificate lives 30 days, and its machine may get other addresses. */
const RENEWAL_MS = 60 * 60_000

/** Listens. Rejects with ListenError if it cannot. */
export async function openListening(options: Options): Promise<Listening> {
  const { settings, admission, metrics, registry, log, patience, isIntercepted } = options
  let isTrusted = matchAddresses(settings.trustedProxies)
  let readClient = createReadClient(settings.trustedProxies)
  let access = createAccess(settings)
  const judges = {
    readClient: (arrival: Parameters<typeof readClient>[0]) => readClient(arrival),
    access: {
      checkClient: (client: Parameters<typeof access.checkClient>[0]) => access.checkClient(client),
      checkPort: (port: number) => access.checkPort(port),
    },
  }
  const identities = openIdentities({
    ...{ settings, registry, directory: options.directory, isPushed: options.isPushed, share: admission.identities },
    isFromTrusted: (socket) => isTrusted(peerOf(socket)),
  })
  const announcements = new Announcements({
    isExpected: settings.proxyProtocol === 'on',
    isTrusted: (address) => isTrusted(address),
    patienceMs: limits.announcementMs,
    announcements: metrics.announcements,
  })
  const credentials = options.portCredentials(settings)
  const portTls =
    credentials &&
    new PortTls({
      ...{ credentials, admission, handshakeMs: settings.clientHandshakeMs, handshakes: metrics.portHandshakes },
      readClient: (socket) => {
        const client = readClient({ headers: {}, socket })
        // Of a trusted proxy's client only its request tells who it is.
        if (!isTrusted(peerOf(socket))) access.checkClient(client)
        return client
      },
    })
  let inForce = settings
  const renewal = portTls && setInterval(() => renew(inForce), RENEWAL_MS).unref()
  const renew = (fresh: Settings) => {
    inForce = fresh
    const renewed = options.portCredentials(fresh)
    if (renewed !== undefined) portTls?.renew(renewed)
  }
  const passingTunnels = new PassingTunnels()
  const opener = new Opener({ ...options, admission, patience, metrics, passingTunnels, encryptedNames: settings.ech })
  const listener = new Listener({
    ...options,
    ...judges,
    ...{ opener, announcements, portTls, isIntercepted },
    identify: identities.identify,
    isOwnName: createIsOwnName(settings, hostname()),
  })
  listener.server.listen(settings.proxyPort, settings.proxyHost)
  await once(listener.server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new ListenError(proxyAddress(settings), error)
  })
  const address = listener.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : settings.proxyPort

  const redirected =
    settings.transparentPort === undefined
      ? undefined
      : new RedirectedPort({
          ...judges,
          ...{ announcements, admission, opener, patience, metrics, log },
          onPlain: (socket) => listener.acceptRedirected(socket),
        })
  const transparentPort = await redirected
    ?.listen(settings.transparentPort ?? 0, settings.proxyHost)
    .catch((error: NodeJS.ErrnoException) => {
      listener.server.close()
      throw new ListenError(transparentAddress(settings), error)
    })
  return {
    port,
    transparentPort,
    usersChanged: identities.changed,
    switchesChanged: () => passingTunnels.look(),
    reload(fresh) {
      isTrusted = matchAddresses(fresh.trustedProxies)
      readClient = createReadClient(fresh.trustedProxies)
      access = createAccess(fresh)
      renew(fresh)
    },
    stop() {
      clearInterval(renewal)
      portTls?.close()
      listener.server.close()
      redirected?.server.close()
      announcements.close()
      listener.server.closeIdleConnections()
    },
    closeTunnels: () => listener.closeTunnels(),
    closeAll() {
      clearInterval(renewal)
      portTls?.close()
      announcements.close()
      listener.server.closeAllConnections()
      redirected?.closeAll()
    },
  }
}
