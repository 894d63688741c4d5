import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { withoutCookie } from '../banner/person.ts'
import type { Decider } from '../decide/decide.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import { RequestError } from '../errors.ts'
import type { ClientExchange, Exchanger } from '../http/exchange.ts'
import { readTarget } from '../http/request-target.ts'
import { goneSignal, whenSettled } from '../http/when-settled.ts'
import type { RequestInspection } from '../inspection/inspect-request.ts'
import type { Inspector } from '../inspection/inspector.ts'
import { shareOf } from '../listen/client.ts'
import { openTunnel, type TunnelPatience } from '../passthrough/tunnel.ts'
import type { Catalogue } from '../platforms/catalogue.ts'
import type { Platform, RequestTarget } from '../platforms/platform.ts'
import { textOfQuery } from '../platforms/query.ts'
import type { PromptLog } from '../record/prompt-log.ts'
import { describeError } from '../respond/describe-error.ts'
import { renderProxyError } from '../respond/error-page.ts'
import { upgradeRefusalOf } from '../respond/send.ts'
import { countPrompt } from '../telemetry/count-prompt.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import type { RequestTrace } from '../telemetry/request-trace.ts'
import { answer } from './answer.ts'
import { forward } from './forward.ts'
import type { TenantRestrictions } from './tenant-restrictions.ts'
import { upstreamRequest } from './upstream-request.ts'

interface Options {
  readonly catalogue: Catalogue
  readonly inspector: Pick<Inspector, 'inspect'>
  readonly decider: Decider
  readonly promptLog: PromptLog
  readonly exchanger: Exchanger
  readonly restrictions: Pick<TenantRestrictions, 'apply'>
  readonly settings: { readonly contact: string }
  readonly patience: TunnelPatience
  readonly metrics: ProxyMetrics
  readonly log: ProxyLog
}

/**
 * Upgrades to AI services (WebSockets and others). What is said on them is not inspected, so WEIR_FAIL_MODE decides: closed
 * refuses with 426, at which clients such as Codex go on over plain HTTP, where they are inspected; open lets the bytes pass.
 * The query of the request is inspected in both modes, as that of any other request.
 */
export class UpgradeGate {
  readonly #options: Options
  readonly #open = new Set<Duplex>()

  constructor(options: Options) {
    this.#options = options
  }

  handle(client: ClientExchange): void {
    try {
      const { request, connection } = client
      const target = readTarget(request, connection)
      const platform = this.#options.catalogue.platformFor(connection.target.host, connection.client)
      if (platform === undefined) throw new RequestError(421, `${connection.target.host} is not intercepted`)
      const inspecting = this.#inspect(client, platform, target)
      const settle = (inspection: RequestInspection) => this.#settle(client, platform, target, inspection)
      if (inspecting instanceof Promise) {
        inspecting.then(settle).catch((error: Error) => this.#fail(client, undefined, error))
      } else settle(inspecting)
    } catch (error) {
      this.#fail(client, undefined, error as Error)
    }
  }

  /** Ends what passes: nobody else knows of these sockets any more. */
  close(): void {
    for (const socket of this.#open) socket.destroy()
  }

  #inspect(
    exchange: ClientExchange,
    platform: Platform,
    target: RequestTarget,
  ): RequestInspection | Promise<RequestInspection> {
    if (textOfQuery(target.query) === '') return { status: 'none', operation: 'upgrade' }
    const client = shareOf(exchange.connection.client)
    const gone = () => goneSignal(exchange)
    return this.#options.inspector.inspect({ client, platform, target, bytes: Buffer.alloc(0), gone })
  }

  #settle(client: ClientExchange, platform: Platform, target: RequestTarget, inspection: RequestInspection): void {
    if (client.closed) return
    const { log, promptLog, settings } = this.#options
    const judged = this.#judge(client, platform, target, inspection)
    const trace = log.begin(platform.id, client.connection.client.address)
    try {
      trace.judged(judged, undefined)
      whenSettled(client, (settled) => trace.finish(settled))
      const isRecorded = promptLog.record(judged)
      if (!isRecorded) trace.unrecorded()
      if (judged.ruling.refusedBy === undefined) this.#pass(client, target.path, trace)
      else answer(client, upgradeRefusalOf(judged, settings.contact, isRecorded), true)
    } catch (error) {
      this.#fail(client, trace, error as Error)
    }
  }

  #fail(client: ClientExchange, trace: RequestTrace | undefined, error: Error): void {
    const { connection, request } = client
    const described = describeError(error, connection.target.host)
    trace?.failed(described.code)
    if (trace === undefined)
      this.#options.log.failed(error, { client: connection.client.address, ...connection.target })
    if (!client.closed) answer(client, renderProxyError(described, request.fields.get('accept')), true)
  }

  #judge(
    { connection }: ClientExchange,
    platform: Platform,
    target: RequestTarget,
    inspection: RequestInspection,
  ): JudgedPrompt {
    const { decider, metrics } = this.#options
    const { judged } = decider.decide({
      ...{ connection, platform, target },
      body: Buffer.alloc(0),
      inspection: { ...inspection, operation: 'upgrade' },
      uninspected: 'unsupported_upgrade',
    })
    countPrompt(metrics, judged)
    return judged
  }

  /** Once the service has agreed, bytes go both ways; where it has not, its answer is the last one on this connection. */
  #pass(client: ClientExchange, path: string, trace: RequestTrace): void {
    const { exchanger, patience, metrics, restrictions } = this.#options
    const added = restrictions.apply(client, path) + withoutCookie(client.request.fields)
    client.closeAfter()
    const request = { ...upstreamRequest(client, null, added), upgrade: client.request.upgrade }
    forward(exchanger, request, client, {
      beforeSending: () => {},
      extraFields: () => '',
      onUpgraded: ({ reason, fields }, upstream, first) => {
        // Upgrades other than WebSockets have connections of HTTP/1.1 of their own.
        const { socket, head } = client.takeOver({ reason, fields })
        for (const side of [socket, upstream]) this.#watch(side)
        if (first.length > 0) socket.write(first)
        openTunnel(socket, upstream as Socket, head, { isIntercepted: () => false, patience, onEnd: () => {} })
      },
      onFailure: (error) => {
        const described = describeError(error, client.connection.target.host)
        trace.failed(described.code)
        answer(client, renderProxyError(described, client.request.fields.get('accept')), true)
      },
      onBrokenAnswer: () => metrics.upstreamFailures.inc({ failure: 'broken_answer' }),
      onClientGone: () => metrics.clientAborts.inc({ stage: 'answer' }),
    })
  }

  #watch(socket: Duplex): void {
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
  }
}
