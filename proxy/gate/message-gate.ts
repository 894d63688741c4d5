import type { Answers } from '../answers/answers.ts'
import { SocketAnswers } from '../answers/socket-answers.ts'
import type { Decider } from '../decide/decide.ts'
import { BusyError } from '../errors.ts'
import type { InterceptedConnection } from '../http/connection.ts'
import { InspectionBusyError } from '../inspection/busy-error.ts'
import type { Inspector } from '../inspection/inspector.ts'
import type { Platform, RequestTarget } from '../platforms/platform.ts'
import { type MessageBody, messageTarget, readMessageBody } from '../platforms/socket-message.ts'
import type { PromptLog } from '../record/prompt-log.ts'
import { SpoolError } from '../record/spool/spool-errors.ts'
import { closeReasonOf, messageRefusalOf } from '../respond/send.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import { CLOSE } from '../websocket/close-codes.ts'
import type { MessageJudge, Verdict } from '../websocket/relay.ts'
import type { Message } from '../websocket/side.ts'
import type { DropTurns } from './drop-turns.ts'
import { JudgeMessages, type MessageVerdict } from './judge-messages.ts'
import type { Notifier } from './notifier.ts'

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
  /** Undefined if WEIR_BANNER is off. */
  readonly notifier: Notifier | undefined
  /** Undefined if WEIR_DROP_BLOCKED_TURNS is off. */
  readonly dropTurns: DropTurns | undefined
}

const PASS: Verdict = { kind: 'pass' }
/** As a request's answer of 101 is logged. */
const SWITCHING_PROTOCOLS = 101

/** Decides over the messages of one WebSocket, one after the other, with the policies of their moment. */
export class MessageGate implements MessageJudge {
  readonly #options: Options
  readonly #judge: JudgeMessages
  readonly #targets = new Map<string, RequestTarget>()
  readonly #answers: SocketAnswers | undefined

  constructor(options: Options) {
    this.#options = options
    this.#judge = new JudgeMessages({ ...options, status: SWITCHING_PROTOCOLS, isEmptyNoted: false })
    const { answers, connection, platform } = options
    if (answers !== undefined) {
      this.#answers = new SocketAnswers({ answers, inspect: answers.inspectFor(connection, platform) })
    }
  }

  outbound({ data, isBinary }: Message): Verdict | Promise<Verdict> {
    const body = readMessageBody(data, isBinary)
    try {
      const judging = this.#judge.judge({ data, bytes: body.bytes, target: this.#targetOf(body) })
      if (!(judging instanceof Promise)) return this.#answer(judging)
      return judging.then((verdict) => this.#answer(verdict)).catch(verdictOf)
    } catch (error) {
      return verdictOf(error as Error)
    }
  }

  /** What a client says when it leaves is read as its messages are; without a verdict it stays unsaid. */
  mayLeaveWith(reason: Buffer): boolean | Promise<boolean> {
    const target = this.#targetOf(readMessageBody(reason, false))
    try {
      const judging = this.#judge.judge({ data: reason, bytes: reason, target, isAside: true })
      if (!(judging instanceof Promise)) return judging.kind === 'pass'
      return judging.then(({ kind }) => kind === 'pass').catch(unsaid)
    } catch (error) {
      return unsaid(error as Error)
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

  #answer(verdict: MessageVerdict): Verdict {
    if (verdict.kind === 'pass') {
      const { recorded, instead } = verdict
      if (recorded !== undefined) {
        this.#answers?.prompted(recorded)
        this.#options.notifier?.sent(recorded)
        this.#options.notifier?.coached(recorded, true)
      }
      return instead === undefined ? PASS : { kind: 'pass', instead }
    }
    const { judged, isRecorded } = verdict
    const texts = messageRefusalOf(judged, this.#options.contact, isRecorded)
    this.#options.notifier?.refused(judged, isRecorded, texts !== undefined)
    if (texts !== undefined) return { kind: 'answer', texts }
    return { kind: 'close', code: CLOSE.policyViolation, reason: closeReasonOf(judged, isRecorded) }
  }
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

/** As there is no verdict over it. */
function unsaid(error: Error): boolean {
  verdictOf(error)
  return false
}

const INTERNAL_ERROR = 1011
const TRY_AGAIN = 1013
