import { hash } from 'node:crypto'
import { uuidV7 } from '../../config/unique-id.ts'
import type { Policy } from '../../core/model/policy.ts'
import { evaluate, type Facts } from '../../core/policy/evaluate.ts'
import type { Exceptions } from '../../core/policy/exceptions.ts'
import { personOf } from '../banner/person.ts'
import type { Reasons } from '../banner/reasons.ts'
import type { RequestInspection } from '../inspection/inspect-request.ts'
import type { AnswerRuling } from './judged-answer.ts'
import type { JudgedPrompt } from './judged-prompt.ts'
import { boundedBy, whoIs } from './refused-turns.ts'
import { type Enforcement, type InspectionReason, rule } from './ruling.ts'
import { apart, findingKeys } from './seen.ts'
import type { VerdictScope, Verdicts } from './verdicts.ts'

interface Options {
  readonly policies: { current(): { readonly available: boolean; readonly policies: readonly Policy[] } }
  /** Whether the tenant's detectors are known: without them a prompt is inspected only in part. */
  readonly detectors: {
    current(): { readonly available: boolean; readonly revision?: number; readonly served?: readonly unknown[] }
  }
  /** The tenant's exceptions; without them every policy holds. */
  readonly exceptions: { current(): Exceptions }
  readonly settings: Enforcement
  /** What was let through before, and the key of what it is known by; without it, everything is new. */
  readonly verdicts?: { readonly kept: Verdicts; readonly key: Uint8Array } | undefined
  /** Undefined where there is no banner to give reasons in. */
  readonly reasons?: Pick<Reasons, 'keyOf' | 'of'> | undefined
  readonly now: () => Date
}

/** The client, the service, the target of the request, and the result of its inspection. */
export interface Subject extends Pick<JudgedPrompt, 'connection' | 'platform' | 'target' | 'body' | 'dropped'> {
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
  /** With all that was found, old and new. */
  readonly inspection: RequestInspection
  /** Where its verdict is kept if it is let through; undefined if it is of no conversation, or nothing was found. */
  readonly scope: VerdictScope | undefined
}

/** Turns facts into a ruling, for requests and upgrades alike, with the policies and detectors of this moment. */
export class Decider {
  readonly #options: Options
  #fingerprint:
    | {
        readonly policies: readonly Policy[]
        readonly exceptions: Exceptions
        readonly revision: number | undefined
        readonly text: string
      }
    | undefined
  readonly #keyText: string

  constructor(options: Options) {
    this.#options = options
    this.#keyText = Buffer.from(options.verdicts?.key ?? []).toString('hex')
  }

  decide(subject: Subject): Decision {
    const { settings, now } = this.#options
    const exceptions = this.#options.exceptions.current()
    const policies = this.#options.policies.current()
    const detectors = this.#options.detectors.current()
    const { id = uuidV7(new Date()), connection, platform, target, inspection, body, dropped, uninspected } = subject
    const { verdicts } = this.#options
    const scope = this.#scopeOf(subject, policies.policies, exceptions, detectors)
    const old = scope && verdicts && apart(inspection, verdicts.kept.of(scope))
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
    const seenAndFresh = old && {
      seen: { ...facts, classifications: old.seen, risk_score: old.riskOfSeen },
      fresh: { ...facts, classifications: old.fresh, risk_score: old.riskOfFresh },
    }
    const applying = exceptions.isEmpty ? undefined : exceptions.applyingTo(facts, now().getTime())
    const asked = this.#askedPrompt(subject, policies.policies)
    const given = asked === undefined ? undefined : this.#options.reasons?.of(asked)
    const ruling = rule(facts, status, policies, settings, applying, seenAndFresh, given)
    // What a block needs of old findings is told with it: they were never let through together.
    const isBlockOfNew = () =>
      rule(seenAndFresh?.fresh ?? facts, status, policies, settings, applying, undefined, given).deciding?.action ===
      'block'
    const isBlockOfOld = old !== undefined && ruling.deciding?.action === 'block' && !isBlockOfNew()
    const shown = old === undefined || isBlockOfOld ? inspection : old.inspection
    return {
      judged: {
        id,
        connection,
        platform,
        target,
        inspection: shown,
        ruling,
        body,
        dropped,
        asked,
        inCommon: undefined,
      },
      inspection,
      scope,
      policies: policies.policies,
      isAvailable: policies.available,
      // A thread uses the detectors that it had at its start, and newer ones may have come since.
      detectors: inspection.detectorRevision ?? detectors.revision,
      exceptions,
    }
  }

  /** The prompt is being sent: what was found in it is not new when its conversation comes again. */
  passed({ judged: { ruling }, inspection, scope }: Decision): void {
    const { verdicts } = this.#options
    if (scope === undefined || verdicts === undefined || ruling.refusedBy !== undefined) return
    // What is let through in observe mode only, or because of an exception or a reason that ends, is not let through for good.
    if (ruling.observedAction === 'block' || ruling.excepted.length > 0 || ruling.justified !== undefined) return
    verdicts.kept.letThrough(scope, findingKeys(inspection))
  }

  /** What a reason for this prompt would be kept by; undefined where no policy asks for one, or nobody can be asked. */
  #askedPrompt(
    { connection, platform, target, inspection: { result, judgedHash }, body }: Subject,
    policies: readonly Policy[],
  ): string | undefined {
    const { reasons } = this.#options
    if (reasons === undefined || !policies.some(({ rules }) => rules.require_justification === true)) return undefined
    const person = personOf(connection.client, target.headers.cookie)
    if (person === undefined) return undefined
    // Without one, a policy asked for reasons only after the inspection had begun, or nothing could be inspected.
    const content = judgedHash ?? hash('sha256', body)
    return reasons.keyOf({ person, platform: platform.id, content, findings: result?.facts ?? [] })
  }

  #scopeOf(
    { connection, platform, inspection: { prompt, result } }: Subject,
    policies: readonly Policy[],
    exceptions: Exceptions,
    detectors: ReturnType<Options['detectors']['current']>,
  ): VerdictScope | undefined {
    const { verdicts } = this.#options
    const { conversation, firstUserTurnHash } = prompt ?? {}
    const name = conversation ? ['id', conversation] : firstUserTurnHash && ['begins', firstUserTurnHash]
    // Most prompts hold nothing, of which there is nothing to keep.
    if (verdicts === undefined || !name || result === undefined || result.facts.length === 0) return undefined
    const rules = this.#fingerprintOf(policies, exceptions, detectors)
    const parts = [whoIs(connection.client), platform.id, name, rules]
    // In one call, as nobody sees the result: an object that takes pieces costs three times as much.
    const key = hash('sha256', `${this.#keyText} ${JSON.stringify(parts)}`, 'base64')
    return { client: boundedBy(connection.client), key }
  }

  /** Changes with every change of what prompts are judged by: what was let through before is judged anew then. */
  #fingerprintOf(
    policies: readonly Policy[],
    exceptions: Exceptions,
    { revision, served }: ReturnType<Options['detectors']['current']>,
  ): string {
    const known = this.#fingerprint
    if (known?.policies === policies && known.exceptions === exceptions && known.revision === revision)
      return known.text
    const versions = policies.map(({ id, updated_at }) => [id, updated_at])
    const text = hash('sha256', JSON.stringify([versions, exceptions.ids, served ?? []]))
    this.#fingerprint = { policies, exceptions, revision, text }
    return text
  }

  /** What policies say about an answer. It has reached its client already: nothing is enforced. */
  decideAnswer(
    { connection, platform }: Pick<JudgedPrompt, 'connection' | 'platform'>,
    found: Pick<Facts, 'classifications'> & { readonly riskScore: number },
  ): AnswerRuling {
    const { policies, settings, now } = this.#options
    const exceptions = this.#options.exceptions.current()
    const facts = {
      platform_id: platform.id,
      risk_score: found.riskScore,
      classifications: found.classifications,
      source: 'proxy',
      direction: 'inbound',
      user_id: connection.client.userId ?? null,
    } as const
    const applying = exceptions.isEmpty ? undefined : exceptions.applyingTo(facts, now().getTime())
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
