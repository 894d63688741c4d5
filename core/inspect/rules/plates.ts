import { isLatinLetter } from '../characters.ts'
import { isDigit, type Numbers } from '../numbers.ts'
import { OpenedPattern } from '../opened-pattern.ts'
import type { ReaderRule, ScoredSpan, Span } from '../rule.ts'
import { WordPlaces } from '../word-places.ts'

/** No I, O or U, which look like digits or make words (arrêté du 9 février 2009). */
const LETTER = '[A-HJ-NP-TV-Z]'
const EDGE_BEFORE = '(?<![\\p{L}\\p{N}_.#/]|[\\p{L}\\p{N}]-)'
const EDGE_AFTER = '(?![\\p{L}\\p{N}_]|-[\\p{L}\\p{N}]|[.,][0-9])'
const shape = (alternatives: readonly string[]) =>
  new RegExp(`${EDGE_BEFORE}(?:${alternatives.join('|')})${EDGE_AFTER}`, 'gu')

/** As they stand on French cars since 2009: hardly anything else is written so. */
const FRENCH = shape([`${LETTER}{2}-(?!000)[0-9]{3}-${LETTER}{2}`])
/** Forms that other numbers have too, but not beside words about cars. */
const USUAL = shape([
  // France, and Italy.
  `${LETTER}{2} ?(?!000)[0-9]{3} ?${LETTER}{2}`,
  // France before 2009: the department last. Models of cars are called "308 SW".
  `[1-9][0-9]{2,3}[ -]?(?!SW|CC|GT|RS|CV|KM|HP|CH)${LETTER}{2,3}[ -]?(?:0[1-9]|[1-8][0-9]|9[0-8]|2[AB]|97[1-6])`,
  // Britain since 2001.
  '[A-HJ-PR-Y][A-HJ-PR-Y][0-9]{2} ?[A-HJ-PR-Z]{3}',
  // California.
  '[1-9][A-Z]{3}[0-9]{3}',
])
/** Forms of Spain, Germany, American states, and older ones: beside the very word for a plate alone. */
const LOOSE = shape([
  '[0-9]{4} ?[B-DF-HJ-NPR-TV-Z]{3}',
  '[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} [1-9][0-9]{0,3}',
  `[1-9][0-9]{0,3}[ -]?${LETTER}{2,3}[ -]?(?:0[1-9]|[1-8][0-9]|9[0-8]|2[AB]|97[1-6])`,
  '(?!USD|EUR|GBP|CHF|CAD|RFC|ISO|UTF|SHA|CVE|INV|PO|REF|ID|NO)[A-Z]{2,3}[- ]?[0-9]{3,4}',
  '[0-9]{3,4}[- ]?[A-Z]{2,3}',
  '[A-Z][0-9]{1,3} ?[A-Z]{3}',
  '[0-9][A-Z]{2}[0-9]{3,4}',
  // Belgium, and Florida.
  '[1-9]-[A-Z]{3}-[0-9]{3}',
  '[A-Z]{3} ?[0-9][A-Z][0-9]{1,2}',
  '[A-Z]{1,2}[0-9]{2} ?[0-9]{3,4}[A-Z]?',
])

/** Not followed by a letter. */
const WORD_END = '(?=$|[^\\p{L}])'
const PLATE_WORDS = new WordPlaces(
  new OpenedPattern(
    "plates?|plaques?(?: d['’]immatriculation| minéralogique)??|immat\\.??|immatricul\\p{L}+|carte grise|kennzeichen|matrícula|targa|(?:vehicle |car )?(?:reg|regn|registration)(?: no\\.??| number| mark| id)??|regid",
    WORD_END,
    'iu',
  ),
  new OpenedPattern(
    '(?:number|licen[cs]e|vehicle|car|ny|tx|florida|california|texas)[ -]plate|(?:licen[cs]e|florida|texas|georgia|ohio|ontario|alabama|tennessee|virginia) tag',
    '',
    'iu',
  ),
)
const VEHICLE_WORDS = new WordPlaces(
  new OpenedPattern(
    "cars?|vans?|trucks?|lorry|vehicles?|motorbikes?|motorcycles?|scooters?|taxis?|cabs?|fleet|flottes?|suv|sedan|hatchback|parking|parked|towed|driver|hit[ -]and[ -]run|speeding|garage|mot test|mot|dvla|dmv|voitures?|véhicules?|vehicules?|camions?|camionnettes?|motos?|utilitaire|fourgon|berline|conduct(?:eur|rice)|automobilistes?|stationn\\p{L}+|garée?|amendes?|pv|contravention|excès de vitesse|radar|sinistres?|constat|dépanneuse|fourrière|contrôle technique|crit['’]?air|péage|renault|peugeot|citro[eë]n|dacia|clio|twingo|m[ée]gane|sc[ée]nic|kangoo|duster|sandero|c3|c4|ds3|20[5-8]|30[78]|3008|5008|volkswagen|vw|golf|polo|passat|audi|bmw|mercedes|opel|corsa|ford|focus|fiesta|transit|fiat|panda|toyota|yaris|corolla|prius|camry|honda|civic|nissan|qashqai|micra|mazda|kia|hyundai|tesla|model [3sxy]|volvo|skoda|octavia|seat|ibiza|leon|mini cooper|porsche|jeep|land rover|range rover|jaguar|lexus|subaru|chevrolet|dodge|vespa|tucson|sprinter",
    WORD_END,
    'iu',
  ),
)
/** What other things are numbered by. */
const OTHER_WORDS =
  /(?:^|[^\p{L}])(?:ref|réf|confirmation|booking|réservation|tracking|suivi|référence|reference|sku|orders?|commandes?|code|produits?|products?|modèle|model(?! [3sxy])|serial|série|part|pièce|flight|vol|lot|invoice|facture|contrat|contract|ticket|room|salle|uuid|id|license key|article)s?[ :#.n°]{0,4}$/iu

const WORDS_BEFORE = 100
const WORDS_AFTER = 70
/** A plate is named directly before or behind. */
const NAMED_BEFORE = 44
const NAMED_AFTER = 20
const SPACE = 0x20
const HYPHEN = 0x2d
/** The most digits in a row. */
const GROUP_MAX = 4
const PLATE_BEFORE = 7
const PLATE_AFTER = 12

type Setting = 'named' | 'vehicle' | 'none' | 'other'

/** What the words around say: the nearest before and behind, in its paragraph. Of a loose form, which most are, words about vehicles say nothing. */
function settingOf(text: string, units: Uint16Array, start: number, end: number, isLoose: boolean): Setting {
  const from = Math.max(0, start - WORDS_BEFORE)
  const holdsPlates = PLATE_WORDS.isWithin(text, units, from, start)
  const isNamed =
    (holdsPlates && PLATE_WORDS.isWithin(text, units, Math.max(0, start - NAMED_BEFORE), start)) ||
    PLATE_WORDS.isWithin(text, units, end, Math.min(text.length, end + NAMED_AFTER))
  if (isLoose && !isNamed) return 'none'
  if (OTHER_WORDS.test(text.slice(Math.max(0, start - OTHER_MAX), start))) return 'other'
  if (isNamed) return 'named'
  const isVehicle =
    holdsPlates ||
    VEHICLE_WORDS.isWithin(text, units, from, start) ||
    VEHICLE_WORDS.isWithin(text, units, end, Math.min(text.length, end + WORDS_AFTER))
  return isVehicle ? 'vehicle' : 'none'
}

/** More than the longest of OTHER_WORDS with what follows it. */
const OTHER_MAX = 24

function readPlate(text: string, numbers: Numbers, index: number): ScoredSpan | undefined {
  const groupStart = numbers.starts[index] as number
  const groupEnd = numbers.ends[index] as number
  if (groupEnd - groupStart > GROUP_MAX || !isNearCapital(numbers.units, groupStart, groupEnd)) return undefined
  return isBesideCapital(numbers.units, groupStart, groupEnd)
    ? readBesideCapital(text, numbers.units, groupStart, groupEnd)
    : undefined
}

/** A function of its own: what a function within it shares is allocated whenever the outer one is called. */
function readBesideCapital(
  text: string,
  units: Uint16Array,
  groupStart: number,
  groupEnd: number,
): ScoredSpan | undefined {
  const from = Math.max(0, groupStart - PLATE_BEFORE)
  // What stands before and behind tells whether it is a part of something longer.
  const window = text.slice(Math.max(0, from - 2), groupEnd + PLATE_AFTER)
  const base = Math.max(0, from - 2)
  const isFrench = groupEnd - groupStart === 3 && units[groupStart - 1] === HYPHEN && units[groupEnd] === HYPHEN
  const around = { text, window, base, groupStart, groupEnd }
  const french = isFrench ? plateAround(around, FRENCH) : undefined
  const usual = french ?? plateAround(around, USUAL)
  const found = usual ?? plateAround(around, LOOSE)
  if (found === undefined) return undefined
  const setting = settingOf(text, units, found.start, found.end, usual === undefined)
  if (setting === 'named') return { ...found, score: 0.9 }
  if (setting !== 'vehicle') return undefined
  return { ...found, score: french === undefined ? 0.75 : 0.85 }
}

interface Around {
  readonly text: string
  /** The part of it from `base` on in which the plate lies. */
  readonly window: string
  readonly base: number
  readonly groupStart: number
  readonly groupEnd: number
}

/** The plate of this form that the group of digits is the first of. */
function plateAround({ text, window, base, groupStart, groupEnd }: Around, form: RegExp): Span | undefined {
  form.lastIndex = 0
  for (let match = form.exec(window); match !== null; match = form.exec(window)) {
    const start = base + match.index
    const end = start + match[0].length
    if (start <= groupStart && groupEnd <= end && !/[0-9]/.test(text.slice(start, groupStart))) return { start, end }
  }
  return undefined
}

/** Whether a capital stands before or behind, perhaps over a blank or a hyphen. */
function isNearCapital(units: Uint16Array, start: number, end: number): boolean {
  const before = units[start - 1] as number
  const after = units[end] as number
  return (
    isCapital(before === SPACE || before === HYPHEN ? (units[start - 2] as number) : before) ||
    isCapital(after === SPACE || after === HYPHEN ? (units[end + 1] as number) : after)
  )
}

/** Two or three capitals before or behind, or one of them, perhaps over a blank or a hyphen: most groups have words beside them, or nothing. */
function isBesideCapital(units: Uint16Array, start: number, end: number): boolean {
  if (isSmall(units[start - 1] as number) || isSmall(units[end] as number)) return false
  if (isWithinCode(units, start, end)) return false
  const before = capitals(units, start - 1, -1)
  const behind = capitals(units, end, 1)
  return before + behind > 1 && before < 4 && behind < 4
}

/** Capitals that touch the group are a part of the plate: what may not touch that may not touch them. */
function isWithinCode(units: Uint16Array, start: number, end: number): boolean {
  let from = start - 1
  while (isCapital(units[from] as number) && start - from <= 4) from--
  if (from < start - 1) {
    const before = units[from] as number
    if (
      isSmall(before) ||
      isDigit(before) ||
      isCapital(before) ||
      before === POINT ||
      before === SLASH ||
      before === NUMBER_SIGN
    )
      return true
  }
  let to = end
  while (isCapital(units[to] as number) && to - end < 4) to++
  return to > end && isSmall(units[to] as number)
}

const POINT = 0x2e
const SLASH = 0x2f
const NUMBER_SIGN = 0x23

/** How many capitals stand from `from` on in one direction, up to four; none where a word goes on behind them. */
function capitals(units: Uint16Array, from: number, step: number): number {
  let i = units[from] === SPACE || units[from] === HYPHEN ? from + step : from
  let count = 0
  while (count < 4 && isCapital(units[i] as number)) {
    count++
    i += step
  }
  return isLatinLetter(units[i] as number) ? 0 : count
}

function isSmall(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || code === 0x5f
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90
}

export const PLATE_RULES: readonly ReaderRule[] = [
  {
    kind: 'reader',
    id: 'plate',
    type: 'LICENSE_PLATE',
    tier: 2,
    description:
      'A number plate of France, Britain, Germany, Spain, Italy or an American state, beside words about vehicles.',
    beside: [
      { before: 'A-Z', length: [1, GROUP_MAX] },
      { before: ' \\-', secondBefore: 'A-Z', length: [1, GROUP_MAX] },
      { after: 'A-Z', length: [1, GROUP_MAX] },
      { after: ' \\-', secondAfter: 'A-Z', length: [1, GROUP_MAX] },
    ],
    read: readPlate,
    scores: { plain: 0.8, context: 0.8 },
    examples: {
      match: [
        'immatriculée [[AB-123-CD]]',
        'ma voiture [[AB 123 CD]] est au garage',
        'Peugeot 208, [[FT-118-NB]], contrat 12',
        'immatriculée [[EF 234 GH]]',
        'plaque [[456 XYZ 69]]',
        'number plate: [[AB12 CDE]]',
        'vehicle reg [[LD68XYZ]]',
        'the van ([[LK19 ZRT]]) hit me',
        'license plate [[KXR-4821]]',
        'my Toyota [[8XYZ901]] was towed',
        'Kennzeichen [[B-MW 4321]]',
        'plaque belge [[1-ABC-234]]',
        'Florida tag [[IBX 4R7]]',
        'Flotte : [[FZ-111-AA]]',
      ],
      reject: [
        'réf AB-123-CD',
        'XAB-123-CD',
        'AB-123-CD-1',
        'AB-123-CD',
        'plate AB1',
        'AB12 CDE',
        'car parts',
        'plaque de 12 cm',
        'immatriculation en 2024',
        'my car uses RFC 2616',
        'voiture, commande AB-123-CD',
      ],
    },
  },
]
