import { readColumn } from '../columns.ts'
import { NO_LETTER, NO_WORD } from '../neighbours.ts'
import type { Rule, ScoredSpan } from '../rule.ts'

const NONE: readonly ScoredSpan[] = []
const SCORES = { plain: 0.85, context: 0.85 }

/** How far behind the word for a passport its number begins at most. */
const GAP_MAX = 60
const NUMBER_MAX = 12
const LIST_MAX = 20

/** With letters, which few other numbers have: those of France, of most other states, and of Germany (ICAO 9303 part 4). */
const LETTERED =
  '[0-9]{2}[A-Z]{2}[0-9]{5}|[A-Z]{1,3}[0-9]{6,9}[A-Z]?|[A-Z]{1,2} [0-9]{6,9}|[A-Z][0-9A-Z]{8}|[0-9]{2}[a-z]{2}[0-9]{5}|[a-z]{1,2}[0-9]{6,8}'
const NUMBER = new RegExp(`(?<![\\p{L}\\p{N}])(?:(?<lettered>${LETTERED})|[0-9]{7,9})(?![\\p{L}\\p{N}])`, 'u')
const NEXT = new RegExp(
  `^(?:,|;|/| ?&| and| et| und| y)(?: (?:and |et )?)?(?<value>${LETTERED}|[0-9]{9})(?![\\p{L}\\p{N}])`,
  'u',
)
/** Cells below a head are short: what they hold needs no label. */
const CELL = /^\s*["']?([0-9]{2}[A-Z]{2}[0-9]{5}|[A-Z]{1,3}[0-9]{6,9}[A-Z]?|[0-9]{8,9})["']?\s*$/

/** What else a number behind the word may be. */
const OTHER =
  /(?<!\p{L})(?:order|booking|flight|ticket|visa|case|invoice|phone|telephone|t[ée]l|mobile|commande|r[ée]servation|vol|billet|facture|dossier|isbn|sku|model|version|ref|r[ée]f[ée]rence|zip|account|compte|licen[cs]e|permis|iban|siret|ssn|customer|employee|matricule|fee|price|photo|applications?|renewal|requests?|demandes?|renouvellement|expires?|expiry|expiration|valid|issued|born|n[ée]e?|version|v)(?!\p{L})/iu
/** Whose passport it is: "passport number of our customer is". */
const OWNER = /(?<!\p{L})(?:of|for) (?:\p{L}+ )?(?:customer|employee|account)(?= (?:is|was)(?!\p{L})|\s?[:=])/iu
/** What else is said of a passport before its number: "passport issued in France, number". */
const REMARK =
  /(?<!\p{L})(?:expires?|valid|issued|born|n[ée]e?)(?!\p{L})[^,;]*, ?(?=(?:numbers?|no|n[°ºr]|num|num[ée]ro)[^\p{L}]{1,3}$)/iu
/** What leads to a number of digits alone. */
const LEADS = /^(?:numbers?|nos?|n|nr|num|num[ée]ros?|n[úu]mero|id|ids|is|was|are|est|sont|le|ist|es|[#:=°–—-])$/iu
/** What says that a shorter one, of seven or eight digits, is the number of something. */
const COUNTS = /^(?:numbers?|nos?|n|nr|num|num[ée]ros?|n[úu]mero|id|[#°])$/iu
/** « passeport algérien », "passport of hers": behind more words nine digits are something else, unless these lead to a number. */
const PLAIN_WORDS_MAX = 3
const WORDS_MAX = 8
/** The end of a sentence; "No." and « n. » end none. */
const SENTENCE_END = /(?<!(?:^|[^\p{L}])(?:n[or]?|num|nos))[.!?](?:\s|$)|;/iu
const NEXT_LINE = /^\W{0,4}\n\W{0,4}(?:(?:document |passport )?(?:number|no|n[°º]|num[ée]ro)\W{0,4})?$/iu

function isLed(between: string, number: string, isLettered: boolean): boolean {
  if (/[0-9]/.test(between) || OTHER.test(between.replace(OWNER, '').replace(REMARK, ''))) return false
  if (between.includes('\n') && !NEXT_LINE.test(between)) return false
  if (SENTENCE_END.test(between)) return false
  const words = between.match(/\p{L}+|[#:=°–—-]/gu) ?? []
  const last = words.at(-1)
  const leads = last !== undefined && LEADS.test(last)
  if (isLettered) return leads || digitsIn(number).length >= DIGITS_MIN
  if (words.length > WORDS_MAX) return false
  if (number.length === 9) return leads || words.length <= PLAIN_WORDS_MAX || between.endsWith('(')
  return leads && words.some((word) => COUNTS.test(word)) && !isDate(number)
}

/** Eight digits that are a day of our time, the year first or last. */
function isDate(digits: string): boolean {
  return /^(?:(?:19|20)[0-9]{2}[01][0-9][0-3][0-9]|[0-3][0-9][0-3][0-9](?:19|20)[0-9]{2})$/.test(digits)
}

/** Fewer are of a word with a year or a count behind it, unless "number" or the like leads to it. */
const DIGITS_MIN = 3

/** Letters before a date are a word. */
function isNumber(number: string): boolean {
  const digits = digitsIn(number)
  return digits.length >= 2 && !(/^[A-Z]+ ?[0-9]{8}$/.test(number) && isDate(digits))
}

function digitsIn(number: string): string {
  return number.replace(/[^0-9]/g, '')
}

function readPassport(text: string, _start: number, end: number): readonly ScoredSpan[] {
  const behind = text.slice(end, end + GAP_MAX + NUMBER_MAX)
  const match = NUMBER.exec(behind)
  if (match === null || match.index > GAP_MAX) return NONE
  const isLettered = match.groups?.lettered !== undefined
  // The end of a longer word, as in "passports", tells nothing.
  const between = behind.slice(0, match.index).replace(/^\p{L}{1,2}(?!\p{L})/u, '')
  if (/^\p{Ll}/u.test(between) || !isNumber(match[0]) || !isLed(between, match[0], isLettered)) return NONE
  let to = end + match.index + match[0].length
  const found: ScoredSpan[] = [{ start: to - match[0].length, end: to }]
  while (found.length < LIST_MAX) {
    const next = NEXT.exec(text.slice(to, to + NUMBER_MAX + GAP_MAX))
    const value = next?.groups?.value
    if (next === null || value === undefined || !isNumber(value)) break
    to += next[0].length
    found.push({ start: to - value.length, end: to })
  }
  return found
}

/** ISO 3166-1; Germany has one letter. */
const STATES =
  'aus aut bel bgr bra can che chl chn col cyp cze dnk dza egy esp est fin fra gbr grc hrv hun ind irl isr ita jpn kor ltu lux lva mar mex mlt nga nld nor nzl phl pol prt rou rus sen sgp svk svn swe tun tur ukr usa vnm zaf d<<'.split(
    ' ',
  )
/** Names in the first line; number, check digit, nationality, two dates with theirs and the sex in the second. */
const ZONE = /^([A-Z<]{30,41}\s{1,3})([0-9A-Z]{6,9})<{0,3}[0-9][A-Z<]{3}[0-9]{7}[MF<][0-9]{7}/
const ZONE_MAX = 90

function readZone(text: string, _start: number, end: number): readonly ScoredSpan[] {
  const [, lead, number] = ZONE.exec(text.slice(end, end + ZONE_MAX)) ?? []
  if (lead === undefined || number === undefined) return NONE
  const from = end + lead.length
  return [{ start: from, end: from + number.length }]
}

const WORDS = ['passport', 'passeport', 'pasaporte', 'passaport', 'reisepass', 'paspoort']

export const PASSPORT_RULES: readonly Rule[] = [
  {
    kind: 'keyword',
    id: 'passport',
    type: 'PASSPORT',
    tier: 2,
    description: 'The number of a passport, after the word, and those that follow it in a list.',
    keywords: WORDS,
    read: readPassport,
    scores: SCORES,
    examples: {
      match: [
        'Passport number: [[C01234567]]',
        'passeport n° [[12AB34567]]',
        'my passport is [[533380006]]',
        'Passport (Norway): [[HK407215]]',
        'le passeport suisse de ma femme est le [[480215937]]',
        'passport no. [[71830425]]',
        'Reisepass Nr. [[C4XK7T2P9]]',
        'Document type: passport\nDocument number: [[K3R8L2FT6]]',
        'passport numbers: [[402817365]], [[402817374]] and [[YB7302914]]',
        'Pasaporte [[PAC730152]]',
        'passeport tunisien [[402817365]]',
        '{"passportNumber": "[[X7204815]]"}',
        'passport issued in France, number [[12AB34567]]',
        'the passport number of our customer is [[533380006]]',
      ],
      reject: [
        'passport photo',
        'passport number',
        'passport expires 2031',
        'Honda Passport 2024118 miles',
        'passport, booking number 402817365',
        'passport for customer 402817365',
        'passport valid, order number 402817365',
        'passport expiry: 20310412',
        'passport.js 0.6.0, see issue 402817365',
        'passport office. Call 402817365',
        'passport RENEWAL24 form',
        'My passport application AB123456 is pending',
      ],
    },
  },
  {
    kind: 'keyword',
    id: 'passport-column',
    type: 'PASSPORT',
    tier: 2,
    description: 'The numbers in a column of a table whose head says that they are those of passports.',
    keywords: WORDS,
    beside: [{ before: `${NO_LETTER}_` }],
    read: (text, start, end) => readColumn(text, start, end, CELL, 0.85),
    scores: SCORES,
    examples: {
      match: [
        'nom;passeport;ville\nDurand;[[18DE40715]];Lyon\nPetit;[[20FH11852]];Brest',
        '| passport no | name |\n|---|---|\n| [[402817365]] | Ada |',
      ],
      reject: ['passport;country\nyes;France\nno;Spain', 'passport, and visa\n402817365'],
    },
  },
  {
    kind: 'keyword',
    id: 'passport-machine-readable',
    type: 'PASSPORT',
    tier: 2,
    description: "The number in a passport's machine-readable zone (ICAO 9303 part 4).",
    keywords: STATES.map((state) => `p<${state}`),
    beside: [{ before: NO_WORD, first: 'P' }],
    read: readZone,
    scores: { plain: 0.95, context: 0.95 },
    examples: {
      match: ['P<FRADURAND<<JEANNE<<<<<<<<<<<<<<<<<<<<<<<<<<\n[[18DE40715]]4FRA8703124F2905037<<<<<<<<<<<<<<04'],
      reject: ['P<FRA', '<P<B>ABC', 'if (P<MAX) return'],
    },
  },
]
