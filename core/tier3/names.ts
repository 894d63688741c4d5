import { plainWord } from '../inspect/characters.ts'
import { PUBLIC_FIGURES } from '../inspect/data/public-figures.ts'
import { isListedCommonWord } from '../inspect/names/lexicon.ts'
import { isProductName } from '../inspect/names/product-names.ts'
import { BREAKERS_AFTER, BREAKERS_BEFORE, NOT_NAMES, PARTICLES, TITLES } from '../inspect/names/words.ts'
import type { ScoredSpan, Span } from '../inspect/rule.ts'
import { isKnownName, isOrdinary, type NameWord, nameWords } from './name-words.ts'

const WORDS_MAX = 5

/** Whether a sentence may hold a name that tier 2 has not found: only then is a language model worth its time. */
export function mayHoldName(text: string, sentence: Span, known: readonly Span[]): boolean {
  const words = nameWords(text, sentence)
  return words.some((word, index) => {
    if (!word.isCapitalised || word.plain.length < 2 || isOrdinary(word)) return false
    if (known.some(({ start, end }) => start <= word.start && word.start < end)) return false
    const next = words[index + 1]
    return isKnownName(word) || (index > 0 && next !== undefined && isPair(text, word, next))
  })
}

function isPair(text: string, word: NameWord, next: NameWord): boolean {
  return text.slice(word.end, next.start) === ' ' && next.isCapitalised && next.plain.length > 1 && !isOrdinary(next)
}

/**
 * What a language model takes for a person, cut to what may be one: capitalised words and particles, of which one is a name that
 * is known, or two that mean nothing else. Models see people in product names, headings and the first word of a sentence.
 */
export function plausibleName(text: string, candidate: Span): ScoredSpan | undefined {
  const words = wordsOfName(text, candidate)
  const [first] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined) return undefined
  if (PUBLIC_FIGURES.has(plainWord(text.slice(first.start, last.end)))) return undefined
  if (isPartOfAnother(text, first, last) || isProductName(text, first.start, last.end)) return undefined
  const known = words.filter((word) => isKnownName(word) && !isOrdinary(word)).length
  const score = scoreOf(known, words.length, () => isPersonal(text, first, last))
  return score === 0 ? undefined : { start: first.start, end: last.end, score }
}

function scoreOf(known: number, words: number, isPersonal: () => boolean): number {
  if (known >= 2) return 0.85
  if (known === 1 && words >= 2) return 0.8
  if (known === 1) return isPersonal() ? 0.55 : 0
  return words === 2 ? 0.55 : 0
}

/** What turns a given name alone, of which stories and exercises are full, into somebody's matter. In lower case without accents. */
const PERSONAL_WORDS: ReadonlySet<string> = new Set(
  `address account card phone email mail call called meeting appointment salary pay bonus contract manager colleague coworker team client
  customer patient employee candidate applicant doctor lawyer insurance invoice hired fired resigned resign promoted review complaint
  disability sick leave password login contact signed sign refund divorce diagnosed therapy beneficiary will
  adresse compte carte telephone courriel appel appeler reunion rendez-vous rdv salaire prime contrat collegue equipe client cliente
  patient patiente salarie salariee employe employee candidat candidate medecin avocat assurance facture embauche embauchee licencie
  licenciee demission demissionne promu promue entretien plainte handicap maladie conge arret mot identifiant contacter signe
  remboursement divorce diagnostique therapie beneficiaire testament dossier`.split(/\s+/),
)
const PERSONAL_REACH = 80

export function isPersonal(text: string, first: Span, last: Span): boolean {
  const around = text.slice(Math.max(0, first.start - PERSONAL_REACH), last.end + PERSONAL_REACH)
  return around.match(/\p{L}+/gu)?.some((word) => PERSONAL_WORDS.has(plainWord(word))) === true
}

/** The capitalised words of a candidate without its title, up to the first that can be no name. */
function wordsOfName(text: string, candidate: Span): NameWord[] {
  const name: NameWord[] = []
  for (const word of nameWords(text, candidate)) {
    const before = name.at(-1)
    if (name.length === WORDS_MAX || (before !== undefined && !/^\.? $/.test(text.slice(before.end, word.start)))) break
    if (name.length === 0 && (TITLES.has(word.plain) || !word.isCapitalised)) continue
    if ((!word.isCapitalised && !PARTICLES.has(word.plain)) || NOT_NAMES.has(word.plain)) break
    name.push(word)
  }
  while (name.at(-1)?.isCapitalised === false) name.pop()
  return name
}

/** "rue Marie Curie", "Jackson Street", "@marie", "marie.getName()". */
export function isPartOfAnother(text: string, first: Span, last: Span): boolean {
  if (/[@/\\_#$.\-\d]$/.test(text.slice(Math.max(0, first.start - 1), first.start))) return true
  if (/^(?:[@/\\_(\-=]|\.[\p{L}]|['’]s? \p{Lu})/u.test(text.slice(last.end, last.end + 4))) return true
  const before = /([\p{L}]+)['’ ]{1,2}(?:(?:de|du|des|la|le) )?$/iu.exec(
    text.slice(Math.max(0, first.start - 24), first.start),
  )?.[1]
  if (before !== undefined && BREAKERS_BEFORE.has(plainWord(before)) && !['the', 'les'].includes(plainWord(before)))
    return true
  const after = /^ (\p{L}+)/u.exec(text.slice(last.end, last.end + 20))?.[1]
  return after !== undefined && BREAKERS_AFTER.has(plainWord(after))
}

const REPEATS_MAX = 200

/** "John Carpenter ... Carpenter said": parts of a full name that stand alone elsewhere in the text. */
export function repeatedNames(text: string, names: readonly Span[]): ScoredSpan[] {
  const parts = new Set<string>()
  for (const { start, end } of names) {
    const words = text.slice(start, end).split(/\s+/)
    if (words.length < 2) continue
    for (const word of words)
      if (/^\p{Lu}\p{Ll}{2,}$/u.test(word) && !isListedCommonWord(plainWord(word))) parts.add(word)
  }
  if (parts.size === 0) return []
  const found: ScoredSpan[] = []
  for (const { 0: word, index } of text.matchAll(
    /(?<![\p{L}\p{N}_@/.'’-])\p{Lu}\p{Ll}{2,}(?![\p{L}\p{N}_@/'’-]|\.\p{L})/gu,
  )) {
    if (found.length === REPEATS_MAX) break
    const end = index + word.length
    if (!parts.has(word) || names.some((name) => name.start < end && index < name.end)) continue
    found.push({ start: index, end, score: 0.7 })
  }
  return found
}
