import { areBounded, CLASSIFICATIONS_MAX, type Classification } from '../model/classification.ts'
import { isTopic } from '../model/type-names.ts'

/** What the proxy records of a detected value (WEIR_RECORD_VALUES). */
export type RecordValues = 'masked' | 'none' | 'plain'

/** The model's limit for one value (core/model). */
const VALUE_MAX = 2048
/** The limit for all values together. */
const SHORT_VALUE = 32

/** Values up to this length are masked completely: even one letter of a four-letter password reveals too much. */
const SHORT_MAX = 4
/** Longer values show their first character and a rough length: 5 to 8, 9 to 16, 17 to 32, or more. */
const LENGTH_CLASSES: readonly (readonly [max: number, stars: string])[] = [
  [8, '****'],
  [16, '********'],
  [32, '****************'],
]
const LONGEST_STARS = '************************'

/** A form of the value that a person who knows it recognises, and from which nobody else gets it back; empty for a topic, which has none. */
export function maskValue(type: string, value: string): string {
  if (isTopic({ type })) return ''
  switch (type) {
    case 'EMAIL':
      return maskEmail(value)
    case 'CREDIT_CARD':
      return maskCard(value)
    case 'IBAN':
      return maskIban(value)
    default:
      return maskAny(value)
  }
}

function maskEmail(value: string): string {
  const topLevel = /\.([a-z]{2,6})$/i.exec(value)?.[1]
  return topLevel === undefined ? maskAny(value) : `${firstCharacter(value)}***@***.${topLevel.toLowerCase()}`
}

function maskCard(value: string): string {
  const digits = value.replace(/[^0-9]/g, '')
  // The last four digits cannot be found in a value that is encoded or written in digits of another script.
  return digits.length < 12 ? maskAny(value) : `**** **** **** ${digits.slice(-4)}`
}

function maskIban(value: string): string {
  const compact = value.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  return /^[A-Z]{2}[0-9A-Z]{13,32}$/.test(compact)
    ? `${compact.slice(0, 2)}** **** ${compact.slice(-2)}`
    : maskAny(value)
}

function maskAny(value: string): string {
  if (value.length <= SHORT_MAX) return '****'
  const stars = LENGTH_CLASSES.find(([max]) => value.length <= max)?.[1] ?? LONGEST_STARS
  return firstCharacter(value) + stars
}

/** A letter or digit; anything else (controls, half a surrogate pair) is a star too. */
function firstCharacter(value: string): string {
  return /^[\p{L}\p{N}]/u.exec(value)?.[0] ?? '*'
}

/** Classifications as they may leave the process: values as `mode` says, within the model's limits, offsets untouched. */
export function recordClassifications(
  classifications: readonly Classification[],
  mode: RecordValues,
): Classification[] {
  const recorded = withinLimit(classifications).map((found) => ({ ...found, value: recordedValue(found, mode) }))
  return withinBytes(recorded)
}

function recordedValue({ type, value }: Classification, mode: RecordValues): string {
  switch (mode) {
    case 'none':
      return ''
    case 'masked':
      return maskValue(type, value)
    case 'plain':
      return value.slice(0, VALUE_MAX).toWellFormed().replaceAll('\u0000', '\uFFFD')
  }
}

/** How many findings of each type a record has no room for. */
export function leftOut(
  classifications: readonly Classification[],
  recorded: readonly Classification[],
): { readonly type: string; readonly count: number }[] {
  if (classifications.length === recorded.length) return []
  const counts = new Map<string, number>()
  for (const { type } of classifications) counts.set(type, (counts.get(type) ?? 0) + 1)
  for (const { type } of recorded) counts.set(type, (counts.get(type) ?? 0) - 1)
  return [...counts].flatMap(([type, count]) => (count > 0 ? [{ type, count }] : []))
}

/** Removes long values first, then the last findings of the text. */
function withinBytes(recorded: Classification[]): Classification[] {
  if (areBounded(recorded)) return recorded
  const shortened = recorded.map((found) => ({ ...found, value: found.value.slice(0, SHORT_VALUE).toWellFormed() }))
  while (!areBounded(shortened)) shortened.splice(Math.floor(shortened.length * 0.9))
  return shortened
}

/** The first of each type, then in order of the text: a list of two thousand addresses must not hide the one key after it. */
function withinLimit(classifications: readonly Classification[]): readonly Classification[] {
  if (classifications.length <= CLASSIFICATIONS_MAX) return classifications
  const types = new Set<string>()
  const kept = new Set(
    classifications.filter(({ type }) => !types.has(type) && types.add(type)).slice(0, CLASSIFICATIONS_MAX),
  )
  for (const found of classifications) {
    if (kept.size === CLASSIFICATIONS_MAX) break
    kept.add(found)
  }
  return classifications.filter((found) => kept.has(found))
}
