import type { Answers } from '../answers/answers.ts'
import { SocketAnswers } from '../answers/socket-answers.ts'
import type { Decider, Decision } from '../decide/decide.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import { BusyError } from '../errors.ts'
import type { InterceptedConnection } from '../http/connection.ts'
import { InspectionBusyError } from '../inspection/busy-error.ts'
import type { RequestInspection } from '../inspection/inspect-request.ts'
import type { Inspector } from '../inspection/inspector.ts'
import { shareOf } from '../listen/client.ts'
import type { Platform, RequestTarget } from '../platforms/platform.ts'
import { type MessageBody, messageTarget, readMessageBody } from '../platforms/socket-message.ts'
import type { PromptLog } from '../record/prompt-log.ts'
import { SpoolError } from '../record/spool/spool-errors.ts'
import { closeReasonOf, messageRefusalOf } from '../respond/send.ts'
import { countPrompt } from '../telemetry/count-prompt.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import { CLOSE } from '../websocket/close-codes.ts'
import type { MessageJudge, Verdict } from '../websocket/relay.ts'
import type { Message } from '../websocket/side.ts'

interface Options {
  readonly connection: InterceptedConnection
  readonly platform: Platform
  /** Of the handshake. */
  readonly target: RequestTarget
  readonly inspector: Pick<Inspector, 'inspect'>
  readonly decider: Decider
  readonly promptLog: PromptLog
  readonly metrics: ProxyMetrics
  readonly log: ProxyLog
  readonly contact: string
  /** Aborted when the client has gone. */
  readonly gone: () => AbortSignal
  /** Undefined if WEIR_ANSWERS is off. */
  readonly answers: Answers | undefined
}

const PASS: Verdict = { kind: 'pass' }
/** How often a message is inspected again because the detectors have changed meanwhile. */
const MAX_ROUNDS = 8
/** As a request's answer of 101 is logged. */
const SWITCHING_PROTOCOLS = 101

/** Decides over the messages of one WebSocket, one after the other, with the policies of their moment. */
export class MessageGate implements MessageJudge {
  readonly #options: Options
  readonly #targets = new Map<string, RequestTarget>()
  /** What was recorded of speech and files already: they come in many pieces, and one record stands for all. */
  readonly #noted = new Set<string>()

  readonly #answers: SocketAnswers | undefined

  constructor(options: Options) {
    this.#options = options
    const { answers, connection, platform } = options
    if (answers !== undefined) {
      this.#answers = new SocketAnswers({ answers, inspect: answers.inspectFor(connection, platform) })
    }
  }

  outbound({ data, isBinary }: Message): Verdict | Promise<Verdict> {
    const started = performance.now()
    const body = readMessageBody(data, isBinary)
    try {
      const inspecting = this.#inspect(body)
      if (!(inspecting instanceof Promise)) return this.#decide(data, body, inspecting, started)
      return inspecting.then((inspection) => this.#settle(data, body, inspection, started)).catch(verdictOf)
    } catch (error) {
      return verdictOf(error as Error)
    }
  }

  inbound({ data, isBinary }: Message): void {
    this.#answers?.answered(data, isBinary)
  }

  /** The WebSocket has ended. */
  close(): void {
    this.#answers?.close()
  }

  #targetOf({ contentType }: MessageBody): RequestTarget {
    const known = this.#targets.get(contentType)
    if (known !== undefined) return known
    const target = messageTarget(this.#options.target, contentType)
    this.#targets.set(contentType, target)
    return target
  }

  #inspect(body: MessageBody): RequestInspection | Promise<RequestInspection> {
    const { connection, platform, inspector, gone } = this.#options
    const client = shareOf(connection.client)
    return inspector.inspect({ client, platform, target: this.#targetOf(body), bytes: body.bytes, gone })
  }

  /** What was inspected in a thread may have been looked at with detectors that are not in force any more. */
  async #settle(data: Buffer, body: MessageBody, first: RequestInspection, started: number): Promise<Verdict> {
    let inspection = first
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (isNoPrompt(inspection)) return PASS
      const decision = this.#judge(data, body, inspection)
      if (this.#options.decider.changedSince(decision) !== 'detectors') return this.#carryOut(decision, started)
      inspection = await this.#inspect(body)
    }
    throw new BusyError('the detectors change too often to inspect this message')
  }

  #decide(data: Buffer, body: MessageBody, inspection: RequestInspection, started: number): Verdict {
    if (isNoPrompt(inspection)) return PASS
    return this.#carryOut(this.#judge(data, body, inspection), started)
  }

  #judge(data: Buffer, body: MessageBody, inspection: RequestInspection): Decision {
    const { connection, platform, decider } = this.#options
    return decider.decide({ connection, platform, target: this.#targetOf(body), body: data, inspection })
  }

  #carryOut(decision: Decision, started: number): Verdict {
    const { judged } = decision
    const { metrics, log, contact, connection, platform, promptLog } = this.#options
    const { ruling } = judged
    if (ruling.refusedBy === undefined && this.#isNoted(judged)) return PASS
    const inspectMs = performance.now() - started
    metrics.inspectionSeconds.observe(inspectMs / 1000)
    countPrompt(metrics, judged)
    const trace = log.begin(platform.id, connection.client.address)
    trace.judged(judged, inspectMs)
    let isRecorded = false
    try {
      isRecorded = promptLog.record(judged)
      if (!isRecorded) trace.unrecorded()
    } catch (error) {
      trace.unrecorded()
      // A refused message stays refused; another must not pass unrecorded.
      if (ruling.refusedBy === undefined) throw error
    } finally {
      trace.finish({ status: SWITCHING_PROTOCOLS, complete: true })
    }
    if (ruling.refusedBy === undefined) {
      this.#options.decider.passed(decision)
      if (isRecorded) this.#answers?.prompted(judged)
      return PASS
    }
    const texts = messageRefusalOf(judged, contact, isRecorded)
    if (texts !== undefined) return { kind: 'answer', texts }
    return { kind: 'close', code: CLOSE.policyViolation, reason: closeReasonOf(judged, isRecorded) }
  }

  /** Pieces of speech or of a file, of which nothing can be read: after the first, they are only judged. */
  #isNoted({ inspection, ruling }: JudgedPrompt): boolean {
    if (inspection.hasText === true || inspection.status !== 'none') return false
    const key = [inspection.operation, inspection.reason, ruling.action, ruling.deciding?.policy_id].join(' ')
    if (this.#noted.has(key)) return true
    this.#noted.add(key)
    return false
  }
}

/** Neither a prompt nor anything that holds a text. */
function isNoPrompt({ result, status }: RequestInspection): boolean {
  return result === undefined && status === 'full'
}

/** What went wrong is no verdict over a message, but nothing passes without one. */
function verdictOf(error: Error): Verdict {
  if (error instanceof SpoolError)
    return { kind: 'close', code: INTERNAL_ERROR, reason: 'Weir cannot record messages now' }
  if (error instanceof InspectionBusyError || error instanceof BusyError) {
    return { kind: 'close', code: TRY_AGAIN, reason: 'Weir has too many messages to inspect now' }
  }
  throw error
}

const INTERNAL_ERROR = 1011
const TRY_AGAIN = 1013
