import COMMON_WORDS from '../../lexicon/common-words.json' with { type: 'json' }
import FAMILY_NAMES from '../../lexicon/family-names.json' with { type: 'json' }
import GIVEN_NAMES from '../../lexicon/given-names.json' with { type: 'json' }
import { PackedWords } from '../../lexicon/packed-words.ts'
import { plainWord } from '../characters.ts'
import { COUNTRY_NAMES } from '../data/country-names.ts'
import { ALSO_GIVEN, BREAKERS_AFTER, BREAKERS_BEFORE, NOT_NAMES, PARTICLES, TITLES } from './words.ts'

/** The kinds of words. One word may be of several kinds. */
export const GIVEN = 1
export const FAMILY = 2
export const COMMON = 4
export const NOT_NAME = 8
export const TITLE = 16
export const PARTICLE = 32
export const BREAKER_AFTER = 64
export const BREAKER_BEFORE = 128

/** Of the words that are COMMON those that common-words.json lists: names of countries are, too, that are given names as well. */
const LISTED_COMMON = 256
/** Of those that are NOT_NAME the names of products that persons bear as well. */
export const BORNE = 512

/** A bound above the size of the lists. */
const WORDS_MAX = 81_900
const BYTES_MAX = 1_000_000
const packed = new PackedWords(WORDS_MAX, BYTES_MAX)
for (const [meaning, { words }] of [
  [GIVEN, GIVEN_NAMES],
  [FAMILY, FAMILY_NAMES],
  [COMMON | LISTED_COMMON, COMMON_WORDS],
] as const) {
  for (const line of words) packed.addAll(line, meaning)
}
for (const [meaning, words] of [
  [NOT_NAME, NOT_NAMES],
  [BORNE, ALSO_GIVEN],
  [TITLE, TITLES],
  [PARTICLE, PARTICLES],
  [BREAKER_AFTER, BREAKERS_AFTER],
  [BREAKER_BEFORE, BREAKERS_BEFORE],
] as const) {
  for (const word of words) packed.add(word, 0, word.length, meaning)
}

for (const name of COUNTRY_NAMES) {
  // France, Maurice and Jordan are also given names.
  packed.add(name, 0, name.length, (packed.meaningOf(name) & GIVEN) !== 0 ? COMMON : NOT_NAME)
}
packed.trim()

/** Whether a word, in lower case without accents, is in the lists of given or family names. */
export function isListedName(plain: string): boolean {
  return (packed.meaningOf(plain) & (GIVEN | FAMILY)) !== 0
}

export function isListedGivenName(plain: string): boolean {
  return (packed.meaningOf(plain) & GIVEN) !== 0
}

export function isListedCommonWord(plain: string): boolean {
  return (packed.meaningOf(plain) & LISTED_COMMON) !== 0
}

/** Calls `visit` with the letters of each given name that is nothing else as well. */
export function forEachLoneGivenName(visit: (letters: Uint16Array, length: number) => void): void {
  packed.forEach((letters, length, meaning) => {
    if ((meaning & (GIVEN | COMMON | NOT_NAME)) === GIVEN) visit(letters, length)
  })
}

/** All kinds of a word in lower case without accents. A word with hyphens has the kinds that all its parts have. */
export function meaningOf(plain: string): number {
  const meaning = packed.meaningOf(plain)
  if (plain.includes('-')) {
    const shared = plain.split('-').reduce((all, part) => all & packed.meaningOf(part), GIVEN | FAMILY | COMMON)
    return meaning | shared
  }
  return meaning === 0 && hasFamilyEnding(plain) ? FAMILY : meaning
}

/** The same for the word of letters, hyphens and apostrophes from `start` to `end`. */
export function meaningAt(text: string, units: Uint16Array, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    const code = units[i] as number
    if (code >= 0x80 || code === HYPHEN) return meaningOf(plainName(text.slice(start, end)))
  }
  const meaning = packed.meaningAt(units, start, end)
  if (meaning !== 0) return meaning
  const tail = TAILS[(units[end - 2] as number) & 0x1f] as number
  return ((tail >> ((units[end - 1] as number) & 0x1f)) & 1) === 1 && hasFamilyEnding(plainWord(text.slice(start, end)))
    ? FAMILY
    : 0
}

/** The form in which the lists contain a word. */
export function plainName(word: string): string {
  return plainWord(word).replaceAll('\u2019', "'")
}

const HYPHEN = 0x2d

/** Endings of family names in many languages. Hardly any other capitalised word ends like this. */
const FAMILY_ENDINGS = `
  sson ssen rsen nsen lsen ksen dsen dottir ski sky tki tky ska czyk wicz ovic evic ova eva enko chuk lov rov nov mov sov kov lyev ryev
  nyev myev syev dyev tyev aev eev oev iev adze shvili oglu escu poulos idis akis inen quist qvist strom berg mann gaard vich yan
`
  .split(/\s+/)
  .filter(Boolean)
const STEM_MIN = 2
const TAIL = 2
/** The endings by their last two letters. Most words end in other letters. */
const ENDINGS_BY_TAIL = Map.groupBy(FAMILY_ENDINGS, (ending) => ending.slice(-TAIL))
/** The same in bits: the last letter by the one before. */
const TAILS = new Int32Array(32)
for (const tail of ENDINGS_BY_TAIL.keys()) {
  const before = tail.charCodeAt(0) & 0x1f
  TAILS[before] = (TAILS[before] as number) | (1 << (tail.charCodeAt(1) & 0x1f))
}

function hasFamilyEnding(plain: string): boolean {
  const endings = ENDINGS_BY_TAIL.get(plain.slice(-TAIL))
  return endings?.some((ending) => plain.length >= ending.length + STEM_MIN && plain.endsWith(ending)) === true
}
