import { hash } from 'node:crypto'
import { leftOut, type RecordValues, recordClassifications } from '../../core/inspect/mask.ts'
import { withoutValues } from '../../core/inspect/without-values.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { SemanticFollowUp } from '../tier3/semantic-follow-up.ts'
import { buildInteractionRecord } from './interaction-record.ts'
import type { Recorder } from './recorder.ts'
import { SpoolError } from './spool/spool-errors.ts'

interface Options {
  readonly recorder: Pick<Recorder, 'record'>
  /** Undefined where WEIR_TIER3 is off. */
  readonly followUp?: Pick<SemanticFollowUp, 'add'> | undefined
  readonly recordValues: RecordValues
  readonly failMode: 'closed' | 'open'
  /** Keys the ids of conversations that have none of their own, so that nobody can guess a prompt from one. */
  readonly conversationKey: string
  readonly metrics: ProxyMetrics
  readonly now: () => Date
}

/** Makes the record of each prompt and puts it where it outlives a crash. No text, only what is said in a record. */
export class PromptLog {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * When this returns, the record is durable.
   * @throws SpoolError where it cannot be written and WEIR_FAIL_MODE is closed: the prompt must not pass unrecorded
   */
  record(judged: JudgedPrompt): void {
    const { recorder, recordValues, failMode, metrics, now } = this.#options
    const { connection, target, inspection, ruling, platform } = judged
    const found = inspection.result?.classifications ?? []
    const recorded = recordClassifications(found, recordValues)
    const record = buildInteractionRecord({
      id: judged.id,
      time: now().getTime(),
      platformId: platform.id,
      // Without a text there is nothing that a person typed: the body tells one upload from another.
      contentHash: (inspection.hasText === true && inspection.result?.contentHash) || hash('sha256', judged.body),
      interactionType: inspection.prompt?.interactionType ?? 'prompt',
      direction: 'outbound',
      classifications: recorded,
      riskScore: inspection.result?.riskScore ?? 0,
      tier: inspection.result?.tier ?? 2,
      userId: undefined,
      decisions: ruling.decisions,
      action: ruling.action,
      request: {
        host: connection.target.host,
        path: withoutValues(target.path),
        method: target.method,
        operation: inspection.operation,
        model: inspection.prompt?.model,
        conversation: this.#conversation(judged),
        clientAddress: connection.client.address,
        userAgent: withoutValues(target.headers['user-agent'] ?? ''),
        bodyBytes: judged.body.length,
        inspection: ruling.inspection,
        contextFindings: inspection.result?.contextFindings ?? [],
        matchedInContext: matchedInContext(judged),
        omittedFindings: leftOut(found, recorded),
        observedAction: ruling.observedAction,
        user: undefined,
      },
    })
    try {
      recorder.record(record)
    } catch (error) {
      if (!(error instanceof SpoolError)) throw error
      metrics.recordFailures.inc()
      if (failMode === 'closed') throw error
      return
    }
    const { result } = inspection
    if (result === undefined || inspection.hasText !== true) return
    const { contentHead: text, boilerplate, classifications, riskScore } = result
    this.#options.followUp?.add({ id: judged.id, text, boilerplate, classifications, riskScore })
  }

  /** The platform's own id, else a keyed hash of client, platform and first user turn (proxy-decisions, What is enforced). */
  #conversation({ inspection, connection, platform }: JudgedPrompt): string | undefined {
    const { conversation, firstUserTurnHash } = inspection.prompt ?? {}
    if (conversation !== undefined && conversation !== '') return conversation
    if (firstUserTurnHash === undefined) return undefined
    const { conversationKey } = this.#options
    return hash('sha256', `${conversationKey}\n${connection.client.address}\n${platform.id}\n${firstUserTurnHash}`)
  }
}

/** What a policy matched that the findings of the record do not show. */
function matchedInContext({ inspection: { result }, ruling }: JudgedPrompt): string[] {
  const inContext = new Set(result?.contextFindings.map(({ type }) => type))
  const inContent = new Set(result?.classifications.map(({ type }) => type))
  return [...new Set(ruling.decidingTypes)].filter((type) => inContext.has(type) && !inContent.has(type))
}
