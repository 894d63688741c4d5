import type { InspectionReason } from '../../core/model/inspection-status.ts'

/** Why the fail mode judges a request that no policy has decided on (docs/reference/proxy-rules.md, "What is inspected"). */
export type FailureReason = InspectionReason

export interface PolicyMessage {
  readonly policyName: string
  /** Types of the findings, in any order, repeated or not. */
  readonly types: readonly string[]
  /** WEIR_CONTACT: whom to ask. */
  readonly contact: string
  /** The short name by which a security team finds the record (core/reference.ts); undefined if it could not be recorded. */
  readonly reference: string | undefined
}

/** The places of refused data other than the newest message. */
export interface Whereabouts {
  readonly isInNewest: boolean
  /** Numbers of the earlier messages that hold it, from 1, in any order. */
  readonly earlier: readonly number[]
  /** How many messages there are. */
  readonly messages: number
  /** Instructions, tools or settings hold it. */
  readonly isBeside: boolean
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
  no_detectors: 'the detectors of your company have not been loaded yet. Please try again in a moment',
  too_large: 'it is larger than what can be inspected',
  over_budget: 'it could not be inspected in time',
  unknown_encoding: 'it is encoded in a way that cannot be inspected',
  bad_encoding: 'its content does not decode as its headers say',
  malformed_body: 'its content is malformed and cannot be inspected reliably',
  malformed_file: 'a file in it is damaged and cannot be inspected reliably',
  token_array: 'it holds tokens in place of text, which cannot be inspected',
  unreadable_file: 'it holds a file that cannot be inspected',
  no_text: 'it holds no text',
  unsupported_upgrade: 'it switches to a protocol that cannot be inspected',
}

/** More kinds than this are summed up: a refusal is read by people. */
const MAX_KINDS = 5

/** Names the policy, the kinds of data, their place and the contact; never a value. */
export function refusalMessage(
  { policyName, types, contact, reference }: PolicyMessage,
  whereabouts?: Whereabouts,
): string {
  const kinds = describeKinds(types)
  const reason = kinds === '' ? '' : ` because it contains ${kinds}`
  return `This message was not sent. The policy "${policyName}" does not allow it${reason}.${describePlace(whereabouts)} ${ask(contact, reference)}`
}

export function coachMessage({ policyName, types, contact, reference }: PolicyMessage): string {
  const kinds = describeKinds(types)
  const found = kinds === '' ? '' : ` It contains ${kinds}.`
  return `This message was sent, but the policy "${policyName}" asks you to take care.${found} ${ask(contact, reference)}`
}

export function failureMessage(reason: FailureReason, contact: string, reference: string | undefined): string {
  return `This message was not sent: ${FAILURES[reason]}. ${ask(contact, reference)}`
}

/** "an IBAN, a phone number and an API key"; empty if nothing was found. */
export function describeKinds(types: readonly string[]): string {
  const kinds = [...new Set(types)].map(describeKind)
  return list(kinds.slice(0, MAX_KINDS), kinds.length > MAX_KINDS ? 'other sensitive data' : undefined)
}

function describeKind(type: string): string {
  return KINDS.get(type) ?? `data of the type ${type.toLowerCase().replaceAll('_', ' ')}`
}

/** More messages than this are summed up. */
const MAX_NUMBERS = 5

/** A client sends the whole conversation again with each message: without this nobody could tell what to remove. */
function describePlace(where: Whereabouts | undefined): string {
  if (where === undefined) return ''
  const numbers = [...new Set(where.earlier)].sort((a, b) => a - b)
  const [first] = numbers
  if (first === undefined) {
    if (where.isInNewest || !where.isBeside) return ''
    return ' It is not in your message, but in what the application sends along with it: instructions, tools or settings.'
  }
  const one = numbers.length === 1
  const listed = list(numbers.slice(0, MAX_NUMBERS).map(String), numbers.length > MAX_NUMBERS ? 'others' : undefined)
  const place = `${one ? 'an earlier message, number' : 'earlier messages, numbers'} ${listed} of ${where.messages}`
  const remedy = `Remove ${one ? 'it' : 'them'} or start a new conversation.`
  return ` It is ${where.isInNewest ? 'also ' : ''}in ${place}. ${remedy}`
}

function list(items: readonly string[], rest?: string): string {
  const all = rest === undefined ? [...items] : [...items, rest]
  const last = all.pop() ?? ''
  return all.length === 0 ? last : `${all.join(', ')} and ${last}`
}

function ask(contact: string, reference: string | undefined): string {
  if (reference === undefined)
    return `This could not be recorded. If you think this is wrong, ask ${contact} and say so.`
  return `If you think this is wrong, ask ${contact} and give the reference ${reference}.`
}
