import type { Answers } from '../answers/answers.ts'
import type { Documents } from '../banner/documents.ts'
import { withoutCookie } from '../banner/person.ts'
import type { Decider, Decision } from '../decide/decide.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import { AdmissionError, BusyError, RequestError, UpstreamError } from '../errors.ts'
import type { InterceptedConnection } from '../http/connection.ts'
import type { ClientExchange, Exchanger } from '../http/exchange.ts'
import { hasBody } from '../http/heads.ts'
import { readTarget } from '../http/request-target.ts'
import { whenSettled } from '../http/when-settled.ts'
import type { RequestInspection } from '../inspection/inspect-request.ts'
import type { Inspector } from '../inspection/inspector.ts'
import { shareOf } from '../listen/client.ts'
import type { FairShare } from '../listen/fair-share.ts'
import type { Catalogue } from '../platforms/catalogue.ts'
import { speaksMcp } from '../platforms/mcp/speaks-mcp.ts'
import { isOperatorHost } from '../platforms/operator-host.ts'
import type { Platform, RequestTarget } from '../platforms/platform.ts'
import { textOfQuery } from '../platforms/query.ts'
import { OTHER_OPERATION } from '../platforms/read.ts'
import type { PromptLog } from '../record/prompt-log.ts'
import { describeError } from '../respond/describe-error.ts'
import { renderProxyError } from '../respond/error-page.ts'
import { refusalOf } from '../respond/send.ts'
import { isMessageStream } from '../streams/is-message-stream.ts'
import { countPrompt } from '../telemetry/count-prompt.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import { platformLabel } from '../telemetry/platform-label.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import { answer } from './answer.ts'
import type { CoachLines } from './coach-lines.ts'
import { Departures } from './departures.ts'
import { type DropTurns, refuseOrLighten } from './drop-turns.ts'
import { forward } from './forward.ts'
import type { Notifier } from './notifier.ts'
import { inspectionInput, type Passage, Passing, type PassingContext, subjectOf } from './passing.ts'
import { PassingPrompt } from './passing-prompt.ts'
import { type ReceivedBody, receiveBody } from './request-body.ts'
import { StreamPassage } from './stream-passage.ts'
import type { TenantRestrictions } from './tenant-restrictions.ts'
import { UploadPieces } from './upload-pieces.ts'
import { upstreamRequest } from './upstream-request.ts'

interface Options {
  readonly catalogue: Catalogue
  readonly inspector: Pick<Inspector, 'inspect'>
  readonly decider: Decider
  readonly promptLog: PromptLog
  readonly exchanger: Exchanger
  readonly restrictions: Pick<TenantRestrictions, 'apply'>
  readonly settings: { readonly contact: string; readonly inspectMaxBytes: number; readonly clientBodyMs: number }
  /** What bodies may hold at once. */
  readonly held: FairShare
  readonly metrics: ProxyMetrics
  readonly log: ProxyLog
  /** Undefined if WEIR_DROP_BLOCKED_TURNS is off. */
  readonly dropTurns?: DropTurns | undefined
  /** Reads what services answer to prompts; undefined if WEIR_ANSWERS is off. */
  readonly answers?: Pick<Answers, 'open'> | undefined
  /** Both undefined if WEIR_BANNER is off. */
  readonly documents?: Pick<Documents, 'navigation'> | undefined
  readonly notifier?: Notifier | undefined
  /** Undefined if WEIR_COACH_IN_ANSWER is off. */
  readonly coachLines?: CoachLines | undefined
}

/**
 * Every request to an AI service is read, inspected, decided on, and refused or forwarded here: the main line of the
 * architecture (docs/architecture.md), from the decrypted request to the answer. A prompt is recorded before a byte of it is
 * sent, and before the client sees an answer.
 */
export class Gate {
  readonly #options: Options
  readonly #context: PassingContext
  readonly #pieces = new UploadPieces()

  constructor(options: Options) {
    this.#options = options
    const { inspector, decider, promptLog, metrics, settings, answers, notifier, coachLines } = options
    this.#context = {
      ...{ inspector, decider, promptLog, metrics, contact: settings.contact, answers, notifier, coachLines },
      departures: new Departures(promptLog),
      refuse: (passage, judged) => this.#refuse(passage, judged),
      fail: (passage, error) => this.#fail(passage, error),
    }
  }

  handle(client: ClientExchange): void {
    const { request, connection } = client
    try {
      const target = readTarget(request, connection)
      const platform = platformOf(this.#options.catalogue, connection, target)
      if (platform === undefined) throw new RequestError(421, `${connection.target.host} is not intercepted`)
      const trace = this.#options.log.begin(platform.id, connection.client.address)
      trace.linked(request.fields.get('traceparent'))
      whenSettled(client, (settled) => trace.finish(settled))
      const added = this.#options.restrictions.apply(client, target.path) + withoutCookie(request.fields)
      const navigation = this.#options.documents?.navigation(request, connection, platform, target)
      const passage: Passage = { client, platform, target, trace, added, navigation }
      if (!hasBody(request) && !mayHoldText(request.target, target)) {
        this.#forwardUninspected(passage, null)
      } else this.#receive(passage)
    } catch (error) {
      this.#options.metrics.badRequests.inc()
      this.#options.log.failed(error as Error, { client: connection.client.address, ...connection.target })
      // If the framing is ambiguous, the next bytes on the connection may belong to this request's body.
      answer(client, renderProxyError(describeError(error as Error), request.fields.get('accept')), true)
    }
  }

  #receive(passage: Passage): void {
    const { settings, held } = this.#options
    const { client } = passage
    const inspect = (received: Passage, body: ReceivedBody | Error) => {
      try {
        if (body instanceof Error) throw body
        this.#inspect(this.#withSeam(received, body), body)
      } catch (error) {
        this.#fail(received, error as Error)
      }
    }
    if (isMessageStream(client.request)) this.#receiveStream(passage, inspect)
    else if (!hasBody(client.request)) inspect(passage, NO_BODY)
    else receiveBody(client, settings.inspectMaxBytes, held, (body) => inspect(passage, body))
  }

  /** A request whose messages are judged one by one: the first here, like any body. */
  #receiveStream(passage: Passage, inspect: (passage: Passage, body: ReceivedBody) => void): void {
    const { settings, held, promptLog, log } = this.#options
    const stream = new StreamPassage(passage, {
      ...{ context: this.#context, promptLog, log, held },
      ...{ maxBytes: settings.inspectMaxBytes, messageMs: settings.clientBodyMs },
    })
    const streamed = { ...passage, stream }
    stream.receive((first) => {
      if (first instanceof Error) {
        this.#fail(passage, first)
        return
      }
      // Of a client that waits for the service to speak first there is only the query, which leaves with the head.
      const isEmpty = first.kind === 'silent' && textOfQuery(passage.target.query) === ''
      const body: ReceivedBody = { ...first, kind: first.kind === 'silent' ? 'complete' : first.kind }
      if (isEmpty) this.#forwardUninspected(streamed, body)
      else inspect(streamed, body)
    })
  }

  /** If the request is a piece of a file that comes in several: with what lies across the ends of it, and what its answer may say of the next. */
  #withSeam(passage: Passage, body: ReceivedBody): Passage {
    const { client, target } = passage
    const { client: from, target: service } = client.connection
    if (body.kind !== 'complete') return passage
    const seam = this.#pieces.seamsOf(shareOf(from), service.host, target, body.bytes)
    const begun = this.#pieces.beginning(shareOf(from), service.host, target, body.bytes)
    return seam === undefined && begun === undefined ? passage : { ...passage, seam, begun }
  }

  #inspect(passage: Passage, body: ReceivedBody): void {
    const started = performance.now()
    const inspecting = this.#options.inspector.inspect(inspectionInput(passage, body))
    // Small prompts are inspected at once; awaiting a result that is already there would cost a turn of the event loop.
    if (!(inspecting instanceof Promise)) this.#decide(passage, body, inspecting, started)
    else {
      inspecting
        .then((inspection) => this.#decide(passage, body, inspection, started))
        .catch((error: Error) => this.#fail(passage, error))
    }
  }

  #decide(passage: Passage, body: ReceivedBody, inspection: RequestInspection, started: number): void {
    const { client, trace } = passage
    const { metrics, decider } = this.#options
    // A client may also hang up while a large prompt is inspected in its thread.
    const clientGone = body.kind === 'aborted' || client.closed
    if (inspection.result === undefined && inspection.status === 'full') {
      if (clientGone) metrics.clientAborts.inc({ stage: 'request_body' })
      else this.#forwardUninspected(passage, body, inspection.operation === OTHER_OPERATION ? 'other' : 'none')
      return
    }
    const decision = decider.decide({ ...subjectOf(passage), body: body.bytes, inspection })
    const inspectMs = performance.now() - started
    metrics.inspectionSeconds.observe(inspectMs / 1000)
    trace.judged(decision.judged, inspectMs)
    if (clientGone) this.#recordAborted(decision.judged)
    else if (decision.judged.ruling.refusedBy !== undefined) this.#refuseOrLighten(passage, decision, body)
    else {
      if (isWhole(body)) this.#options.dropTurns?.letThrough(decision, body.bytes)
      this.#forward(passage, decision, body)
    }
  }

  #refuseOrLighten(passage: Passage, decision: Decision, body: ReceivedBody): void {
    const { inspector, decider } = this.#options
    const dropTurns = isWhole(body) ? this.#options.dropTurns : undefined
    const refusing = refuseOrLighten(decision, body.bytes, dropTurns, decider, {
      inspect: (bytes) => inspector.inspect(inspectionInput(passage, { ...body, bytes })),
      decide: ({ bytes, dropped }, inspection) =>
        decider.decide({ ...subjectOf(passage), body: bytes, dropped, inspection }),
      refuse: () => {
        if (passage.client.closed) this.#recordAborted(decision.judged)
        else this.#refuse(passage, decision.judged)
      },
      pass: ({ bytes }, again) => {
        if (passage.client.closed) {
          this.#recordAborted(decision.judged)
          return
        }
        passage.trace.judged(again.judged, undefined)
        this.#forward(passage, again, { ...body, bytes })
      },
    })
    if (refusing instanceof Promise) refusing.catch((error: Error) => this.#fail(passage, error))
  }

  #count(judged: JudgedPrompt): void {
    countPrompt(this.#options.metrics, judged)
  }

  #refuse({ client, trace }: Passage, judged: JudgedPrompt): void {
    this.#count(judged)
    let isRecorded = false
    try {
      isRecorded = this.#options.promptLog.record(judged)
    } catch {
      // Already counted and logged. The prompt stays refused, as both fail modes require here.
    }
    if (!isRecorded) trace.unrecorded()
    const refusal = refusalOf(judged, this.#options.settings.contact, isRecorded)
    // Where its status is that of a success, the app shows it as an answer.
    this.#options.notifier?.refused(judged, isRecorded, refusal.status < 300)
    answer(client, refusal)
  }

  #forward(passage: Passage, decision: Decision, body: ReceivedBody): void {
    this.#exchange(passage, body, new PassingPrompt(passage, this.#context, body, decision))
  }

  #forwardUninspected(passage: Passage, body: ReceivedBody | null, action: 'none' | 'other' = 'none'): void {
    this.#options.metrics.requests.inc(platformLabel(passage.platform.id), action)
    this.#exchange(passage, body, new Passing(passage, this.#context))
  }

  #exchange({ client, added, stream }: Passage, body: ReceivedBody | null, passing: Passing): void {
    const request = upstreamRequest(client, body, added)
    const exchange = forward(this.#options.exchanger, request, client, stream?.around(passing) ?? passing)
    stream?.began(exchange)
  }

  /** The client hung up in the middle of its prompt: nothing is answered or forwarded, and the received part is recorded. */
  #recordAborted(judged: JudgedPrompt): void {
    this.#count(judged)
    this.#options.metrics.clientAborts.inc({ stage: 'request_body' })
    this.#options.promptLog.record(judged, 'client_gone')
  }

  #fail({ client, platform, trace }: Passage, error: Error): void {
    const described = describeError(error, client.connection.target.host)
    trace.failed(described.code)
    if (error instanceof UpstreamError) this.#options.metrics.upstreamFailures.inc({ failure: error.failure })
    if (error instanceof BusyError) this.#options.metrics.upstreamFailures.inc({ failure: 'busy' })
    if (client.closed) return
    if (client.answered) return void client.abort()
    const rendered = renderProxyError(described, client.request.fields.get('accept'), platform.id)
    answer(client, rendered, error instanceof AdmissionError)
  }
}

/** The query of a longer target is not read here, where no client's share counts it: it is inspected as a body is. */
const SHORT_TARGET = 4096

function mayHoldText(received: string, { query }: RequestTarget): boolean {
  return received.includes('?') && (received.length > SHORT_TARGET || textOfQuery(query) !== '')
}

/** The service behind a connection's host; of a host that is none of the catalogue's an MCP server, where the request says so. */
function platformOf(
  catalogue: Catalogue,
  { target: { host }, client }: InterceptedConnection,
  target: RequestTarget,
): Platform | undefined {
  const platform = catalogue.platformFor(host, client)
  // Its headers are put together when they are first asked for, which is not needed for most of what pages load.
  return (platform === undefined || isOperatorHost(platform.id)) && speaksMcp(target.headers)
    ? (catalogue.mcpServerAt(host) ?? platform)
    : platform
}

/** Of a stream of messages there is only the first. */
function isWhole({ kind, whole }: ReceivedBody): boolean {
  return kind === 'complete' && whole === undefined
}

const NO_BODY: ReceivedBody = { kind: 'complete', bytes: Buffer.alloc(0), whole: undefined }
