import type { InspectionReason } from '../inspection/inspect-request.ts'

/** Why the fail mode judges a request that no policy has decided on (proxy-decisions, "What is inspected"). */
export type FailureReason = InspectionReason | 'no_policies' | 'no_detectors' | 'unsupported_upgrade'

export interface PolicyMessage {
  readonly policyName: string
  /** Types of the findings, in any order, repeated or not. */
  readonly types: readonly string[]
  /** WEIR_CONTACT: whom to ask. */
  readonly contact: string
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['EMAIL', 'an email address'],
  ['PHONE', 'a phone number'],
  ['CREDIT_CARD', 'a credit card number'],
  ['IBAN', 'an IBAN'],
  ['NIR', 'a French social security number'],
  ['SIREN', 'a SIREN number'],
  ['SIRET', 'a SIRET number'],
  ['SSN', 'a US social security number'],
  ['ITIN', 'a US taxpayer number'],
  ['IP_ADDRESS', 'an IP address'],
  ['API_KEY', 'an API key'],
  ['SECRET', 'a password or secret'],
  ['PERSON_NAME', 'the name of a person'],
  ['LEGAL_REFERENCE', 'a legal reference'],
  ['MEDICAL_TERM', 'medical information'],
])

const FAILURES: Readonly<Record<FailureReason, string>> = {
  no_policies: 'the policies that decide on it have not been loaded yet. Please try again in a moment',
  no_detectors: 'what your company looks for has not been loaded yet. Please try again in a moment',
  too_large: 'it is larger than what can be inspected',
  over_budget: 'it could not be inspected in time',
  unknown_encoding: 'it is encoded in a way that cannot be inspected',
  bad_encoding: 'its content does not decode as its headers say',
  malformed_body: 'its content is malformed and cannot be inspected reliably',
  unsupported_upgrade: 'it switches to a protocol that cannot be inspected',
}

/** More kinds than this are summed up: a refusal is read by people. */
const MAX_KINDS = 5

/** Names policy, kinds of data and whom to ask; never a value. */
export function refusalMessage({ policyName, types, contact }: PolicyMessage): string {
  const kinds = describeKinds(types)
  const reason = kinds === '' ? '' : ` because it contains ${kinds}`
  return `This message was not sent. The policy "${policyName}" does not allow it${reason}. ${ask(contact)}`
}

export function coachMessage({ policyName, types, contact }: PolicyMessage): string {
  const kinds = describeKinds(types)
  const found = kinds === '' ? '' : ` It contains ${kinds}.`
  return `This message was sent, but the policy "${policyName}" asks you to take care.${found} ${ask(contact)}`
}

export function failureMessage(reason: FailureReason, contact: string): string {
  return `This message was not sent: ${FAILURES[reason]}. ${ask(contact)}`
}

/** "an IBAN, a phone number and an API key"; empty where nothing was found. */
export function describeKinds(types: readonly string[]): string {
  const kinds = [...new Set(types)].map(describeKind)
  const listed = kinds.slice(0, MAX_KINDS)
  if (kinds.length > MAX_KINDS) listed.push('other sensitive data')
  const last = listed.pop()
  if (last === undefined) return ''
  return listed.length === 0 ? last : `${listed.join(', ')} and ${last}`
}

function describeKind(type: string): string {
  return KINDS.get(type) ?? `data of the type ${type.toLowerCase().replaceAll('_', ' ')}`
}

function ask(contact: string): string {
  return `If you think this is wrong, ask ${contact}.`
}
