import { uuidV7 } from '../../config/unique-id.ts'
import type { InteractionRecord } from '../../core/model/interaction.ts'
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

/** The record of a text, ready to be written. */
interface Made {
  readonly record: InteractionRecord
  readonly platform: string
  readonly kind: string
}

/** Records that are written together, at most. */
const MAX_TOGETHER = 64

/** What answers are inspected as. */
const TEXT_TARGET: RequestTarget = { method: 'ANSWER', path: '', query: new URLSearchParams(), headers: {} }

/**
 * What AI services answer to prompts: read on a copy, inspected, and recorded as `inbound` interactions that name their prompt. Nothing
 * of it holds an answer back or can fail the exchange.
 */
export class Answers {
  readonly #options: Options
  readonly #later = new Later<() => void>((work) => work())
  /** What large answers hold: of all of them together no more in one turn than of the others. */
  readonly #soon = new Later<() => void>((work) => work(), undefined, 0)
  /** Records are made in a row too, and written together: nobody waits for them. */
  readonly #records = new Later<() => void>(
    (work) => work(),
    () => this.#write(),
  )
  #made: Made[] = []
  #finished = 0
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
      soon: (work) => this.#soon.add(work),
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
        this.#finished++
        this.#make(judged, answer)
      })
  }

  #make(judged: JudgedPrompt, answer: ReadAnswer): void {
    const { decider, promptLog } = this.#options
    for (const [kind, inspected] of answer) {
      const ruling = decider.decideAnswer(judged, inspected)
      const id = uuidV7(new Date())
      const record = promptLog.answerRecord(judged, { id, kind, inspected, ruling })
      this.#made.push({ record, platform: platformLabel(judged.platform.id), kind })
      if (this.#made.length >= MAX_TOGETHER) this.#writeMade()
    }
  }

  #write(): void {
    try {
      this.#writeMade()
    } finally {
      this.#underWay -= this.#finished
      this.#finished = 0
      if (this.#underWay === 0) this.#whenSettled?.()
    }
  }

  #writeMade(): void {
    const made = this.#made
    if (made.length === 0) return
    this.#made = []
    const { promptLog, metrics } = this.#options
    // What fails is counted and logged where it happens. The answers have reached their clients.
    const kept = promptLog.recordAnswers(made.map(({ record }) => record))
    for (const [index, { platform, kind }] of made.entries())
      if (kept[index] === true) metrics.answers.inc(platform, kind)
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
