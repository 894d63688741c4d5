import type { Policy } from '../../core/model/policy.ts'
import { uuidV7 } from '../../core/unique-id.ts'
import type { RequestInspection } from '../inspection/inspect-request.ts'
import type { JudgedPrompt } from './judged-prompt.ts'
import { type Enforcement, type InspectionReason, rule } from './ruling.ts'

interface Options {
  readonly policies: { current(): { readonly available: boolean; readonly policies: readonly Policy[] } }
  /** Whether the tenant's detectors are known: without them a prompt is inspected only in part. */
  readonly detectors: { current(): { readonly available: boolean; readonly revision?: number } }
  readonly settings: Enforcement
}

/** Who asks, whom, for what, and what was read of it. */
export interface Subject extends Pick<JudgedPrompt, 'connection' | 'platform' | 'target' | 'body'> {
  readonly inspection: RequestInspection
  /** Why it is not inspected at all, where that is known without looking. */
  readonly uninspected?: InspectionReason
  /** The id of its record; a new one if it has none yet. */
  readonly id?: string
}

/** A prompt with what it was judged by, so that it can be told whether that still holds. */
export interface Decision {
  readonly judged: JudgedPrompt
  readonly policies: readonly Policy[]
  readonly isAvailable: boolean
  readonly detectors: number | undefined
}

/** Facts in, ruling out: the same for a request and for an upgrade, by the policies and detectors of this moment. */
export class Decider {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  decide(subject: Subject): Decision {
    const { settings } = this.#options
    const policies = this.#options.policies.current()
    const detectors = this.#options.detectors.current()
    const { id = uuidV7(new Date()), connection, platform, target, inspection, body, uninspected } = subject
    const facts = {
      platform_id: platform.id,
      risk_score: inspection.result?.riskScore ?? 0,
      classifications: inspection.result?.facts ?? [],
      source: 'proxy',
      direction: 'outbound',
      user_id: null,
    } as const
    const isPartial = inspection.status === 'full' && !detectors.available
    const status =
      uninspected !== undefined
        ? ({ status: 'none', reason: uninspected } as const)
        : isPartial
          ? ({ status: 'partial', reason: 'no_detectors' } as const)
          : inspection
    const ruling = rule(facts, status, policies, settings)
    return {
      judged: { id, connection, platform, target, inspection, ruling, body },
      policies: policies.policies,
      isAvailable: policies.available,
      // A thread looks for what it was told at its start, and newer detectors may have come since.
      detectors: inspection.detectorRevision ?? detectors.revision,
    }
  }

  /** What has changed since a decision: nothing, what is to be looked for, or only what is to be done about it. */
  changedSince(decision: Decision): 'detectors' | 'policies' | undefined {
    if (this.#options.detectors.current().revision !== decision.detectors) return 'detectors'
    const { policies, available } = this.#options.policies.current()
    return policies === decision.policies && available === decision.isAvailable ? undefined : 'policies'
  }
}
