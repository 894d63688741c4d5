import { uuidV7 } from '../../config/unique-id.ts'
import type { Policy } from '../../core/model/policy.ts'
import { evaluate, type Facts } from '../../core/policy/evaluate.ts'
import type { Exceptions } from '../../core/policy/exceptions.ts'
import type { RequestInspection } from '../inspection/inspect-request.ts'
import type { AnswerRuling } from './judged-answer.ts'
import type { JudgedPrompt } from './judged-prompt.ts'
import { type Enforcement, type InspectionReason, rule } from './ruling.ts'

interface Options {
  readonly policies: { current(): { readonly available: boolean; readonly policies: readonly Policy[] } }
  /** Whether the tenant's detectors are known: without them a prompt is inspected only in part. */
  readonly detectors: { current(): { readonly available: boolean; readonly revision?: number } }
  /** The tenant's exceptions; without them every policy holds. */
  readonly exceptions: { current(): Exceptions }
  readonly settings: Enforcement
  readonly now: () => Date
}

/** The client, the service, the target of the request, and the result of its inspection. */
export interface Subject extends Pick<JudgedPrompt, 'connection' | 'platform' | 'target' | 'body'> {
  readonly inspection: RequestInspection
  /** Why it is not inspected at all, if that is known beforehand. */
  readonly uninspected?: InspectionReason
  /** The id of its record; a new one if it has none yet. */
  readonly id?: string
}

/** A prompt with the policies and detectors that were applied, to find out later whether they have changed. */
export interface Decision {
  readonly judged: JudgedPrompt
  readonly policies: readonly Policy[]
  readonly isAvailable: boolean
  readonly detectors: number | undefined
  readonly exceptions: Exceptions
}

/** Turns facts into a ruling, for requests and upgrades alike, with the policies and detectors of this moment. */
export class Decider {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  decide(subject: Subject): Decision {
    const { settings, now } = this.#options
    const exceptions = this.#options.exceptions.current()
    const policies = this.#options.policies.current()
    const detectors = this.#options.detectors.current()
    const { id = uuidV7(new Date()), connection, platform, target, inspection, body, uninspected } = subject
    const facts = {
      platform_id: platform.id,
      risk_score: inspection.result?.riskScore ?? 0,
      classifications: inspection.result?.facts ?? [],
      source: 'proxy',
      direction: 'outbound',
      user_id: connection.client.userId ?? null,
    } as const
    const isPartial = inspection.status === 'full' && !detectors.available
    const status =
      uninspected !== undefined
        ? ({ status: 'none', reason: uninspected } as const)
        : isPartial
          ? ({ status: 'partial', reason: 'no_detectors' } as const)
          : inspection
    const ruling = rule(facts, status, policies, settings, exceptions.applyingTo(facts, now().getTime()))
    return {
      judged: { id, connection, platform, target, inspection, ruling, body },
      policies: policies.policies,
      isAvailable: policies.available,
      // A thread uses the detectors that it had at its start, and newer ones may have come since.
      detectors: inspection.detectorRevision ?? detectors.revision,
      exceptions,
    }
  }

  /** What policies say about an answer. It has reached its client already: nothing is enforced. */
  decideAnswer(
    { connection, platform }: Pick<JudgedPrompt, 'connection' | 'platform'>,
    found: Pick<Facts, 'classifications'> & { readonly riskScore: number },
  ): AnswerRuling {
    const { policies, exceptions, settings, now } = this.#options
    const facts = {
      platform_id: platform.id,
      risk_score: found.riskScore,
      classifications: found.classifications,
      source: 'proxy',
      direction: 'inbound',
      user_id: connection.client.userId ?? null,
    } as const
    const applying = exceptions.current().applyingTo(facts, now().getTime())
    const { decisions, excepted } = evaluate(policies.current().policies, facts, settings.policyResolution, applying)
    return { decisions, excepted, action: decisions.length > 0 ? 'log' : 'allow' }
  }

  /** What has changed since a decision: nothing, the detectors, or only the policies and their exceptions. */
  changedSince(decision: Decision): 'detectors' | 'policies' | undefined {
    if (this.#options.detectors.current().revision !== decision.detectors) return 'detectors'
    const { policies, available } = this.#options.policies.current()
    const isSame = policies === decision.policies && available === decision.isAvailable
    return isSame && this.#options.exceptions.current() === decision.exceptions ? undefined : 'policies'
  }
}
