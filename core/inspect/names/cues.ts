import { PackedWords } from '../../lexicon/packed-words.ts'
import { plainWord } from '../characters.ts'
import type { ScoredSpan } from '../rule.ts'
import { isCommon, isFamily, isGiven, nameLength } from './kinds.ts'
import { LETTERS, type NameToken } from './tokens.ts'
import { RELATIONS } from './words.ts'

/** What is imported is read from memory each time. */
const letters = LETTERS
const CUE_REACH = 40
/** Words behind which everything is a name, known or not. */
const INTRODUCTIONS =
  /(?:\bname(?:d| is|s are| was)(?: him| her)?|\bcall(?:s|ed)? (?:me|him|her)|\b(?:is|was) called|\bm['’]appelle|\bs['’]appelle|\bnomm[ée]e?s?|\bpr[ée]nomm[ée]e?|\bstarring|\bdirected by)\s?["']?\s?:?\s{0,4}["']?$/iu
/** Labels of fields. A known name or two words follow. */
const LABELS =
  /(?:\bname|\bnom(?: de famille| complet)?|\bpr[ée]nom|\bcontact|\bpatiente?|\bclient|\bsigned(?: by)?|\bsign[ée](?: par)?|\bje suis|\bn[ée]e)\s?["']?\s?[:=]?\s{0,4}["']?$/iu
/** Words behind which a known name stands sometimes. */
const GREETINGS =
  /(?:\b(?:hi|hello|hey|dear|bonjour|bonsoir|salut|cher|ch[èe]re|regards|sincerely|cordialement|thanks|merci|cheers|this is|i am|i['’]m|here['’]s|founders?:|said|says|asked|told|replied|dit|demande)),?\s{1,3}$/iu

/** Words for people of one's own: "my friend", « notre collègue ». */
const OWN = /(?:^|[^\p{L}])(?:my|our|his|her|mon|ma|notre|son|sa) (?:\p{L}+ )?\p{L}+ $/iu

/** The last words of all lists above. A word without one of these before it needs no closer look. */
const CUES: ReadonlySet<string> = new Set(
  `name names named is are was him her me call calls called appelle nomme nommee nommes nommees prenomme prenommee prenommes starring by nom
  famille complet prenom author auteur contact patient patiente client signed signe signee par suis nee hi hello hey dear bonjour bonsoir
  salut cher chere regards sincerely cordialement thanks merci cheers this am m s founder founders said says asked told replied dit
  demande`.split(/\s+/),
)

/** Blanks, quotation marks and what else may stand between a label and its value. */
const BETWEEN = new Uint8Array(65_536)
for (const character of ` "':=,\t`) BETWEEN[character.charCodeAt(0)] = 1
const BETWEEN_MAX = 8
const CUE_MAX = Math.max(...[...CUES, ...RELATIONS].map((word) => word.length))
const CUE = 1
const RELATION = 2
const INTRODUCING = PackedWords.of([
  ...[...CUES].filter((word) => !RELATIONS.has(word)).map((word) => [word, CUE] as const),
  ...[...RELATIONS].map((word) => [word, RELATION] as const),
])

/** Whether the word before `start`, over blanks, quotes and a colon, may introduce a name. */
export function isCued(text: string, units: Uint16Array, start: number): boolean {
  return cueBefore(text, units, start) !== 0
}

/** CUE or RELATION, depending on the word before; 0 if it is neither. */
function cueBefore(text: string, units: Uint16Array, start: number): number {
  let end = start
  while (end > 0 && start - end < BETWEEN_MAX && BETWEEN[units[end - 1] as number] === 1) end--
  let from = end
  let all = 0
  while (from > 0 && end - from <= CUE_MAX && letters[units[from - 1] as number] !== 0) all |= units[--from] as number
  if (from === end || end - from > CUE_MAX) return 0
  return all < 0x80 ? INTRODUCING.meaningAt(units, from, end) : INTRODUCING.meaningOf(plainWord(text.slice(from, end)))
}

/** Finds single names and unknown names behind words that introduce them. */
export function introduced(text: string, units: Uint16Array, tokens: readonly NameToken[]): ScoredSpan | undefined {
  const [first] = tokens
  const cue = first === undefined ? 0 : cueBefore(text, units, first.start)
  if (first === undefined || cue === 0) return undefined
  const before = text.slice(Math.max(0, first.start - CUE_REACH), first.start)
  const length = Math.max(1, nameLength(tokens))
  const end = tokens[length - 1]?.end ?? first.end
  const isKnown = (isGiven(first) || isFamily(first)) && !isCommon(first)
  const isLong = length >= 2 && !isCommon(first)
  if (INTRODUCTIONS.test(before))
    return isCommon(first) || first.form === 'initial' ? undefined : { start: first.start, end, score: 0.8 }
  if (LABELS.test(before)) return isKnown || isLong ? { start: first.start, end, score: 0.75 } : undefined
  // "my kid Agi": the name may be missing from all lists.
  const isNew = cue === RELATION && first.meaning === 0 && first.form === 'capitalised' && OWN.test(before)
  if (isNew) return { start: first.start, end, score: 0.65 }
  if (!isKnown) return undefined
  const isIntroduced = GREETINGS.test(before) || (cue === RELATION && before.endsWith(' '))
  return isIntroduced ? { start: first.start, end, score: 0.7 } : undefined
}
