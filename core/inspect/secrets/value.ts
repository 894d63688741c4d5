import { isKey } from './key-shape.ts'
import { STRANGE, strangeness } from './wordiness.ts'

/**
 * What a value that stands where a secret would stand looks like. 'random': made by a machine. 'mixed': letters with digits or
 * signs, as people choose them. 'digits'. 'word': prose or an identifier. 'nothing': a placeholder, a variable, an expression.
 */
export type ValueKind = 'random' | 'mixed' | 'digits' | 'word' | 'nothing'

const LENGTH_MIN = 4
const LENGTH_MAX = 1000
/** Without quotes strange letters may be an abbreviation in code. */
const STRANGE_UNQUOTED = 4.2
/** Longer values are not placeholders made of rows of letters and digits. */
const ROW_MIN = 24
const TOKEN_CHANGES_MIN = 4

/** Words that stand for a secret instead of being one. */
const STAND_INS = new Set(
  `abc abcd abcdef abcdefg abcdefgh admin administrator alice anonymous any api apikey app asdf auth bar baz bearer blah bob bogus
  changeit changeme client code config credential credentials db default demo dev dummy empty enter example fake false fixme foo foobar
  generated guest hello here hidden hostname insert invalid key local login master me mock my mypass mypassword name new nil no none null
  nope nothing old pass passphrase passwd password passw pgpassword placeholder postgres private prod pw pwd qux redacted redis replace root
  sample sandbox secret secretkey service some something staging str string super supersecret system temp test tested tester testing tests
  text tmp todo token true type undefined unset unknown unused user username val value var wrong xxx xyz your yourpassword zzz
  mdp motdepasse exemple secret utilisateur valeur votre`.split(/\s+/),
)

/** Terms that hold digits: "password base64", "token ERC20", "key SHA-256". */
const TERMS =
  /^(?:base|sha|md|utf|oauth|http|ipv|win|python|log|erc|bip|aes|rsa|ed|hs|rs|es|tls|ssl|ws|id|step|version|section|line|page|level|type|user|item|word|chapter|figure|table|api|mp|web|int|uint|float|saml|scram|ntlm|oidc|webauthn)[-_]?[0-9][a-z0-9.-]{0,6}$|^[xskiv][-_]?[0-9][a-z0-9.-]{0,3}$/i

/** Words about secrets, which stand in names and descriptions but not in secrets. */
const SPEAKS_OF_SECRETS = /pass|pwd|secret|token|key|user|jwt|auth|access|config|example|credential|deadbeef|parol/i

/** The shapes of placeholders, and of references to values elsewhere. */
const REFERENCES = [
  /^(.)\1*$/,
  /^[<[{(]/,
  /^\$(?:\{|\(|[A-Za-z_])/,
  /^[%@#]\{?[A-Za-z_.]+\}?[%@]?$/,
  /\$\{|\{\{|#\{|%\(\w+\)|<%|\$\(/,
  /^%[a-z0-9]*[sdvqx]$/i,
  /^:[a-z_]+$/i,
  /^(?:x{3,}|\*{3,}|\.{3,}|_{3,}|-{3,})/i,
  /(?:x{4,}|\*{3,}|\.{3,}|…)/i,
  /^(?:[a-z][a-z0-9+.-]*:)?\/\//i,
  /^(?:\.{0,2}|[A-Za-z]:)[\\/][\w.-]+/,
  /^~\//,
  /###/,
  /^\.\w{1,5}$/,
  /^(?:replace|insert|change|enter|put|fill|substitute)[_-](?:[a-z]{1,10}[_-]){0,3}(?:pass(?:word)?|secret|key|token|here|me|value|this|now)$/i,
  /^0x[0-9a-f]+$/i,
  // A hash of a password is not the password.
  /^\$(?:2[abxy]?|5|6|argon2id?)\$/,
  /^[\w-]+\.(?:ya?ml|json|txt|pem|key|crt|env|ini|conf|cfg|properties|xml|enc|gpg|sh|js|ts|py|rb|go|java|md)$/i,
]
/** All of them in one, which goes over a value once. */
const REFERENCE = new RegExp(REFERENCES.map(({ source, flags }) => `(?${flags}:${source})`).join('|'))
/** A file in a store or a tree: "builds/1f3a/app.tar.gz". */
const PATH =
  /^[^\s"'<>]{0,400}\/[^\s"'<>/]{1,200}\.(?:json|txt|[ct]sv|xml|html?|[jt]sx?|css|map|png|jpe?g|gif|svg|webp|pdf|zip|t?gz|tar|zst|bz2|xz|parquet|avro|log|md|ya?ml|bin|dat|db|mp[34]|wav|docx?|xlsx?|pptx?|pem|key|crt|so|dll|exe|jar|whl)$/i
/** 0.031, 221.005px: a figure, perhaps with its unit. */
const DECIMAL = /^-?[0-9]{1,20}\.[0-9]{1,30}(?:e[+-]?[0-9]{1,3})?[a-z%µ°]{0,3}$/i
/** Code that produces a value: calls, members, indexes, namespaces, operators. */
const EXPRESSION =
  /[()[\]]|->|::|=>|&&|\|\||\?\.|^!(?:(?!\S*[A-Za-z][0-9]+[A-Za-z])|[A-Za-z_$][\w$]*(?:[a-z][0-9]*[A-Z][a-z]|[.?]))|^(?:new|await|this|self|process|os|env|config)\b|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|!!|^typeof$|^async$/

/** What the characters of a value are, in bits. */
const DIGIT = 1
const LETTER = 2
const BLANK = 4
/** Signs that passwords have and identifiers do not. */
const SIGN = 8
/** One of these characters, three of the same in a row, or 0x stands in every REFERENCE. */
const REFERS = 16
const OTHER = 32
/** One of these characters, an exclamation mark at the beginning or two in a row, or one of a few first letters stand in every EXPRESSION. */
const EXPRESSES = 64
const EXPRESSION_STARTS: ReadonlySet<string> = new Set('natspoec')
const CLASSES = new Uint8Array(128)
for (let code = 0; code < CLASSES.length; code++) {
  const character = String.fromCharCode(code)
  CLASSES[code] =
    (/[0-9]/.test(character) ? DIGIT : 0) |
    (/[A-Za-z]/.test(character) ? LETTER : 0) |
    (character === ' ' ? BLANK : 0) |
    (/[^0-9A-Za-z ]/.test(character) ? OTHER : 0) |
    (/[!@#$%^&*?]/.test(character) ? SIGN : 0) |
    (/[<[{($%@#:*._\-/\\~]/.test(character) ? REFERS : 0) |
    (/[()[\]>:&|.]/.test(character) ? EXPRESSES : 0)
}

/** The classes of all characters. A value that has not REFERS is no REFERENCE. */
function classesIn(value: string): number {
  let classes = value.startsWith('0x') || value.startsWith('0X') ? REFERS : 0
  /** The characters in a row up to here that are the same in either case. */
  let row = 0
  let last = -1
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    const small = code | 0x20
    row = small === last ? row + 1 : 1
    last = small
    if (row === 3) classes |= REFERS
    classes |= code < 128 ? (CLASSES[code] as number) : OTHER | REFERS
  }
  return classes
}

function mayExpress(value: string, classes: number): boolean {
  if ((classes & EXPRESSES) !== 0 || EXPRESSION_STARTS.has(value.charAt(0))) return true
  return (classes & SIGN) !== 0 && (value.startsWith('!') || value.includes('!!'))
}

const NO_WORDS: readonly string[] = []

/** The words that a name in camelCase or with other characters between consists of: HTTPServer2 is HTTP and Server. */
function wordsIn(value: string): readonly string[] {
  const words: string[] = []
  for (let i = 0; i < value.length; ) {
    const start = i
    while (isUpper(value.charCodeAt(i))) i++
    if (isLower(value.charCodeAt(i))) {
      // The last of several capitals begins the next word.
      if (i - start > 1) i--
      else while (isLower(value.charCodeAt(i))) i++
    }
    if (i > start) words.push(value.slice(start, i))
    else i++
  }
  return words
}

function digitsIn(value: string): number {
  let digits = 0
  for (let i = 0; i < value.length; i++) digits += (CLASSES[value.charCodeAt(i)] ?? 0) & DIGIT
  return digits
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122
}

/** What was judged last: several rules ask about the same value, one after another. */
let judged: { readonly value: string; readonly quoted: boolean; readonly kind: ValueKind } = {
  value: '',
  quoted: false,
  kind: 'nothing',
}

/** `quoted`: a literal of a programming language or JSON; unquoted values may be code. */
export function judgeValue(value: string, quoted: boolean): ValueKind {
  if (value.length < LENGTH_MIN || value.length > LENGTH_MAX) return 'nothing'
  if (value === judged.value && quoted === judged.quoted) return judged.kind
  const kind = judge(value, quoted)
  judged = { value, quoted, kind }
  return kind
}

function judge(value: string, quoted: boolean): ValueKind {
  if (quoted && value.startsWith('{') && isTokenInJson(value)) return 'random'
  const classes = classesIn(value)
  if (((classes & REFERS) !== 0 && REFERENCE.test(value)) || isMonotonous(value)) return 'nothing'
  if (!quoted && mayExpress(value, classes) && EXPRESSION.test(value) && !isToken(value)) return 'nothing'
  if ((classes & ~REFERS) === DIGIT || ((classes & SIGN) === 0 && DECIMAL.test(value))) return 'digits'
  if (value.includes('/') && PATH.test(value)) return 'nothing'
  if ((classes & BLANK) !== 0) return 'word'
  // No word, term or version holds one of these signs.
  const words = (classes & SIGN) === 0 ? wordsIn(value) : NO_WORDS
  // Keys in documentation are made of rows of letters and digits, and long ones are used as they are.
  const isRow = value.length >= ROW_MIN && /[0-9]{3}/.test(value)
  // None of them has a digit or such a sign.
  const mayStandIn = (classes & (DIGIT | SIGN)) === 0
  if ((mayStandIn && STAND_INS.has(value.toLowerCase())) || (!isRow && words.length > 0 && words.every(isStandIn)))
    return 'nothing'
  if (isKey(value)) return 'random'
  const strange = strangeness(value) ?? 0
  if ((classes & DIGIT) === 0) return judgeLetters(value, quoted, strange, classes)
  if ((classes & SIGN) === 0) {
    // Version numbers and counters behind words: "access-token-v2"; not "tr0mpette".
    const isNumbered = words.length > 1 && digitsIn(value) <= 2 && !/[A-Za-z][0-9]+[a-z]/.test(value)
    if (TERMS.test(value) || (isNumbered && isMadeOfWords(words))) return 'word'
  }
  return strange >= STRANGE + 1 && value.length >= 8 ? 'random' : 'mixed'
}

function judgeLetters(value: string, quoted: boolean, strange: number, classes: number): ValueKind {
  if (SPEAKS_OF_SECRETS.test(value)) return 'word'
  if ((classes & SIGN) !== 0) return 'mixed'
  if (strange < (quoted ? STRANGE : STRANGE_UNQUOTED)) return 'word'
  // addTodo, actJWT: without quotes a hump in the middle is an identifier's.
  if (!quoted && /[a-z][A-Z]/.test(value)) return 'word'
  if (!quoted && value.length < 6) return 'word'
  return value.length >= 8 ? 'random' : 'mixed'
}

/** Whether a value is a term of the trade: "base64", "sha256", "python3". */
export function isTerm(value: string): boolean {
  return TERMS.test(value)
}

/** "v2.kq0ZpLmX83nTb7Yw": parts with points between, as members of objects have, of which one changes as no name does. */
function isToken(value: string): boolean {
  return (
    /^[\w.-]+$/.test(value) &&
    value.split('.').some((part) => (part.match(/[A-Za-z](?=[0-9])/g)?.length ?? 0) >= TOKEN_CHANGES_MIN)
  )
}

function isStandIn(part: string): boolean {
  return STAND_INS.has(part.toLowerCase())
}

/** A JSON object in a string, with a key somewhere in it: some services' tokens are. */
function isTokenInJson(value: string): boolean {
  return (
    /^\{\s*\\*"/.test(value) &&
    (value.match(/[A-Za-z0-9_-]{24,}/g) ?? []).some((run) => /[0-9]/.test(run) && isKey(run))
  )
}

/** Whether a character stands five times in a row, or there are hardly any different characters: xxxxx, aaaa-bbbb, 0000. */
function isMonotonous(value: string): boolean {
  return hasRow(value) || (value.length >= 8 && (!isVaried(value) || /deadbeef/i.test(value)))
}

const ROW_OF_ONE = 5
const LINE_ENDS = /[\n\r\u2028\u2029]/

/** Whether a character that ends no line stands five times in a row. */
function hasRow(value: string): boolean {
  let count = 0
  let last = -1
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    count = code === last ? count + 1 : 1
    if (count === ROW_OF_ONE && !LINE_ENDS.test(value.charAt(i))) return true
    last = code
  }
  return false
}

const DIFFERENT_MIN = 4

/** Whether there are several different characters, in either case. */
function isVaried(value: string): boolean {
  // Most values show it in their first characters.
  let first = -1
  let second = -1
  let third = -1
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code >= 0x80) return new Set(value.toLowerCase()).size >= DIFFERENT_MIN
    const small = code >= 65 && code <= 90 ? code | 0x20 : code
    if (small === first || small === second || small === third) continue
    if (first === -1) first = small
    else if (second === -1) second = small
    else if (third === -1) third = small
    else return true
  }
  return false
}

/** Whether most letters stand in words of three or more. */
function isMadeOfWords(parts: readonly string[]): boolean {
  const inWords = parts.filter((part) => part.length >= 3 && (strangeness(part) ?? 0) < STRANGE)
  return inWords.join('').length * 4 >= parts.join('').length * 3
}
