import { isLatinLetter, isWordAt, plainWord } from '../characters.ts'
import { COMMON_WORDS } from '../data/common-words.ts'
import { FAMILY_NAMES } from '../data/family-names.ts'
import { GIVEN_NAMES } from '../data/given-names.ts'
import { PUBLIC_FIGURES } from '../data/public-figures.ts'
import type { ScoredSpan } from '../rule.ts'
import { type NameToken, tokenAt } from './tokens.ts'
import { BREAKERS_AFTER, BREAKERS_BEFORE, NOT_NAMES, PARTICLES, RELATIONS, TITLES } from './words.ts'

const TOKENS_MAX = 6

/**
 * Names of persons: a title, a given name beside a family name, or words that introduce a name. A given name alone is none: it
 * identifies nobody, and stories are full of them.
 */
export function findNames(text: string): ScoredSpan[] {
  const found: ScoredSpan[] = []
  let listed: NameToken[] = []
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    // Only capitals of ASCII and beyond begin a name; the rest of a word is passed over with its first letter.
    if ((code < 65 || code > 90) && code < 0xc0) continue
    if (i > 0 && isWordAt(text, i - 1)) continue
    const tokens = sequenceAt(text, i)
    const first = tokens[0]
    const last = tokens.at(-1)
    if (first === undefined || last === undefined || first.form === 'lower') continue
    const name = judge(text, tokens)
    if (name !== undefined) found.push(name)
    if (!continuesList(text, listed.at(-1), first)) listed = endList(listed, found)
    if (tokens.length === 1 && isGiven(first) && !isCommon(first)) listed.push(first)
    i = last.end - 1
  }
  endList(listed, found)
  for (const name of smallNames(text)) found.push(name)
  return found
}

const LIST_MIN = 4

/** "Ana, Bo, Cleo and Dan": whether the next name belongs to the same list. */
function continuesList(text: string, last: NameToken | undefined, next: NameToken): boolean {
  return (
    last !== undefined &&
    next.start - last.end <= 6 &&
    /^(?:, |,? (?:and|et|&) )$/.test(text.slice(last.end, next.start))
  )
}

/** Four or more given names in a row are people, and nothing else. Returns the list that begins now: an empty one. */
function endList(listed: readonly NameToken[], found: ScoredSpan[]): NameToken[] {
  if (listed.length >= LIST_MIN) for (const { start, end } of listed) found.push({ start, end, score: 0.6 })
  return []
}

const SMALL =
  /\b(?:name is|named (?:him|her)|calls? me|named|m['’]appelle|s['’]appelle)\s(\p{Ll}{3,20})(?![\p{L}'-])/giu

/** "my name is joshua": a given name in small letters. */
function* smallNames(text: string): Generator<ScoredSpan> {
  if (!text.includes('name') && !text.includes('call') && !text.includes('appelle')) return
  for (const { 0: match, 1: name = '', index } of text.matchAll(SMALL)) {
    const plain = plainWord(name)
    if (!GIVEN_NAMES.has(plain) || COMMON_WORDS.has(plain) || name !== name.toLowerCase()) continue
    const end = index + match.length
    yield { start: end - name.length, end, score: 0.7 }
  }
}

/** Capitalised words with single blanks between, and the particles between them. */
function sequenceAt(text: string, start: number): NameToken[] {
  const tokens: NameToken[] = []
  for (let next = tokenAt(text, start); next !== undefined && tokens.length < TOKENS_MAX; ) {
    const isParticle = next.form === 'lower' && PARTICLES.has(next.plain)
    if (next.form === 'lower' && !(isParticle && tokens.length > 0)) break
    tokens.push(next)
    const gap =
      text[next.end] === ' '
        ? 1
        : text[next.end] === '.' && TITLES.has(next.plain) && text[next.end + 1] === ' '
          ? 2
          : 0
    if (gap === 0) break
    next = tokenAt(text, next.end + gap)
  }
  while (tokens.at(-1)?.form === 'lower') tokens.pop()
  return tokens
}

function judge(text: string, sequence: readonly NameToken[]): ScoredSpan | undefined {
  const name = nameIn(text, sequence)
  if (name === undefined || isInCode(text, name.start, name.end)) return undefined
  if (PUBLIC_FIGURES.has(plainWord(text.slice(name.start, name.end)))) return undefined
  const first = sequence[0]?.start ?? name.start
  if (
    isStreet(text, first) ||
    sequence.some((token) => BREAKERS_BEFORE.has(token.plain) && !PARTICLES.has(token.plain))
  )
    return undefined
  return name
}

function nameIn(text: string, sequence: readonly NameToken[]): ScoredSpan | undefined {
  const title = sequence.findLastIndex(isTitle)
  if (title !== -1 && title < sequence.length - 1) return titled(sequence.slice(title + 1))
  const last = sequence.at(-1)
  if (last === undefined || BREAKERS_AFTER.has(last.plain) || BREAKERS_AFTER.has(wordAfter(text, last.end)))
    return undefined
  // "Hi Torben": what is certainly no name leads to one.
  const start = sequence.findIndex((token) => token.form !== 'lower' && !isOther(token))
  if (start === -1) return undefined
  const tokens = sequence.slice(start)
  return fullName(text, tokens) ?? introduced(text, tokens)
}

/** PR, ME, GEN in capitals are abbreviations of something else. */
function isTitle(token: NameToken): boolean {
  return (
    TITLES.has(token.plain) &&
    (token.form !== 'upper' || token.plain.length > 3 || token.plain === 'mme' || token.plain === 'dr')
  )
}

/** What stands behind a title is a name, as far as it can be one. */
function titled(tokens: readonly NameToken[]): ScoredSpan | undefined {
  const [first] = tokens
  if (first === undefined || (first.form !== 'initial' && isOther(first))) return undefined
  let end = first.end
  for (const token of tokens.slice(1)) {
    // Behind a given name any capitalised word is the family's: "Dr Myriam Bureau".
    if (isOther(token) && !(token === tokens[1] && isGiven(first))) break
    end = token.end
  }
  return { start: first.start, end, score: 0.9 }
}

function isGiven(token: NameToken): boolean {
  return (
    token.form !== 'initial' &&
    (GIVEN_NAMES.has(token.plain) || token.plain.split('-').every((part) => GIVEN_NAMES.has(part)))
  )
}

function isFamily(token: NameToken): boolean {
  return token.form !== 'initial' && FAMILY_NAMES.has(token.plain)
}

/** Certainly something else than a name. */
function isOther(token: NameToken): boolean {
  return (
    NOT_NAMES.has(token.plain) ||
    BREAKERS_AFTER.has(token.plain) ||
    (COMMON_WORDS.has(token.plain) && !isGiven(token) && !isFamily(token))
  )
}

function isCommon(token: NameToken): boolean {
  return COMMON_WORDS.has(token.plain) || NOT_NAMES.has(token.plain)
}

/** Two or more words of which at least one is a known name and the other may be one. */
function fullName(text: string, tokens: readonly NameToken[]): ScoredSpan | undefined {
  for (let from = 0; from < tokens.length - 1; from++) {
    const rest = tokens.slice(from)
    const length = Math.max(nameLength(rest), isAlone(text, rest) ? rest.length : 0)
    const first = rest[0]
    const last = rest[length - 1]
    if (length < 2 || first === undefined || last === undefined) continue
    const score = scoreOf(rest.slice(0, length))
    if (score > 0 && !isHouseNumber(text, first.start)) return { start: first.start, end: last.end, score }
  }
  return undefined
}

/** Two words that fill a line, the first a given name: a signature, whatever the second means. */
function isAlone(text: string, tokens: readonly NameToken[]): boolean {
  const [first, last] = tokens
  if (tokens.length !== 2 || first === undefined || last === undefined || !isGiven(first) || isCommon(first))
    return false
  return (
    /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, first.start - 8), first.start)) &&
    /^[ \t]*(?:\n|$|[0-9])/.test(text.slice(last.end, last.end + 8))
  )
}

/** "91 Vila Miguel Tavares 1160" is an address; "1. Marie Dupont" is a list. */
function isHouseNumber(text: string, start: number): boolean {
  return /(?:^|[\s,])[0-9]{1,5},? (?:[\p{L}.]{1,12} )?$/u.test(text.slice(Math.max(0, start - 20), start))
}

/** How many of the words may belong to one name. */
function nameLength(tokens: readonly NameToken[]): number {
  let length = 0
  while (length < tokens.length) {
    const token = tokens[length]
    if (token === undefined || (token.form !== 'lower' && token.form !== 'initial' && isOther(token))) break
    length++
  }
  while (length > 0 && tokens[length - 1]?.form === 'lower') length--
  return length
}

function scoreOf(name: readonly NameToken[]): number {
  const [first] = name
  const last = name.at(-1)
  if (first === undefined || last === undefined) return 0
  const isShouted = first.form === 'upper' && last.form === 'upper'
  if (isGiven(first) && !(isCommon(first) && isCommon(last))) {
    const isEitherCommon = isCommon(first) || isCommon(last)
    if (isFamily(last)) return isEitherCommon ? 0.75 : 0.9
    if (isGiven(last)) return isEitherCommon ? 0.6 : 0.85
    if (isEitherCommon || last.form === 'initial') return 0
    // "SIM ICCID": short words in capitals are abbreviations.
    return isShouted && (first.plain.length < 5 || last.plain.length < 5) ? 0 : 0.75
  }
  // DUPONT Marie, Dupont Albert: in registers the family name comes first.
  if (isGiven(last) && !isCommon(last) && !isCommon(first) && first.form !== 'initial') {
    if (isFamily(first)) return 0.8
    return first.form === 'upper' && last.form === 'capitalised' && first.plain.length > 3 ? 0.75 : 0
  }
  if (first.form !== 'initial' || isCommon(last)) return 0
  if (isFamily(last)) return 0.7
  return last.form === 'upper' && last.plain.length > 3 ? 0.55 : 0
}

const CUE_REACH = 40
/** Whatever follows is a name, known or not. */
const INTRODUCTIONS =
  /(?:\bname(?:d| is|s are| was)(?: him| her)?|\bcall(?:s|ed)? (?:me|him|her)|\b(?:is|was) called|\bm['’]appelle|\bs['’]appelle|\bnomm[ée]e?s?|\bpr[ée]nomm[ée]e?|\bstarring|\bdirected by)\s?["']?\s?:?\s{0,4}["']?$/iu
/** The label of a field: a known name, or two words. */
const LABELS =
  /(?:\bname|\bnom(?: de famille| complet)?|\bpr[ée]nom|\bauthor|\bauteur|\bcontact|\bpatiente?|\bclient|\bsigned(?: by)?|\bsign[ée](?: par)?|\bje suis|\bn[ée]e)\s?["']?\s?[:=]?\s{0,4}["']?$/iu
/** A known name follows now and then. */
const GREETINGS =
  /(?:\b(?:hi|hello|hey|dear|bonjour|bonsoir|salut|cher|ch[èe]re|regards|sincerely|cordialement|thanks|merci|cheers|this is|i am|i['’]m|here['’]s|founders?:|said|says|asked|told|replied|dit|demande)),?\s{1,3}$/iu

/** The last words of all the above: without one of them before it, a word is not looked at more closely. */
const CUES: ReadonlySet<string> = new Set(
  `name names named is are was him her me call calls called appelle nomme nommee nommes nommees prenomme prenommee prenommes starring by nom
  famille complet prenom author auteur contact patient patiente client signed signe signee par suis nee hi hello hey dear bonjour bonsoir
  salut cher chere regards sincerely cordialement thanks merci cheers this am m s founder founders said says asked told replied dit
  demande`.split(/\s+/),
)

/** The word before `start`, over blanks, quotes and a colon; '' where none is near. */
function previousWord(text: string, start: number): string {
  let end = start
  while (end > 0 && start - end < 8 && ` "':=,\t`.includes(text[end - 1] ?? '')) end--
  let from = end
  while (from > 0 && end - from < 20 && isLatinLetter(text.charCodeAt(from - 1))) from--
  return plainWord(text.slice(from, end))
}

/** A single name, or one that no list knows, behind words that introduce it. */
function introduced(text: string, tokens: readonly NameToken[]): ScoredSpan | undefined {
  const [first] = tokens
  if (first === undefined) return undefined
  const cue = previousWord(text, first.start)
  if (!CUES.has(cue) && !RELATIONS.has(cue)) return undefined
  const before = text.slice(Math.max(0, first.start - CUE_REACH), first.start)
  const length = Math.max(1, nameLength(tokens))
  const end = tokens[length - 1]?.end ?? first.end
  const isKnown = (isGiven(first) || isFamily(first)) && !isCommon(first)
  const isLong = length >= 2 && !isCommon(first)
  if (INTRODUCTIONS.test(before))
    return isCommon(first) || first.form === 'initial' ? undefined : { start: first.start, end, score: 0.8 }
  if (LABELS.test(before)) return isKnown || isLong ? { start: first.start, end, score: 0.75 } : undefined
  if (!isKnown) return undefined
  const isIntroduced = GREETINGS.test(before) || (RELATIONS.has(cue) && before.endsWith(' '))
  return isIntroduced ? { start: first.start, end, score: 0.7 } : undefined
}

/** "rue Marie Curie" is a street, "prix Marcel Proust" a prize. */
function isStreet(text: string, start: number): boolean {
  const before = /([\p{L}]+)['’ .]{0,2}(?:(?:de|du|des|d['’]|le|la) ?)?$/iu.exec(
    text.slice(Math.max(0, start - 24), start),
  )?.[1]
  return before !== undefined && BREAKERS_BEFORE.has(plainWord(before))
}

function wordAfter(text: string, end: number): string {
  return /^ ([\p{L}]+)/u.exec(text.slice(end, end + 20))?.[1]?.toLowerCase() ?? ''
}

/** Parts of addresses, paths, members and calls. */
function isInCode(text: string, start: number, end: number): boolean {
  return (
    /[@/\\_#$.]$/.test(text.slice(Math.max(0, start - 1), start)) ||
    /^(?:[@/\\_(]|\.[\p{L}])/u.test(text.slice(end, end + 2))
  )
}
