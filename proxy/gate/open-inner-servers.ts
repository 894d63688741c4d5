import type { Settings } from '../../config/settings.ts'
import { RequestError } from '../errors.ts'
import type { InterceptedConnection } from '../http/connection.ts'
import type { ClientExchange, Exchanger } from '../http/exchange.ts'
import { H1Server } from '../http/h1/client-side/server.ts'
import { H2Server } from '../http/h2/client-side/server.ts'
import type { RequestHead } from '../http/heads.ts'
import type { Admission } from '../listen/admission.ts'
import { describeError } from '../respond/describe-error.ts'
import { renderProxyError, writeProxyError } from '../respond/error-page.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import { isWebSocket } from '../websocket/handshake.ts'
import { admitExchange } from './admit-exchange.ts'
import { answer } from './answer.ts'
import type { BannerGate } from './banner-gate.ts'
import type { Gate } from './gate.ts'
import type { InFlight } from './in-flight.ts'
import type { SocketGate } from './socket-gate.ts'
import type { UpgradeGate } from './upgrade-gate.ts'

interface Options {
  readonly settings: Pick<Settings, 'clientHeadMs' | 'clientBodyMs' | 'clientIdleMs' | 'http2' | 'http2Streams'>
  readonly admission: Pick<Admission, 'requests' | 'bytes'>
  readonly gate: Pick<Gate, 'handle'>
  readonly upgradeGate: Pick<UpgradeGate, 'handle'>
  readonly socketGate: Pick<SocketGate, 'handle'>
  readonly bannerGate: Pick<BannerGate, 'takes'>
  readonly exchanger: Pick<Exchanger, 'clientClosed'>
  readonly inFlight: InFlight
  readonly metrics: ProxyMetrics
  readonly log: ProxyLog
  readonly onFault: (error: Error) => void
}

export interface InnerServers {
  readonly h1: H1Server
  /** Undefined if WEIR_HTTP2 is off. */
  readonly h2: H2Server | undefined
  /** Ends what waits for a request; what answers one ends behind the answer. */
  closeIdle(): void
  closeAll(): void
}

/** What speaks HTTP with clients inside intercepted connections, in each version, and hands every request to the gate. */
export function openInnerServers(options: Options): InnerServers {
  const { settings, admission, exchanger, inFlight, metrics, log, onFault } = options
  const shared = {
    patience: { head: settings.clientHeadMs, body: settings.clientBodyMs, idle: settings.clientIdleMs },
    onExchange: (exchange: ClientExchange) => {
      inFlight.begin()
      // Streams of notices last for as long as their pages, and have a bound of their own.
      if (options.bannerGate.takes(exchange)) return
      const next = gateFor(exchange.request, options)
      admitExchange(admission, exchange, () => next.handle(exchange))
    },
    onSettled: () => inFlight.end(),
    onClosed: (connection: InterceptedConnection) => exchanger.clientClosed(connection),
    onFault,
  }
  const describeBadRequest = (status: number, message: string, { client, target }: InterceptedConnection) => {
    const error = new RequestError(status, message)
    metrics.badRequests.inc()
    log.failed(error, { client: client.address, ...target })
    return describeError(error)
  }
  const h1 = new H1Server({
    ...shared,
    onBadRequest: (socket, status, message, connection) =>
      writeProxyError(socket, describeBadRequest(status, message, connection)),
  })
  const openH2 = () =>
    new H2Server({
      ...shared,
      maxStreams: settings.http2Streams,
      onBadRequest: (exchange, status, message) => {
        inFlight.begin()
        answer(exchange, renderProxyError(describeBadRequest(status, message, exchange.connection), undefined))
      },
      onLate: (exchange, message) => {
        const described = describeBadRequest(408, message, exchange.connection)
        answer(exchange, renderProxyError(described, exchange.request.fields.get('accept')))
      },
      onFlood: (connection) =>
        void describeBadRequest(
          429,
          'the connection was ended for what costs nothing and asks for nothing',
          connection,
        ),
    })
  const h2 = settings.http2 === 'on' ? openH2() : undefined
  return {
    h1,
    h2,
    closeIdle() {
      h1.closeIdle()
      h2?.closeIdle()
    },
    closeAll() {
      h1.closeAll()
      h2?.closeAll()
    },
  }
}

function gateFor(request: RequestHead, { gate, upgradeGate, socketGate }: Options): Pick<Gate, 'handle'> {
  if (request.upgrade === undefined) return gate
  return isWebSocket(request) ? socketGate : upgradeGate
}
