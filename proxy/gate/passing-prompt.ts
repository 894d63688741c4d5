import type { AnswerReader } from '../answers/answer-reader.ts'
import type { Decision } from '../decide/decide.ts'
import { BusyError, UpstreamError } from '../errors.ts'
import { Clearance } from '../http/clearance.ts'
import type { AnswerHead } from '../http/exchange.ts'
import { toFieldBlock } from '../http/fields.ts'
import type { RequestInspection } from '../inspection/inspect-request.ts'
import type { Outcome, PromptToRecord } from '../record/prompt-log.ts'
import { describeError } from '../respond/describe-error.ts'
import { coachHeaders } from '../respond/send.ts'
import type { Rewriting } from '../rewriting/rewritten-body.ts'
import { countPrompt } from '../telemetry/count-prompt.ts'
import type { Departing } from './departures.ts'
import type { ToldBeside } from './notifier.ts'
import { inspectionInput, type Passage, Passing, type PassingContext, subjectOf } from './passing.ts'
import type { ReceivedBody } from './request-body.ts'
import { fileIdsOfPath, isUpload, UploadAnswer } from './upload-answer.ts'

/** How often a prompt is checked again before it is sent. */
const MAX_ROUNDS = 8

/** A prompt was allowed at first, and is refused after a change of policies or detectors, just before it is sent. */
class JudgedAgainError extends Error {}

/**
 * How far a prompt that may pass has come. A prompt goes through them in this order, and never back:
 * - `connecting`: it waits for a connection to the service. A client that goes meanwhile, or an exchange that is withdrawn, is
 *   recorded here, as nobody else would do it; this is the one way past `departing`.
 * - `departing`: it can be sent, and waits for its turn to be recorded with others. It may be judged again, even in a thread.
 * - `tried`: its record was asked for, which happens once for each prompt, however it ends. It stays here where there is no record,
 *   because the write failed.
 * - `recorded`: its record is kept. Its answer may name it.
 * Why it will not be sent (`#notDelivered`) is apart from that: it can become known in each of them, and the first reason counts.
 */
type Stage = 'connecting' | 'departing' | 'tried' | 'recorded'

/** A prompt that was allowed: judged again if anything has changed when it can be sent, and recorded before a byte of it is. */
export class PassingPrompt extends Passing implements Departing {
  readonly #body: ReceivedBody
  #decision: Decision
  #stage: Stage = 'connecting'
  /** From `departing` on: settled when it may be sent, or must not be. */
  #departure: Clearance | undefined
  /** Why it is recorded without being sent. */
  #notDelivered: string | undefined
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

  override beforeSending(): Clearance | undefined {
    this.passage.trace.sending()
    if (this.#isTried) return undefined
    this.#stage = 'departing'
    this.#departure = new Clearance()
    this.context.departures.add(this)
    return this.#departure
  }

  due(): PromptToRecord | undefined {
    try {
      if (!this.#isTried && this.context.decider.changedSince(this.#decision) === undefined) {
        this.#stage = 'tried'
        const { judged } = this.#decision
        countPrompt(this.context.metrics, judged)
        return { judged, notDelivered: this.#notDelivered }
      }
      const judging = this.#judgeUntilSettled(1)
      if (judging === undefined) this.#departure?.clear()
      else
        judging.then(
          () => this.#departure?.clear(),
          (error: Error) => this.#hold(error),
        )
    } catch (error) {
      this.#hold(error as Error)
    }
    return undefined
  }

  recorded(outcome: Outcome | Error): void {
    if (outcome instanceof Error) {
      this.#departure?.withhold(outcome)
      return
    }
    try {
      this.#keep(outcome)
    } catch (error) {
      this.#departure?.withhold(error as Error)
    }
    this.#departure?.clear()
  }

  #hold(error: Error): void {
    this.#recordUnsent()
    this.#departure?.withhold(error)
  }

  override extraFields(): string {
    this.passage.trace.answered()
    const { judged } = this.#decision
    this.context.notifier?.sent(judged)
    if (judged.ruling.action !== 'coach' && judged.dropped === undefined) return ''
    this.#toldBeside = this.context.notifier?.coached(judged, this.#isRecorded) ?? 'nothing'
    return toFieldBlock(coachHeaders(judged, this.context.contact, this.#isRecorded))
  }

  override rewrite(head: AnswerHead): Rewriting | undefined {
    const { judged } = this.#decision
    const coached = { judged, isRecorded: this.#isRecorded, body: this.#body, beside: this.#toldBeside }
    return super.rewrite(head) ?? this.context.coachLines?.rewrite(head, coached)
  }

  override onHead(head: AnswerHead): void {
    super.onHead(head)
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
    if (this.#stage === 'connecting') this.#recordUnsent()
  }

  onWithdrawn(error: Error): void {
    this.#notDelivered ??= describeError(error).code
    if (this.#stage === 'connecting') this.#recordUnsent()
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

  get #isTried(): boolean {
    return this.#stage === 'tried' || this.#isRecorded
  }

  get #isRecorded(): boolean {
    return this.#stage === 'recorded'
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
    this.#stage = 'tried'
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
    if (isRecorded) this.#stage = 'recorded'
    else this.passage.trace.unrecorded()
    if (this.#notDelivered === undefined) this.context.decider.passed(this.#decision)
  }
}

function isHandshakeFailure(error: Error): boolean {
  return error instanceof UpstreamError && (error.failure === 'certificate' || error.failure === 'tls')
}
