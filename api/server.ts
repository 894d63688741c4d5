import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import type { MessagePort } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Authority } from '../certs/authority.ts'
import { makeDataDir } from '../config/data-dir-lock.ts'
import { apiAddress, ListenError } from '../config/listen.ts'
import { openTelemetry } from '../config/otlp/telemetry.ts'
import { SecretFiles } from '../config/secret-files.ts'
import type { Settings } from '../config/settings.ts'
import { isUnspecified, matchAddresses, reachableHost } from '../core/network/address-list.ts'
import { formatHost } from '../core/network/host-name.ts'
import { openProvider } from '../tier3/open.ts'
import { CaExpiry } from './alerts/ca-expiry.ts'
import type { AuditAnchor } from './anchor/audit-anchor.ts'
import { createApp } from './app.ts'
import { AuditLog } from './audit/audit-log.ts'
import { AuditPublication } from './audit/publication.ts'
import { ensureAdmin, ensureProxyToken, ensureTenant, type FirstAdmin } from './bootstrap.ts'
import { renewCertificate } from './certificate-renewal.ts'
import { DetectorThreads } from './detectors/detector-threads.ts'
import { KnownValueKeys } from './detectors/keys.ts'
import { EventBus } from './events/bus.ts'
import { ExceptionEnds } from './exceptions/exception-ends.ts'
import { BASE } from './http/base.ts'
import { boundPipelines } from './http/bounded-pipelines.ts'
import { closerOf } from './http/close-server.ts'
import { boundNetworks } from './http/network-connections.ts'
import { answerRefusedRequests } from './http/refused-requests.ts'
import { requestIdOf } from './http/request-context.ts'
import { ContentHashes } from './interactions/content-hashes.ts'
import { HandOver } from './interactions/hand-over.ts'
import { withSealedHashes } from './interactions/sealed-interactions.ts'
import type { Keys } from './keys/keys.ts'
import { openStoreWithKeys } from './keys/open-keys.ts'
import { KnownDatabase } from './known-database.ts'
import { LiveHub } from './live/live-hub.ts'
import { openMailer } from './mail/open-mailer.ts'
import { Metrics } from './metrics.ts'
import { Passwords } from './passwords/passwords.ts'
import { answerPlainHttp } from './plain-http.ts'
import { EnabledPolicies } from './policies/enabled-policies.ts'
import { ProxyLag } from './proxies/lag.ts'
import { Liveness } from './proxies/liveness.ts'
import { ProxySilence } from './proxies/silence.ts'
import type { RedisConnections } from './redis/connections.ts'
import { openRedis } from './redis/open.ts'
import { Retention } from './retention/retention.ts'
import { headEvent } from './sinks/head-event.ts'
import { openSinks } from './sinks/open-sinks.ts'
import { measuredStore } from './store/measured-store.ts'
import type { Store } from './store/store.ts'
import { openCredentials, type ReloadableCredentials, usable } from './tls.ts'
import { WebhookService } from './webhooks/dispatch/service.ts'
import { openSending } from './webhooks/open-sending.ts'
import { withSealedWebhooks } from './webhooks/sealed-webhooks.ts'

/** Slow clients: the head and the whole request must be there within these. */
const HEADERS_TIMEOUT_MS = 10_000
const HANDSHAKE_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000
/** Longer than proxies keep a connection idle, so that they close it first and never send into a closed one. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

export interface ApiOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** Signs the API's own certificate where WEIR_API_TLS is auto; opened from the data directory if not given. */
  readonly authority?: Authority | undefined
  readonly now?: () => Date
  /** Starts before this one in the same process, each ended by an error of Weir itself. */
  readonly restarts?: number
  /** Where the proxy of this process hands over its records (core/model/hand-over.ts). */
  readonly records?: MessagePort | undefined
  /** How long the check of one detector may take. */
  readonly detectorCheckMs?: number | undefined
  /** A new database may take the place of one that is missing. */
  readonly newDatabase?: boolean | undefined
}

export interface ApiServer {
  /** Where this machine reaches it, with the base path: https://127.0.0.1:8443/api/v1 */
  readonly url: string
  readonly port: number
  /** The service token of the proxy that runs beside it. */
  readonly internalToken: string
  /** At the very first start only. */
  readonly firstAdmin?: FirstAdmin
  /**
   * Takes over WEIR_TRUSTED_PROXIES, WEIR_LOG_LEVEL and the certificate.
   * @throws SettingsError for a certificate that does not fit its key, and then nothing has changed
   */
  reload(fresh: Settings): void
  /** Finishes what is in flight, then closes everything. Safe to call twice. */
  close(): Promise<void>
}

/**
 * Starts the management API on the data directory, which the caller has locked (config/data-dir-lock.ts).
 * @throws SettingsError for a setting it cannot honour, MissingDatabaseError among them; StoreError, CertificateError, ListenError
 */
export async function startApi({
  settings,
  logger,
  authority,
  now = () => new Date(),
  restarts = 0,
  records,
  detectorCheckMs,
  newDatabase = false,
}: ApiOptions): Promise<ApiServer> {
  const known = await KnownDatabase.require(settings, newDatabase)
  const redis = await openRedis(settings, logger)
  makeDataDir(settings.dataDir)
  const credentials = openCredentials(settings, authority, now)
  const secrets = new SecretFiles(settings.dataDir)
  const events = new EventBus(logger, now)
  const { keys, store, anchor } = await openStoreWithKeys({
    settings,
    secrets,
    logger,
    now,
    onErased: (...erased) => events.interactionsErased(...erased),
  })
  try {
    return await start({
      settings,
      logger,
      now,
      restarts,
      credentials,
      secrets,
      keys,
      anchor,
      store,
      known,
      events,
      redis,
      records,
      detectorCheckMs,
    })
  } catch (error) {
    redis?.close()
    keys.close()
    await store.close()
    throw error
  }
}

interface Opened
  extends Required<Omit<ApiOptions, 'authority' | 'records' | 'detectorCheckMs' | 'newDatabase'>>,
    Pick<ApiOptions, 'records' | 'detectorCheckMs'> {
  readonly credentials: ReloadableCredentials | undefined
  readonly secrets: SecretFiles
  readonly keys: Keys
  readonly anchor: AuditAnchor
  readonly store: Store
  readonly known: KnownDatabase
  readonly events: EventBus
  readonly redis: RedisConnections | undefined
}

async function start(opened: Opened): Promise<ApiServer> {
  const { settings, logger, now, credentials, secrets, keys, anchor, store: kept, known, events, redis } = opened
  const port = { bound: settings.apiPort }
  const ownPorts = () => new Set([port.bound, settings.proxyPort])
  const sending = openSending({ settings, keys: keys.of('webhook'), now, ownPorts })
  const hashes = new ContentHashes(keys.of('content_hash'))
  const metrics = new Metrics()
  metrics.restarts.inc(opened.restarts)
  const telemetry = await openTelemetry({
    ...{ settings, service: 'weir-api', instance: 'api', registry: metrics.registry, logger },
  })
  const sealed = await withSealedHashes(await withSealedWebhooks(kept, sending.sealer), hashes)
  const store = measuredStore(sealed, (part, seconds) => metrics.storeSeconds.observe({ part }, seconds))
  const passwords = new Passwords()
  known.compare(await store.tenants.list(), logger)
  const tenant = await ensureTenant(store, now())
  const firstAdmin = await ensureAdmin(store, passwords, tenant, settings, now())
  const internalToken = await ensureProxyToken(store, secrets, tenant, settings.dataDir, now())

  let ready = false
  let isTrustedProxy = matchAddresses(settings.trustedProxies)
  const semanticProvider = openProvider(settings, false)
  events.follow(store.outbox)
  const mailer = await openMailer(settings, { logger, metrics, now })
  const scheme = credentials === undefined ? 'http' : 'https'
  const originAt = (host: string) => `${scheme}://${formatHost(host)}:${port.bound}`
  const publicHost = isUnspecified(settings.apiHost) ? hostname() : settings.apiHost
  const publicUrl = () => settings.publicUrl?.href.replace(/\/$/, '') ?? originAt(publicHost)
  const audit = new AuditLog(store, now, logger)
  const webhookService = new WebhookService({
    dependencies: { store, audit, mailer, metrics, logger, now, publicUrl },
    settings,
    sender: sending.sender,
    redis,
  })
  const detectorThreads = new DetectorThreads({
    budgetMs: settings.inspectBudgetMs,
    checkMs: opened.detectorCheckMs,
  })
  const dependencies = {
    settings,
    isBesideProxy: opened.records !== undefined,
    store,
    events,
    audit,
    auditKeys: keys.of('audit'),
    auditAnchor: anchor,
    mailer,
    publicUrl,
    passwords,
    metrics,
    sending,
    webhookService,
    semanticProvider,
    knownValueKeys: new KnownValueKeys(keys.of('known_values')),
    detectorThreads,
    liveness: new Liveness({ silentMinutes: settings.proxySilentMinutes, now }),
    sessionKeys: keys,
    secondFactorKeys: keys.of('second_factor'),
    logger,
    now,
    isReady: () => ready,
    onStored: telemetry?.stored,
  }
  const app = createApp(dependencies, {
    ...{ settings, redis, tls: credentials !== undefined },
    isTrustedProxy: (address) => isTrustedProxy(address),
  })
  const sinks = await openSinks({ settings, events, metrics, logger })
  const limits = { seconds: settings.liveResumeSeconds, events: settings.liveResumeEvents }
  keys.follow()
  const seats = {
    tenant: settings.liveConnections,
    user: settings.liveConnectionsUser,
    serviceToken: settings.liveConnectionsToken,
  }
  const hub = new LiveHub(dependencies, { identify: app.identifyUpgrade, limits, seats, redis })
  const server = createServer(credentials, boundPipelines(app.koa.callback(), settings.apiUnanswered))
  server.maxConnections = settings.apiConnections
  answerRefusedRequests(server)
  server.on('upgrade', (request, socket, head) => {
    void hub.upgrade(request, socket, head, requestIdOf(request))
  })
  await redis?.firstTry()
  if (redis !== undefined) metrics.watchRedis(() => redis.isThere)
  const tls = server instanceof HttpsServer && credentials !== undefined ? { server, credentials } : undefined
  const endSilent = tls && answerPlainHttp(tls.server)
  boundNetworks(server, settings.apiNetworkConnections, (address) => isTrustedProxy(address))
  const closeServer = closerOf(server)
  port.bound = await listen(server, settings)
  const endRenewal = tls && renewCertificate({ ...tls, logger, now: () => now().getTime() })
  const retention = new Retention(dependencies, settings)
  const caExpiry = new CaExpiry(dependencies, settings)
  const exceptionEnds = new ExceptionEnds(dependencies)
  const proxySilence = new ProxySilence(dependencies)
  const proxyLag = new ProxyLag({ ...dependencies, enabledPolicies: new EnabledPolicies(store) })
  const publication = new AuditPublication({
    store,
    metrics,
    logger,
    send: (head) => sinks.add(headEvent(head, now())),
  })
  if (settings.webhookAllowCidrs.length > 0) {
    // A tenant's admin can make the API send requests there.
    logger.warn({ ranges: settings.webhookAllowCidrs }, 'webhooks may go to private addresses')
  }
  webhookService.start()
  store.outbox.start()
  // Whoever asks for what could not be read is told then.
  store.prepare().catch((error: unknown) => logger.warn({ err: error }, 'lists are not read ahead'))
  const handOver = opened.records && new HandOver(opened.records, { ...dependencies, recorder: app.recorder })
  known.note(tenant)
  ready = true

  let closing: Promise<void> | undefined
  return {
    url: originAt(reachableHost(settings.apiHost)) + BASE,
    port: port.bound,
    internalToken,
    ...(firstAdmin !== undefined && { firstAdmin }),
    reload(fresh) {
      if (tls !== undefined && fresh.apiTls !== 'off') tls.credentials.reload(fresh, tls.server)
      isTrustedProxy = matchAddresses(fresh.trustedProxies)
      logger.level = fresh.logLevel
    },
    close: () => {
      closing ??= stop()
      return closing
    },
  }

  async function stop(): Promise<void> {
    ready = false
    endRenewal?.()
    const drained = closeServer()
    endSilent?.()
    await handOver?.close()
    await hub.close()
    await retention.close()
    await caExpiry.close()
    await exceptionEnds.close()
    await proxySilence.close()
    await proxyLag.close()
    await publication.close()
    await drained
    await hub.closeFeed()
    await semanticProvider?.close()
    await detectorThreads.close()
    await webhookService.close()
    await sending.sender.close()
    await mailer.close()
    await audit.close()
    await sinks.close()
    await telemetry?.close()
    redis?.close()
    keys.close()
    await store.close()
  }
}

function createServer(credentials: ReloadableCredentials | undefined, listener: RequestListener): Server {
  const limits = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    // The app asks for it, and says so.
    requireHostHeader: false,
    // Any other offer to change the protocol may be ignored, and the request is an ordinary one (RFC 9110, 7.8).
    shouldUpgradeCallback: wantsLiveUpdates,
  }
  if (credentials === undefined) return createHttpServer(limits, listener)
  return createHttpsServer({ ...limits, ...usable(credentials) }, listener)
}

function wantsLiveUpdates({ url = '', headers }: IncomingMessage): boolean {
  return url.split('?')[0] === `${BASE}/ws` && /(?:^|,)\s*websocket\s*(?:,|$)/i.test(headers.upgrade ?? '')
}

async function listen(server: Server, settings: Settings): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(apiAddress(settings), error)))
    server.listen(settings.apiPort, settings.apiHost, resolve)
  })
  return (server.address() as AddressInfo).port
}
