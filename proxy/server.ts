import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Registry } from 'prom-client'
import { firstCertificate } from '../certs/first-certificate.ts'
import { isProxyEncrypted } from '../config/listen.ts'
import { openTelemetry } from '../config/otlp/telemetry.ts'
import { collectProcessMetrics } from '../config/process-metrics.ts'
import { reloadSettings, withReloaded } from '../config/reload.ts'
import type { Settings } from '../config/settings.ts'
import { aiServiceAt, isKnownService } from '../core/catalogue/ai-services.ts'
import { hostsForHeaderOnly } from '../core/catalogue/tenant-restrictions.ts'
import { reportFault } from '../core/fault.ts'
import { warmUp } from '../core/inspect/warm-up.ts'
import { matchAddresses, reachableHost } from '../core/network/address-list.ts'
import { formatHost } from '../core/network/host-name.ts'
import { createApiClient } from './api-client/client.ts'
import { openBanner } from './banner/open-banner.ts'
import { maskedReason } from './banner/reasons.ts'
import { Verdicts, verdictKeyOf } from './decide/verdicts.ts'
import { withOwnWords } from './feeds/detectors/own-words.ts'
import { openFeeds } from './feeds/open-feeds.ts'
import { InFlight } from './gate/in-flight.ts'
import { openGates } from './gate/open-gates.ts'
import { openInnerServers } from './gate/open-inner-servers.ts'
import { type OpenHeartbeats, openHeartbeats } from './heartbeat/open-heartbeats.ts'
import { NodeExchange } from './http/node-exchange.ts'
import { openExchanger } from './http/open-exchanger.ts'
import { Inspector } from './inspection/inspector.ts'
import { Interceptor, type InterceptorOptions } from './intercept/interceptor.ts'
import { OwnCa } from './intercept/own-ca.ts'
import { RefusingClients } from './intercept/refusing-clients.ts'
import { KnownProxy } from './known-proxy.ts'
import { Later } from './later.ts'
import { openAdmission } from './listen/admission.ts'
import { shareOf } from './listen/client.ts'
import { openListening } from './listen/open-listening.ts'
import { portCredentials } from './listen/port-credentials.ts'
import { Onboarding } from './onboarding/onboarding.ts'
import { Passthrough } from './passthrough/passthrough.ts'
import { type Asking, createCatalogue } from './platforms/catalogue.ts'
import { switchedCatalogue } from './platforms/switched-catalogue.ts'
import type { ProxyOptions, StartedProxy } from './proxy-server.ts'
import { openRecording, readConversationKey } from './record/open-recording.ts'
import { describeError } from './respond/describe-error.ts'
import { SightingObserver } from './sightings/sighting-observer.ts'
import { SightingReporter } from './sightings/sighting-reporter.ts'
import { watchHandshakes } from './sightings/watch-handshakes.ts'
import { createProxyMetrics } from './telemetry/metrics.ts'
import { ProxyLog } from './telemetry/proxy-log.ts'
import { reroute } from './upstream/dial.ts'
import { createIntroduce } from './upstream/introduction.ts'
import { openUpstream } from './upstream/open-upstream.ts'
import { dialParent, parentCredentials } from './upstream/parent.ts'
import { lookupsOfThePool } from './upstream/thread-pool.ts'

/** Builds the proxy from its parts, in the order a prompt meets them, and starts it. Rejects if it cannot listen. */
export async function startProxy(options: ProxyOptions): Promise<StartedProxy> {
  const { settings, authority, api, logger, now = () => new Date(), worker = onlyWorker() } = options
  const registry = new Registry()
  collectProcessMetrics(registry, 'weir_proxy_')
  const metrics = createProxyMetrics(registry)
  metrics.restarts.inc(options.restarts ?? 0)
  const lines = new Later<() => void>((write) => write())
  const writeLines = () => lines.flush()
  // Before the logger's own listener.
  process.prependOnceListener('exit', writeLines)
  const telemetry = await openTelemetry({
    ...{ settings, service: 'weir-proxy', instance: worker.name, registry, logger },
  })
  const log = new ProxyLog(logger, metrics, (write) => lines.add(write), telemetry?.exchange)

  const conversationKey = readConversationKey(settings.dataDir)
  // Of several workers one says it for all.
  const known =
    worker.name === worker.all[0]
      ? new KnownProxy({ dataDir: settings.dataDir, conversationKey, origin: new URL(api.url).origin, logger })
      : undefined
  const client = createApiClient({ ...api, apiUrl: api.url, onTenant: (id) => known?.heard(id) })
  const expectOwnApi = ({ apiTlsCert }: Settings) => {
    if (apiTlsCert !== undefined) client.expect(firstCertificate(apiTlsCert))
  }
  expectOwnApi(settings)
  const { recorder, followUp, promptLog } = await openRecording({
    ...{ settings, conversationKey, client, worker, logger, metrics, registry, now },
    detectors: () => feeds.detectors.current(),
  })
  let onUsersChange: (userId: string | undefined) => void = () => {}
  let onSwitchesChange = () => {}
  const feeds = await openFeeds({
    ...{ dataDir: settings.dataDir, client, serviceToken: api.token, logger, registry },
    onUsersChange: (userId) => onUsersChange(userId),
    onSwitchesChange: () => onSwitchesChange(),
  })
  const { policies, detectors, switches, exceptions } = feeds

  const headerHosts = hostsForHeaderOnly(settings)
  let hosts = createCatalogue({ ...settings, headerHosts })
  const catalogue = switchedCatalogue({
    catalogue: () => hosts,
    switches: () => switches.current(),
    now: () => now().getTime(),
  })
  const isIntercepted = (host: string, client?: Asking) => catalogue.platformFor(host, client) !== undefined
  const sightings = new SightingReporter({ client, metrics, logger, now, workers: worker.all.length })
  const refusing = new RefusingClients({
    passMs: settings.autoBypass === 'on' ? settings.autoBypassHours * 3_600_000 : undefined,
    platformAt: (host) => catalogue.platformFor(host)?.id,
    mayPass: (host) =>
      aiServiceAt(host) === undefined &&
      !headerHosts.includes(host) &&
      !isKnownService(catalogue.platformFor(host)?.id ?? ''),
  })
  const passes = (address: string, host: string) => refusing.passes(address, host)
  const sightingObserver = new SightingObserver({
    ...{ serviceAt: catalogue.serviceAt, reporter: sightings, metrics, refusing },
  })
  const onUnread = (host: string) => sightingObserver.unread(host)
  const { hopId } = worker
  const ownPorts = new Set([Number(new URL(api.url).port)])
  const admission = openAdmission(settings, {
    workers: worker.all.length,
    maxLookups: lookupsOfThePool(process.env),
    registry,
  })
  const patience = {
    ...{ idleMs: settings.tunnelIdleMs, helloMs: settings.helloTimeoutMs, clientIdleMs: settings.clientIdleMs },
    ...{ headMs: settings.clientHeadMs, bodyMs: settings.clientBodyMs },
    ...{ answerMs: settings.upstreamAnswerMs, serverIdleMs: settings.upstreamIdleMs },
  }
  const ca = new OwnCa({ authority, settings, now })
  const unsigned = ca.notPermitted(catalogue.hosts)
  if (unsigned.length > 0) logger.warn({ hosts: unsigned }, 'the CA may not sign for hosts that are intercepted')
  const ownCas = () => ca.all
  const upstream = openUpstream({ settings, ownCas, ownPorts, hopId, lookups: admission.lookups, metrics })
  const { dial, parent } = upstream
  const introduce = createIntroduce(settings.upstreamProxyClient)
  const dialTls = watchHandshakes(upstream.dialTls, (failed) => {
    sightingObserver.handshakeFailed(failed)
    log.upstreamHandshakeFailed(failed)
  })
  let heartbeats: OpenHeartbeats | undefined
  const onFault = (error: Error) => {
    metrics.faults.inc()
    const { reason: code, at } = reportFault(error)
    heartbeats?.failed(code)
    logger.error({ code, at }, 'a connection was given up after an error of Weir itself')
  }
  const exchanger = openExchanger({ settings, dial, dialTls, introduce, shareOf, onFault })
  const partKey = verdictKeyOf(conversationKey)
  const verdicts = new Verdicts(worker.verdicts?.tell)
  worker.verdicts?.onTold((letThrough) => verdicts.keep(letThrough))
  const inspector =
    options.inspector ??
    new Inspector({
      maxBytes: settings.inspectMaxBytes,
      budgetMs: settings.inspectBudgetMs,
      filesMaxBytes: settings.filesMaxBytes,
      waitMs: settings.admissionWaitMs,
      detectors: withOwnWords(
        () => detectors.current(),
        settings.coachInAnswer === 'on' ? settings.contact.replaceAll(/\s+/g, ' ') : undefined,
      ),
      partKey,
      unfolded: admission.unfolded,
      hashesJudged: () => policies.current().policies.some(({ rules }) => rules.require_justification === true),
      // One core is left to the prompts that are inspected at once.
      workers: Math.max(1, availableParallelism() - 1),
    })
  const isTold = settings.banner === 'on' || settings.coachInAnswer === 'on'
  const telling = isTold ? openBanner({ registry, now, key: partKey, others: worker.notices }) : undefined
  const banner = settings.banner === 'on' ? telling : undefined
  const { answers, gate, socketGate, upgradeGate, bannerGate } = openGates({
    ...{ settings, policies, detectors, exceptions, catalogue, inspector, promptLog, exchanger, admission, patience },
    maskReason: (text) => maskedReason(text, feeds.detectors.current().set, settings.recordValues),
    ...{ now, metrics, log, onFault, banner, telling, verdicts: { kept: verdicts, key: partKey } },
  })
  const inFlight = new InFlight()
  const inner = openInnerServers({
    ...{ settings, admission, gate, upgradeGate, socketGate, bannerGate, exchanger, inFlight, metrics, log, onFault },
  })

  const tlsWithClients: Pick<InterceptorOptions, 'contexts' | 'handshakeMs' | 'onHandshakeFailure'> = {
    contexts: ca.contexts,
    handshakeMs: settings.clientHandshakeMs,
    onHandshakeFailure: (reason, { client, target }) => {
      metrics.handshakeFailures.inc({ reason })
      log.clientHandshakeFailed(reason, { client: client.address, ...target })
    },
  }
  const interceptor = new Interceptor({
    ...tlsWithClients,
    inner: inner.h1,
    innerH2: inner.h2,
    watch: {
      refused: (refusal, { client, target }) => {
        const isPassing = sightingObserver.certificateRefused(refusal, client.address, target.host)
        if (isPassing) log.clientPassed(refusal, { client: client.address, ...target })
      },
      accepted: ({ client, target }) => refusing.accepted(client.address, target.host),
    },
  })
  const passthrough = new Passthrough({
    dial,
    parent: parent && {
      origin: `http://${parent.url.host}`,
      authorization: parentAuthorization(parent.url),
      hopId,
      dial: () => dialParent(parent),
    },
    usesParent: (target) => parent !== undefined && reroute(settings.connectTo, target) === undefined,
    isIntercepted,
    onUnread,
    isService: (host) => catalogue.serviceAt(host) !== undefined,
    describe: describeError,
    log,
    patience,
    metrics,
  })
  let inForce = settings
  let mayReadMetrics = matchAddresses(settings.metricsAllowCidrs)
  const onboarding = new Onboarding({
    ca,
    isEncrypted: isProxyEncrypted(settings),
    asksWho: settings.proxyAuth === 'basic',
    apiOrigin: settings.publicUrl?.origin ?? new URL(api.url).origin,
    get hosts() {
      return catalogue.hosts
    },
    get bypassedHosts() {
      return catalogue.bypassedHosts
    },
    isReady: () => feeds.isSupplied && (settings.failMode === 'open' || recorder.isWritable),
    metrics: worker.metrics(registry),
    mayReadMetrics: (address) => address !== undefined && mayReadMetrics(address),
  })
  const listening = await openListening({
    isMcpServer: (host) => catalogue.mcpServerAt(host) !== undefined,
    ...{ settings, admission, patience, isIntercepted, onUnread, passes, dial, introduce, interceptor, passthrough },
    onboarding,
    ownTunnels: {
      maySignFor: (host) => ca.notPermitted([host]).length === 0,
      createInterceptor: (own) => new Interceptor({ ...tlsWithClients, inner: own }),
    },
    portCredentials: (inUse) => portCredentials(inUse, ca.authority, now()),
    passing: catalogue.passing,
    ...{ hopId, metrics, registry, log, directory: client, isPushed: () => policies.isPushed, describe: describeError },
    onPlainRequest: (request, response, connection) => {
      const exchange = new NodeExchange(request, response, { ...connection, scheme: 'http', otherName: undefined })
      inFlight.begin()
      response.once('close', () => {
        inFlight.end()
        exchanger.clientClosed(exchange.connection)
      })
      if (!bannerGate.takes(exchange)) gate.handle(exchange)
    },
  })
  const leaveLog = () => {
    process.off('exit', writeLines)
    writeLines()
  }
  const { port, transparentPort } = listening
  onUsersChange = listening.usersChanged
  onSwitchesChange = listening.switchesChanged
  ownPorts.add(port)
  if (transparentPort !== undefined) ownPorts.add(transparentPort)
  heartbeats = openHeartbeats({ settings, client, worker, feeds, recorder, metrics, key: conversationKey, now })

  return {
    url: `${isProxyEncrypted(settings) ? 'https' : 'http'}://${formatHost(reachableHost(settings.proxyHost))}:${port}`,
    port,
    transparentPort,
    async untilReady(signal) {
      await feeds.untilSupplied(signal)
      if (!signal.aborted) known?.hasStarted()
      warmUp()
    },
    reload() {
      reloadSettings(logger, (fresh) => {
        const activated = ca.read(fresh)
        upstream.reload(fresh)
        if (activated !== undefined) {
          client.trustAlso(ca.authority.certificatePem, activated.certificatePem)
          ca.use(activated)
        }
        expectOwnApi(fresh)
        inForce = withReloaded(inForce, fresh)
        hosts = createCatalogue({ ...fresh, headerHosts })
        listening.reload(fresh)
        mayReadMetrics = matchAddresses(fresh.metricsAllowCidrs)
        logger.level = fresh.logLevel
      })
    },
    get settings() {
      return inForce
    },
    async abandon() {
      const attempt = (part: () => void | Promise<void>) =>
        Promise.try(part).catch((error: unknown) => logger.warn(reportFault(error), 'a part of the proxy does not end'))
      attempt(() => listening.stop())
      attempt(() => listening.closeTunnels())
      attempt(() => listening.closeAll())
      attempt(() => inner.closeAll())
      attempt(() => upgradeGate.close())
      attempt(() => socketGate.destroy())
      attempt(() => passthrough.close())
      attempt(() => admission.close())
      const closed = [policies, detectors, switches, exceptions, exchanger, inspector]
      const ending = closed.map((part) => attempt(() => part.close()))
      attempt(leaveLog)
      attempt(() => telemetry?.close())
      // Two senders on one spool would take each other's records; for everything else nobody waits.
      await recorder.abandon()
      Promise.all([
        ...ending,
        attempt(() => followUp?.close()),
        attempt(() => sightings.close()),
        attempt(() => heartbeats.abandon()),
      ])
        .then(() => client.close())
        .catch((error: unknown) => logger.warn(reportFault(error), 'a part of the proxy does not end'))
    },
    async close() {
      listening.stop()
      banner?.board.close()
      inner.closeIdle()
      await Promise.all([inFlight.finished(settings.stopGraceMs), socketGate.close()])
      admission.close()
      listening.closeTunnels()
      upgradeGate.close()
      socketGate.destroy()
      listening.closeAll()
      inner.closeAll()
      passthrough.close()
      await policies.close()
      await detectors.close()
      await switches.close()
      await exceptions.close()
      await exchanger.close()
      await answers?.settle()
      await inspector.close()
      await recorder.close()
      // After the records: what it adds belongs to them.
      await followUp?.close()
      await sightings.close()
      await heartbeats.close()
      await client.close()
      leaveLog()
      await telemetry?.close()
    },
  }
}

function onlyWorker(): NonNullable<ProxyOptions['worker']> {
  return {
    name: 'worker-1',
    all: ['worker-1'],
    hopId: randomUUID(),
    metrics: (own) => async () => ({ body: await own.metrics(), contentType: own.contentType }),
  }
}

function parentAuthorization(parent: URL): string | undefined {
  const credentials = parentCredentials(parent)
  return credentials === undefined ? undefined : `Basic ${credentials}`
}
