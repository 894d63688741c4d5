import type { Decider, Decision } from '../decide/decide.ts'
import type { DroppedTurns, JudgedPrompt } from '../decide/judged-prompt.ts'
import { BusyError } from '../errors.ts'
import type { InterceptedConnection } from '../http/connection.ts'
import { isWithoutFindings, type RequestInspection, type Truncation } from '../inspection/inspect-request.ts'
import type { Inspector } from '../inspection/inspector.ts'
import { shareOf } from '../listen/client.ts'
import type { Platform, RequestTarget } from '../platforms/platform.ts'
import type { PromptLog } from '../record/prompt-log.ts'
import { countPrompt } from '../telemetry/count-prompt.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import { type DropTurns, refuseOrLighten } from './drop-turns.ts'

interface Options {
  readonly connection: InterceptedConnection
  readonly platform: Platform
  readonly inspector: Pick<Inspector, 'inspect'>
  readonly decider: Decider
  readonly promptLog: PromptLog
  readonly metrics: ProxyMetrics
  readonly log: ProxyLog
  /** What a message is logged with, as the answer to a request is. */
  readonly status: number
  /** Messages without any text are all alike: further ones of a kind are judged, and not recorded once more. */
  readonly isEmptyNoted: boolean
  /** Aborted when the client has gone. */
  readonly gone: () => AbortSignal
  /** Undefined if WEIR_DROP_BLOCKED_TURNS is off, or no message holds a conversation. */
  readonly dropTurns?: DropTurns | undefined
}

/** One of several messages of a client, on a WebSocket or in a stream. */
export interface OneMessage {
  /** As it came, for its record. */
  readonly data: Buffer
  /** What is inspected, and as what. */
  readonly bytes: Buffer
  readonly target: RequestTarget
  /** Why it is not whole, if it is not. One that was cut by its client is recorded, and goes nowhere. */
  readonly truncation?: Truncation | undefined
  /** It is no message, but is read as one, like the reason of a close: it counts only where something is found in it. */
  readonly isAside?: true
}

/** What becomes of a message. It is recorded already, where that was possible. */
export type MessageVerdict =
  /** `recorded`: what an answer may name. `instead`: what is sent in place of the message, without what was refused before. */
  | { readonly kind: 'pass'; readonly recorded: JudgedPrompt | undefined; readonly instead?: Buffer | undefined }
  | { readonly kind: 'refuse'; readonly judged: JudgedPrompt; readonly isRecorded: boolean }

const PASS: MessageVerdict = { kind: 'pass', recorded: undefined }
/** How often a message is inspected again because the detectors have changed meanwhile. */
const MAX_ROUNDS = 8

/** Decides over the messages of one connection or stream, one after the other, with the policies of their moment. */
export class JudgeMessages {
  readonly #options: Options
  /** What was recorded of speech and files already: they come in many pieces, and one record stands for all. */
  readonly #noted = new Set<string>()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Throws or rejects with BusyError or InspectionBusyError if it could not be inspected, and with SpoolError if it could not be
   * recorded and must be.
   */
  judge(message: OneMessage): MessageVerdict | Promise<MessageVerdict> {
    const started = performance.now()
    const inspecting = this.#inspect(message)
    if (inspecting instanceof Promise) {
      return inspecting.then((inspection) => this.#settle(message, inspection, started))
    }
    return isNothing(inspecting, message) ? PASS : this.#conclude(this.#decide(message, inspecting), message, started)
  }

  #inspect({ bytes, target, truncation }: OneMessage): RequestInspection | Promise<RequestInspection> {
    const { connection, platform, inspector, gone } = this.#options
    return inspector.inspect({ client: shareOf(connection.client), platform, target, bytes, gone, truncation })
  }

  /** What was inspected in a thread may have been looked at with detectors that are not in force any more. */
  async #settle(message: OneMessage, first: RequestInspection, started: number): Promise<MessageVerdict> {
    let inspection = first
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (isNothing(inspection, message)) return PASS
      const decision = this.#decide(message, inspection)
      if (this.#options.decider.changedSince(decision) !== 'detectors') {
        return this.#conclude(decision, message, started)
      }
      inspection = await this.#inspect(message)
    }
    throw new BusyError('the detectors change too often to inspect this message')
  }

  #decide({ data, target }: OneMessage, inspection: RequestInspection, dropped?: DroppedTurns): Decision {
    const { connection, platform, decider } = this.#options
    return decider.decide({ connection, platform, target, body: data, inspection, dropped })
  }

  /** Carries it out, or has the message pass without what was refused before. */
  #conclude(decision: Decision, message: OneMessage, started: number): MessageVerdict | Promise<MessageVerdict> {
    const { data, bytes, truncation } = message
    // A message within another protocol's frame would have to be framed anew.
    const dropTurns = data === bytes && truncation === undefined ? this.#options.dropTurns : undefined
    if (decision.judged.ruling.refusedBy === undefined) {
      dropTurns?.letThrough(decision, bytes)
      return this.#carryOut(decision, message, started)
    }
    return refuseOrLighten(decision, bytes, dropTurns, this.#options.decider, {
      inspect: (left) => this.#inspect({ ...message, bytes: left }),
      decide: ({ bytes: left, dropped }, inspection) => this.#decide({ ...message, data: left }, inspection, dropped),
      refuse: () => this.#carryOut(decision, message, started),
      pass: ({ bytes: instead }, again) => {
        const verdict = this.#carryOut(again, message, started)
        return verdict.kind === 'pass' ? { ...verdict, instead } : verdict
      },
    })
  }

  #carryOut(decision: Decision, { truncation }: OneMessage, started: number): MessageVerdict {
    const { judged } = decision
    const { metrics, log, connection, platform, promptLog, status, decider } = this.#options
    const isRefused = judged.ruling.refusedBy !== undefined
    if (!isRefused && this.#isNoted(judged)) return PASS
    const inspectMs = performance.now() - started
    metrics.inspectionSeconds.observe(inspectMs / 1000)
    countPrompt(metrics, judged)
    const trace = log.begin(platform.id, connection.client.address)
    trace.judged(judged, inspectMs)
    let isRecorded = false
    try {
      isRecorded = promptLog.record(judged, truncation === 'aborted' ? 'client_gone' : undefined)
      if (!isRecorded) trace.unrecorded()
    } catch (error) {
      trace.unrecorded()
      // A refused message stays refused; another must not pass unrecorded.
      if (!isRefused) throw error
    } finally {
      trace.finish({ status, complete: true })
    }
    if (isRefused) return { kind: 'refuse', judged, isRecorded }
    if (truncation !== 'aborted') decider.passed(decision)
    return { kind: 'pass', recorded: isRecorded ? judged : undefined }
  }

  /** Pieces of which nothing can be read: after the first, they are only judged. */
  #isNoted({ inspection, ruling }: JudgedPrompt): boolean {
    const { hasText, status, operation, reason } = inspection
    if (hasText === true || !(status === 'none' || (status === 'full' && this.#options.isEmptyNoted))) return false
    const key = [operation, reason, ruling.action, ruling.deciding?.policy_id].join(' ')
    if (this.#noted.has(key)) return true
    this.#noted.add(key)
    return false
  }
}

/** Neither a prompt nor anything that holds a text; or beside the messages, and without a finding. */
function isNothing({ result, status }: RequestInspection, { isAside }: OneMessage): boolean {
  if (status !== 'full') return false
  return result === undefined || (isAside === true && isWithoutFindings(result))
}
