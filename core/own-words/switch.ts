import type { ExtraDetectors } from '../inspect/extra.ts'
import { withoutContact } from './contact.ts'
import { withoutOwnWords } from './own-words.ts'

const KIND = 'own_words'

/** What the API serves to proxies, among the detectors, for a tenant that has switched the list of own words off. */
export const OWN_WORDS_OFF = { kind: KIND, enabled: false } as const

export function isOwnWordsSwitch(served: unknown): boolean {
  return typeof served === 'object' && served !== null && 'kind' in served && served.kind === KIND
}

/** What a proxy adds to that, where answers may name its contact: it is told to its threads in the same way. */
export function ownContact(contact: string): { readonly kind: string; readonly contact: string } {
  return { kind: KIND, contact }
}

/** A tenant's detectors together with what the products' own words leave out, unless `served` says that it is switched off; and less the contact in it. */
export function detectorsWithOwnWords(
  set: ExtraDetectors | undefined,
  served: readonly unknown[],
): ExtraDetectors | undefined {
  const isOff = served.some((item) => isOwnWordsSwitch(item) && (item as { enabled?: unknown }).enabled === false)
  const products = isOff ? set : withoutOwnWords(set)
  const contact = served.filter(isOwnWordsSwitch).map((item) => (item as { contact?: unknown }).contact)
  return contact.filter((one) => typeof one === 'string').reduce(withoutContact, products)
}
