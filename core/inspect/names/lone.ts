import type { ScoredSpan } from '../rule.ts'
import { LETTER_BITS, LETTER_MASK, UNIT_CLASSES } from '../unit-classes.ts'
import type { Walk } from '../walk.ts'
import { isCommon, isFamily, isGiven } from './kinds.ts'
import { COMMON, forEachLoneGivenName, GIVEN, meaningAt, NOT_NAME } from './lexicon.ts'
import { isPublicFigure } from './public-figures.ts'
import { LETTERS, LOWER, type NameToken, tokenAt, wordEnd } from './tokens.ts'

/** Which words may be given names, in bits by two hashes of their length, first and last letters: nearly all others need no closer look. */
const FILTER_BITS = 18
const FILTER = new Int32Array(1 << (FILTER_BITS - 5))
const FILTER_MASK = (1 << FILTER_BITS) - 1
const LETTERS_MIN = 3
/** How many of a word's last letters a walk notes. */
const TAIL = 4
/** The bits of a tail that are the word's own, by its length. */
const TAIL_MASKS = Int32Array.from({ length: TAIL + 1 }, (_, length) => (1 << (length * LETTER_BITS)) - 1)
forEachLoneGivenName((letters, length) => {
  if (length < LETTERS_MIN) return
  const hash = hashOf(letters[0] as number, length, tailOf(letters, 0, length))
  for (const slot of [hash & FILTER_MASK, hash >>> (32 - FILTER_BITS)])
    FILTER[slot >> 5] = (FILTER[slot >> 5] as number) | (1 << (slot & 31))
})

/** The classes of the last four letters, as a walk notes them. */
function tailOf(units: Uint16Array, start: number, end: number): number {
  let tail = 0
  for (let i = end - start > TAIL ? end - TAIL : start; i < end; i++)
    tail = (tail << LETTER_BITS) | ((UNIT_CLASSES[units[i] as number] as number) & LETTER_MASK)
  return tail
}

/** Of a word by its first letter, its length and its last four letters, whatever stands before these. */
function hashOf(first: number, length: number, tail: number): number {
  const own = tail & (TAIL_MASKS[length < TAIL ? length : TAIL] as number)
  const head = (UNIT_CLASSES[first] as number) & 31
  const hash = Math.imul(own ^ (head << 24) ^ (length << 29), 0x9e3779b1)
  return hash ^ (hash >>> 15)
}

function isInFilter(hash: number): number {
  const slot = hash & FILTER_MASK
  const other = hash >>> (32 - FILTER_BITS)
  return ((FILTER[slot >> 5] as number) >> (slot & 31)) & ((FILTER[other >> 5] as number) >> (other & 31)) & 1
}

/** What before a word makes it a part of something longer, of ASCII; beyond, isInWord() tells. */
const JOINED = new Uint8Array(65_536)
for (const character of '_/\\.#$&=-') JOINED[character.charCodeAt(0)] = 1

/** The most names of a text that are looked at more closely. Texts with more names are lists. */
const LONE_MAX = 200
const LONE_SCORE = 0.75

/**
 * Names that no capital or no family name marks: a given and a family name in small letters, and given names of those who speak, are
 * spoken to, or do what only people do. Where one given name is a person, the other ones in the text are too.
 */
export function findLoneNames(text: string, walk: Walk): ScoredSpan[] {
  const { units } = walk
  const found: ScoredSpan[] = []
  const lone: NameToken[] = []
  let isSmall: boolean | undefined
  let isActing = false
  let next = 0
  const count = noteStarts(walk)
  for (let n = 0; n < count; n++) {
    const start = starts[n] as number
    if (start < next || isInWord(units, start)) continue
    const end = wordEnd(text, units, start)
    if (end === -1) continue
    if ((meaningAt(text, units, start, end) & (GIVEN | COMMON | NOT_NAME)) !== GIVEN) continue
    const token = tokenAt(text, units, start)
    if (token === undefined || !isGiven(token)) continue
    if (units[start - 1] === AT) {
      if (isMentioned(text, units, token)) found.push({ start: token.start, end: token.end, score: 0.6 })
      continue
    }
    if (token.form === 'lower') {
      const name = smallName(text, units, token)
      isSmall ??= !/\p{Lu}/u.test(text)
      if (name !== undefined) found.push(name)
      else if (isSmall && acts(text, units, token)) found.push({ start: token.start, end: token.end, score: 0.55 })
    } else if (lone.length < LONE_MAX && token.form === 'capitalised' && isAlone(text, units, token)) {
      lone.push(token)
      isActing ||= acts(text, units, token)
    }
    next = token.end
  }
  if (isActing) for (const { start, end } of lone) found.push({ start, end, score: LONE_SCORE })
  return found
}

/** The beginnings of the words that pass the filter, of one text at a time. */
let starts = new Int32Array(0)

/** Fills `starts` and returns how many there are. Every word is written, and only counted if it passes, as in walk.ts. */
function noteStarts({ units, places, tails, placeCount, digits, digitCount }: Walk): number {
  if (starts.length < placeCount) starts = new Int32Array(places.length)
  let count = 0
  let digit = 0
  let nextDigit = digitCount > 0 ? (digits[0] as number) : NEVER
  let start = 0
  let joined = 0
  for (let n = 0; n < placeCount; n++) {
    const place = places[n] as number
    let tail = tails[n] as number
    let length = place - start
    if (nextDigit < place) {
      // Digits end a word, as other signs do.
      while (nextDigit < start) nextDigit = ++digit < digitCount ? (digits[digit] as number) : NEVER
      if (nextDigit < place) {
        length = nextDigit - start
        tail = tailOf(units, start, nextDigit)
      }
    }
    const isLong = (LETTERS_MIN - 1 - length) >>> 31
    starts[count] = start
    count += isInFilter(hashOf(units[start] as number, length, tail)) & isLong & ~joined
    joined = JOINED[units[place] as number] as number
    start = place + 1
  }
  return count
}

const NEVER = 0x7fffffff
const SPACE = 0x20
const AT = 0x40

/** Whether a person is addressed, as in "@Sandrine, peux-tu", and it is neither a decorator nor an account. */
function isMentioned(text: string, units: Uint16Array, { form, start, end }: NameToken): boolean {
  if (form !== 'capitalised' || !(start < 2 || (units[start - 2] as number) <= SPACE)) return false
  return /^(?:[,:!?]? \p{L}|[,:!?]?$)/u.test(text.slice(end, end + 3))
}

/** ASCII characters were checked with JOINED before. */
function isInWord(units: Uint16Array, start: number): boolean {
  const before = start === 0 ? SPACE : (units[start - 1] as number)
  return before >= 0x80 && /[\p{L}\p{N}]/u.test(String.fromCharCode(before))
}

/** Whether both words are known names and nothing else, as in "follow up with tracy wisniewska". */
function smallName(text: string, units: Uint16Array, given: NameToken): ScoredSpan | undefined {
  if (units[given.end] !== SPACE || LETTERS[units[given.end + 1] as number] !== LOWER) return undefined
  const family = tokenAt(text, units, given.end + 1)
  if (family === undefined || family.form !== 'lower' || !isFamily(family) || isCommon(family)) return undefined
  if (family.plain.length < 3 || /[\p{L}\p{N}_@/\\(=[-]/u.test(text.charAt(family.end))) return undefined
  if (isPublicFigure(text.slice(given.start, family.end))) return undefined
  return { start: given.start, end: family.end, score: LONE_SCORE }
}

/** Words that never continue a name. */
const AFTER_ALONE = new Uint8Array(65_536)
for (const character of ` ,;:!?)'"\n`) AFTER_ALONE[character.charCodeAt(0)] = 1
const HYPHEN = 0x2d

/** Whether no capitalised word stands beside it. Together they would be a longer name, or the name of something else. */
function isAlone(text: string, units: Uint16Array, token: NameToken): boolean {
  if (units[token.end] === SPACE && (LETTERS[units[token.end + 1] as number] as number) > LOWER) return false
  if (
    AFTER_ALONE[units[token.end] as number] !== 1 &&
    /^(?:[.-][\p{L}\p{N}]|[_@/(=[\p{N}]|\\(?!["'n]))/u.test(text.slice(token.end, token.end + 2))
  )
    return false
  const before = token.start === 0 ? 0 : (units[token.start - 1] as number)
  if (before !== SPACE && before !== HYPHEN) return true
  return !/[\p{Lu}][\p{L}.'’-]{0,20}[ -]$|[0-9] $/u.test(text.slice(Math.max(0, token.start - 24), token.start))
}

const CONTACT =
  'address|phone|number|e-?mail|account|salary|birthday|daughter|son|wife|husband|mother|father|boss|house|car|contract|file'
const SPEECH =
  'said|says|asked|asks|told|tells|shouted|shouts|replied|replies|whispered|wrote|writes|called|calls|emailed|texted|answered'
/** Words that follow a name at the start of a sentence. */
const ACTS_AFTER = new RegExp(
  `^(?: (?:${SPEECH}|is from|is an? |is very |is so |has been |had given|had told|had asked|spent |lives |lived |works |worked |joined |called |wants |lost |forgot |needs )|\\\\?['’]s (?:${CONTACT})\\b|, (?:can|could|would|will|please|do|did|are|have|what|when|where|i|thank|thanks|peux|pouvez|est-ce|merci)\\b|\\s?:\\s?\\\\{0,2}["“«])`,
  'i',
)
const SENTENCE_START = /(?:^|[.!?:\n"“«>]\s{0,3}|\\n)$/
/** Words that stand before a name anywhere in a sentence. */
const ACTS_BEFORE = new RegExp(
  `(?:["”»] (?:${SPEECH})|\\b(?:said|shouted at|shouts at|spoke to|spoken to|talked to|talk to|told|tell|asked|ask|had given|gave|met with|called|emailed|text|remind|invite|thank|message|dis à|demande à|dire à|why is|why was|i\\\\?['’]m|i am)|\\bleave me|\\bknow|\\bnamed (?:him|her)) $`,
  'i',
)

/** The last letters of the words of ACTS_BEFORE. */
const LAST_LETTERS = new Uint8Array(65_536)
for (const letter of 'adeghklmnorstwyà')
  LAST_LETTERS[letter.charCodeAt(0)] = LAST_LETTERS[letter.toUpperCase().charCodeAt(0)] = 1
/** What stands at the start of a sentence before a name, blanks left out, and what may follow directly behind a name that acts. */
const OPENERS = new Uint8Array(65_536)
for (const character of '.!?:\n"“«>') OPENERS[character.charCodeAt(0)] = 1
const BEHIND = new Uint8Array(65_536)
for (const character of " ,:\\'’!?\t\n\r\f\v\u00a0\ufeff") BEHIND[character.charCodeAt(0)] = 1

/** The comparisons of single characters before each pattern spare most names all of them. */
function acts(text: string, units: Uint16Array, { start, end }: NameToken): boolean {
  const isBehindBlank = units[start - 1] === SPACE
  const mayFollow = isBehindBlank && LAST_LETTERS[units[start - 2] as number] === 1
  const next = units[end] as number
  if (!mayFollow && BEHIND[next] === 0) return false
  const before = text.slice(Math.max(0, start - 24), start)
  if (mayFollow && ACTS_BEFORE.test(before)) return true
  if (BEHIND[next] === 0) return false
  const after = text.slice(end, end + 24)
  if (/^\\?['’]s (?:daughter|son|wife|husband|address|phone number|e-?mail|salary)\b/.test(after)) return true
  if (/^[!?]/.test(after) && before.endsWith(', ')) return true
  if (isBehindBlank && next === SPACE && /^ (?:was|has been|is an?|is very) /.test(after) && /\p{Ll} $/u.test(before))
    return true
  return mayStart(units, start) && SENTENCE_START.test(before) && ACTS_AFTER.test(after)
}

/** Whether SENTENCE_START is worth a try. */
function mayStart(units: Uint16Array, start: number): boolean {
  if (start === 0) return true
  const before = units[start - 1] as number
  if (OPENERS[before] === 1 || before === SMALL_N) return true
  if (before > SPACE && before < 0x80) return false
  const second = units[start - 2] as number
  return start === 1 || OPENERS[second] === 1 || second <= SPACE || second >= 0x80
}

const SMALL_N = 0x6e
