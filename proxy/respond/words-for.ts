import { preferredLanguage } from '../../core/preferred-language.ts'
import type { Words } from './words.ts'
import { ENGLISH } from './words-english.ts'
import { FRENCH } from './words-french.ts'

const LANGUAGES = { en: ENGLISH, fr: FRENCH } as const
const NAMES = ['en', 'fr'] as const

/**
 * In the language that a person likes most of those there are, else in English.
 * @param acceptLanguage RFC 9110, 12.5.4
 */
export function wordsFor(acceptLanguage: string | undefined): Words {
  return LANGUAGES[preferredLanguage(acceptLanguage, NAMES)]
}
