import type { ExtraDetectors } from '../inspect/extra.ts'
import { withoutOwnWords } from './own-words.ts'

const KIND = 'own_words'

/** What the API serves to proxies, among the detectors, for a tenant that has switched the list of own words off. */
export const OWN_WORDS_OFF = { kind: KIND, enabled: false } as const

export function isOwnWordsSwitch(served: unknown): boolean {
  return typeof served === 'object' && served !== null && 'kind' in served && served.kind === KIND
}

/** A tenant's detectors together with what the products' own words leave out, unless `served` says that it is switched off. */
export function detectorsWithOwnWords(
  set: ExtraDetectors | undefined,
  served: readonly unknown[],
): ExtraDetectors | undefined {
  const isOff = served.some((item) => isOwnWordsSwitch(item) && (item as { enabled?: unknown }).enabled === false)
  return isOff ? set : withoutOwnWords(set)
}
