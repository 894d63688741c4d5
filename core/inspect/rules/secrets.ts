import type { KeywordRule, ScoredSpan } from '../rule.ts'
import { type Assigned, goesOn, mayBeAssigned, type Name, readAssignments, readName } from '../secrets/assignment.ts'
import { isChosen, isQuotedWord, LOGIN_REACH, readAnother, readLogin, readReversed } from '../secrets/chosen.ts'
import { isKey } from '../secrets/key-shape.ts'
import { isSmallWord, type LabelKind, mayBePromise, mayPromiseAt, promiseOf } from '../secrets/label.ts'
import { readBasic, readBearer, readPrivateKey, readUrlPassword, readUserOption } from '../secrets/readers.ts'
import { isTerm, judgeValue, type ValueKind } from '../secrets/value.ts'

const SCORES = { plain: 0.85, context: 0.85 }

/** Parts of names that hold secrets. */
const NAME_PARTS = [
  'psswd',
  'pswd',
  'pswrd',
  'psswrd',
  'pssword',
  'paswrd',
  'kennwort',
  'contrasena',
  'senha',
  'pwd',
  'pass',
  'mdp',
  'mot de passe',
  'pw',
  'secret',
  'token',
  'jeton',
  'key',
  'cle',
  'credential',
  'auth',
  'salt',
  'nonce',
  'otp',
  'jwt',
  'sid',
  'session',
  'signature',
  'cookie',
  'pin',
  'code',
  'bearer',
]

/** Confidence by what the name promises and what the value looks like; 0 is no finding. */
const CONFIDENCE: Readonly<Record<LabelKind, Readonly<Record<ValueKind, number>>>> = {
  password: { random: 0.9, mixed: 0.85, digits: 0.5, word: 0, nothing: 0 },
  secret: { random: 0.9, mixed: 0.75, digits: 0, word: 0, nothing: 0 },
  key: { random: 0.85, mixed: 0.6, digits: 0, word: 0, nothing: 0 },
  hint: { random: 0.7, mixed: 0, digits: 0, word: 0, nothing: 0 },
}
const HINT_LENGTH_MIN = 16
const TOKEN_LENGTH_MIN = 8

/** Of "passphrase", "phrase de passe", « phrase secrète »: what several words are. */
const PHRASE = /phrase/i
const PHRASE_REACH = 12

/** Whether a phrase is named there; what holds no "h" is not cut out. */
function holdsPhrase(text: string, units: Uint16Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++)
    if (((units[i] as number) | 0x20) === LETTER_H) return PHRASE.test(text.slice(from, to))
  return false
}

const LETTER_H = 0x68
const NONE: readonly ScoredSpan[] = []

/** "article", "opinion": in small letters on either side, and no such word as a whole. Where it is all of `name`, promiseOf() tells. */
function isWithinWord(text: string, from: number, to: number, name: Name): boolean {
  const isName = from === name.start && to === name.end && isSmallWord(name.text)
  return !isName && !mayPromiseAt(text, from, to)
}

const WORD_MAX = 24

function isSmall(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}

/** The values that are assigned to the name which the word at `start` to `end` is a part of. */
export function readNamed(text: string, start: number, end: number, units: Uint16Array): readonly ScoredSpan[] {
  let from = start
  if (isSmall(units[start] as number))
    while (from > 0 && start - from <= WORD_MAX && isSmall(units[from - 1] as number)) from--
  let to = end
  while (to - end <= WORD_MAX && isSmall(units[to] as number)) to++
  const isWithin = from < start || to > end
  if (isWithin && !mayBePromise(units, from, to)) return NONE
  if (goesOn(text, units, end)) return NONE
  const name = readName(text, start, end, units)
  if (isWithin && isWithinWord(text, from, to, name)) return NONE
  // Of "tokenKeySecret" each part leads to the same.
  if (name.start === last.start && name.end === last.end && text === last.text) return last.found
  const found = readValues(text, name, units)
  last = { text, start: name.start, end: name.end, found }
  return found
}

/** What the last name was given. */
let last: {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly found: readonly ScoredSpan[]
} = {
  text: '',
  start: -1,
  end: -1,
  found: NONE,
}

function readValues(text: string, name: Name, units: Uint16Array): readonly ScoredSpan[] {
  const promise = promiseOf(name.text)
  if (promise === undefined || isAttributeOfElement(text, name) || isInData(text, name)) return NONE
  const found: ScoredSpan[] = []
  const isPhrase = holdsPhrase(text, units, Math.max(0, name.start - PHRASE_REACH), name.end)
  if (promise === 'hint' && !isPhrase && (!mayBeAssigned(text, name.end) || isInSentence(text, name.end))) return NONE
  // What is only a hint is none in a sentence.
  for (const value of readAssignments(text, name, promise !== 'hint' || isPhrase, units)) {
    const score = confidenceIn(promise, value, text, name, isPhrase)
    if (score <= 0) continue
    found.push({ start: value.start, end: value.end, score })
    if (promise === 'password' && value.manner !== 'code') found.push(...readAnother(text, value.end))
  }
  return found
}

const NONCE = /^nonce$/i
const ELEMENT = /<(?:script|style|link)\b[^<>]*$/i
const ELEMENT_REACH = 300

/** `<script nonce="...">`: the page shows it to everybody, for as long as it is loaded. */
function isAttributeOfElement(text: string, name: Name): boolean {
  return NONCE.test(name.text) && ELEMENT.test(text.slice(Math.max(0, name.start - ELEMENT_REACH), name.start))
}

const RUN_OF_BASE64 = /[A-Za-z0-9+/]{24,80}$/

/** Whether the name is the end of a run of base64, as in "...SdRCGdcPw": its last letters name nothing. */
function isInData(text: string, name: Name): boolean {
  if (text.charCodeAt(name.start - 1) === PLUS && isKeySign(text.charCodeAt(name.start - 2))) return true
  if (CHANCE.test(name.text)) return true
  if (!isBase64(text.charCodeAt(name.start - 1)) && name.end - name.start < RUN_MIN) return false
  const run = RUN_OF_BASE64.exec(text.slice(Math.max(0, name.end - RUN_MAX), name.end))?.[0]
  return run !== undefined && isKey(run)
}

/** "uYeaIJIYIXPw": no word ends before its last two letters. */
const CHANCE = /^(?=.*[a-z].*[A-Z])[A-Za-z]*[A-Z]{3,}P[wW]$/
const PLUS = 0x2b

function isKeySign(code: number): boolean {
  return isSmall(code | 0x20) || (code >= 0x30 && code <= 0x39)
}

const RUN_MIN = 24
const RUN_MAX = 80

/** A plus or a slash: letters and digits before it would be the name's own. */
function isBase64(code: number): boolean {
  return code === 0x2b || code === 0x2f
}

/** Whether a blank and a word follow, which may not begin a call such as String("..."): so goes a sentence on, and no assignment. */
function isInSentence(text: string, end: number): boolean {
  const next = text.charCodeAt(end + 1)
  return text.charCodeAt(end) === 0x20 && isSmall(next) && !CALLS.has(next)
}

/** The first letters of what ASSIGNMENT (secrets/assignment.ts) takes for calls: bytes, str, new. */
const CALLS: ReadonlySet<number> = new Set([0x62, 0x73, 0x6e])

/** How far before a word for a password it is looked for what else a sentence may be about. */
const SUBJECT_REACH = 40

/** "package==6.6.20" */
const VERSION = /^[0-9]+(?:\.[0-9]+){1,3}$/

function confidenceIn(promise: LabelKind, assigned: Assigned, text: string, name: Name, isPhrase: boolean): number {
  const { manner, quoted, start, end } = assigned
  const value = text.slice(start, end)
  if (manner === 'code' && VERSION.test(value)) return 0
  if (isPhrase && quoted && /^[\p{L}]+(?: [\p{L}'’]+){2,}$/u.test(value)) return 0.7
  if (promise === 'hint' && (manner !== 'code' || value.length < HINT_LENGTH_MIN)) return 0
  // In a sentence points stand in a password, not between objects and their members.
  const isSentence = promise === 'password' && manner !== 'code' && isChosen(value)
  const kind = judgeValue(value, quoted || isSentence)
  if (manner === 'adjacent' && (kind !== 'random' || !quoted) && !isChosen(value)) return 0
  if (kind === 'mixed' && promise === 'key' && value.length < TOKEN_LENGTH_MIN) return 0
  if (kind === 'digits' && manner !== 'prose') return 0
  // "the password is BlueHeron42": words and digits, where a sentence says that the password comes.
  if (kind === 'word' && manner === 'prose' && promise === 'password' && isChosen(value) && !isTerm(value)) return 0.6
  if (kind === 'word' && isSentence && /[A-Za-z][._-].*[._-][0-9]/.test(value)) return 0.6
  // my password is "sunshine": a word in quotes, unless it says how the password is.
  if (kind === 'word' && manner === 'prose' && promise === 'password' && quoted) {
    const before = text.slice(Math.max(0, name.start - SUBJECT_REACH), name.start)
    if (isQuotedWord(value, before, text.slice(name.end, start))) return 0.6
  }
  return CONFIDENCE[promise][kind]
}

export const SECRET_RULES: readonly KeywordRule[] = [
  {
    kind: 'keyword',
    id: 'secret-named',
    type: 'SECRET',
    tier: 2,
    description:
      'A value that looks like a secret and is assigned to a name that suggests a secret, in code, configuration or prose.',
    keywords: NAME_PARTS,
    read: readNamed,
    scores: SCORES,
    examples: {
      match: [
        'DB_PASSWORD=[[Wdzviak9]]',
        '"client_secret": "[[44d9df573812782f6ec15e23ff84247ad373827d]]",',
        'my password is [[Tr0ub4dor&3]].',
        'voici le mot de passe : [[Azerty2024!]]',
        'mysql --user root --password [[k2jx9!qz]]',
        String.raw`{"x":"{\"pass\":\"[[l5up3w]]\"}"}`,
        "CREATE ROLE me WITH LOGIN PASSWORD '[[tfumfzfeto]]';",
        'const val API_TOKEN: String = "[[aoNgfAuhHrXLOyL6UlYgQueiSLD9Qhyz]]"',
      ],
      reject: [
        'password: ${DB_PASSWORD}',
        'password = os.environ["PASSWORD"]',
        'my password is wrong',
        'the token is required',
        'secret_name = "billing-service"',
        'apiKey: process.env.API_KEY',
        'max_tokens: 4096',
        '{"uri": "https://example.org/token","auth_provider_x509_url":"https://example.org/v1"}',
        'password=changeme',
        'ghp_xxxxxxxxxxxxxxxxxxxx',
        'public_key = "44d9df573812782f6ec15e23ff84247ad373827d"',
        '{"idempotency_key":"0f8b3c1e-5d2a-4b7c-9e61-2a4f8d7c6b5a"}',
        '{"nextPageToken":"eyJvIjoxMTIyMTYsInQiOjE2NTM0OTQ5NDIwMjZ9"}',
        '"sec-websocket-key":"o+RTFZABmvkx7HoQPLSqgE=="',
        '{"key":"builds/78536815/0cc1b3a7e94f28d56b1e/app.tar.gz"}',
        '<script src="a.js" nonce="WMli6+iQtuyduKAj5e4rxK"></script>',
        'var pw=0.031007127375184407',
        'h1:8ArsOC0tH1EGRHjtbxkC7cb3ccPw=\ngithub.com/zhdsks/wmslipfo v1.25.2',
      ],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-reversed',
    type: 'SECRET',
    tier: 2,
    description: 'A password before the word that names it.',
    keywords: [' as ', ' comme '],
    // What readReversed() looks for begins so.
    beside: [{ after: 'motylnvpaMOTYLNVPA' }],
    read: readReversed,
    scores: SCORES,
    examples: {
      match: ['use [[Blu3Penguin!]] as the password', 'utilise "[[P1staches!]]" comme mot de passe'],
      reject: ['use this as the password', 'use bcrypt as password hash', 'X2 as well'],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-login',
    type: 'SECRET',
    tier: 2,
    description: 'The password of a login written as name, separator and password.',
    keywords: ['credential', 'identifiant', 'login', 'creds', 'connexion', 'connecte', 'log in', 'sign in'],
    digitsBehind: [1, LOGIN_REACH],
    read: readLogin,
    scores: SCORES,
    examples: {
      match: [
        'credentials: jdoe / [[Kx9!fobar]]',
        'identifiants : admin / [[M4rmotte38]].',
        'creds bob:[[Tr33house]]',
        'je me connecte avec admin / [[Gr4ndOurs!]] et ça plante',
        'I log in as bob / [[Tr33house]]',
      ],
      reject: [
        'login: https://example.org',
        'login at 10:30',
        'log in with SSO / SAML2',
        'credentials: user / password',
        'login and/or signup2',
      ],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-url-password',
    type: 'SECRET',
    tier: 2,
    description: 'The password in a URL or connection string.',
    keywords: ['://'],
    read: readUrlPassword,
    scores: SCORES,
    examples: {
      match: [
        'postgres://admin:[[hunter2]]@db.example.com:5432/x',
        'nats://ivan:[[sqydmmok]]@127.0.0.1:%d',
        'redis://:[[k2jx9qz]]@cache',
        'git clone https://[[8f3b91c07dd24e5ab6c18f3b91c07dd24e5ab6c1]]@git.example.org/a.git',
        'https://[[8f3b91c07dd24e5ab6c18f3b91c07dd24e5ab6c1]]:x-oauth-basic@git.example.org',
      ],
      reject: [
        'postgres://user:password@localhost',
        'https://${user}:${pass}@host',
        'https://example.org:8080/a@b',
        'https://example.org/a:b@c',
        'mysql://admin:REPLACE_WITH_PASSWORD@db:3306/x',
        'https://jane.doe@example.org/x',
      ],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-bearer',
    type: 'SECRET',
    tier: 2,
    description: 'The token of an Authorization header (RFC 6750).',
    keywords: ['bearer'],
    read: readBearer,
    scores: SCORES,
    examples: {
      match: ['Authorization: Bearer [[358cdc87d64657dff89b8b3c2f2df7ac]]'],
      reject: ['Bearer authentication-scheme', 'Bearer ${token}', 'bearer of good news'],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-basic',
    type: 'SECRET',
    tier: 2,
    description: 'User and password of an Authorization header, in base64 (RFC 7617).',
    keywords: ['basic'],
    read: readBasic,
    scores: SCORES,
    examples: {
      match: ['Authorization: Basic [[QWxhZGRpbjpvcGVuIHNlc2FtZQ==]]'],
      reject: ['Basic knowledge of', 'basic QUJDREVGR0g='],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-user-option',
    type: 'SECRET',
    tier: 2,
    description: 'The password of a command line option such as curl -u user:password.',
    keywords: ['-u ', '--user'],
    read: readUserOption,
    scores: SCORES,
    examples: {
      match: ["curl -u 'jo:[[yqDVtkqPECriaLRi]]' https://x", 'smbclient //files/share -U corp/jo%[[yqDVtkqPECriaLRi]]'],
      reject: ['curl -u user:password', 'docker run -u 1000:1000', 'useradd -u 10'],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-private-key',
    type: 'SECRET',
    tier: 2,
    description: 'A private key in PEM (RFC 7468).',
    keywords: ['-----begin '],
    read: readPrivateKey,
    scores: SCORES,
    examples: {
      match: [
        `[[-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA7bq'.repeat(4)}\n-----END RSA PRIVATE KEY-----]]\n`,
        `key = [[-----BEGIN PRIVATE KEY-----\\n${'MIIEvgIBADANBgkqhkiG'.repeat(3)}]]`,
        `> [[-----BEGIN PRIVATE KEY-----\n> ${'MIIEvgIBADANBgkqhkiG'.repeat(3)}\n> ${'QCJ6cq1Kx9QmLz7TnVbR'.repeat(3)}]]\n> `,
        `12:36:01 [[-----BEGIN EC PRIVATE KEY-----\n12:36:02 ${'MHcCAQEEIKx9QmLz7TnV'.repeat(3)}]]`,
      ],
      reject: [
        '-----BEGIN PRIVATE KEY-----',
        '-----BEGIN PUBLIC KEY-----\nMIIEpAIBAAKCAQEA',
        '-----BEGIN CERTIFICATE-----',
        '> -----BEGIN PRIVATE KEY-----\n> is how such a file begins\n> MIIEvgIBADANBgkqhkiGMIIEvgIBADANBgkqhkiG',
      ],
    },
  },
]
