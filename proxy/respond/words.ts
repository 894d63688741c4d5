import type { InspectionReason } from '../../core/model/inspection-status.ts'

/** What people are told in one language. Lists and names come in already put together. */
export interface Words {
  /** Its tag (RFC 5646). */
  readonly language: string
  /** Kinds of data, by type, as they stand in a sentence after a verb: "an IBAN". */
  readonly kinds: ReadonlyMap<string, string>
  /** Of a type that is not listed. */
  kind(type: string): string
  readonly otherData: string
  readonly others: string
  readonly and: string
  /** Why a prompt was refused that no policy has decided on. */
  readonly failures: Readonly<Record<InspectionReason, string>>
  refused(policyName: string, kinds: string): string
  coached(policyName: string, kinds: string): string
  failed(failure: string): string
  /** The same of what a program reports of itself, for whoever reads its log, and where in the body the data is. */
  readonly telemetry: Pick<Words, 'refused' | 'coached' | 'failed'> & { at(places: string): string }
  /** Messages that were refused before were left out of what was sent. */
  dropped(policyName: string, count: number): string
  /** The data is in what an application sends along. */
  readonly beside: string
  /** The data is in the newest message, but not in what the person says last there. */
  readonly beforeLast: string
  /** How to go on after a refusal in Claude Code. */
  readonly goBackInClaudeCode: string
  /** @param numbers of messages, of which there are `total`, as a list; `isOne` if it is one */
  earlier(place: {
    readonly isAlso: boolean
    readonly isOne: boolean
    readonly numbers: string
    readonly total: number
  }): string
  /** Without a reference there is no record. */
  ask(contact: string, reference: string | undefined): string
  /** A refusal in a web chat, whose banner asks for a reason. */
  readonly askedBeside: string
  closedByPolicy(kinds: string): string
  closedByFailure(reason: string): string
  reference(reference: string): string
  readonly banner: {
    readonly sent: string
    readonly stopped: string
    readonly dismiss: string
    /** Above the field for a reason. */
    readonly askReason: string
    readonly sendReason: string
    readonly failed: string
    readonly reasonTaken: string
    readonly reasonLength: string
    readonly reasonLate: string
  }
}
