import { plainWord } from '../characters.ts'

/**
 * What a name promises. 'password' and 'secret': a secret and nothing else. 'key': often one. 'hint': perhaps, if the value is
 * beyond doubt.
 */
export type LabelKind = 'password' | 'secret' | 'key' | 'hint'

/** Words of which most others are told apart by length, first and last letter. */
class WordSet extends Set<string> {
  readonly #bits = new Int32Array(1 << 10)

  constructor(words: Iterable<string>) {
    super(words)
    for (const word of this) setBit(this.#bits, keyOf(word, 0, word.length))
  }

  /** False where the word from `start` to `end`, in either case, is none of them. Accents are no reason. */
  mayHold(name: string, start: number, end: number): boolean {
    return (
      name.charCodeAt(start) >= 0x80 ||
      name.charCodeAt(end - 1) >= 0x80 ||
      hasBit(this.#bits, keyOf(name, start, end)) !== 0
    )
  }
}

function keyOf(text: string, start: number, end: number): number {
  const [first, last] = [text.charCodeAt(start) & 31, text.charCodeAt(end - 1) & 31]
  return (((end - start) << 10) | (first << 5) | last) & 0x7fff
}

const PASSWORDS = new Set(
  `password passwords passwd passphrase passcode pwd psswd pswd pswrd psswrd pssword paswrd passwrd pw pass mdp motdepasse passe userpwd pin acces wifi
  confidentiel passwort kennwort contrasena senha dbpass mysqlpass pgpass sqlpass rootpass adminpass userpass smtppass mailpass ftppass sshpass`.split(
    /\s+/,
  ),
)
const SECRETS = new Set(
  'secret secrets secrete chiffrement dechiffrement cryptage recuperation secours api apikey credential credentials accesskey secretkey privatekey authkey authtoken accesstoken'.split(
    ' ',
  ),
)
const KEYS = new Set('token jeton bearer nkey apitoken pat'.split(' '))
const HINTS = new Set(
  `key keys auth authorization salt nonce seed otp totp jwt signature sig sid session sessionid jsessionid phpsessid sessid cookie tokens hmac cle clef license
  licence code psk csrf`.split(/\s+/),
)
/** Words before "key" that make it a secret, ... */
const KEY_MAKERS = new Set(
  `api access secret private account encryption signing master auth license licence shared service app application consumer client server
  admin deploy webhook stream subscription storage rsa aes hmac jwt security write read user product recovery backup vpn wifi network`.split(
    /\s+/,
  ),
)
/** ... and those that make it something else, whatever follows. */
const KEY_BREAKERS = new WordSet(
  `public primary foreign cache sort partition object query map dict unique index group row event translation locale shortcut hot natural
  composite candidate registry menu config column data hash json session_key sorting order field arrow enter escape pk idempotency
  idempotent dedup dedupe deduplication websocket`.split(/\s+/),
)
/** Words directly before "token" that make it a place in a list. */
const CURSOR_WORDS = new Set('page next prev previous continuation pagination cursor resume scroll'.split(' '))
/** Words behind the head that change nothing: "password_confirmation", "CredentialValue". */
const TRANSPARENT = new Set(
  'confirmation confirm again repeat value string text plain plaintext raw literal data base default'.split(' '),
)
/** A hash of a secret is not the secret. */
const HASHES = new WordSet('sha md hash hashed encrypted checksum public pub'.split(' '))
const ONE_TIME = new WordSet('otp totp hotp fa mfa authenticator'.split(' '))
const SECRET = new WordSet(['secret'])
/** Endings of names that are written as one word: "dbpassword", "accesstoken". */
const STEMS = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'pwd',
  'secret',
  'apikey',
  'token',
  'credential',
  'credentials',
  'secretkey',
  'accesskey',
  'privatekey',
]

/** What the name of a variable, field, option or header promises; undefined where its head word is no secret ("password_file"). */
export function promiseOf(name: string): LabelKind | undefined {
  if (isSmallWord(name)) return promiseOfWord(name)
  if (name.length > KNOWN_LENGTH_MAX) return promiseOfName(name)
  let promise = known.get(name)
  if (promise === undefined) {
    if (known.size === KNOWN_MAX) known.clear()
    promise = promiseOfName(name) ?? 'nothing'
    // A part of a text would keep all of it.
    known.set(Buffer.from(name, 'utf16le').toString('utf16le'), promise)
  }
  return promise === 'nothing' ? undefined : promise
}

/** What short names promised: texts repeat theirs. */
const known = new Map<string, LabelKind | 'nothing'>()
const KNOWN_MAX = 256
const KNOWN_LENGTH_MAX = 24

function promiseOfName(name: string): LabelKind | undefined {
  if (!endsInPromise(name)) return undefined
  const count = cutWords(name)
  let last = count - 1
  while (last > 0 && TRANSPARENT.has(wordAt(name, last))) last--
  if (last < 0) return undefined
  const head = wordAt(name, last)
  const kind = HEADS.get(head)
  const promise = kind === undefined ? promiseOfStem(head) : kind
  // Names may be long, and other words in them change what nothing promises only.
  if (promise === undefined || holdsWord(name, last, HASHES)) return undefined
  if (kind === 'key word') {
    if (last === 0) return 'hint'
    if (holdsWord(name, last, KEY_BREAKERS)) return undefined
    return KEY_MAKERS.has(wordAt(name, last - 1)) || holdsWord(name, last, SECRET) ? 'secret' : 'hint'
  }
  if (kind === 'key' && last > 0 && head === 'token' && CURSOR_WORDS.has(wordAt(name, last - 1))) return undefined
  // "TOTP seed": what one-time passwords are made from.
  if (head === 'seed' && holdsWord(name, last, ONE_TIME)) return 'secret'
  return head === 'pass' && last >= 2 ? 'secret' : (promise as LabelKind)
}

/** The same of a single word, as most names are. */
function promiseOfWord(word: string): LabelKind | undefined {
  // None of HASHES is a head, or ends as one.
  const kind = HEADS.get(word)
  return kind === undefined ? promiseOfStem(word) : kind === 'key word' ? 'hint' : kind
}

/** Whether the last word of a name may be its head, or change nothing behind it: of most that hold "key" or "token" it is another, as in "keyword" or "jwt.verify". */
function endsInPromise(name: string): boolean {
  let end = name.length
  while (end > 0 && !isLower(name.charCodeAt(end - 1)) && !isUpper(name.charCodeAt(end - 1))) {
    // Beyond ASCII words are told by a pattern.
    if (name.charCodeAt(--end) >= 0x80) return true
  }
  let start = end
  while (start > 0 && isLower(name.charCodeAt(start - 1))) start--
  if (start === end) while (start > 0 && isUpper(name.charCodeAt(start - 1))) start--
  else if (start > 0 && isUpper(name.charCodeAt(start - 1))) start--
  if (start > 0 && name.charCodeAt(start - 1) >= 0x80) return true
  return start === end || mayPromiseAt(name, start, end)
}

/** Of letters from a to z. */
export function isSmallWord(name: string): boolean {
  for (let i = 0; i < name.length; i++) if (!isLower(name.charCodeAt(i))) return false
  return name !== ''
}

function promiseOfStem(head: string): LabelKind | undefined {
  const stem = STEM_LETTERS.has(head.at(-1) ?? '') ? STEMS.find((ending) => head.endsWith(ending)) : undefined
  if (stem === undefined) return undefined
  // Three letters end words by chance: "kcbnpwd".
  if (stem === 'pwd' && !BEFORE_PWD.has(head.slice(0, -stem.length))) return undefined
  return stem === 'token' ? 'key' : stem.startsWith('pass') || stem === 'pwd' ? 'password' : 'secret'
}

const BEFORE_PWD = new Set(
  `db user usr my root admin adm mysql sql pg psql oracle ora ftp sftp ssh smtp mail email ldap http https proxy login old new cur current conf
  confirm sa app sys svc win wifi wlan key keystore store trust master default test dev prod temp tmp init web host bind client server
  account acc acct api auth cert file pdf zip redis mongo rabbit vpn rdp vnc snmp gw sudo su`.split(/\s+/),
)

/** What a head word promises by itself; "key" depends on what stands before it. */
const HEADS = new Map<string, LabelKind | 'key word'>([
  ...[...HINTS].map((word) => [word, 'hint'] as const),
  ...[...KEYS].map((word) => [word, 'key'] as const),
  ...['key', 'cle'].map((word) => [word, 'key word'] as const),
  ...[...SECRETS].map((word) => [word, 'secret'] as const),
  ...[...PASSWORDS].map((word) => [word, 'password'] as const),
])
const WHOLE = new Set([...HEADS.keys(), ...TRANSPARENT])
const STEM_LETTERS = new Set(STEMS.map((stem) => stem.at(-1)))

/** Whether a word in small letters may be the head of a name that promises anything, or change nothing behind it: most that hold "key" or "pin" do not. */
function mayPromise(word: string): boolean {
  if (WHOLE.has(word)) return true
  return STEM_LETTERS.has(word.at(-1) ?? '') && STEMS.some((stem) => word.endsWith(stem))
}

/**
 * The same of the word of letters at `start` to `end` of a text, in either case. Bits by its length, first and last letter, or by its last
 * three letters, turn most words away before they are cut out.
 */
export function mayPromiseAt(text: string, start: number, end: number): boolean {
  const last = text.charCodeAt(end - 1) & 31
  const whole = ((end - start) << 10) | ((text.charCodeAt(start) & 31) << 5) | last
  const tail = ((text.charCodeAt(end - 3) & 31) << 10) | ((text.charCodeAt(end - 2) & 31) << 5) | last
  if ((hasBit(WHOLE_BITS, whole & 0x7fff) | hasBit(STEM_BITS, tail)) === 0) return false
  return mayPromise(text.slice(start, end).toLowerCase())
}

/** What turns most words away of which mayPromiseAt() is false; `units` are those of the text. */
export function mayBePromise(units: Uint16Array, start: number, end: number): boolean {
  const last = (units[end - 1] as number) & 31
  const whole = ((end - start) << 10) | (((units[start] as number) & 31) << 5) | last
  const tail = (((units[end - 3] ?? 0) & 31) << 10) | (((units[end - 2] ?? 0) & 31) << 5) | last
  return (hasBit(WHOLE_BITS, whole & 0x7fff) | hasBit(STEM_BITS, tail)) !== 0
}

const WHOLE_BITS = new Int32Array(1 << 10)
const STEM_BITS = new Int32Array(1 << 10)
for (const word of WHOLE) {
  const [first, last] = [word.charCodeAt(0) & 31, word.charCodeAt(word.length - 1) & 31]
  setBit(WHOLE_BITS, ((word.length << 10) | (first << 5) | last) & 0x7fff)
}
for (const stem of STEMS) {
  const [third = 0, second = 0, last = 0] = [...stem.slice(-3)].map((letter) => letter.charCodeAt(0) & 31)
  setBit(STEM_BITS, (third << 10) | (second << 5) | last)
}

function setBit(bits: Int32Array, index: number): void {
  bits[index >> 5] = (bits[index >> 5] as number) | (1 << (index & 31))
}

function hasBit(bits: Int32Array, index: number): number {
  return ((bits[index >> 5] as number) >> (index & 31)) & 1
}

/** Where the words of the name that was cut last begin and end, in turn. Names are no longer than a few dozen characters. */
const BOUNDS: number[] = []

/** camelCase, snake_case, kebab-case and SCREAMING_CASE taken apart; how many words there are. */
function cutWords(name: string): number {
  let count = 0
  for (let i = 0; i < name.length; ) {
    const start = i
    while (caseAt(name, i) === UPPER) i++
    const capitals = i - start
    if (caseAt(name, i) === LOWER) {
      // The last of several capitals begins the next word: HTTPServer.
      if (capitals > 1) i--
      else while (caseAt(name, i) === LOWER) i++
    }
    if (i > start) {
      BOUNDS[count++] = start
      BOUNDS[count++] = i
    } else i++
  }
  return count >> 1
}

/** In lower case without accents. */
function wordAt(name: string, index: number): string {
  return plainWord(name.slice(BOUNDS[index << 1], BOUNDS[(index << 1) + 1]))
}

/** Whether one of the words up to the one at `last` is one of these; a bit by length, first and last letter turns most away. */
function holdsWord(name: string, last: number, words: WordSet): boolean {
  for (let index = 0; index <= last; index++) {
    const start = BOUNDS[index << 1] as number
    const end = BOUNDS[(index << 1) + 1] as number
    if (words.mayHold(name, start, end) && words.has(wordAt(name, index))) return true
  }
  return false
}

const UPPER = 1
const LOWER = 2
/** Names consist of letters up to the Latin extensions. */
const CASES = new Uint8Array(0x180)
for (let code = 0; code < CASES.length; code++) {
  const character = String.fromCharCode(code)
  CASES[code] = /\p{Lu}/u.test(character) ? UPPER : /\p{Ll}/u.test(character) ? LOWER : 0
}

function caseAt(name: string, index: number): number {
  const code = name.charCodeAt(index)
  return code < 0x180 ? (CASES[code] as number) : 0
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122
}
