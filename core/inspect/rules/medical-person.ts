import { isLatinLetter, plainWord } from '../characters.ts'
import { isListedCommonWord, isListedGivenName } from '../names/lexicon.ts'
import { OpenedPattern } from '../opened-pattern.ts'

/** How far before and behind a term a person may be spoken of, within one sentence. */
const BEFORE = 160
const AFTER = 100

const WORD_END = '(?=$|[^\\p{L}])'

/**
 * Words of one person: a disease alone is a topic, "my", "the patient" or a dose make it somebody's. Plurals ("patients with asthma")
 * speak of nobody.
 */
/** What people do, which tells of one of them only with what follows. */
const ROLES =
  'driver|developer|engineer|manager|teacher|nurse|accountant|assistant|secretary|cook|chef|technician|pilot|trainee|apprentice|supplier|landlord|prisoner|inmate|soldier|witness|chauffeur|conducteur|conductrice|développeu(?:r|se)|ingénieure?|professeure?|enseignante?|infirmi(?:er|ère)|comptable|secrétaire|cuisini(?:er|ère)|ouvri(?:er|ère)|technicien(?:ne)?|pilote|apprentie?|détenue?|soldat|témoin|propriétaire|directeur|directrice|vendeu(?:r|se)|caissi(?:er|ère)'

const PERSON = new OpenedPattern(
  [
    '(?:le|la|ce|cette|notre|votre|un|une|the|this|our|a|your) (?:patiente?|pt)(?! (?:information|leaflet|care|data|portal|safety|education|record|journey))',
    '(?:patiente?|résidente?|resident) (?:\\p{Lu}|n°|id|de \\d|âgée?|aged|chambre|room|on|sous)',
    'patiente? (?:\\p{L}+ ){1,3}?(?:has|had|a|présente)',
    'his|her',
    "j['’](?:ai|avais)|je (?:fais|prends|souffre|sors)|m['’]a|m['’]ont|on m['’]",
    "i (?:have|had|got|take|took|suffer|started|stopped|tested|underwent|live with|also have)|i['’]ve (?:been|had|got|just|started|stopped)",
    "(?:i am|i['’]m|i was|je suis|j['’]étais) (?:\\p{L}+ )?(?:on|off|taking|allergic|being|scheduled|given|told|put on|waiting for|recovering|allergique|sous|en attente)",
    "(?:he|she) (?:has|had|is|was|takes|took|got|suffers|needs|tested|underwent|also|lives with|started|stopped)|(?:he|she)['’]s",
    '(?:il|elle) (?:a|est|était|suit|prend|souffre|fait|présente|avait|vit avec|sort)',
    'has been|was diagnosed|been diagnosed|diagnosed with|diagnostiqu(?:ée?|er)|suffers? from|suffering from|recovering from|tested positive',
    "souffr(?:e|ant|ait) d(?:e|u|['’])|atteinte?s? d(?:e|u|['’])|traitée? (?:par|pour|avec)|treated (?:for|with)",
    'hospitali[sz](?:ed|ée?)|(?:on|sick) leave (?:for|with|due|because|since)|(?:is|was|been|went) on (?:sick|medical) leave|en arrêt|arrêt maladie|arrêtée? pour|suivie? (?:pour|en|depuis)|(?:a|avait) fait un',
    'opérée?|admitted (?:for|with)|discharged|history of|antécédents?|prescribed|prescrit|sous|déclaré',
    'monsieur|madame|née? le|[0-9]+ ans|(?<!(?:to|for|like) an? )[0-9]+[- ]years?[- ]old|[0-9]+ ?y\\.?o\\.?|dob|ddn',
    'ex|partner|co-?founder|kid|mom|mum|dad|stepdad|stepmom|grandma|grandpa|toddler|teenager|nanny|uncle|aunt|cousin|niece|nephew|friend|therapist|baby|my son|(?:our|her|his|their) (?:son|kids?)|mother|father|daughter|brother|sister|wife|husband|girlfriend|boyfriend|colleague|coworker|roommate|neighbou?r|grandmother|grandfather|boss',
    'papa|maman|mamie|papi|ado|nounou|oncle|tante|cousine?|neveu|nièce|amie?|bébé|compagne|compagnon|mère|père|fille|fils|frère|sœur|soeur|femme|mari|épouse|conjointe?|collègue|voisine?|grand-mère|grand-père',
    "(?:the|this|our|an|le|la|l['’]|notre|cette?) ?(?:employee|tenant|client|customer|applicant|resident|student|pupil|defendant|claimant|insured|intern|candidate|salariée?|employée?|assurée?|locataire|cliente?|élève|stagiaire|candidate?|bénéficiaire|demandeu(?:r|se)|prévenue?|victime|plaignante?|agente?)",
    `(?:the|our|my|a|le|la|notre|mon|ma|un|une) (?:\\p{L}+ )?(?:${ROLES}) (?:has|had|is|was|suffers|with|a|avait|est|était|souffre)|l['’](?:${ROLES}) (?:a|avait|est|était|souffre)`,
    '(?:employee|tenant|client|claimant|resident|matricule|dossier|case|patient)(?: file| record| notes| id)? ?(?:#|n°|no\\.? )?[0-9:]',
    'pt (?:w/|with)|c/o|hx|pmh|rx|dx|s/p',
  ].join('|'),
  WORD_END,
  'iu',
)

/** The same where capitals matter: titles, "54M". */
const TITLED = new OpenedPattern(
  '(?:M|Mr|Mrs|Ms|Dr)\\.? \\p{Lu}\\p{Ll}|(?:Mme|Mlle) \\p{Lu}|[1-9][0-9] ?[MF](?![\\p{L}\\p{N}])',
  '',
  'u',
)

/** Directly before the term, but for a word or two: "my severe asthma", "je suis diabétique", "I'm an alcoholic". */
const OWNED =
  /^(?:(?:my|mon|ma|mes|son|sa|ses) (?:\p{L}+ )?|(?:i am|i['’]m|i was|je suis|j['’]étais|i feel) (?:(?:a|an|very|not|so|still|also|now|already|[0-9]{1,2} (?:weeks|months)|aussi|très|un|une|\p{L}+ly) ){0,2})$/iu

/** What OWNED begins with. */
const OWNER = new OpenedPattern("(?:my|mon|ma|mes|son|sa|ses|i am|i['’]m|i was|je suis|j['’]étais|i feel) ", '', 'iu')

/** Of many, or of none: studies speak of diseases too, and so do those who ask for an essay on one. */
const STUDY = new OpenedPattern(
  'patients|carriers|subjects|mice|rats|cells?|cohorts?|trials?|in vitro|in vivo|monocytes|lymphocytes|incidence|prevalence|souris|études?|essay|thesis|thèse|blog|slides?|deck|quiz|leaflet|questions? (?:about|on|sur)|difference between|différence entre|essai clinique|article|handbook|schema|awareness|researchers?|chercheurs|poem|poème|novel|roman|story|charity|charities|statistics|statistiques|dissertation|exposé|people with|personnes atteintes',
  WORD_END,
  'iu',
)

/** Fields of a medical record, before the term in its line. */
const FIELD = new OpenedPattern(
  "(?:diagnos(?:is|es|tics?|e)|dx|pmh|hx|past medical history|medical history|antécédents?(?: médicaux)?|atcd|allerg(?:ies|y|ie|ique)|traitements?(?: en cours)?|treatment|medications?|(?:current )?meds|prescription|ordonnance|motifs?(?: d['’]hospitalisation| de consultation)?|comorbidit(?:ies|y|és?)|pathologies?|assessment|impression|medical conditions?|condition|health issues?|indication|(?:reason|motif)(?: for| of| d['’]| de l['’]| de)?[_ ]?(?:absence|leave|arr[êe]t)|(?:absence|leave)[_ ]reason)",
  `["'”*]{0,2}\\s{0,2}[:=]`,
  'iu',
)
/** How much of what a field holds may stand before the term. */
const FIELD_MAX = 90

const DOSE =
  /^[^\n.;]{0,4}?[0-9](?:[.,][0-9]+)? ?(?:mg|µg|mcg|g|ml|ui|iu|cp|comprimés?|tablets?|gélules?)(?:$|[^\p{L}])/iu

/** Two capitalised words, or one before "'s": a person, where the first is a given name. What has to follow it is a group. */
const NAMED =
  /(\p{Lu}\p{Ll}{2,14})(?:-\p{Lu}\p{Ll}+)?(?=(['’]s | [\p{Lu}(]| (?:is|has|was|had|a|est|fait|prend|suit|souffre|told|m['’]a)(?: |(?=$|\n|[.!?](?:\s|$)))))/uy

/** Whether the words around the term at `start` to `end` make it one person's; `units` are those of the text. */
export function isOfPerson(text: string, start: number, end: number, units: Uint16Array): boolean {
  if (hasDigitWithin(units, end, end + DOSE_LEAD) && DOSE.test(text.slice(end, end + 16))) return true
  persons.read(text, units, Math.max(0, start - BEFORE), Math.min(text.length, end + AFTER))
  return persons.isAround(start, end)
}

/** How far behind a term its dose begins. */
const DOSE_LEAD = 5

function hasDigitWithin(units: Uint16Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (isDigit(units[i] as number)) return true
  return false
}

/** How many characters before a term what ends in a sign begins. */
const SIGNED_MAX = 40

/**
 * Where persons and studies are spoken of in a text, found out once for all its terms: in a list of conditions most of what stands around one
 * has stood around the one before.
 */
class Persons {
  #text = ''
  #units: Uint16Array = new Uint16Array(0)
  /** What has been read. */
  #from = 0
  #to = 0
  /** Where what tells of persons, of studies, and the fields of records begin and end, in turn. */
  #persons: number[] = []
  #studies: number[] = []
  #fields: number[] = []
  /** Where words of possession begin. */
  #owners: number[] = []
  /** Where sentences begin, and where they end. */
  #starts: number[] = []
  #ends: number[] = []
  /** Where the last name ended: its second half is none of its own. */
  #nameEnd = 0

  /** Reads the text between `from` and `to`; terms come in the order of the text. */
  read(text: string, units: Uint16Array, from: number, to: number): void {
    const isNew = text !== this.#text || from < this.#from || from > this.#to
    // An equal string is compared unit by unit, the same one is not.
    this.#text = text
    this.#units = units
    if (isNew) {
      this.#from = from
      this.#to = from
      this.#persons = []
      this.#studies = []
      this.#fields = []
      this.#owners = []
      this.#starts = []
      this.#ends = []
      this.#nameEnd = from
    }
    for (let i = this.#to; i < to; i++) this.#note(i)
    this.#to = Math.max(this.#to, to)
  }

  #note(i: number): void {
    const unit = this.#units[i] as number
    if (isLatinLetter(unit)) {
      if (!isLetterAt(this.#units, i - 1)) this.#noteWord(i)
    } else if (isDigit(unit)) {
      // All digits of a number lead to the same, but the last two.
      if (!isDigit(this.#units[i + 2] ?? 0) || !isDigit(this.#units[i + 1] ?? 0)) this.#noteNumber(i)
    } else if (unit === LINE_FEED) {
      this.#ends.push(i)
      this.#starts.push(i + 1)
    } else if (unit === 0x2e || unit === 0x21 || unit === 0x3f) {
      const next = this.#text[i + 1]
      if (next === undefined || /\s/.test(next)) this.#ends.push(i)
      if (next === ' ' && !isAbbreviated(this.#text, i)) this.#starts.push(i + 1)
    }
  }

  #noteWord(i: number): void {
    add(this.#studies, i, STUDY.endAt(this.#text, i))
    add(this.#fields, i, FIELD.endAt(this.#text, i))
    add(this.#persons, i, this.#personAt(i))
    if (OWNER.endAt(this.#text, i) !== -1) this.#owners.push(i)
  }

  #noteNumber(i: number): void {
    if (isLetterAt(this.#units, i - 1)) return
    add(this.#persons, i, Math.max(PERSON.endAt(this.#text, i), TITLED.endAt(this.#text, i)))
  }

  /** Where what tells of a person ends that begins at `i`; -1 where nothing does. */
  #personAt(i: number): number {
    const end = PERSON.endAt(this.#text, i)
    if (end !== -1) return end
    const unit = this.#units[i] as number
    if (unit > 0x5a && unit < 0xc0) return -1
    const titled = TITLED.endAt(this.#text, i)
    return titled === -1 ? this.#nameAt(i) : titled
  }

  #nameAt(i: number): number {
    if (i < this.#nameEnd) return -1
    NAMED.lastIndex = i
    const match = NAMED.exec(this.#text)
    if (match === null) return -1
    this.#nameEnd = i + match[0].length
    return isGivenOnly(plainWord(match[1] ?? '')) ? this.#nameEnd + (match[2] ?? '').length : -1
  }

  isAround(start: number, end: number): boolean {
    const from = Math.max(lastUpTo(this.#starts, start, 0), start - BEFORE)
    const to = Math.min(firstFrom(this.#ends, end), end + AFTER, this.#text.length)
    // The window may begin within a word, which is then read like one.
    const isCut = from === start - BEFORE && isLetterAt(this.#units, from - 1)
    if (isCut && isWithin(STUDY.endAt(this.#text, from), start)) return false
    if (isAnyWithin(this.#studies, from, start, end, to)) return false
    if (this.#isOwned(start) || isAnyWithin(this.#persons, from, start, end, to)) return true
    if (isCut && isWithin(this.#personAt(from), start)) return true
    return this.#isSigned(from, start) || this.#isInField(start)
  }

  /** Of several words of possession the nearest tells: none of them stands within what another leads. */
  #isOwned(start: number): boolean {
    if (this.#units[start - 1] !== 0x20) return false
    const owner = lastUpTo(this.#owners, start - 1, -1)
    return owner >= 0 && owner >= start - BEFORE && OWNED.test(this.#text.slice(owner, start))
  }

  /** Words that a sign stands behind, directly before the term: « atteinte d'asthme », "patient:". */
  #isSigned(from: number, start: number): boolean {
    const sign = this.#units[start - 1]
    if (sign !== 0x3a && sign !== 0x27 && sign !== 0x2019) return false
    const first = Math.max(from, start - SIGNED_MAX)
    const before = this.#text.slice(first, start)
    for (let i = 0; i < before.length; i++)
      if (!isLetterAt(this.#units, first + i - 1) && PERSON.endAt(before, i) !== -1) return true
    return false
  }

  #isInField(start: number): boolean {
    const fields = this.#fields
    for (let i = fields.length - 2; i >= 0 && (fields[i] as number) >= start - BEFORE; i -= 2) {
      const end = fields[i + 1] as number
      if (end > start) continue
      if (start - end > FIELD_MAX) return false
      return !this.#text.slice(fields[i], start).includes('\n')
    }
    return false
  }
}

const persons = new Persons()

const LINE_FEED = 10

function add(bounds: number[], start: number, end: number): void {
  if (end !== -1) bounds.push(start, end)
}

function isWithin(end: number, to: number): boolean {
  return end !== -1 && end <= to
}

/** Whether any of what begins and ends at `bounds` stands between `from` and `start`, or between `end` and `to`. */
function isAnyWithin(bounds: readonly number[], from: number, start: number, end: number, to: number): boolean {
  for (let i = bounds.length - 2; i >= 0 && (bounds[i] as number) >= from; i -= 2) {
    const last = bounds[i + 1] as number
    if (last <= start || ((bounds[i] as number) >= end && last <= to)) return true
  }
  return false
}

/** The last of `places`, which are in order, that is not behind `place`; `none` without one. */
function lastUpTo(places: readonly number[], place: number, none: number): number {
  let i = places.length - 1
  while (i >= 0 && (places[i] as number) > place) i--
  return i < 0 ? none : (places[i] as number)
}

/** The first of `places`, which are in order, from `place` on. */
function firstFrom(places: readonly number[], place: number): number {
  let i = places.length
  while (i > 0 && (places[i - 1] as number) >= place) i--
  return i < places.length ? (places[i] as number) : Number.MAX_SAFE_INTEGER
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

function isLetterAt(units: Uint16Array, index: number): boolean {
  if (index < 0) return false
  const unit = units[index] as number
  if (unit < 0x80) return (unit | 32) >= 97 && (unit | 32) <= 122
  return isLatinLetter(unit) || LETTER.test(String.fromCharCode(unit))
}

const LETTER = /\p{L}/u

function isGivenOnly(plain: string): boolean {
  return isListedGivenName(plain) && !isListedCommonWord(plain)
}

/** Across the end of a sentence somebody else may be spoken of; "M. " and "Dr. " end none. */
function isAbbreviated(text: string, stop: number): boolean {
  ABBREVIATED.lastIndex = stop
  return ABBREVIATED.test(text)
}

const ABBREVIATED = /(?<=(?:^|[^\p{L}])(?:M|Mr|Mrs|Ms|Dr|Pr|Prof|c|p|n))/uy
