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
  /(?:\byour name\?|\bname(?:d| is|s are| was)(?: him| her)?|\bcall(?:s|ed)? (?:me|him|her)|\b(?:is|was) called|\bm['’]appelle|\bs['’]appelle|\bnomm[ée]e?s?|\bpr[ée]nomm[ée]e?|\bstarring|\bdirected by)\s?["']?\s?:?\s{0,4}["']?$/iu
/** What else has a name: "a poem named Hayalet", « un fichier nommé Martin ». */
const NAMED_THING =
  /(?<!\p{L})(?:poem|song|book|novel|film|movie|play|file|folder|function|method|class|variable|table|column|branch|repo|repository|project|package|module|company|firm|startup|band|team|brand|product|app|tool|ship|boat|dog|cat|horse|character|hero|planet|city|town|village|poème|chanson|livre|roman|fichier|dossier|fonction|méthode|classe|table|colonne|branche|projet|société|entreprise|groupe|marque|produit|outil|bateau|chien|chat|cheval|personnage|ville) (?:named|called|is called|was called|nommée?|appelée?|prénommée?)\s?["']?\s?:?\s{0,4}["']?$/iu
/** Labels of fields. A known name or two words follow. */
const LABELS =
  /(?:(?:\b|_)name|\bnom(?: de famille| complet)?|\bpr[ée]nom|\bcontact|\bpatiente?|\bclient|\bsigned(?: by)?|\bsign[ée](?: par)?|\bje suis|\bn[ée]e)\s?["']?\s?[:=]?\s{0,4}["']?$/iu
/** Words behind which a known name stands sometimes. */
const GREETINGS =
  /(?:\b(?:hi|hello|hey|dear|bonjour|bonsoir|salut|cher|ch[èe]re|regards|sincerely|cordialement|thanks|merci|cheers|this is|i am|i['’]m|here['’]s|founders?:|said|says|asked|told|replied|dit|demande)),?\s{1,3}$/iu

/** Words behind which two words with capitals are somebody's name, if neither is a common word: "follow up with", « généré par ». */
const BESIDE_PEOPLE =
  /(?:\b(?:follow(?:ed|ing)?[- ]up|met|meet(?:ing)?|spoke|spoken|speak|talk(?:ed)?|call|interview|appointment|lunch|rendez-vous|rdv|entretien|r[ée]union|[ée]chang[ée]) (?:with|avec)|\b(?:[ée]crit|r[ée]dig[ée]e?|g[ée]n[ée]r[ée]e?|valid[ée]e?|sign[ée]e?|fait|suivie?|adress[ée]e?) par|\b(?:dossier|r[ée]sultats|bilan|ordonnance|convocation|attestation|contrat|rapport|certificat)(?: \p{L}+| d['’]\p{L}+| de \p{L}+){0,2} pour|\bit['’]s under|\breservation under|\b(?:want|need|like) to add|\bpatiente? [0-9]{1,3}\s?:)\s$/iu
/** What people are to somebody, with a colon behind it. */
const ROLE =
  /(?<!\p{L})(?:assignee|reviewer|reporter|approver|employee|candidate?|applicant|tenant|landlord|customer|beneficiary|recipient|sender|student|supervisor|guardian|attendees?|participants?|destinataire|exp[ée]diteur|responsable|g[ée]rante?|direct(?:eur|rice)|salari[ée]e?s?|[ée]l[èe]ve|locataire|b[ée]n[ée]ficiaire|titulaire|demandeur|r[ée]dacteur|collaborateurs|importants|avocate?|notaire|secr[ée]taire)(?:\s?:\s{1,3}|["']\s?:\s{0,3}["'])$/iu
/** Who treats a patient: with a colon or without. */
const CARER =
  /(?<!\p{L})(?:internes?|infirmi(?:er|[èe]re)s?|psychologues?|psychiatres?|kin[ée]s?|chirurgiens?|anesth[ée]sistes?|p[ée]diatres?|sage-femme|cardiologues?|neurologues?|h[ée]matologues?|radiologues?|oncologues?|g[ée]riatres?|nurse|physician|surgeon)(?:\s?:)?\s{1,3}$/iu

const GREETED = /(?:^|[\n"“«]|\. )(?:hi|hello|hey|dear|bonjour|bonsoir|salut|cher|ch[èe]re) $/iu
const PARTICULARS = /^['’]s (?:address|phone|e-?mail|birthday|salary|number)\b/

/** Words for people of one's own: "my friend", « notre collègue ». */
const OWN = /(?:^|[^\p{L}])(?:my|our|his|her|mon|ma|notre|son|sa) (?:\p{L}+ )?\p{L}+ $/iu

/** The last words of all lists above. A word without one of these before it needs no closer look. */
const CUES: ReadonlySet<string> = new Set(
  `name names named is are was him her me call calls called appelle nomme nommee nommes nommees prenomme prenommee prenommes starring by nom
  famille complet prenom author auteur contact patient patiente client signed signe signee par suis nee hi hello hey dear bonjour bonsoir
  salut cher chere regards sincerely cordialement thanks merci cheers this am m s founder founders said says asked told replied dit
  demande`.split(/\s+/),
)
/** The last words of BESIDE_PEOPLE. */
const WEAK_CUES: ReadonlySet<string> = new Set(
  `with avec par pour under add assignee reviewer reporter approver employee candidate candidat applicant tenant landlord customer beneficiary recipient sender
  student supervisor guardian attendee attendees participant participants destinataire expediteur responsable gerant gerante directeur directrice salarie salariee
  salaries salariees eleve locataire beneficiaire titulaire demandeur redacteur collaborateurs importants avocat avocate notaire secretaire interne internes infirmier
  infirmiere infirmiers infirmieres psychologue psychologues psychiatre psychiatres kine kines chirurgien chirurgiens anesthesiste anesthesistes pediatre pediatres
  femme cardiologue cardiologues neurologue neurologues hematologue hematologues radiologue radiologues oncologue oncologues geriatre geriatres nurse physician
  surgeon`.split(/\s+/),
)

/** Blanks, quotation marks and what else may stand between a label and its value. */
const BETWEEN = new Uint8Array(65_536)
for (const character of ` "':=,?\t0123456789`) BETWEEN[character.charCodeAt(0)] = 1
const BETWEEN_MAX = 8
const CUE_MAX = Math.max(...[...CUES, ...RELATIONS].map((word) => word.length))
const CUE = 1
const RELATION = 2
const WEAK = 3
const INTRODUCING = PackedWords.of([
  ...[...CUES].filter((word) => !RELATIONS.has(word)).map((word) => [word, CUE] as const),
  ...[...RELATIONS].map((word) => [word, RELATION] as const),
  ...[...WEAK_CUES].filter((word) => !CUES.has(word) && !RELATIONS.has(word)).map((word) => [word, WEAK] as const),
])

/** Whether the word before `start`, over blanks, quotes and a colon, may introduce a name. */
export function isCued(text: string, units: Uint16Array, start: number): boolean {
  const cue = cueBefore(text, units, start)
  return cue !== 0 && cue !== WEAK
}

/** CUE, RELATION or WEAK, depending on the word before; 0 if it is none. */
function cueBefore(text: string, units: Uint16Array, start: number): number {
  let end = start
  while (end > 0 && start - end < BETWEEN_MAX && BETWEEN[units[end - 1] as number] === 1) end--
  let from = end
  let all = 0
  while (from > 0 && end - from <= CUE_MAX && letters[units[from - 1] as number] !== 0) all |= units[--from] as number
  if (from === end || end - from > CUE_MAX) return 0
  return all < 0x80 ? INTRODUCING.meaningAt(units, from, end) : INTRODUCING.meaningOf(plainWord(text.slice(from, end)))
}

/** How many words are the name: up to a word that is none, but with what stands behind a letter in the middle, as in "Jildau S Bouts". */
function lengthOf(tokens: readonly NameToken[]): number {
  let length = Math.max(1, nameLength(tokens))
  if (length < 2 || tokens[length - 1]?.form !== 'initial') return length
  if (tokens[length]?.form === 'capitalised') return length + 1
  // "Zulmira Mauran N° 12"
  while (length > 1 && tokens[length - 1]?.form === 'initial') length--
  return length
}

/** Finds single names and unknown names behind words that introduce them. */
export function introduced(text: string, units: Uint16Array, tokens: readonly NameToken[]): ScoredSpan | undefined {
  const [first] = tokens
  const cue = first === undefined ? 0 : cueBefore(text, units, first.start)
  if (first === undefined || cue === 0) return undefined
  const before = text.slice(Math.max(0, first.start - CUE_REACH), first.start)
  const length = lengthOf(tokens)
  const end = tokens[length - 1]?.end ?? first.end
  const isKnown = (isGiven(first) || isFamily(first)) && !isCommon(first)
  const isLong = length >= 2 && !isCommon(first)
  if (INTRODUCTIONS.test(before))
    return isCommon(first) || first.form === 'initial' || NAMED_THING.test(before)
      ? undefined
      : { start: first.start, end, score: 0.8 }
  if (LABELS.test(before)) return isKnown || isLong ? { start: first.start, end, score: 0.75 } : undefined
  // "follow up with Satsita Umkhayev"
  const isStrange =
    length >= 2 &&
    first.form !== 'initial' &&
    !isCommon(first) &&
    tokens.slice(1, length).every((token) => !isCommon(token) || isGiven(token))
  if (isStrange && (BESIDE_PEOPLE.test(before) || ROLE.test(before) || CARER.test(before)))
    return { start: first.start, end, score: 0.65 }
  // "here's Gregorina's address"
  if (
    length === 1 &&
    first.meaning === 0 &&
    first.form === 'capitalised' &&
    PARTICULARS.test(text.slice(end, end + 20))
  )
    return { start: first.start, end, score: 0.6 }
  // "Hi Ella, ": also of names that mean something else.
  const isGreeted = length === 1 && isGiven(first) && /^[,!]\s/.test(text.slice(end, end + 2))
  if (isGreeted && GREETED.test(before)) return { start: first.start, end, score: 0.65 }
  // "my kid Agi": the name may be missing from all lists.
  const isNew = cue === RELATION && first.meaning === 0 && first.form === 'capitalised' && OWN.test(before)
  if (isNew) return { start: first.start, end, score: 0.65 }
  if (!isKnown) return undefined
  const isIntroduced = GREETINGS.test(before) || (cue === RELATION && before.endsWith(' '))
  return isIntroduced ? { start: first.start, end, score: 0.7 } : undefined
}
