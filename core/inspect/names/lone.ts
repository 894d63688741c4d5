import type { ScoredSpan } from '../rule.ts'
import type { Walk } from '../walk.ts'
import { isCommon, isFamily, isGiven } from './kinds.ts'
import { COMMON, GIVEN, meaningAt, NOT_NAME } from './lexicon.ts'
import { isPublicFigure } from './public-figures.ts'
import { LETTERS, LOWER, type NameToken, tokenAt, tokenTo, wordEnd } from './tokens.ts'

/** The most names of a text that are looked at more closely. Texts with more names are lists. */
const LONE_MAX = 200
const LONE_SCORE = 0.75

/**
 * Names that no capital or no family name marks: a given and a family name in small letters, and given names of those who speak, are
 * spoken to, or do what only people do. Where one given name is a person, the other ones in the text are too.
 */
export function findLoneNames(text: string, { units, givens, givenCount }: Walk): ScoredSpan[] {
  const found: ScoredSpan[] = []
  const lone: NameToken[] = []
  let isSmall: boolean | undefined
  let isActing = false
  let next = 0
  for (let n = 0; n < givenCount; n++) {
    const start = givens[n] as number
    if (start < next || isInWord(units, start)) continue
    const end = wordEnd(text, units, start)
    if (end === -1) continue
    if ((meaningAt(text, units, start, end) & (GIVEN | COMMON | NOT_NAME)) !== GIVEN) continue
    const token = tokenTo(text, units, start, end)
    if (!isGiven(token)) continue
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

const SPACE = 0x20
const AT = 0x40

/** Whether a person is addressed, as in "@Sandrine, peux-tu", and it is neither a decorator nor an account. */
function isMentioned(text: string, units: Uint16Array, { form, start, end }: NameToken): boolean {
  if (form !== 'capitalised' || !(start < 2 || (units[start - 2] as number) <= SPACE)) return false
  return /^(?:[,:!?]? \p{L}|[,:!?]?$)/u.test(text.slice(end, end + 3))
}

/** Of ASCII characters a walk notes none in front. */
function isInWord(units: Uint16Array, start: number): boolean {
  const before = start === 0 ? SPACE : (units[start - 1] as number)
  return before >= 0x80 && /[\p{L}\p{N}]/u.test(String.fromCharCode(before))
}

/** Whether both words are known names and nothing else, as in "follow up with tracy wisniewska". */
function smallName(text: string, units: Uint16Array, given: NameToken): ScoredSpan | undefined {
  if (units[given.end] !== SPACE || LETTERS[units[given.end + 1] as number] !== LOWER) return undefined
  const family = tokenAt(text, units, behindInitial(units, given.end + 1))
  if (family === undefined || family.form !== 'lower' || !isFamily(family) || isCommon(family)) return undefined
  if (family.plain.length < 3 || /[\p{L}\p{N}_@/\\(=[-]/u.test(text.charAt(family.end))) return undefined
  if (isPublicFigure(text.slice(given.start, family.end))) return undefined
  return { start: given.start, end: family.end, score: LONE_SCORE }
}

/** Behind a letter in the middle, with its point or without: "benjamin k. seiler". */
function behindInitial(units: Uint16Array, start: number): number {
  const code = units[start] as number
  if (code < 0x61 || code > 0x7a) return start
  const end = units[start + 1] === POINT ? start + 2 : start + 1
  return units[end] === SPACE && LETTERS[units[end + 1] as number] === LOWER ? end + 1 : start
}

const POINT = 0x2e

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
  return !/(?<![\p{L}])(?!I['’]m )[\p{Lu}][\p{L}.'’-]{0,20}[ -]$|[0-9] $/u.test(
    text.slice(Math.max(0, token.start - 24), token.start),
  )
}

const CONTACT =
  'address|phone|number|e-?mail|account|salary|birthday|daughter|son|wife|husband|mother|father|boss|manager|assistant|house|car|contract|file'
const SPEECH =
  'said|says|asked|asks|told|tells|shouted|shouts|replied|replies|whispered|wrote|writes|called|calls|emailed|texted|answered'
/** What things are that bear a given name. */
const THINGS =
  'static|framework|tool|library|language|city|town|state|country|company|brand|software|river|genus|village|type|kind|song|film|movie|game|site|model|plugin|server|protocol'
/** Whose a person is: « Valérie, ma collègue ». */
const OWN =
  'coll[èe]gue|voisine?|patronn?e?|chef|amie?|femme|mari|fille|fils|s(?:œ|oe)ur|fr[èe]re|colleague|boss|manager|neighbou?r|wife|husband|daughter|son|sister|brother|friend'
/** Words that follow a name at the start of a sentence. */
const ACTS_AFTER = new RegExp(
  `^(?: (?:${SPEECH}|is from|is an? (?!(?:[a-zà-ÿ-]{1,14} ){0,2}(?:${THINGS})\\b)|is very |is so |has been |had given|had told|had asked|spent |lives |lived |works |worked |joined |called |wants |lost |forgot |needs )|,? (?:ma|mon|notre|my|our) (?:${OWN})\\b|\\\\?['’]s (?:${CONTACT})\\b|, (?:can|could|would|will|please|do|did|are|have|what|when|where|i|thank|thanks|peux|pouvez|est-ce|merci)\\b|\\s?:\\s?\\\\{0,2}["“«])`,
  'i',
)
/** The same of people, but of towns and teams as well. */
const ACTS_WEAKLY =
  /^ (?:will |would |should |can['’]t |won['’]t |doesn['’]t |didn['’]t |isn['’]t |va |doit |veut |peut |travaille |ne |n['’]|m['’]a |s['’]est )/i
/** Towns, states and teams that are given names too: « Valencia va accueillir la course ». */
const PLACES: ReadonlySet<string> = new Set(
  'adelaide alexandria aurora bella brooklyn bristol carolina charlotte chelsea cordoba dakota florence geneva grenada india ireland jordan kingston lourdes madison milan montana odessa orlando paris petra phoenix regina santiago savannah siena sierra sofia sydney trinidad valencia verona victoria vienna virginia york'.split(
    ' ',
  ),
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

const AFTER = 44

/** The comparisons of single characters before each pattern spare most names all of them. */
function acts(text: string, units: Uint16Array, { start, end, plain }: NameToken): boolean {
  const isBehindBlank = units[start - 1] === SPACE
  const mayFollow = isBehindBlank && LAST_LETTERS[units[start - 2] as number] === 1
  const next = units[end] as number
  if (!mayFollow && BEHIND[next] === 0) return false
  const before = text.slice(Math.max(0, start - 24), start)
  if (mayFollow && ACTS_BEFORE.test(before)) return true
  if (BEHIND[next] === 0) return false
  const after = text.slice(end, end + AFTER)
  if (/^\\?['’]s (?:daughter|son|wife|husband|manager|assistant|address|phone number|e-?mail|salary)\b/.test(after))
    return true
  if (/^[!?]/.test(after) && before.endsWith(', ')) return true
  if (isBehindBlank && next === SPACE && /^ (?:was|has been|is an?|is very) /.test(after) && /\p{Ll} $/u.test(before))
    return true
  if (!mayStart(units, start) || !SENTENCE_START.test(before)) return false
  return ACTS_AFTER.test(after) || (ACTS_WEAKLY.test(after) && !PLACES.has(plain))
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
