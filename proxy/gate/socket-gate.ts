import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { webSocketRefusalStatus } from '../../core/catalogue/websocket-fallbacks.ts'
import type { Answers } from '../answers/answers.ts'
import { withoutCookie } from '../banner/person.ts'
import type { Decider } from '../decide/decide.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import { AdmissionError, RequestError, UpstreamError } from '../errors.ts'
import type { AnswerHead, ClientExchange, Exchanger, FieldBlock } from '../http/exchange.ts'
import { Deadlines } from '../http/h1/deadlines.ts'
import { readTarget } from '../http/request-target.ts'
import { goneSignal, whenSettled } from '../http/when-settled.ts'
import { isWithoutFindings, type RequestInspection } from '../inspection/inspect-request.ts'
import type { Inspector } from '../inspection/inspector.ts'
import { shareOf } from '../listen/client.ts'
import type { FairShare } from '../listen/fair-share.ts'
import type { Lease } from '../listen/lease.ts'
import type { Catalogue } from '../platforms/catalogue.ts'
import type { Platform, RequestTarget } from '../platforms/platform.ts'
import { textOfQuery } from '../platforms/query.ts'
import { messageTarget } from '../platforms/socket-message.ts'
import { textOfSubprotocols } from '../platforms/subprotocols.ts'
import type { PromptLog } from '../record/prompt-log.ts'
import { describeError } from '../respond/describe-error.ts'
import { renderProxyError } from '../respond/error-page.ts'
import { upgradeRefusalOf } from '../respond/send.ts'
import { countPrompt } from '../telemetry/count-prompt.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import type { RequestTrace } from '../telemetry/request-trace.ts'
import { CLOSE } from '../websocket/close-codes.ts'
import { type Handshake, readHandshake, ServiceHandshake } from '../websocket/handshake.ts'
import { socketLimits } from '../websocket/limits.ts'
import { Relay, type RelaySettings } from '../websocket/relay.ts'
import { answer } from './answer.ts'
import type { DropTurns } from './drop-turns.ts'
import { forward } from './forward.ts'
import { MessageGate } from './message-gate.ts'
import type { Notifier } from './notifier.ts'
import type { TenantRestrictions } from './tenant-restrictions.ts'
import { upstreamRequest } from './upstream-request.ts'

interface Options {
  readonly catalogue: Catalogue
  readonly inspector: Pick<Inspector, 'inspect'>
  readonly decider: Decider
  /** Decides where WebSockets are switched off: nothing passes it. */
  readonly refuser: Decider
  readonly promptLog: PromptLog
  readonly exchanger: Exchanger
  readonly restrictions: Pick<TenantRestrictions, 'apply'>
  readonly settings: RelaySettings & {
    readonly contact: string
    readonly webSocket: 'on' | 'off'
    readonly handshakeMs: number
  }
  /** WebSockets open at once, and what they may hold. */
  readonly sockets: FairShare
  readonly held: FairShare
  readonly answers: Answers | undefined
  /** Undefined if WEIR_BANNER is off. */
  readonly notifier: Notifier | undefined
  /** Undefined if WEIR_DROP_BLOCKED_TURNS is off. */
  readonly dropTurns: DropTurns | undefined
  readonly metrics: ProxyMetrics
  readonly log: ProxyLog
  readonly onFault: (error: Error) => void
}

/** A handshake on its way through the gate. */
interface Passage {
  readonly client: ClientExchange
  readonly platform: Platform
  readonly target: RequestTarget
  readonly handshake: Handshake
  readonly trace: RequestTrace
  /** Fields that are sent upstream besides the client's. */
  readonly added: FieldBlock
}

/** What a handshake holds besides its query, which is inspected like that of any request: nothing. */
const EMPTY_HANDSHAKE: RequestInspection = { status: 'full', reason: 'no_text', operation: 'websocket' }

/**
 * WebSockets of AI services: the handshake is judged by what is known of it, passed on, and from then on each message is decided on
 * (message-gate.ts). With WEIR_WEBSOCKET=off it is refused in the way that lets the service's clients fall back.
 */
export class SocketGate {
  readonly #options: Options
  readonly #open = new Set<Relay>()
  readonly #deadlines = new Deadlines()
  #whenClosed: (() => void) | undefined
  #isClosing = false

  constructor(options: Options) {
    this.#options = options
  }

  handle(client: ClientExchange): void {
    const { request, connection } = client
    try {
      const target = readTarget(request, connection)
      const platform = this.#options.catalogue.platformFor(connection.target.host, connection.client)
      if (platform === undefined) throw new RequestError(421, `${connection.target.host} is not intercepted`)
      const handshake = readHandshake(request)
      const trace = this.#options.log.begin(platform.id, connection.client.address)
      whenSettled(client, (settled) => trace.finish(settled))
      const added = this.#options.restrictions.apply(client, target.path) + withoutCookie(request.fields)
      this.#inspect({ client, platform, target, handshake, trace, added })
    } catch (error) {
      this.#options.metrics.badRequests.inc()
      this.#options.log.failed(error as Error, { client: connection.client.address, ...connection.target })
      answer(client, renderProxyError(describeError(error as Error), request.fields.get('accept')), true)
    }
  }

  /** Says goodbye on every WebSocket; resolves when they have ended, which takes a moment at most. */
  async close(): Promise<void> {
    this.#isClosing = true
    if (this.#open.size > 0) {
      const closed = new Promise<void>((resolve) => {
        this.#whenClosed = resolve
      })
      for (const relay of this.#open) {
        relay.close(CLOSE.goingAway, STOPPING, CLOSE.goingAway, socketLimits.stopGrace)
      }
      const timer = setTimeout(() => this.destroy(), socketLimits.stopGrace)
      await closed
      clearTimeout(timer)
    }
    this.#deadlines.close()
  }

  /** Cuts every WebSocket. */
  destroy(): void {
    for (const relay of this.#open) relay.destroy()
    this.#deadlines.close()
  }

  #inspect(passage: Passage): void {
    const { client, platform, target, handshake } = passage
    const hasQuery = textOfQuery(target.query) !== ''
    const names = textOfSubprotocols(handshake.protocols)
    if (!hasQuery && names === '') {
      this.#judge(passage, undefined)
      return
    }
    const read = names === '' ? target : { ...messageTarget(target, 'text/plain; charset=utf-8'), query: target.query }
    const inspecting = this.#options.inspector.inspect({
      client: shareOf(client.connection.client),
      platform,
      target: read,
      bytes: Buffer.from(names),
      gone: () => goneSignal(client),
    })
    // Names of subprotocols are no prompt: without a finding nothing was said.
    const judge = (inspection: RequestInspection) =>
      this.#judge(passage, hasQuery || hasFinding(inspection) ? inspection : undefined)
    if (!(inspecting instanceof Promise)) judge(inspecting)
    else inspecting.then(judge).catch((error: Error) => this.#fail(passage, error))
  }

  /** @param inspection of its query and its subprotocols, if they hold a text */
  #judge(passage: Passage, inspection: RequestInspection | undefined): void {
    const { client, platform, target } = passage
    const { decider, refuser, settings } = this.#options
    if (client.closed) return
    const isOff = settings.webSocket === 'off'
    const { judged } = (isOff ? refuser : decider).decide({
      ...{ connection: client.connection, platform, target },
      body: Buffer.alloc(0),
      inspection: { ...(inspection ?? EMPTY_HANDSHAKE), operation: 'websocket' },
      ...(isOff && { uninspected: 'unsupported_upgrade' as const }),
    })
    const { refusedBy, isAboutFindings } = judged.ruling
    // A policy about what was found, or not found, is for messages: here nothing was said yet.
    const isRefused =
      refusedBy === 'fail_mode' || (refusedBy === 'policy' && (inspection !== undefined || !isAboutFindings))
    try {
      if (isRefused || inspection !== undefined) this.#record(passage, judged, isRefused)
      if (!isRefused) this.#admit(passage)
    } catch (error) {
      this.#fail(passage, error as Error)
    }
  }

  #record({ client, trace }: Passage, judged: JudgedPrompt, isRefused: boolean): void {
    const { metrics, promptLog, settings } = this.#options
    trace.judged(judged, undefined)
    countPrompt(metrics, judged)
    const isRecorded = promptLog.record(judged)
    if (!isRecorded) trace.unrecorded()
    if (!isRefused) return
    const status = webSocketRefusalStatus(client.connection.target.host)
    answer(client, upgradeRefusalOf(judged, settings.contact, isRecorded, status), true)
  }

  #admit(passage: Passage): void {
    const { client } = passage
    const share = shareOf(client.connection.client)
    const lease = this.#options.sockets.tryTake(share)
    if (lease !== undefined) this.#connect(passage, lease)
    else {
      this.#options.sockets
        .take(share, 1, undefined, goneSignal(client))
        .then((waited) => {
          if (client.closed) waited.release()
          else this.#connect(passage, waited)
        })
        .catch((error: Error) => this.#fail(passage, error))
    }
  }

  #connect(passage: Passage, lease: Lease): void {
    const { client, handshake, trace, added } = passage
    const { exchanger, settings, metrics } = this.#options
    const service = new ServiceHandshake(client.request, handshake, settings.maxMessageBytes)
    let isDecided = false
    const decided = () => {
      isDecided = true
      clearTimeout(timer)
    }
    const failed = (error: Error) => {
      decided()
      lease.release()
      this.#fail(passage, error)
    }
    client.closeAfter()
    const request = { ...upstreamRequest(client, null), upgrade: 'websocket', fields: service.fields + added }
    const exchange = forward(exchanger, request, client, {
      beforeSending: () => {
        trace.sending()
        return undefined
      },
      // The service declines: its answer is passed on, and is the last one on this connection.
      extraFields: () => {
        decided()
        lease.release()
        trace.answered()
        return ''
      },
      onUpgraded: (head, upstream, first) => {
        decided()
        trace.answered()
        this.#upgrade(passage, service, lease, { head, upstream, first })
      },
      onFailure: failed,
      onBrokenAnswer: () => metrics.upstreamFailures.inc({ failure: 'broken_answer' }),
      onClientGone: () => {
        decided()
        lease.release()
        metrics.clientAborts.inc({ stage: 'answer' })
      },
    })
    const timer = setTimeout(() => {
      if (isDecided) return
      exchange.abort()
      failed(new UpstreamError('timeout', 'the service did not agree to the WebSocket in time'))
    }, settings.handshakeMs)
    if (isDecided) clearTimeout(timer)
  }

  #upgrade(
    passage: Passage,
    service: ServiceHandshake,
    lease: Lease,
    { head, upstream, first }: { readonly head: AnswerHead; readonly upstream: Duplex; readonly first: Buffer },
  ): void {
    const { client, platform, target } = passage
    const { held, settings, onFault } = this.#options
    try {
      const agreement = service.agree(head.fields, upstream instanceof Socket)
      const taken = client.takeOver({ reason: head.reason, fields: `${agreement.fields}${SWITCH}` })
      const messages = new MessageGate({
        ...this.#options,
        ...{ connection: client.connection, platform, target },
        gone: () => relay.gone,
        contact: settings.contact,
      })
      const relay: Relay = new Relay({
        client: { socket: taken.socket, head: taken.head },
        service: { socket: upstream, head: first },
        ...{ agreement, held, settings, onFault },
        share: shareOf(client.connection.client),
        judge: messages,
        onEnd: () => {
          lease.release()
          messages.close()
          this.#ended(relay)
        },
      })
      this.#open.add(relay)
      this.#deadlines.watch(relay)
      relay.start()
      // Its handshake was under way when the stop began.
      if (this.#isClosing) relay.close(CLOSE.goingAway, STOPPING)
    } catch (error) {
      upstream.destroy()
      lease.release()
      this.#fail(passage, error as Error)
    }
  }

  #ended(relay: Relay): void {
    this.#open.delete(relay)
    this.#deadlines.forget(relay)
    if (this.#open.size === 0) this.#whenClosed?.()
  }

  #fail({ client, platform, trace }: Passage, error: Error): void {
    const described = describeError(error, client.connection.target.host)
    trace.failed(described.code)
    if (error instanceof UpstreamError) this.#options.metrics.upstreamFailures.inc({ failure: error.failure })
    if (client.closed) return
    if (client.answered) client.abort()
    else
      answer(
        client,
        renderProxyError(described, client.request.fields.get('accept'), platform.id),
        error instanceof AdmissionError,
      )
  }
}

function hasFinding({ result, status }: RequestInspection): boolean {
  return status !== 'full' || (result !== undefined && !isWithoutFindings(result))
}

const STOPPING = 'the proxy is stopping'
const SWITCH = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
