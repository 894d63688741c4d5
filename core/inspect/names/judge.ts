import { plainWord } from '../characters.ts'
import type { ScoredSpan } from '../rule.ts'
import { introduced } from './cues.ts'
import { eastAsianName } from './east-asian.ts'
import { isCommon, isFamily, isGiven, isOther, nameLength } from './kinds.ts'
import { BREAKER_AFTER, BREAKER_BEFORE, COMMON, meaningAt, meaningOf, NOT_NAME, PARTICLE, TITLE } from './lexicon.ts'
import { isPublicFigure } from './public-figures.ts'
import { LETTERS, LOWER, type NameToken } from './tokens.ts'
import { isOfWork } from './works.ts'

/** A known given name and a known family name: an article before them does not change that they are a person. */
const SURE = 0.9

/** The name that a sequence of capitalised words is or ends with; undefined where it is none. */
export function judge(text: string, units: Uint16Array, sequence: readonly NameToken[]): ScoredSpan | undefined {
  const name = nameIn(text, units, sequence)
  if (name === undefined || isInCode(text, name.start, name.end)) return undefined
  // Patients and customers have such names too: with a title, the name is not taken for the famous person's.
  if (!isTitled(sequence, units) && isPublicFigure(text.slice(name.start, name.end))) return undefined
  if (!isTitled(sequence, units) && isOfWork(text, name.start, name.end)) return undefined
  const first = sequence[0]?.start ?? name.start
  if (
    isStreet(text, units, first) ||
    isAttribution(text, first, name.end) ||
    sequence.some((token) => isBreakerBefore(token) && !(token.plain === 'the' && (name.score ?? 0) >= SURE))
  )
    return undefined
  return name
}

const CODE_HOST = /^\]\(https?:\/\/(?:www\.)?(?:github|gitlab|bitbucket|codeberg|npmjs|twitter|x)\.(?:com|org)\//

function isBreakerBefore({ meaning }: NameToken): boolean {
  return (meaning & (BREAKER_BEFORE | PARTICLE)) === BREAKER_BEFORE
}

/**
 * Who wrote a text, a program or a book puts the name there to be read; so does whoever quotes a famous sentence, or links a name to
 * its page at a code host.
 */
function isAttribution(text: string, start: number, end: number): boolean {
  if (text[end] === ']' && CODE_HOST.test(text.slice(end, end + 40))) return true
  // Most words before a name end with another letter than all of these.
  if (text.charCodeAt(start - 1) === SPACE && !mayEndAttribution(text.charCodeAt(start - 2))) return false
  return /(?:["”»]\s{0,2}[-–—]|\bauthors?|\bauteurs?|\bcopyright|\(c\)|©|@author)\W{0,6}(?:[0-9]{4}\W{1,3})?$/i.test(
    text.slice(Math.max(0, start - 30), start),
  )
}

function mayEndAttribution(code: number): boolean {
  const small = code | 0x20
  return !(small >= 0x61 && small <= 0x7a) || 'crst'.includes(String.fromCharCode(small))
}

const SPACE = 0x20

function nameIn(text: string, units: Uint16Array, sequence: readonly NameToken[]): ScoredSpan | undefined {
  const title = lastTitle(sequence, units)
  if (title !== -1) return titled(sequence.slice(title + 1), CIVIL.has(sequence[title]?.plain ?? ''))
  const last = sequence.at(-1)
  if (last === undefined || (last.meaning & BREAKER_AFTER) !== 0) return undefined
  const name = untitled(text, units, sequence, last)
  // Asked last, as it takes a look at one more word, and most sequences are no names.
  return name === undefined || isBreakerAfter(text, units, last.end) ? undefined : name
}

function untitled(
  text: string,
  units: Uint16Array,
  sequence: readonly NameToken[],
  last: NameToken,
): ScoredSpan | undefined {
  const isLong = sequence.length === 2 || sequence.length === 3
  if (isLong && isAddressed(text, last.end))
    return { start: sequence[0]?.start ?? last.start, end: last.end, score: SURE }
  // "Hi Torben": the first word is certainly not a name, and a name follows it.
  const start = firstOfName(sequence)
  const foreign = sequence.length > 1 ? eastAsianName(units, sequence) : undefined
  if (foreign !== undefined) return foreign
  if (start === -1) return undefined
  const tokens = start === 0 ? sequence : sequence.slice(start)
  return fullName(text, tokens) ?? introduced(text, units, tokens)
}

/** Which is the first word that may be a part of a name; -1 where none is. */
function firstOfName(sequence: readonly NameToken[]): number {
  for (let index = 0; index < sequence.length; index++) {
    const token = sequence[index] as NameToken
    if (token.form !== 'lower' && !isOther(token)) return index
  }
  return -1
}

function lastTitle(sequence: readonly NameToken[], units: Uint16Array): number {
  // "Me" is a title in French, and in headlines a word like the others.
  for (let index = sequence.length - 2; index >= 0; index--) {
    const token = sequence[index] as NameToken
    if ((token.meaning & TITLE) === 0 || !isTitle(token) || (token.plain === 'me' && index > 0)) continue
    // "Abby M. Laidlaw": behind a name it is a letter of the name.
    const before = token.plain === 'm' ? sequence[index - 1] : undefined
    if (before === undefined || isCommon(before)) return index
    const isName = isGiven(before) || isFamily(before) || isWithinSentence(units, before.start)
    if (!isName) return index
  }
  return -1
}

/** Whether a word in small letters stands before: no verb with a capital begins a sentence here, as in « Contactez M. Dupont ». */
function isWithinSentence(units: Uint16Array, start: number): boolean {
  return start > 1 && units[start - 1] === 0x20 && LETTERS[units[start - 2] as number] === LOWER
}

function isTitled(sequence: readonly NameToken[], units: Uint16Array): boolean {
  return lastTitle(sequence, units) !== -1
}

/** PR, ME, GEN in capitals are abbreviations of something else. */
function isTitle(token: NameToken): boolean {
  return token.form !== 'upper' || token.plain.length > 3 || token.plain === 'mme' || token.plain === 'dr'
}

/** Titles behind which a town's or month's name is somebody's: "Ms. Austin". */
const CIVIL: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'mme', 'mlle'])

/** The words behind a title are a name as far as they may be parts of one. */
function titled(tokens: readonly NameToken[], isCivil: boolean): ScoredSpan | undefined {
  const [first, second] = tokens
  if (first === undefined) return undefined
  if (first.form !== 'initial' && isOther(first)) {
    const isPlace = isCivil && first.form === 'capitalised' && (first.meaning & (NOT_NAME | COMMON)) === NOT_NAME
    // "Dr Desire Ancelin"
    const isBeforeName =
      second !== undefined &&
      second.form !== 'lower' &&
      second.form !== 'initial' &&
      !isOther(second) &&
      !isCommon(second)
    if (!isPlace && !isBeforeName) return undefined
    if (isPlace && !isBeforeName) return { start: first.start, end: first.end, score: 0.7 }
  }
  // "Gen Z" is not a person; "Dr. J. Smith" is one.
  if (first.form === 'initial' && tokens.length === 1) return undefined
  let end = first.end
  for (const token of tokens.slice(1)) {
    // Behind a given name any capitalised word is the family's: "Dr Myriam Bureau".
    if (isOther(token) && (token.meaning & PARTICLE) === 0 && !(token === tokens[1] && isGiven(first))) break
    if (token.form !== 'lower') end = token.end
  }
  // "Mme de" is an incomplete name.
  if (first.form === 'lower' && end === first.end) return undefined
  return { start: first.start, end, score: 0.9 }
}

/** "Loyal Block <l.block@example.org>": what stands before an address in a header is its owner's name, whatever the words mean. */
function isAddressed(text: string, end: number): boolean {
  const next = text.charCodeAt(end)
  if (next !== 0x22 && next !== 0x20) return false
  return (
    text.charCodeAt(end + (next === 0x22 ? 2 : 1)) === 0x3c && /^"? <[\w.+-]{1,64}@/.test(text.slice(end, end + 70))
  )
}

/** Two or more words of which at least one is a known name and the other may be one. */
function fullName(text: string, tokens: readonly NameToken[]): ScoredSpan | undefined {
  const [first] = tokens
  const last = tokens.at(-1)
  if (first !== undefined && last !== undefined && tokens.length > 1 && isGiven(first) && isAddressed(text, last.end))
    return { start: first.start, end: last.end, score: SURE }
  for (let from = 0; from < tokens.length - 1; from++) {
    const rest = from === 0 ? tokens : tokens.slice(from)
    let length = nameLength(rest)
    if (length < rest.length && isAlone(text, rest)) length = rest.length
    const first = rest[0]
    const last = rest[length - 1]
    if (length < 2 || first === undefined || last === undefined) continue
    const score = scoreOf(length === rest.length ? rest : rest.slice(0, length))
    if (score === 0 || (score < SURE && isBehindArticle(text, first.start))) continue
    if (isRegistered(first, last) || !isHouseNumber(text, first.start))
      return { start: first.start, end: last.end, score }
  }
  return undefined
}

/** Whether an article stands before the words, so that they name a thing: « la Pierre Philosophale », "a Jade Vase". */
function isBehindArticle(text: string, start: number): boolean {
  return /(?:^|[^\p{L}])(?:an?|the|this|that|each|every|un|une|la|le|ce|cette|cet|chaque) $/iu.test(
    text.slice(Math.max(0, start - 8), start),
  )
}

/** Whether a family name in capitals stands before a given name, as in "MARTIN Edouard". Streets are not written in this form. */
function isRegistered(first: NameToken, last: NameToken): boolean {
  return first.form === 'upper' && last.form === 'capitalised' && isGiven(last)
}

/** Two words that fill a line, the first a given name: a signature, whatever the second means. */
function isAlone(text: string, tokens: readonly NameToken[]): boolean {
  const [first, last] = tokens
  if (tokens.length !== 2 || first === undefined || last === undefined) return false
  const isRegister = first.form === 'upper' && last.form === 'upper' && isGiven(last) && !isCommon(last)
  if (!isRegister && (!isGiven(first) || isCommon(first))) return false
  return (
    /(?:^|\n)[ \t]*(?:\p{Lu}{3,20}, )?$/u.test(text.slice(Math.max(0, first.start - 30), first.start)) &&
    /^[ \t]*(?:\n|$|[0-9])/.test(text.slice(last.end, last.end + 8))
  )
}

/** "91 Vila Miguel Tavares 1160" is an address; "1. Marie Dupont" is a list. */
function isHouseNumber(text: string, start: number): boolean {
  return /(?:^|[^0-9.-] |[\n,])[0-9]{1,5},? (?:(?!(?:pour|par|de|avec|à|et|for|by|with|from|to|and|of) )[\p{L}.]{1,12} )?$/u.test(
    text.slice(Math.max(0, start - 22), start),
  )
}

function scoreOf(name: readonly NameToken[]): number {
  const [first] = name
  const last = name.at(-1)
  if (first === undefined || last === undefined) return 0
  // « à jeun » in capitals.
  if (first.form === 'initial' && first.plain === 'a' && first.end - first.start === 1) return 0
  // "Vide A. Persson": hardly anything but a name has a letter with a point in its middle.
  const middle = name[1]
  const isMiddle = name.length === 3 && middle?.form === 'initial' && middle.end - middle.start === 2
  if (isMiddle && first.form === 'capitalised' && last.form === 'capitalised' && !isCommon(last)) {
    if (isGiven(first) && isFamily(last)) return SURE
    if (isGiven(first) || isFamily(last)) return 0.85
    if (!isCommon(first) && first.plain.length > 2 && last.plain.length > 2) return 0.6
  }
  // "J. P. Delacroix"
  if (name.length === 3 && first.form === 'initial' && middle?.form === 'initial' && last.form === 'capitalised')
    return isCommon(last) || last.plain.length < 4 ? 0 : 0.7
  const isShouted = first.form === 'upper' && last.form === 'upper'
  if (isGiven(first) && !(isCommon(first) && isCommon(last))) {
    const isEitherCommon = isCommon(first) || isCommon(last)
    if (isFamily(last)) return isEitherCommon ? 0.75 : 0.9
    if (isGiven(last)) return isEitherCommon ? 0.6 : 0.85
    if (isEitherCommon || last.form === 'initial') return 0
    // "SIM ICCID": short words in capitals are abbreviations.
    return isShouted && (first.plain.length < 5 || last.plain.length < 5) ? 0 : 0.7
  }
  // DUPONT Marie, Dupont Albert: in registers the family name comes first.
  if (isGiven(last) && !isCommon(last) && !isCommon(first) && first.form !== 'initial') {
    if (isFamily(first)) return 0.8
    return first.form === 'upper' && first.plain.length > 3 ? (last.form === 'capitalised' ? 0.75 : 0.5) : 0
  }
  if (first.form !== 'initial' || isCommon(last)) return 0
  if (isFamily(last)) return 0.7
  // "P YULB" is a station, and whatever else has a letter and four in capitals.
  const length = first.end - first.start === 1 ? 5 : 4
  return last.form === 'upper' && last.plain.length >= length ? 0.55 : 0
}

/** "rue Marie Curie" is a street, "prix Marcel Proust" a prize. */
function isStreet(text: string, units: Uint16Array, start: number): boolean {
  const word = wordBefore(units, start)
  if (word === start) return false
  if (word !== -1) return (meaningAt(text, units, word, start - 1) & BREAKER_BEFORE) !== 0
  const before = /([\p{L}]+)['’ .]{0,2}(?:(?:de|du|des|d['’]|le|la) ?)?$/iu.exec(
    text.slice(Math.max(0, start - 24), start),
  )?.[1]
  return before !== undefined && (meaningOf(plainWord(before)) & BREAKER_BEFORE) !== 0
}

const STREET_REACH = 24
/** The longest particle that the pattern of isStreet() knows is "des". */
const PARTICLE_MAX = 3

/** Where the word of ASCII before a blank begins, as nearly everywhere; `start` where no word stands before, and -1 where the pattern has to tell. */
function wordBefore(units: Uint16Array, start: number): number {
  if (start === 0) return start
  const before = units[start - 1] as number
  if (before !== SPACE)
    return before < 0x80 && !isAsciiLetter(before) && before !== 0x27 && before !== 0x2e ? start : -1
  let from = start - 1
  while (from > start - STREET_REACH && from > 0 && isAsciiLetter(units[from - 1] as number)) from--
  const isWhole = from > start - STREET_REACH && (from === 0 || (units[from - 1] as number) < 0x80)
  return isWhole && start - 1 - from > PARTICLE_MAX ? from : -1
}

function isAsciiLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
}

const WORD_AFTER_MAX = 19

function isBreakerAfter(text: string, units: Uint16Array, end: number): boolean {
  if (units[end] !== 0x20) return false
  const start = end + 1
  let last = start
  let all = 0
  while (last < start + WORD_AFTER_MAX && LETTERS[units[last] as number] !== 0) all |= units[last++] as number
  if (all < 0x80 && (units[last] as number) < 0x80)
    return last > start && (meaningAt(text, units, start, last) & BREAKER_AFTER) !== 0
  const word = /^[\p{L}]+/u.exec(text.slice(start, start + WORD_AFTER_MAX))?.[0]
  return word !== undefined && (meaningOf(word.toLowerCase()) & BREAKER_AFTER) !== 0
}

/** Whether the words are a part of an address, a path, a member or a call. */
function isInCode(text: string, start: number, end: number): boolean {
  if (start > 0 && '@/\\_#$.'.includes(text.charAt(start - 1))) return true
  const after = text.charAt(end)
  if (after !== '' && '@/\\_('.includes(after)) return true
  return after === '.' && /^\.[\p{L}]/u.test(text.slice(end, end + 2))
}
