import type catalogue from '../../messages/en.json'
import { readPreference, writePreference } from '../session/preferences.ts'
import { type Compiled, formatMessage, formatNumber, partsOf, type Values } from './format.ts'

export type MessageId = keyof typeof catalogue
export type Language = 'en' | 'fr'
export const LANGUAGES: readonly Language[] = ['en', 'fr']

let language: Language = 'en'
let messages: Partial<Record<string, Compiled>> = {}

/** The one chosen here, else the first of the browser's that there is. */
function preferred(): Language {
  const wanted = [readPreference('language') ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  return wanted.find(isLanguage) ?? 'en'
}

function isLanguage(tag: string): tag is Language {
  return LANGUAGES.some((known) => known === tag)
}

/** Loads the messages of one language; the other stays where it is. */
export async function loadLanguage(wanted: Language = preferred()): Promise<void> {
  const catalogue = wanted === 'fr' ? await import('../../messages/fr.json') : await import('../../messages/en.json')
  messages = catalogue.default as Partial<Record<string, Compiled>>
  language = wanted
  document.documentElement.lang = wanted
}

export async function chooseLanguage(wanted: Language): Promise<void> {
  await loadLanguage(wanted)
  writePreference('language', wanted)
}

export function currentLanguage(): Language {
  return language
}

/** The language as the reader's region writes times and days: what is 2:03 pm in the United States is 14:03 in Britain. */
export function locale(): string {
  return navigator.languages.find((tag) => tag.slice(0, 2) === language) ?? language
}

/** A message in the reader's language. */
export function t(id: MessageId, values: Values = {}): string {
  return formatMessage(messages[id] ?? id, values, language)
}

/** The same in parts, for what is more than text. */
export function tParts(id: MessageId, values: Values): unknown[] {
  return partsOf(messages[id] ?? id, values, language)
}

/** A message whose name is made of data, such as a type: undefined where there is none. */
export function tMaybe(id: string, values: Values = {}): string | undefined {
  const message = messages[id]
  return message === undefined ? undefined : formatMessage(message, values, language)
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return formatNumber(value, language, options)
}

export function percent(share: number): string {
  return number(share, { style: 'percent', maximumFractionDigits: share < 0.1 && share > 0 ? 1 : 0 })
}

/** "A, B and C". */
export function list(items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(language, { type }).format(items)
}
