import type { Answers } from '../answers/answers.ts'
import type { Navigation } from '../banner/documents.ts'
import type { Decider } from '../decide/decide.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import type { Clearance } from '../http/clearance.ts'
import type { AnswerHead, ClientExchange, FieldBlock, ServiceExchange } from '../http/exchange.ts'
import { lastValueIn } from '../http/fields.ts'
import { goneSignal } from '../http/when-settled.ts'
import type { InspectionInput } from '../inspection/inspect-request.ts'
import type { Inspector } from '../inspection/inspector.ts'
import { shareOf } from '../listen/client.ts'
import type { Platform, RequestTarget } from '../platforms/platform.ts'
import type { PromptLog } from '../record/prompt-log.ts'
import type { Rewriting } from '../rewriting/rewritten-body.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { RequestTrace } from '../telemetry/request-trace.ts'
import type { CoachLines } from './coach-lines.ts'
import type { Departures } from './departures.ts'
import type { ForwardHandler } from './forward.ts'
import type { Notifier } from './notifier.ts'
import type { ReceivedBody } from './request-body.ts'

/** One request on its way through the gate. */
export interface Passage {
  readonly client: ClientExchange
  readonly platform: Platform
  readonly target: RequestTarget
  readonly trace: RequestTrace
  /** Of a piece of a file: see InspectionInput. */
  readonly seam?: string | undefined
  /** Of a request that begins an upload: is given the place where the service wants the rest of it. */
  readonly begun?: ((location: string) => void) | undefined
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
  readonly notifier: Pick<Notifier, 'coached' | 'sent'> | undefined
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

  beforeSending(): Clearance | undefined {
    this.passage.trace.sending()
    return undefined
  }

  extraFields(): string {
    this.passage.trace.answered()
    return ''
  }

  rewrite(head: AnswerHead): Rewriting | undefined {
    return this.passage.navigation?.rewrite(head)
  }

  onHead({ fields }: AnswerHead): void {
    const location = this.passage.begun === undefined ? '' : lastValueIn(fields, 'location')
    if (location !== '') this.passage.begun?.(location)
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
