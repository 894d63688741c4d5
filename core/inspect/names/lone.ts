import { plainWord } from '../characters.ts'
import { GIVEN_NAMES } from '../data/given-names.ts'
import type { ScoredSpan } from '../rule.ts'
import type { Walk } from '../walk.ts'
import { isCommon, isFamily, isGiven } from './kinds.ts'
import { COMMON, meaningOf, NOT_NAME } from './lexicon.ts'
import { isPublicFigure } from './public-figures.ts'
import { LETTERS, LOWER, type NameToken, tokenAt } from './tokens.ts'

/** The letter without case and accent; 0 for what is no letter. */
const FOLDED = new Uint8Array(65_536)
for (let code = 0; code < 0x250; code++) {
  if (LETTERS[code] !== 0) FOLDED[code] = plainWord(String.fromCharCode(code)).charCodeAt(0)
}

/** Which words may be given names, in bits by a hash of their first and last letters: nearly all others need no closer look. */
const FILTER_BITS = 18
const FILTER = new Int32Array(1 << (FILTER_BITS - 5))
const LETTERS_MIN = 3
for (const name of GIVEN_NAMES) {
  if (name.length < LETTERS_MIN || (meaningOf(name) & (COMMON | NOT_NAME)) !== 0) continue
  const slot = slotOf(
    Uint16Array.from(name, (letter) => letter.charCodeAt(0)),
    0,
    name.length,
  )
  FILTER[slot >> 5] = (FILTER[slot >> 5] as number) | (1 << (slot & 31))
}

/** Of a word of three letters or more: by its first three and its last three, five bits each. */
function slotOf(units: Uint16Array, start: number, end: number): number {
  const first =
    (((FOLDED[units[start] as number] as number) & 31) << 10) |
    (((FOLDED[units[start + 1] as number] as number) & 31) << 5) |
    ((FOLDED[units[start + 2] as number] as number) & 31)
  const last =
    (((FOLDED[units[end - 3] as number] as number) & 31) << 10) |
    (((FOLDED[units[end - 2] as number] as number) & 31) << 5) |
    ((FOLDED[units[end - 1] as number] as number) & 31)
  return Math.imul((first << 15) | last, 0x9e3779b1) >>> (32 - FILTER_BITS)
}

/** What before a word makes it a part of something longer, of ASCII; beyond, isInWord() tells. */
const JOINED = new Uint8Array(65_536)
for (const character of '_@/\\.#$&=-') JOINED[character.charCodeAt(0)] = 1

/** Texts of many names are lists: what each does is asked of so many at most. */
const LONE_MAX = 200
const LONE_SCORE = 0.75

/**
 * Names that no capital or no family name marks: a given and a family name in small letters, and given names of those who speak, are
 * spoken to, or do what only people do. Where one given name is a person, the other ones in the text are too.
 */
export function findLoneNames(text: string, walk: Walk): ScoredSpan[] {
  const { units, places, placeCount, digits, digitCount } = walk
  const found: ScoredSpan[] = []
  const lone: NameToken[] = []
  const isSmall = !/\p{Lu}/u.test(text)
  let acting = 0
  let digit = 0
  let next = 0
  for (let n = 0; n < placeCount; n++) {
    const place = n === 0 ? -1 : (places[n - 1] as number)
    const start = place + 1
    const end = places[n] as number
    if (end - start < LETTERS_MIN || start < next || (place >= 0 && JOINED[units[place] as number] === 1)) continue
    // Digits end a word as other signs do.
    while (digit < digitCount && (digits[digit] as number) < start) digit++
    const lettersEnd = digit < digitCount ? Math.min(end, digits[digit] as number) : end
    if (lettersEnd - start < LETTERS_MIN) continue
    const slot = slotOf(units, start, lettersEnd)
    if ((((FILTER[slot >> 5] as number) >> (slot & 31)) & 1) === 0) continue
    const token = tokenAt(text, units, start)
    if (token === undefined || !isGiven(token) || isCommon(token) || isInWord(units, start)) continue
    if (token.form === 'lower') {
      const name = smallName(text, units, token)
      if (name !== undefined) found.push(name)
      else if (isSmall && acts(text, token)) found.push({ start: token.start, end: token.end, score: 0.55 })
    } else if (lone.length < LONE_MAX && token.form === 'capitalised' && isAlone(text, units, token)) {
      lone.push(token)
      if (acts(text, token)) acting++
    }
    next = token.end
  }
  if (acting > 0) for (const { start, end } of lone) found.push({ start, end, score: LONE_SCORE })
  return found
}

const SPACE = 0x20

function isInWord(units: Uint16Array, start: number): boolean {
  const before = start === 0 ? SPACE : (units[start - 1] as number)
  return /[\p{L}\p{N}_@/\\.#$&=-]/u.test(String.fromCharCode(before))
}

/** "follow up with tracy wisniewska": both known, and neither anything else. */
function smallName(text: string, units: Uint16Array, given: NameToken): ScoredSpan | undefined {
  if (units[given.end] !== SPACE || LETTERS[units[given.end + 1] as number] !== LOWER) return undefined
  const family = tokenAt(text, units, given.end + 1)
  if (family === undefined || family.form !== 'lower' || !isFamily(family) || isCommon(family)) return undefined
  if (family.plain.length < 3 || /[\p{L}\p{N}_@/\\(=[-]/u.test(text.charAt(family.end))) return undefined
  if (isPublicFigure(text.slice(given.start, family.end))) return undefined
  return { start: given.start, end: family.end, score: LONE_SCORE }
}

/** No capitalised word beside it: those are names of more than one word, or of something else. */
function isAlone(text: string, units: Uint16Array, token: NameToken): boolean {
  if (units[token.end] === SPACE && (LETTERS[units[token.end + 1] as number] as number) > LOWER) return false
  if (/^(?:[.-][\p{L}\p{N}]|[_@/(=[\p{N}]|\\(?!["'n]))/u.test(text.slice(token.end, token.end + 2))) return false
  return !/[\p{Lu}][\p{L}.'’-]{0,20}[ -]$|[0-9] $/u.test(text.slice(Math.max(0, token.start - 24), token.start))
}

const CONTACT =
  'address|phone|number|e-?mail|account|salary|birthday|daughter|son|wife|husband|mother|father|boss|house|car|contract|file'
const SPEECH =
  'said|says|asked|asks|told|tells|shouted|shouts|replied|replies|whispered|wrote|writes|called|calls|emailed|texted|answered'
/** Behind a name at the start of a sentence. */
const ACTS_AFTER = new RegExp(
  `^(?: (?:${SPEECH}|is from|is an? |is very |is so |has been |had given|had told|had asked|spent |lives |lived |works |worked |joined |called |wants |lost |forgot |needs )|\\\\?['’]s (?:${CONTACT})\\b|, (?:can|could|would|will|please|do|did|are|have|what|when|where|i|thank|thanks|peux|pouvez|est-ce|merci)\\b|\\s?:\\s?\\\\{0,2}["“«])`,
  'i',
)
const SENTENCE_START = /(?:^|[.!?:\n"“«>]\s{0,3}|\\n)$/
/** Before a name, wherever it stands. */
const ACTS_BEFORE = new RegExp(
  `(?:["”»] (?:${SPEECH})|\\b(?:said|shouted at|shouts at|spoke to|spoken to|talked to|talk to|told|asked|had given|gave|met with|called|emailed|text|remind|why is|why was|i\\\\?['’]m|i am)|\\bleave me|\\bknow|\\bnamed (?:him|her)) $`,
  'i',
)

function acts(text: string, { start, end }: NameToken): boolean {
  const before = text.slice(Math.max(0, start - 24), start)
  const after = text.slice(end, end + 24)
  if (
    ACTS_BEFORE.test(before) ||
    /^\\?['’]s (?:daughter|son|wife|husband|address|phone number|e-?mail|salary)\b/.test(after)
  )
    return true
  if (/, $/.test(before) && /^[!?]/.test(after)) return true
  if (/\p{Ll} $/u.test(before) && /^ (?:was|has been|is an?|is very) /.test(after)) return true
  return SENTENCE_START.test(before) && ACTS_AFTER.test(after)
}
