import { hash } from 'node:crypto'
import { leftOut, type RecordValues, recordClassifications } from '../../core/inspect/mask.ts'
import type { FoundInTelemetry } from '../../core/inspect/prompt.ts'
import type { InteractionRecord } from '../../core/model/interaction.ts'
import type { JudgedAnswer } from '../decide/judged-answer.ts'
import type { JudgedPrompt, RequestInCommon } from '../decide/judged-prompt.ts'
import { SOCKET_MESSAGE } from '../platforms/socket-message.ts'
import { TELEMETRY_OPERATION } from '../platforms/telemetry/endpoint.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { SemanticFollowUp } from '../tier3/semantic-follow-up.ts'
import { boundFindings } from './bounded-findings.ts'
import { ClientText, type RecordDetectors } from './client-text.ts'
import { buildInteractionRecord, type RequestFacts, withoutQuery } from './interaction-record.ts'
import type { Recorder } from './recorder.ts'
import { SpoolError } from './spool/spool-errors.ts'
import { UploadLinks } from './upload-links.ts'

interface Options {
  readonly recorder: Pick<Recorder, 'record'>
  /** Undefined if WEIR_TIER3 is off. */
  readonly followUp?: Pick<SemanticFollowUp, 'add'> | undefined
  readonly recordValues: RecordValues
  readonly failMode: 'closed' | 'open'
  /** Keys the ids of conversations that have none of their own, so that nobody can guess a prompt from one. */
  readonly conversationKey: string
  /** The tenant's, for what of a request is recorded besides its findings; none if not given. */
  readonly detectors?: (() => RecordDetectors) | undefined
  readonly metrics: ProxyMetrics
  readonly now: () => Date
}

/** A prompt that was decided over. */
export interface PromptToRecord {
  readonly judged: JudgedPrompt
  /** Why nothing of it was sent, if that is known already and no refusal is the cause. */
  readonly notDelivered?: string | undefined
}

/**
 * `true`: the record is durable. `false`: there is none, and WEIR_FAIL_MODE is open. An error: there is none, and the prompt must not
 * pass unrecorded.
 */
export type Outcome = boolean | SpoolError

/** Makes the record of each prompt, without its text, and stores it so that it survives a crash. */
export class PromptLog {
  readonly #options: Options
  readonly #clientText: ClientText
  /** Where files went that prompts name. */
  readonly #uploads = new UploadLinks()

  constructor(options: Options) {
    this.#options = options
    this.#clientText = new ClientText(options.detectors)
  }

  /**
   * When this returns true, the record is durable; false means that there is none, and WEIR_FAIL_MODE is open.
   * @param notDelivered why nothing of it was sent, if that is known already and no refusal is the cause
   * @throws SpoolError if it cannot be written and WEIR_FAIL_MODE is closed: the prompt must not pass unrecorded
   */
  record(judged: JudgedPrompt, notDelivered?: string): boolean {
    const [outcome = false] = this.recordTogether([{ judged, notDelivered }])
    if (outcome instanceof SpoolError) throw outcome
    return outcome
  }

  /** The same for several prompts, in one write. @returns what became of each, a SpoolError in place of throwing it */
  recordTogether(prompts: readonly PromptToRecord[]): readonly Outcome[] {
    if (prompts.length === 0) return []
    const { recorder, failMode, metrics } = this.#options
    try {
      recorder.record(...prompts.map(({ judged, notDelivered }) => this.#promptRecord(judged, notDelivered)))
    } catch (error) {
      if (!(error instanceof SpoolError)) throw error
      // One of them may be what is wrong, or there may be room for some.
      if (prompts.length > 1) return prompts.flatMap((prompt) => this.recordTogether([prompt]))
      metrics.recordFailures.inc()
      return [failMode === 'closed' ? error : false]
    }
    for (const { judged } of prompts) this.#follow(judged)
    return prompts.map(() => true)
  }

  #promptRecord(judged: JudgedPrompt, notDelivered: string | undefined): InteractionRecord {
    const { recordValues, now } = this.#options
    const { connection, inspection, ruling, platform } = judged
    const found = inspection.result?.classifications ?? []
    const recorded = boundFindings(recordClassifications(found, recordValues))
    return buildInteractionRecord({
      id: judged.id,
      time: now().getTime(),
      platformId: platform.id,
      // Without a text, the hash of the body distinguishes one upload from another.
      contentHash: (inspection.hasText === true && inspection.result?.contentHash) || hash('sha256', judged.body),
      interactionType: inspection.prompt?.interactionType ?? 'prompt',
      direction: 'outbound',
      classifications: recorded,
      riskScore: inspection.result?.riskScore ?? 0,
      tier: inspection.result?.tier ?? 2,
      userId: connection.client.userId,
      decisions: ruling.decisions,
      deciding: ruling.deciding,
      action: ruling.action,
      request: this.#requestOf(judged),
      details: {
        isUnknown: inspection.isUnknown,
        bodyBytes: judged.body.length,
        inspection: ruling.inspection,
        contextFindings: inspection.result?.contextFindings ?? [],
        seenFindings: inspection.seenFindings,
        telemetry: this.#telemetryOf(judged),
        matchedInContext: matchedInContext(judged),
        omittedFindings: leftOut(found, recorded),
        observedAction: ruling.observedAction,
        uploads: this.#uploads.of(whoOf(connection), inspection.prompt?.fileIds ?? []),
        droppedTurns: judged.dropped?.count,
        notDelivered: ruling.refusedBy === undefined ? notDelivered : undefined,
        excepted: ruling.excepted,
        justified: ruling.justified,
      },
    })
  }

  /** Names of members are a client's choice: what is found in them is starred out. */
  #telemetryOf({ inspection: { operation, result } }: JudgedPrompt): readonly FoundInTelemetry[] | undefined {
    if (operation !== TELEMETRY_OPERATION) return undefined
    return (result?.telemetry ?? []).map((found) => ({ ...found, at: this.#clientText.text(found.at) }))
  }

  /** Tier 3 may look at what is on record. */
  #follow({ id, inspection: { result, hasText } }: JudgedPrompt): void {
    const { followUp } = this.#options
    if (followUp === undefined || result === undefined || hasText !== true) return
    const { contentHead: text, boilerplate, classifications, riskScore } = result
    followUp.add({ id, text, boilerplate, classifications, riskScore })
  }

  /** The service knows the file, which went with this request, by these ids: prompts that name one are recorded with it. */
  uploaded({ id, connection }: JudgedPrompt, fileIds: readonly string[]): void {
    for (const fileId of fileIds) this.#uploads.add(whoOf(connection), fileId, id)
  }

  /** The record of a text of an answer, which names its prompt. */
  answerRecord(prompt: JudgedPrompt, { id, kind, inspected, ruling }: JudgedAnswer): InteractionRecord {
    const { recordValues, now } = this.#options
    const recorded = boundFindings(recordClassifications(inspected.classifications, recordValues))
    return buildInteractionRecord({
      id,
      time: now().getTime(),
      platformId: prompt.platform.id,
      contentHash: inspected.contentHash,
      interactionType: kind,
      direction: 'inbound',
      classifications: recorded,
      riskScore: inspected.riskScore,
      tier: inspected.tier,
      userId: prompt.connection.client.userId,
      decisions: ruling.decisions,
      action: ruling.action,
      request: this.#requestOf(prompt),
      details: {
        bodyBytes: inspected.bytes,
        inspection: inspected.inspection,
        contextFindings: [],
        matchedInContext: [],
        omittedFindings: leftOut(inspected.classifications, recorded),
        observedAction: undefined,
        excepted: ruling.excepted,
        inReplyTo: prompt.id,
      },
    })
  }

  /** Stores records of answers in one write. @returns for each whether it is stored; others are counted and logged */
  recordAnswers(records: readonly InteractionRecord[]): readonly boolean[] {
    const { recorder, metrics } = this.#options
    try {
      recorder.record(...records)
      return records.map(() => true)
    } catch (error) {
      if (!(error instanceof SpoolError)) throw error
      // One of them may be what is wrong.
      if (records.length > 1) return records.flatMap((record) => this.recordAnswers([record]))
      metrics.recordFailures.inc()
      return [false]
    }
  }

  /** What a prompt and its answer have in common. */
  #requestOf(judged: JudgedPrompt): RequestInCommon['facts'] {
    const { revision } = this.#clientText
    if (judged.inCommon?.revision === revision) return judged.inCommon.facts
    const facts = this.#factsOf(judged)
    judged.inCommon = { revision, facts }
    return facts
  }

  #factsOf(judged: JudgedPrompt): RequestInCommon['facts'] {
    const { connection, target, inspection } = judged
    return {
      host: connection.target.host,
      path: this.#clientText.path(withoutQuery(target.path)),
      method: METHODS.has(target.method) ? target.method : '***',
      operation: inspection.operation,
      mcp: this.#mcpOf(judged),
      model: this.#clientText.model(inspection.prompt?.model),
      conversation: this.#conversation(judged),
      clientAddress: connection.client.address,
      userAgent: this.#clientText.text(target.headers['user-agent'] ?? ''),
      user: connection.client.user,
    }
  }

  /** The server is where the request goes: what it calls itself is its own word. */
  #mcpOf({ connection, inspection }: JudgedPrompt): RequestFacts['mcp'] {
    const { mcp } = inspection.prompt ?? {}
    if (mcp === undefined) return undefined
    const { host, port } = connection.target
    const isUsual = port === (connection.scheme === 'https' ? 443 : 80)
    const tool = mcp.tool === undefined ? undefined : this.#clientText.tool(mcp.tool)
    return { server: isUsual ? host : `${host}:${port}`, method: mcp.method, ...(tool !== undefined && { tool }) }
  }

  /**
   * The platform's own id where it is of a known shape, else a keyed hash of it; without one a keyed hash of client,
   * platform and first user turn (docs/decisions/0020).
   */
  #conversation({ inspection, connection, platform }: JudgedPrompt): string | undefined {
    const { conversation, firstUserTurnHash } = inspection.prompt ?? {}
    if (conversation !== undefined && conversation !== '') {
      return this.#clientText.conversation(conversation) ?? this.#keyed(platform.id, conversation)
    }
    if (firstUserTurnHash === undefined) return undefined
    const { userId, user = userId, address } = connection.client
    return this.#keyed(user ?? address, platform.id, firstUserTurnHash)
  }

  #keyed(...parts: readonly string[]): string {
    return hash('sha256', [this.#options.conversationKey, ...parts].join('\n'))
  }
}

/** Of HTTP, and of messages on WebSockets: any other is a word of the client's. */
const METHODS: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT QUERY'.split(' ').concat(SOCKET_MESSAGE),
)

function whoOf({ client: { userId, user, address } }: JudgedPrompt['connection']): string {
  return userId ?? user ?? address
}

/** Matches of a policy that the findings of the record do not show. */
function matchedInContext({ inspection: { result }, ruling }: JudgedPrompt): string[] {
  if (ruling.decidingTypes.length === 0) return []
  const inContext = new Set(result?.contextFindings.map(({ type }) => type))
  const inContent = new Set(result?.classifications.map(({ type }) => type))
  return [...new Set(ruling.decidingTypes)].filter((type) => inContext.has(type) && !inContent.has(type))
}
