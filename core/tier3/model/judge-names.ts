import { plainWord } from '../../inspect/characters.ts'
import { COMMON, FAMILY, GIVEN, meaningOf, NOT_NAME } from '../../inspect/names/lexicon.ts'
import { isProductName } from '../../inspect/names/product-names.ts'
import { isPublicFigure } from '../../inspect/names/public-figures.ts'
import { isWordProblem } from '../../inspect/names/word-problem.ts'
import { PARTICLES } from '../../inspect/names/words.ts'
import { isOfWork } from '../../inspect/names/works.ts'
import type { ScoredSpan, Span } from '../../inspect/rule.ts'
import { isKnownName, isOrdinary, type NameWord, nameWords } from '../name-words.ts'
import { isPartOfAnother, isPersonal } from '../names.ts'
import { isProse } from '../sentences.ts'
import type { ModelName } from './read-names.ts'

/** A model alone is wrong too often: of 250 texts without anybody's name it sees names in a third. */
const PAIR_MIN = 0.8
const SURE = 0.95
const AMONG_OTHERS_MIN = 0.6
const LETTERS_MIN = 3
/** In a text up to this long, in UTF-16 units, a name is part of what it is about. */
const SHORT_TEXT = 600

/** What tier 2's list of words behind the names of firms does not have. */
const FIRM =
  /^(?: \p{Lu}\p{L}+){0,2} (?:[Ii]ncorporated|[Ll]imited|[Ii]nvestments?|[Cc]onsulting|[Ss]olutions|[Ii]ndustries|[Cc]apital|Foods?|Media|Health|Lines)(?!\p{L})|^['’]S /u
const STREET = /^,? (?:and|et|&)? ?\d|^ (?:and|et|&) \p{Lu}[\p{L}-]+ \d/u
/** "USS Napier", "CEO Roe", "R Cortinhas": an abbreviation says what follows. */
const ABBREVIATED = /(?:^|[^\p{L}])(?:\p{Lu}{3,5}|R) $/u
const QUOTED_BEFORE = /["'“«`*_<[({]\s?$/
const QUOTED_AFTER = /^\s?["'”»`*_>\])}]/
/** The author below a quotation, and the head of an entry in a list of characters or terms. */
const BYLINE = /["”»]\s*[-–—]+\s*$/
const ENTRY_BEFORE = /(?:^|\n)\s*(?:[-–—*•]|\d+[.)])\s*(?:\*\*)?$/
const ENTRY_AFTER = /^(?:\*\*)?\s*[:(–—]/
const ARTICLE_BEFORE = /(?:^|[^\p{L}])(?:the|a|an|un|une|les|des|ces|those|these)\s$/iu
const REACH = 40
/** How much of a line tells whether it is running text: some lines have no end. */
const LINE_REACH = 200

/** What is known of the text as a whole. */
interface Whole {
  readonly text: string
  readonly isExercise: boolean
  /** Names of persons in it that are certain. */
  readonly others: readonly Span[]
  /** The words of their full names, which may stand alone elsewhere. */
  readonly parts: ReadonlySet<string>
}

/**
 * The names of persons among those that a model sees: full names that stand as such, and names alone where the lists and the words
 * around agree. A model's word counts for nothing by itself.
 * @param known names that tier 2 has found
 */
export function judgeNames(text: string, names: readonly ModelName[], known: readonly Span[]): ScoredSpan[] {
  const isExercise = isWordProblem(text)
  const fresh = names.filter((name) => !known.some(({ start, end }) => start < name.end && name.start < end))
  const pairs = fresh.flatMap((name) => judgePair(text, name, isExercise) ?? [])
  const others: Span[] = [...known, ...pairs]
  const whole = { text, isExercise, others, parts: partsOf(text, others) }
  const alone = fresh.flatMap((name) => judgeAlone(whole, name) ?? [])
  return [...pairs, ...alone].sort((a, b) => a.start - b.start)
}

function partsOf(text: string, names: readonly Span[]): ReadonlySet<string> {
  const full = names.map((name) => nameWords(text, name)).filter((words) => words.length > 1)
  return new Set(full.flat().flatMap((word) => (isOrdinary(word) ? [] : [word.plain])))
}

/** A given and a family name, or two words of a name from a model that does not tell them apart. */
function judgePair(text: string, name: ModelName, isExercise: boolean): ScoredSpan | undefined {
  const words = nameWords(text, name)
  if (words.length < 2 || name.words.length < 2 || isOther(text, name)) return undefined
  const kinds = new Set(name.words.map(({ kind }) => kind))
  if (!kinds.has('person') && !(kinds.has('given') && kinds.has('family'))) return undefined
  const least = Math.min(...name.words.map(({ probability }) => probability))
  const known = words.filter((word) => isKnownName(word) && !isOrdinary(word)).length
  const isCapitalised = words.every((word) => word.isCapitalised || PARTICLES.has(word.plain))
  if (isCapitalised) {
    if (least < PAIR_MIN) return undefined
    if (known === 0 && (least < SURE || words.length > 2 || !isInProse(text, name))) return undefined
    return { start: name.start, end: name.end, score: known > 0 ? 0.85 : 0.8 }
  }
  const isListed = words.every((word) => word.plain.length === 1 || (isKnownName(word) && !isOrdinary(word)))
  if (isExercise || least < PAIR_MIN || !(isListed || (known > 0 && least >= SURE))) return undefined
  return { start: name.start, end: name.end, score: 0.7 }
}

/** A given or family name alone. */
function judgeAlone({ text, isExercise, others, parts }: Whole, name: ModelName): ScoredSpan | undefined {
  const [word, next] = nameWords(text, name)
  if (word === undefined || next !== undefined || isExercise || isOther(text, name)) return undefined
  if (word.plain.length < LETTERS_MIN || isOrdinary(word) || !isInProse(text, name)) return undefined
  const found = { start: name.start, end: name.end, score: 0.6 }
  if (word.isCapitalised && parts.has(word.plain)) return { ...found, score: 0.7 }
  const meaning = meaningOf(word.plain)
  if ((meaning & NOT_NAME) !== 0 || (!word.isCapitalised && (meaning & COMMON) !== 0)) return undefined
  const probability = Math.min(...name.words.map((part) => part.probability))
  if (others.some((other) => isEnumerated(text, other, name))) return probability < AMONG_OTHERS_MIN ? undefined : found
  if (probability < (others.length > 0 ? PAIR_MIN : SURE) || isFirmAlone(text, word)) return undefined
  if ((meaning & (GIVEN | FAMILY)) === 0 && !isPlausibleUnlisted(text, word, probability)) return undefined
  if (text.length > SHORT_TEXT && others.length === 0 && !isPersonal(text, name, name)) return undefined
  return found
}

/** Capitals alone, or two family names with a hyphen. */
function isFirmAlone(text: string, { start, end, plain }: NameWord): boolean {
  const shown = text.slice(start, end)
  return shown === shown.toUpperCase() || (shown.includes('-') && (meaningOf(plain) & GIVEN) === 0)
}

/** A word in no list: somebody's name rather than a thing's where something is somebody's, or within a sentence. */
function isPlausibleUnlisted(text: string, word: NameWord, probability: number): boolean {
  if (!word.isCapitalised || probability < SURE) return false
  return (
    /^['’]s /.test(text.slice(word.end, word.end + 3)) ||
    /[\p{Ll},] $/u.test(text.slice(Math.max(0, word.start - 2), word.start))
  )
}

/** "Ada, Bo and Cy": names of which one is a person's. */
function isEnumerated(text: string, a: Span, b: Span): boolean {
  const [first, second] = a.start < b.start ? [a, b] : [b, a]
  return second.start - first.end <= 6 && /^(?:, ?| and | et | & |, and )$/.test(text.slice(first.end, second.start))
}

/** What only looks like a name: of a firm, a street, a ship, a product, an author, an invented or a public person. */
function isOther(text: string, name: Span): boolean {
  const before = text.slice(Math.max(0, name.start - REACH), name.start)
  const after = text.slice(name.end, name.end + REACH)
  if (FIRM.test(after) || STREET.test(after) || ABBREVIATED.test(before) || BYLINE.test(before)) return true
  if (ENTRY_BEFORE.test(before) && ENTRY_AFTER.test(after)) return true
  if (ARTICLE_BEFORE.test(before) && !/\s/.test(text.slice(name.start, name.end))) return true
  if (/^\p{L}/u.test(after) || isPartOfAnother(text, name, name)) return true
  if (isPublicFigure(plainWord(text.slice(name.start, name.end)))) return true
  return isProductName(text, name.start, name.end) || isOfWork(text, name.start, name.end)
}

function isInProse(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - LINE_REACH), start)
  const after = text.slice(end, end + LINE_REACH)
  if (QUOTED_BEFORE.test(before) && QUOTED_AFTER.test(after)) return false
  const lineEnd = after.indexOf('\n')
  const line =
    before.slice(before.lastIndexOf('\n') + 1) +
    text.slice(start, end) +
    after.slice(0, lineEnd === -1 ? undefined : lineEnd)
  return isProse(line)
}
