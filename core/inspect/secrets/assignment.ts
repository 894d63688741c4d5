import { OpenedPattern } from '../opened-pattern.ts'
import { WordPlaces } from '../word-places.ts'
import {
  ADJECTIVE_WORDS,
  ANNOUNCING_WORDS,
  BLANK,
  blanksAt,
  isAnnounced,
  isPerhapsBlank,
  mayBeAdjacent,
  OPTION_WORDS,
} from './behind-name.ts'
import { type Literal, readValue } from './literal.ts'
import { endOfSimpleJoint } from './simple-joint.ts'

/** A value that a name is given, and how it is written. */
export interface Assigned extends Literal {
  /** Whether words ("my password is ...") or signs ("password = ...") join the name and the value. */
  readonly manner: 'code' | 'prose' | 'option' | 'adjacent'
}

export interface Name {
  readonly text: string
  readonly start: number
  readonly end: number
}

const NAME_MAX = 48

/** The characters of identifiers, paths of properties, and options. */
const NAME_CODES = new Uint8Array(0x180)
for (let code = 0; code < NAME_CODES.length; code++)
  if (/[0-9A-Za-z_.$\u00c0-\u017f-]/.test(String.fromCharCode(code))) NAME_CODES[code] = 1

function isNameCode(code: number): boolean {
  return code < 0x180 && NAME_CODES[code] === 1
}

/** Between a name and its value: closing quotes and brackets of the name, a type, then what assigns. */
const ASSIGNMENT =
  /^(?:\\{0,3}["'`]|&(?:quot|#39|#34);)?[\])]?\s{0,8}(?::\s?[A-Za-z][\w<>?[\]. ]{0,24}\s?(?==[^=])|:\s?)?\s{0,8}(?:=>|:=|->|={1,3}|!==?|\|\|=?|\?\?=|%3[Dd]|:|,(?=\s{0,4}\\{0,3}["'`])|\((?=\\{0,3}["'`@])|>(?=[^\s<>]))?\s{0,12}-?\s?(?:(?:\[\]byte|bytes|Bytes|String|str|Buffer\.from|new \w{1,30})\((?=["'`]))?/
const DIGIT_AMID = /[0-9][A-Za-z]/
/** What fills base64 up at the end of a line: "...cPw==", whose last letters are no name. */
const PADDING = /^={1,2}\s{0,11}\n/
const KEY_END = /^\\{0,3}["'`]\s?:/
/** What may open the value, if it is in quotes. */
const OPENING = '(["\'`“«]\\s?)?'
/** "password for the VPN is": up to six words between, then a verb or a colon; or nothing but an adjective. */
const PROSE = new RegExp(
  String.raw`^(?:\s[\p{L}\p{N}@.'’_/-]{1,24}){0,6}?\s?(?:(?:\s(?:${ANNOUNCING_WORDS})(?:\s(?:still|now|currently|toujours|maintenant|désormais))?)(?:\s?:)?\s|\s?[:=]\s?)${OPENING}`,
  'u',
)

/** "API key", "secret key": in prose the word that makes a key a secret stands apart. */
const MAKER_BEFORE = /(?:api|secret|access|private|licen[cs]e|encryption|signing|account|master|recovery|backup) $/i
/** "clé d'API", "code PIN", "clé secrète": in French it stands behind. */
const MAKER_AFTER =
  /^ (?:d['’]|de )?(?:api|acc[eè]s|secr[eè]te|priv[eé]e|pin|wi-?fi|confidentiel|chiffrement|d[ée]chiffrement|cryptage|r[ée]cup[ée]ration|secours|signature|licence|activation)(?![\p{L}])/iu

/** The last letters of the words of MAKER_BEFORE, and the first ones of those of MAKER_AFTER. */
const MAKER_ENDS: ReadonlySet<number> = new Set([...'itsengryp'].map((letter) => letter.charCodeAt(0)))
const MAKER_BEGINNINGS: ReadonlySet<number> = new Set([...'daspwcrl\u017f'].map((letter) => letter.charCodeAt(0)))

const LETTER_P = 0x70
const SEED_AFTER = /^ seed(?!\p{L})/iu

/** Whether a name goes on with letters and digits farther behind `end` than any is read: nothing is assigned to its first part. */
export function goesOn(text: string, units: Uint16Array, end: number): boolean {
  if (!isNameCode(units[end + NAME_MAX] as number)) return false
  const isKnown = end >= long.from && end <= long.to && text === long.text
  if (!isKnown) long = { text, from: end, to: end }
  // An equal string is compared unit by unit, the same one is not.
  long.text = text
  // Where parts of one name follow each other, most of what is behind one has been behind the one before.
  for (let i = long.to; i <= end + NAME_MAX; i++) {
    if (!isNameCode(units[i] as number)) return false
    long.to = i + 1
  }
  return true
}

/** The stretch of letters and digits that was looked at last, as far as it has been. */
let long = { text: '', from: 0, to: 0 }

/** The name that `start` to `end` is a part of. */
export function readName(text: string, start: number, end: number, units: Uint16Array): Name {
  let from = start
  while (from > 0 && start - from < NAME_MAX && isNameCode(units[from - 1] as number)) from--
  let to = end
  while (to - end < NAME_MAX && isNameCode(units[to] as number)) to++
  while (to > end && (text[to - 1] === '.' || text[to - 1] === '-')) to--
  if (from === start && to === end) {
    if (text.charCodeAt(from - 1) === BLANK && MAKER_ENDS.has(text.charCodeAt(from - 2) | 0x20)) {
      const maker = MAKER_BEFORE.exec(text.slice(Math.max(0, from - 12), from))
      if (maker !== null) from -= maker[0].length
    }
    if (text.charCodeAt(to) === BLANK && MAKER_BEGINNINGS.has(text.charCodeAt(to + 1) | 0x20))
      to += MAKER_AFTER.exec(text.slice(to, to + 20))?.[0].length ?? 0
  }
  // "TOTP seed": the next word says what it is.
  if (
    (text.charCodeAt(to - 1) | 0x20) === LETTER_P &&
    /otp$/i.test(text.slice(from, to)) &&
    SEED_AFTER.test(text.slice(to, to + 6))
  )
    to += 5
  return { text: text.slice(from, to), start: from, end: to }
}

const OPENS = 1
const ASSIGNS = 2
/** What may stand between a name and the sign that assigns, and the first characters of all that ASSIGNMENT takes for one, by the code. */
const JOINTS = new Uint8Array(128)
for (const character of '\\"\'`]) \t\n\v\f\r') JOINTS[character.charCodeAt(0)] = OPENS
for (const character of ':=-!|?%,(>&') JOINTS[character.charCodeAt(0)] = ASSIGNS

/** Whether a sign that assigns may follow a name. Behind most that stand in a sentence a word or a point does. */
export function mayBeAssigned(text: string, end: number): boolean {
  // DEFAULT goes on otherwise.
  if (text.charCodeAt(end) === QUOTE) return true
  let i = end
  while (i < text.length && i - end < TAIL && kindAt(text, i) === OPENS) i++
  return i < text.length && kindAt(text, i) === ASSIGNS
}

/** Characters beyond ASCII may be blanks. */
function kindAt(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code < 128 ? (JOINTS[code] as number) : ASSIGNS
}

const QUOTE = 0x22

const LONG = 20
/** The largest distance between a name and the beginning of its value. */
const TAIL = 160

/** "mot de passe temporaire Soleil75": the value follows at once. */
const ADJACENT = new RegExp(String.raw`^(?: (?:${ADJECTIVE_WORDS}))?\s{1,2}${OPENING}(?=\S{6})`, 'iu')

/** The values that a name is given: one, or those of an array. `inSentences`: also where words or blanks alone lead to it; `units` are those of the text. */
export function readAssignments(
  text: string,
  name: Name,
  inSentences: boolean,
  units: Uint16Array,
): readonly Assigned[] {
  // ${KEY:?missing}: what a shell prints where the variable is not set.
  if (text.charCodeAt(name.end) === COLON && text.charCodeAt(name.end + 1) === QUESTION) return NO_VALUES
  const variable = text[name.end] === '"' ? DEFAULT.exec(text.slice(name.end, name.end + TAIL)) : null
  if (variable !== null) {
    const value = readValue(text, name.end + variable[0].length)
    return value === undefined ? [] : [{ ...value, manner: 'code' }]
  }
  const simple = endOfSimpleJoint(text, name.end)
  const assigned = simple === -1 ? undefined : readValue(text, simple)
  if (assigned !== undefined) return [{ ...assigned, manner: 'code' }]
  // Where the joint is simple there is no other, and no array, and what it leads to is no value; nor do words lead to one over a sign directly behind.
  if (simple !== -1 && isSign(units[name.end] as number)) return NO_VALUES
  const isAssigned = simple === -1 && mayBeAssigned(text, name.end)
  const array = isAssigned && opensBracket(text, name.end) ? ARRAY.exec(text.slice(name.end, name.end + TAIL)) : null
  if (array !== null) return readArray(text, name.end + array[0].length)
  const value = readAssignment(text, name, isAssigned, inSentences, units)
  return value === undefined ? [] : [value]
}

const NO_VALUES: readonly Assigned[] = []
const COLON = 0x3a
const QUESTION = 0x3f

function isSign(code: number): boolean {
  return code === COLON || code === 0x3d
}

/** variable "db_password" { default = "..." }, <add key="ApiKey" value="..."> */
const DEFAULT = /^"(?: ?\{[^{}]{0,100}?\bdefault\s{1,8}=\s{1,8}| value=)(?=")/
/** "tokens": ["...", */
const ARRAY = /^\\{0,3}["']?\s{0,3}(?:=>|[=:])\s{0,3}\[\s{0,8}(?=\\{0,3}["'])/
const ARRAY_MAX = 20
/** ARRAY has at most this many characters before its bracket. */
const ARRAY_HEAD = 13

function opensBracket(text: string, from: number): boolean {
  for (let i = from; i < from + ARRAY_HEAD; i++) if (text.charCodeAt(i) === BRACKET) return true
  return false
}

const BRACKET = 0x5b

function readArray(text: string, position: number): Assigned[] {
  const values: Assigned[] = []
  for (let next = position; values.length < ARRAY_MAX; ) {
    const value = readValue(text, next)
    if (value === undefined || !value.quoted) break
    values.push({ ...value, manner: 'code' })
    const joint = /^\\{0,3}["']\s{0,3},\s{0,8}(?=\\{0,3}["'])/.exec(text.slice(value.end, value.end + 24))
    if (joint === null) break
    next = value.end + joint[0].length
  }
  return values
}

function readAssignment(
  text: string,
  name: Name,
  isAssigned: boolean,
  inSentences: boolean,
  units: Uint16Array,
): Assigned | undefined {
  const tail = text.slice(name.end, name.end + TAIL)
  const joint = isAssigned ? (ASSIGNMENT.exec(tail)?.[0] ?? '') : ''
  if (PADDING.test(joint)) return undefined
  if (isAssigned && assigns(joint)) {
    const value = readValue(text, name.end + joint.length)
    // Nor is the item of a list that ends like a name ("u11urmgPW") one.
    if (joint.includes(',') && DIGIT_AMID.test(name.text)) return undefined
    // Behind a value a key of the same object may follow: {"url": ".../token", "auth_uri": ...}.
    const isKey = joint.includes(',') && value !== undefined && KEY_END.test(text.slice(value.end, value.end + 6))
    if (value !== undefined && !isKey) return { ...value, manner: 'code' }
    if (isKey) return undefined
  }
  if (!inSentences) return undefined
  const blanks = blanksAt(units, name.end, tail)
  if (blanks > 0 && (mayBeLong(units, name.end + blanks) || isOption(text, name, units))) {
    const value = readValue(text, name.end + blanks)
    // "the auth token CC722858...": nothing between, but nothing else has such a length and a digit.
    const isLong =
      value !== undefined && value.end - value.start >= LONG && /[0-9]/.test(text.slice(value.start, value.end))
    if (value !== undefined && (isLong || (isOption(text, name, units) && !isVerb(text, value))))
      return { ...value, manner: 'option' }
  }
  return (
    (isAnnounced(text, units, name.end, name.end + TAIL)
      ? readBehind(text, name, PROSE.exec(tail), 'prose')
      : undefined) ??
    (mayBeAdjacent(units, name.end) ? readBehind(text, name, ADJACENT.exec(tail), 'adjacent') : undefined)
  )
}

/** Whether a value without quotes that begins at `start` may be as long as LONG, or one in quotes begins there. */
function mayBeLong(units: Uint16Array, start: number): boolean {
  const first = units[start] as number
  // Letters and digits begin none in quotes, but as prefixes.
  if ((first < 0x30 || first >= 0x80 || !isNameCode(first)) && first !== 0x2e && first !== 0x2d) return true
  if (PREFIXES.has(first) && !isNameCode(units[start + 1] as number)) return true
  for (let i = start + 1; i < start + LONG; i++) if ((units[i] as number) <= BLANK) return false
  return true
}

/** b'...', f"..." */
const PREFIXES: ReadonlySet<number> = new Set([0x62, 0x66, 0x72])

function assigns(joint: string): boolean {
  for (let i = 0; i < joint.length; i++) if (ASSIGNING[joint.charCodeAt(i)] === 1) return true
  return joint.includes('%') && /%3D/i.test(joint)
}

const ASSIGNING = new Uint8Array(128)
for (const sign of '=:,(>|') ASSIGNING[sign.charCodeAt(0)] = 1

function readBehind(
  text: string,
  name: Name,
  words: RegExpExecArray | null,
  manner: 'prose' | 'adjacent',
): Assigned | undefined {
  if (words === null) return undefined
  const value = readValue(text, name.end + words[0].length - (words[1]?.length ?? 0))
  if (value === undefined) return undefined
  const own = text.slice(value.start, value.end)
  if (own.includes('=') && /^[\w-]+=/.test(own)) return undefined
  return { ...value, manner }
}

/** "user is root and password is ...": the value stands behind the verb. */
function isVerb(text: string, { start, end }: Literal): boolean {
  return /^(?:is|was|are|be|est|sera)$/i.test(text.slice(start, end))
}

/** --password x, -Password x, PASSWORD 'x', identified by x. */
function isOption(text: string, name: Name, units: Uint16Array): boolean {
  if (name.text.startsWith('-') || endsInBy(name.text)) return true
  const from = Math.max(0, name.start - OPTION_REACH)
  if (!isPerhapsBlank(units[name.start - 1] ?? 0) || !OPTIONS.isWithin(text, units, from, name.start)) return false
  return OPTION_BEFORE.test(text.slice(from, name.start))
}

const OPTION_REACH = 40
const OPTION_BEFORE = new RegExp(String.raw`(?:${OPTION_WORDS})\s{1,3}(?:\w+\s{1,3}){0,3}$`, 'i')
const OPTIONS = new WordPlaces(undefined, new OpenedPattern(OPTION_WORDS, '', 'iu'))

function endsInBy(name: string): boolean {
  return (name.charCodeAt(name.length - 1) | 0x20) === 0x79 && (name.charCodeAt(name.length - 2) | 0x20) === 0x62
}
