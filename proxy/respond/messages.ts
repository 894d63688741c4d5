import type { InspectionReason } from '../../core/model/inspection-status.ts'
import type { Words } from './words.ts'
import { ENGLISH } from './words-english.ts'

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
  /** The newest message holds it, and not only before what the person says last. */
  readonly isLast: boolean
  /** Numbers of the earlier messages that hold it, from 1, in any order. */
  readonly earlier: readonly number[]
  /** How many messages there are. */
  readonly messages: number
  /** Instructions, tools or settings hold it. */
  readonly isBeside: boolean
  /** Its client is Claude Code, from whose history nothing can be left out. */
  readonly isClaudeCode: boolean
  /** Of telemetry: where in its body. */
  readonly places?: readonly string[]
}

/** More kinds than this are summed up: a refusal is read by people. */
const MAX_KINDS = 5

/** Names the policy, the kinds of data, their place and the contact; never a value. */
export function refusalMessage(
  { policyName, types, contact, reference }: PolicyMessage,
  whereabouts?: Whereabouts,
  words: Words = ENGLISH,
): string {
  const sentence = words.refused(policyName, describeKinds(types, words))
  const goBack = whereabouts !== undefined && canGoBack(whereabouts) ? ` ${words.goBackInClaudeCode}` : ''
  return `${sentence}${describePlace(whereabouts, words)}${goBack} ${words.ask(contact, reference)}`
}

/** Before what stands beside the messages there is nothing to go back to. */
function canGoBack({ isClaudeCode, isInNewest, earlier }: Whereabouts): boolean {
  return isClaudeCode && (isInNewest || earlier.length > 0)
}

export function coachMessage({ policyName, types, contact, reference }: PolicyMessage, words: Words = ENGLISH): string {
  return `${words.coached(policyName, describeKinds(types, words))} ${words.ask(contact, reference)}`
}

export function failureMessage(
  reason: FailureReason,
  contact: string,
  reference: string | undefined,
  words: Words = ENGLISH,
): string {
  return `${words.failed(words.failures[reason])} ${words.ask(contact, reference)}`
}

/** "an IBAN, a phone number and an API key"; empty if nothing was found. */
export function describeKinds(types: readonly string[], words: Words = ENGLISH): string {
  const kinds = [...new Set(types)].map((type) => words.kinds.get(type) ?? words.kind(type))
  return list(kinds.slice(0, MAX_KINDS), kinds.length > MAX_KINDS ? words.otherData : undefined, words)
}

/** More messages than this are summed up. */
const MAX_NUMBERS = 5
const MAX_PLACES = 3

/** A client sends the whole conversation again with each message: without this nobody could tell what to remove. */
function describePlace(where: Whereabouts | undefined, words: Words): string {
  if (where === undefined) return ''
  const { places = [] } = where
  if (places.length > 0) {
    const more = places.length > MAX_PLACES ? words.others : undefined
    return ` ${words.telemetry.at(list(places.slice(0, MAX_PLACES), more, words))}`
  }
  const numbers = [...new Set(where.earlier)].sort((a, b) => a - b)
  if (numbers.length === 0 && where.isInNewest) return where.isLast ? '' : ` ${words.beforeLast}`
  if (numbers.length === 0) return where.isBeside ? ` ${words.beside}` : ''
  const rest = numbers.length > MAX_NUMBERS ? words.others : undefined
  const listed = list(numbers.slice(0, MAX_NUMBERS).map(String), rest, words)
  const isOne = numbers.length === 1
  return ` ${words.earlier({ isAlso: where.isInNewest, isOne, numbers: listed, total: where.messages })}`
}

function list(items: readonly string[], rest: string | undefined, { and }: Words): string {
  const all = rest === undefined ? [...items] : [...items, rest]
  const last = all.pop() ?? ''
  return all.length === 0 ? last : `${all.join(', ')} ${and} ${last}`
}
