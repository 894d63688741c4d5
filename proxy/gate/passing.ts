import type { AnswerReader } from '../answers/answer-reader.ts'
import type { Answers } from '../answers/answers.ts'
import type { Navigation } from '../banner/documents.ts'
import type { Decider, Decision } from '../decide/decide.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import { BusyError, UpstreamError } from '../errors.ts'
import type { AnswerHead, ClientExchange, FieldBlock, ServiceExchange } from '../http/exchange.ts'
import { toFieldBlock } from '../http/fields.ts'
import { goneSignal } from '../http/when-settled.ts'
import type { InspectionInput, RequestInspection } from '../inspection/inspect-request.ts'
import type { Inspector } from '../inspection/inspector.ts'
import { shareOf } from '../listen/client.ts'
import type { Platform, RequestTarget } from '../platforms/platform.ts'
import type { Outcome, PromptLog, PromptToRecord } from '../record/prompt-log.ts'
import { describeError } from '../respond/describe-error.ts'
import { coachHeaders } from '../respond/send.ts'
import type { Rewriting } from '../rewriting/rewritten-body.ts'
import { countPrompt } from '../telemetry/count-prompt.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { RequestTrace } from '../telemetry/proxy-log.ts'
import type { CoachLines } from './coach-lines.ts'
import type { Departing, Departures } from './departures.ts'
import type { ForwardHandler } from './forward.ts'
import type { Notifier, ToldBeside } from './notifier.ts'
import type { ReceivedBody } from './request-body.ts'
import { fileIdsOfPath, isUpload, UploadAnswer } from './upload-answer.ts'

/** One request on its way through the gate. */
export interface Passage {
  readonly client: ClientExchange
  readonly platform: Platform
  readonly target: RequestTarget
  readonly trace: RequestTrace
  /** Of a piece of a file: see InspectionInput. */
  readonly seam?: string | undefined
  /** Fields that are sent upstream besides the client's. */
  readonly added?: FieldBlock
  /** A page may come that gets the banner. */
  readonly navigation?: Navigation | undefined
  /** Of a request whose messages are judged one by one. */
  readonly stream?: MessagesOfRequest
}

/** What comes behind the first message of a request, and the answer beside it. */
export interface MessagesOfRequest {
  /** Stands between the answer and what is done with it. */
  around(passing: ForwardHandler): ForwardHandler
  /** The service is being asked. */
  began(exchange: ServiceExchange): void
}

/** What a request that is forwarded needs of the gate. */
export interface PassingContext {
  readonly inspector: Pick<Inspector, 'inspect'>
  readonly decider: Decider
  readonly promptLog: PromptLog
  readonly departures: Pick<Departures, 'add'>
  readonly metrics: ProxyMetrics
  readonly contact: string
  /** Undefined if WEIR_BANNER is off. */
  readonly notifier: Pick<Notifier, 'coached'> | undefined
  /** Undefined if WEIR_COACH_IN_ANSWER is off. */
  readonly coachLines: Pick<CoachLines, 'rewrite'> | undefined
  /** Reads what services answer to prompts; undefined if WEIR_ANSWERS is off. */
  readonly answers: Pick<Answers, 'open'> | undefined
  /** Answers the request with a refusal. */
  refuse(passage: Passage, judged: JudgedPrompt): void
  /** Answers the request with an error, if it still can be answered. */
  fail(passage: Passage, error: Error): void
}

/** A request that is forwarded without having been inspected: nothing in it can be a prompt, or the client is the only loser. */
export class Passing implements ForwardHandler {
  readonly passage: Passage
  readonly context: PassingContext

  constructor(passage: Passage, context: PassingContext) {
    this.passage = passage
    this.context = context
  }

  beforeSending(): void | Promise<void> {
    this.passage.trace.sending()
  }

  extraFields(): string {
    this.passage.trace.answered()
    return ''
  }

  rewrite(head: AnswerHead): Rewriting | undefined {
    return this.passage.navigation?.rewrite(head)
  }

  onData(chunk: Buffer): void {
    this.passage.trace.passed(chunk.length)
  }

  onFailure(error: Error): void {
    this.context.fail(this.passage, error)
  }

  onBrokenAnswer(): void {
    this.context.metrics.upstreamFailures.inc({ failure: 'broken_answer' })
    this.passage.trace.failed('upstream_broken_answer')
  }

  onClientGone(): void {
    this.context.metrics.clientAborts.inc({ stage: 'answer' })
  }
}

/** How often a prompt is checked again before it is sent. */
const MAX_ROUNDS = 8

/** A prompt was allowed at first, and is refused after a change of policies or detectors, just before it is sent. */
class JudgedAgainError extends Error {}

/** A prompt that was allowed: judged again if anything has changed when it can be sent, and recorded before a byte of it is. */
export class PassingPrompt extends Passing implements Departing {
  readonly #body: ReceivedBody
  #decision: Decision
  /** Settled when it may be sent, or must not be. */
  #departure: PromiseWithResolvers<void> | undefined
  #isTried = false
  /** Why it is recorded without being sent. */
  #notDelivered: string | undefined
  #isRecorded = false
  #toldBeside: ToldBeside = 'nothing'
  /** Undefined where no completion is to be expected. */
  #reader: AnswerReader | undefined
  /** Of a file's upload: what the service calls it. */
  #upload: UploadAnswer | undefined

  constructor(passage: Passage, context: PassingContext, body: ReceivedBody, decision: Decision) {
    super(passage, context)
    this.#body = body
    this.#decision = decision
  }

  override beforeSending(): void | Promise<void> {
    this.passage.trace.sending()
    if (this.#isTried) return undefined
    this.#departure = Promise.withResolvers()
    this.context.departures.add(this)
    return this.#departure.promise
  }

  due(): PromptToRecord | undefined {
    try {
      if (!this.#isTried && this.context.decider.changedSince(this.#decision) === undefined) {
        this.#isTried = true
        const { judged } = this.#decision
        countPrompt(this.context.metrics, judged)
        return { judged, notDelivered: this.#notDelivered }
      }
      const judging = this.#judgeUntilSettled(1)
      judging?.catch(() => this.#recordUnsent())
      this.#departure?.resolve(judging)
    } catch (error) {
      this.#departure?.reject(error)
      this.#recordUnsent()
    }
    return undefined
  }

  recorded(outcome: Outcome | Error): void {
    if (outcome instanceof Error) {
      this.#departure?.reject(outcome)
      return
    }
    try {
      this.#keep(outcome)
      this.#departure?.resolve()
    } catch (error) {
      this.#departure?.reject(error)
    }
  }

  override extraFields(): string {
    this.passage.trace.answered()
    const { judged } = this.#decision
    if (judged.ruling.action !== 'coach' && judged.dropped === undefined) return ''
    this.#toldBeside = this.context.notifier?.coached(judged, this.#isRecorded) ?? 'nothing'
    return toFieldBlock(coachHeaders(judged, this.context.contact, this.#isRecorded))
  }

  override rewrite(head: AnswerHead): Rewriting | undefined {
    const { judged } = this.#decision
    const coached = { judged, isRecorded: this.#isRecorded, body: this.#body, beside: this.#toldBeside }
    return super.rewrite(head) ?? this.context.coachLines?.rewrite(head, coached)
  }

  onHead(head: AnswerHead): void {
    // An answer names the record of its prompt.
    if (!this.#isRecorded) return
    this.#reader = this.context.answers?.open(this.#decision.judged, head)
    if (isUpload(this.passage.target)) this.#upload = new UploadAnswer(head)
  }

  override onData(chunk: Buffer): void {
    this.passage.trace.passed(chunk.length)
    this.#reader?.push(chunk)
    this.#upload?.push(chunk)
  }

  onEnd(): void {
    this.#reader?.end()
    if (this.#upload === undefined) return
    const fileIds = [...fileIdsOfPath(this.passage.target.path), ...this.#upload.fileIds()]
    this.context.promptLog.uploaded(this.#decision.judged, fileIds)
  }

  override onBrokenAnswer(): void {
    super.onBrokenAnswer()
    this.#reader?.end()
  }

  override onClientGone(): void {
    super.onClientGone()
    this.#notDelivered ??= 'client_gone'
    this.#reader?.end()
    // While it waits for a connection nobody else would record it.
    if (this.#departure === undefined) this.#recordUnsent()
  }

  onWithdrawn(error: Error): void {
    this.#notDelivered ??= describeError(error).code
    if (this.#departure === undefined) this.#recordUnsent()
  }

  override onFailure(error: Error): void {
    const { judged } = this.#decision
    if (error instanceof JudgedAgainError) {
      this.context.refuse(this.passage, judged)
      return
    }
    try {
      // A failed handshake sent nothing and leaves no record (docs/reference/proxy-rules.md); everything else is recorded.
      if (!isHandshakeFailure(error)) {
        this.#notDelivered ??= describeError(error).code
        this.#record()
      } else if (!this.#isTried) countPrompt(this.context.metrics, judged)
    } catch (failure) {
      this.context.fail(this.passage, failure as Error)
      return
    }
    this.context.fail(this.passage, error)
  }

  /** The detectors may change again while a large prompt is inspected in its thread. */
  #judgeUntilSettled(round: number): void | Promise<void> {
    const { decider, inspector } = this.context
    const change = this.#isTried ? undefined : decider.changedSince(this.#decision)
    if (change === undefined) {
      this.#record()
      return
    }
    if (round > MAX_ROUNDS) throw new BusyError('the detectors change too often to inspect this prompt')
    const goOn = (inspection: RequestInspection) => {
      this.#settle(inspection)
      return this.#judgeUntilSettled(round + 1)
    }
    if (change === 'policies') return goOn(this.#decision.inspection)
    const again = inspector.inspect(inspectionInput(this.passage, this.#body))
    return again instanceof Promise ? again.then(goOn) : goOn(again)
  }

  #settle(inspection: RequestInspection): void {
    const { id, body, dropped } = this.#decision.judged
    this.#decision = this.context.decider.decide({ ...subjectOf(this.passage), id, body, dropped, inspection })
    const { judged } = this.#decision
    this.passage.trace.judged(judged, undefined)
    if (judged.ruling.refusedBy !== undefined) throw new JudgedAgainError()
  }

  #record(): void {
    if (this.#isTried) return
    this.#isTried = true
    const { judged } = this.#decision
    countPrompt(this.context.metrics, judged)
    this.#keep(this.context.promptLog.record(judged, this.#notDelivered))
  }

  /** Where it will not be sent any more: its client has gone, or is told otherwise. */
  #recordUnsent(): void {
    try {
      if (this.#notDelivered !== undefined) this.#record()
    } catch (error) {
      this.context.fail(this.passage, error as Error)
    }
  }

  #keep(isRecorded: boolean): void {
    this.#isRecorded = isRecorded
    if (!isRecorded) this.passage.trace.unrecorded()
    if (this.#notDelivered === undefined) this.context.decider.passed(this.#decision)
  }
}

export function subjectOf({ client, platform, target }: Passage) {
  return { connection: client.connection, platform, target }
}

export function inspectionInput({ client, platform, target, seam }: Passage, body: ReceivedBody): InspectionInput {
  return {
    client: shareOf(client.connection.client),
    platform,
    target,
    seam,
    bytes: body.bytes,
    gone: () => goneSignal(client),
    truncation: body.kind === 'complete' ? undefined : body.kind,
  }
}

function isHandshakeFailure(error: Error): boolean {
  return error instanceof UpstreamError && (error.failure === 'certificate' || error.failure === 'tls')
}
