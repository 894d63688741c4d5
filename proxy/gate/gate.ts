import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import { type Enforcement, rule } from '../decide/ruling.ts'
import { RequestError, UpstreamError } from '../errors.ts'
import type { PolicySource } from '../feeds/policies/policy-source.ts'
import type { ExchangeRequest, Exchanger } from '../http/exchange.ts'
import { checkFraming } from '../http/framing.ts'
import { forwardableRequestHeaders, type RawHeaders } from '../http/headers.ts'
import { originOf, pathOf, readTarget } from '../http/request-target.ts'
import type { RequestInspection } from '../inspection/inspect-request.ts'
import type { Inspector } from '../inspection/inspector.ts'
import type { InterceptedConnection } from '../intercept/interceptor.ts'
import type { Catalogue } from '../platforms/catalogue.ts'
import type { Platform, RequestTarget } from '../platforms/platform.ts'
import { textOfQuery } from '../platforms/query.ts'
import type { PromptLog } from '../record/prompt-log.ts'
import { describeError } from '../respond/describe-error.ts'
import { sendProxyError } from '../respond/error-page.ts'
import { coachHeaders, sendRefusal } from '../respond/send.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog, RequestTrace } from '../telemetry/proxy-log.ts'
import { forward } from './forward.ts'
import { hasBody, type ReceivedBody, receiveBody } from './request-body.ts'

interface Options {
  readonly catalogue: Catalogue
  readonly inspector: Inspector
  readonly policies: PolicySource
  /** Whether the tenant's detectors are known: without them a prompt is inspected only in part. */
  readonly detectors: { current(): { readonly available: boolean } }
  readonly promptLog: PromptLog
  readonly exchanger: Exchanger
  readonly settings: Enforcement & { readonly contact: string; readonly inspectMaxBytes: number }
  readonly metrics: ProxyMetrics
  readonly log: ProxyLog
}

/** One request on its way through the gate. */
interface Passage {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly connection: InterceptedConnection
  readonly platform: Platform
  readonly target: RequestTarget
  readonly trace: RequestTrace
}

/**
 * Where every request to an AI service is read, inspected, decided over, and refused or forwarded: the straight line of the
 * architecture, from the decrypted request to the answer. A prompt is on record before a byte of it leaves, and before the
 * client sees an answer.
 */
export class Gate {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  handle(request: IncomingMessage, response: ServerResponse, connection: InterceptedConnection): void {
    try {
      checkFraming(request)
      const target = readTarget(request, connection)
      const platform = this.#options.catalogue.platformFor(connection.target.host)
      if (platform === undefined) throw new RequestError(421, `${connection.target.host} is not intercepted`)
      const trace = this.#trace(platform, connection, response)
      const passage: Passage = { request, response, connection, platform, target, trace }
      if (!hasBody(request) && textOfQuery(target.query) === '') this.#forwardUninspected(passage, null)
      else this.#receive(passage).catch((error: Error) => this.#fail(passage, error))
    } catch (error) {
      this.#options.metrics.badRequests.inc()
      this.#options.log.failed(error as Error, { client: connection.client.address, ...connection.target })
      // What follows on a connection whose framing is in doubt cannot be told apart from this request's body.
      sendProxyError(response, describeError(error as Error), { accept: request.headers.accept, close: true })
    }
  }

  /** The one line of a request, written when there is nothing more to come of its answer. */
  #trace(platform: Platform, { client }: InterceptedConnection, response: ServerResponse): RequestTrace {
    const trace = this.#options.log.begin(platform.id, client.address)
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : undefined
      trace.finish({ status, complete: response.writableFinished })
    })
    return trace
  }

  async #receive(passage: Passage): Promise<void> {
    const body = await receiveBody(passage.request, this.#options.settings.inspectMaxBytes)
    const started = performance.now()
    const inspecting = this.#options.inspector.inspect({
      client: passage.connection.client.address,
      platform: passage.platform,
      target: passage.target,
      bytes: body.bytes,
      truncation: body.kind === 'complete' ? undefined : body.kind,
    })
    // Small prompts are inspected at once; waiting for what is there already would cost a turn of the event loop.
    const inspection = inspecting instanceof Promise ? await inspecting : inspecting
    // A client may also hang up while a large prompt is inspected in its thread.
    const clientGone = body.kind === 'aborted' || passage.response.destroyed
    if (inspection.result === undefined && inspection.status === 'full') {
      if (clientGone) this.#options.metrics.clientAborts.inc({ stage: 'request_body' })
      else this.#forwardUninspected(passage, hasBody(passage.request) ? body.bytes : null)
      return
    }
    const judged = this.#judge(passage, body.bytes, inspection)
    const inspectMs = performance.now() - started
    this.#options.metrics.inspectionSeconds.observe(inspectMs / 1000)
    passage.trace.judged(judged, inspectMs)
    if (clientGone) this.#recordAborted(judged)
    else if (judged.ruling.refusedBy !== undefined) this.#refuse(passage, judged)
    else this.#forward(passage, judged, body)
  }

  #judge(passage: Passage, body: Buffer, inspection: RequestInspection): JudgedPrompt {
    const { policies, detectors, settings, metrics } = this.#options
    const facts = {
      platform_id: passage.platform.id,
      risk_score: inspection.result?.riskScore ?? 0,
      classifications: inspection.result?.facts ?? [],
      source: 'proxy',
      direction: 'outbound',
      user_id: null,
    } as const
    const isPartial = inspection.status === 'full' && !detectors.current().available
    const status = isPartial ? ({ status: 'partial', reason: 'no_detectors' } as const) : inspection
    const ruling = rule(facts, status, policies.current(), settings)
    metrics.requests.inc({ platform: passage.platform.id, action: ruling.action })
    metrics.inspections.inc({ status: ruling.inspection.status, reason: ruling.inspection.reason ?? '' })
    const { connection, platform, target } = passage
    return { id: randomUUID(), connection, platform, target, inspection, ruling, body }
  }

  #refuse({ request, response }: Passage, judged: JudgedPrompt): void {
    try {
      this.#options.promptLog.record(judged)
    } catch {
      // Counted and logged where it happened. The prompt stays refused: that is what both fail modes ask for here.
    }
    sendRefusal(response, judged, this.#options.settings.contact)
    discardRest(request, response)
  }

  #forward(passage: Passage, judged: JudgedPrompt, body: ReceivedBody): void {
    const { promptLog, settings } = this.#options
    const extraHeaders = judged.ruling.action === 'coach' ? coachHeaders(judged, settings.contact) : []
    const payload = payloadOf(passage.request, body)
    let recorded = false
    const record = () => {
      recorded = true
      promptLog.record(judged)
    }
    this.#exchange(passage, payload, extraHeaders, record, (error) => {
      // A handshake that failed let nothing out and has no prompt (proxy-decisions); everything else is on record.
      if (!recorded && !isHandshakeFailure(error)) record()
    })
  }

  #forwardUninspected(passage: Passage, body: Buffer | null): void {
    this.#options.metrics.requests.inc({ platform: passage.platform.id, action: 'none' })
    this.#exchange(
      passage,
      body,
      [],
      () => {},
      () => {},
    )
  }

  #exchange(
    passage: Passage,
    body: ExchangeRequest['body'],
    extraHeaders: RawHeaders,
    onSent: () => void,
    onFailure: (error: Error) => void,
  ): void {
    const { request, response, connection } = passage
    const { metrics, exchanger } = this.#options
    const exchangeRequest = {
      origin: originOf(connection),
      method: request.method ?? 'GET',
      path: pathOf(request.url ?? '/', connection),
      headers: upstreamHeaders(request, body),
      body,
    }
    forward(exchanger, exchangeRequest, response, extraHeaders, {
      onSent,
      onFailure: (error) => {
        let failure = error
        try {
          onFailure(error)
        } catch (recordError) {
          // Thrown on, it would end the process: there is nobody above the exchange.
          failure = recordError as Error
        }
        this.#fail(passage, failure)
      },
      onBrokenAnswer: () => {
        metrics.upstreamFailures.inc({ failure: 'broken_answer' })
        passage.trace.failed('upstream_broken_answer')
      },
      onClientGone: () => metrics.clientAborts.inc({ stage: 'answer' }),
    })
  }

  /** The client hung up in the middle of its prompt: nothing is answered or forwarded, what came is on record. */
  #recordAborted(judged: JudgedPrompt): void {
    this.#options.metrics.clientAborts.inc({ stage: 'request_body' })
    this.#options.promptLog.record(judged)
  }

  #fail({ request, response, trace }: Passage, error: Error): void {
    const described = describeError(error)
    trace.failed(described.code)
    if (error instanceof UpstreamError) this.#options.metrics.upstreamFailures.inc({ failure: error.failure })
    if (response.headersSent || response.destroyed) {
      response.destroy()
      return
    }
    sendProxyError(response, described, { accept: request.headers.accept, close: false })
    discardRest(request, response)
  }
}

function isHandshakeFailure(error: Error): boolean {
  return error instanceof UpstreamError && (error.failure === 'certificate' || error.failure === 'tls')
}

/** End-to-end headers; the length of a body that is still streaming is stated as the client stated it. */
function upstreamHeaders(request: IncomingMessage, body: ExchangeRequest['body']): string[] {
  const headers = forwardableRequestHeaders(request.rawHeaders)
  const length = request.headers['content-length']
  if (body instanceof Readable && length !== undefined) headers.push('Content-Length', length)
  return headers
}

/** What is sent on: nothing where no body came, which is not the same as an empty one. */
function payloadOf(request: IncomingMessage, body: ReceivedBody): ExchangeRequest['body'] {
  if (!hasBody(request)) return null
  return body.kind === 'complete' ? body.bytes : rejoin(body.bytes, request)
}

/** What was read of a body that is too large to inspect, then the rest as it comes. */
function rejoin(first: Buffer, request: IncomingMessage): Readable {
  return Readable.from(
    (async function* () {
      yield first
      yield* request
    })(),
    { objectMode: false },
  )
}

/** How much of a refused body is still read, so that the client gets to see the refusal before the connection closes. */
const DISCARD_BYTES = 64 * 1024 * 1024

/** A client that is still sending would take a closed connection for a network failure: what comes is read and dropped. */
function discardRest(request: IncomingMessage, response: ServerResponse): void {
  if (request.readableEnded || request.complete) return
  let discarded = 0
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > DISCARD_BYTES) request.destroy()
  })
  // It was paused where the limit was met, and a listener alone does not undo that.
  request.resume()
  response.once('finish', () => setTimeout(() => request.destroy(), 5000).unref())
}
