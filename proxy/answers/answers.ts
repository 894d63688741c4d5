import { uuidV7 } from '../../config/unique-id.ts'
import type { Decider } from '../decide/decide.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import type { InterceptedConnection } from '../http/connection.ts'
import type { AnswerHead } from '../http/exchange.ts'
import type { Inspector } from '../inspection/inspector.ts'
import { Later } from '../later.ts'
import { shareOf } from '../listen/client.ts'
import type { FairShare } from '../listen/fair-share.ts'
import type { Platform, RequestTarget } from '../platforms/platform.ts'
import type { PromptLog } from '../record/prompt-log.ts'
import { SpoolError } from '../record/spool/spool-errors.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import { platformLabel } from '../telemetry/platform-label.ts'
import { AnswerReader, framingOf, readableHead } from './answer-reader.ts'
import type { InspectText } from './answer-text.ts'
import type { ReadAnswer } from './collected.ts'
import { answerLimits } from './limits.ts'

interface Options {
  readonly inspector: Pick<Inspector, 'inspect'>
  readonly decider: Decider
  readonly promptLog: PromptLog
  readonly held: FairShare
  readonly metrics: Pick<ProxyMetrics, 'answers'>
}

/** What answers are inspected as. */
const TEXT_TARGET: RequestTarget = { method: 'ANSWER', path: '', query: new URLSearchParams(), headers: {} }

/**
 * What AI services answer to prompts: read on a copy, inspected, and recorded as `inbound` interactions that name their prompt. Nothing
 * of it holds an answer back or can fail the exchange.
 */
export class Answers {
  readonly #options: Options
  readonly #later = new Later<() => void>((work) => work())
  /** Records are made in a row too. */
  readonly #records = new Later<() => void>((work) => work())
  #underWay = 0
  #whenSettled: (() => void) | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** @returns undefined where no completion is to be expected */
  open(judged: JudgedPrompt, head: AnswerHead): AnswerReader | undefined {
    if (judged.inspection.prompt?.interactionType === 'embedding' || head.body === 'none') return undefined
    const readable = readableHead(head)
    const framing = readable && framingOf(readable.type)
    if (readable === undefined || framing === undefined) return undefined
    const { connection, platform } = judged
    return new AnswerReader(framing, readable.coding, {
      inspect: this.inspectFor(connection, platform),
      held: this.#options.held,
      share: shareOf(connection.client),
      onRead: this.expect(judged),
      later: (work) => this.#later.add(work),
    })
  }

  inspectFor(connection: InterceptedConnection, platform: Platform): InspectText {
    const client = shareOf(connection.client)
    return (text, bytes = Buffer.from(text)) =>
      this.#options.inspector.inspect({ client, platform, target: TEXT_TARGET, bytes, text })
  }

  /** @returns what is to be called with the answer, once */
  expect(judged: JudgedPrompt): (answer: ReadAnswer) => void {
    this.#underWay++
    return (answer) =>
      this.#records.add(() => {
        this.#underWay--
        try {
          this.record(judged, answer)
        } finally {
          if (this.#underWay === 0) this.#whenSettled?.()
        }
      })
  }

  record(judged: JudgedPrompt, answer: ReadAnswer): void {
    const { decider, promptLog, metrics } = this.#options
    for (const [kind, inspected] of answer) {
      const ruling = decider.decideAnswer(judged, inspected)
      const id = uuidV7(new Date())
      try {
        promptLog.recordAnswer(judged, { id, kind, inspected, ruling })
        metrics.answers.inc(platformLabel(judged.platform.id), kind)
      } catch (error) {
        // Counted and logged where it happened. The answer has reached its client.
        if (!(error instanceof SpoolError)) throw error
      }
    }
  }

  /** Waits until what has been answered is recorded, for a moment. */
  async settle(): Promise<void> {
    if (this.#underWay === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#whenSettled = resolve
    const timer = setTimeout(resolve, answerLimits.stopGrace)
    await promise
    clearTimeout(timer)
  }
}
