import { plainWord } from '../inspect/characters.ts'
import { COMMON_WORDS } from '../inspect/data/common-words.ts'
import { FAMILY_NAMES } from '../inspect/data/family-names.ts'
import { GIVEN_NAMES } from '../inspect/data/given-names.ts'
import { PUBLIC_FIGURES } from '../inspect/data/public-figures.ts'
import { type NameToken, tokenAt } from '../inspect/names/tokens.ts'
import { BREAKERS_AFTER, BREAKERS_BEFORE, NOT_NAMES, PARTICLES, TITLES } from '../inspect/names/words.ts'
import type { ScoredSpan, Span } from '../inspect/rule.ts'

const TOKENS_MAX = 5

/** Whether a sentence may hold a name that tier 2 has not found: only then is a language model worth its time. */
export function mayHoldName(text: string, sentence: Span, known: readonly Span[]): boolean {
  for (const { index } of text.slice(sentence.start, sentence.end).matchAll(/(?<![\p{L}\p{N}'’-])\p{Lu}\p{Ll}/gu)) {
    const token = tokenAt(text, sentence.start + index)
    if (token === undefined || known.some(({ start, end }) => start <= token.start && token.start < end)) continue
    if (isKnownName(token) && !isOrdinary(token)) return true
    if (index > 0 && !isOrdinary(token) && !isKnownName(token) && beginsPair(text, token)) return true
  }
  return false
}

function beginsPair(text: string, token: NameToken): boolean {
  const next = text[token.end] === ' ' ? tokenAt(text, token.end + 1) : undefined
  return next !== undefined && next.form === 'capitalised' && !isOrdinary(next)
}

/**
 * What a language model takes for a person, cut to what may be one: capitalised words and particles, of which one is a name that
 * is known, or two that mean nothing else. Models see people in product names, headings and the first word of a sentence.
 */
export function plausibleName(text: string, candidate: Span): ScoredSpan | undefined {
  const tokens = nameTokens(text, candidate)
  const [first] = tokens
  const last = tokens.at(-1)
  if (first === undefined || last === undefined) return undefined
  if (PUBLIC_FIGURES.has(plainWord(text.slice(first.start, last.end)))) return undefined
  if (isPartOfAnother(text, first, last)) return undefined
  const known = tokens.filter((token) => isKnownName(token) && !isOrdinary(token)).length
  const score =
    known >= 2
      ? 0.85
      : known === 1 && tokens.length >= 2
        ? 0.8
        : known === 1 && isPersonal(text, first, last)
          ? 0.55
          : tokens.length === 2
            ? 0.55
            : 0
  return score === 0 ? undefined : { start: first.start, end: last.end, score }
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

function isPersonal(text: string, first: NameToken, last: NameToken): boolean {
  const around = text.slice(Math.max(0, first.start - PERSONAL_REACH), last.end + PERSONAL_REACH)
  return around.match(/\p{L}+/gu)?.some((word) => PERSONAL_WORDS.has(plainWord(word))) === true
}

/** The capitalised words of a candidate without its title, up to the first that can be no name. */
function nameTokens(text: string, { start, end }: Span): NameToken[] {
  const tokens: NameToken[] = []
  for (let at = start; at < end && tokens.length < TOKENS_MAX; ) {
    const token = tokenAt(text, at)
    if (token === undefined) {
      if (tokens.length > 0 && text[at] !== ' ') break
      at++
      continue
    }
    at = token.end
    if (tokens.length === 0 && (TITLES.has(token.plain) || token.form === 'lower')) continue
    const isParticle = token.form === 'lower' && PARTICLES.has(token.plain)
    if ((token.form === 'lower' && !isParticle) || NOT_NAMES.has(token.plain)) break
    tokens.push(token)
  }
  while (tokens.at(-1)?.form === 'lower') tokens.pop()
  return tokens
}

function isKnownName(token: NameToken): boolean {
  return token.form !== 'initial' && (GIVEN_NAMES.has(token.plain) || FAMILY_NAMES.has(token.plain))
}

function isOrdinary(token: NameToken): boolean {
  return COMMON_WORDS.has(token.plain) || NOT_NAMES.has(token.plain) || BREAKERS_AFTER.has(token.plain)
}

/** "rue Marie Curie", "Jackson Street", "@marie", "marie.getName()". */
function isPartOfAnother(text: string, first: NameToken, last: NameToken): boolean {
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
      if (/^\p{Lu}\p{Ll}{2,}$/u.test(word) && !COMMON_WORDS.has(plainWord(word))) parts.add(word)
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
