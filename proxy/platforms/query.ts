import { startsLikeJson, unescapeJson } from '../body/json.ts'
import { hiddenValues } from './hidden-values.ts'
import { isPlainName } from './minted.ts'

/** A random value of some length. A separate check looks for account numbers and the like in it. */
const OPAQUE = /^(?=.*[A-Za-z])[\w.~+/=:%-]{16,8192}$/
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/

/**
 * What signs people and programs in has to go through, and would only be taken for a leak: by its exact name, and only
 * where it has the form of such a value. Anything else under these names is read.
 */
const CREDENTIALS: ReadonlyMap<string, RegExp> = new Map([
  // Google's API keys, which its clients send so.
  ['key', /^(?:AIza[\w-]{30,60}|AQ\.[\w.-]{16,200})$/],
  ['login_hint', EMAIL],
  ['googleaccessid', EMAIL],
  // The session of Google's web apps: a random number of 64 bits, longer than a card's.
  ['f.sid', /^-?\d{17,20}$/],
  ...(
    'access_token accesstoken tempauth id_token refresh_token id_token_hint token code state nonce session_state sig signature ' +
    'client_id code_challenge code_verifier samlresponse samlrequest skoid sktid ' +
    'x-amz-credential x-amz-security-token x-amz-signature x-goog-credential x-goog-signature'
  )
    .split(' ')
    .map((name): [string, RegExp] => [name, OPAQUE]),
])

/** A value whose form alone shows that it is a known vendor's key, or an address. */
const KEYS: ReadonlySet<string> = new Set(
  'key login_hint googleaccessid f.sid x-amz-credential x-amz-security-token x-goog-credential'.split(' '),
)

const LONG_NUMBER = /\d{12}/

/** Shorter values are switches and page numbers; digits in several of them may be one number. */
const MIN_LENGTH = 6
const MIN_JOINED_DIGITS = 9

/**
 * The text of a query, one line for each parameter. Web apps take prompts there (`chatgpt.com/?q=`), so a browser's search
 * engine or a person's own link can send one. Empty if there is none.
 */
export function textOfQuery(query: URLSearchParams): string {
  if (query.size === 0) return ''
  const texts: string[] = []
  const short: string[] = []
  for (const [name, value] of query) {
    if (!isPlainName(name) && !CREDENTIALS.has(name.toLowerCase())) texts.push(name)
    if (value.length >= MIN_LENGTH) {
      texts.push(...(isCredential(name, value) ? piecesOf(name, value) : [value, ...unescaped(value)]))
    } else if (/\d/.test(value)) short.push(value)
  }
  if (short.join('').replace(/\D/g, '').length >= MIN_JOINED_DIGITS) texts.push(short.join(' '), short.join(''))
  return texts.join('\n')
}

/** Calls of web apps may stand there, in JSON and in JSON within it. */
function unescaped(value: string): string[] {
  const once = startsLikeJson(value) ? unescapeJson(value) : undefined
  const twice = once && unescapeJson(once)
  return [once, twice].filter((text) => text !== undefined)
}

/** How many characters of a query there are to be read. */
export function sizeOfQuery(query: URLSearchParams): number {
  if (query.size === 0) return 0
  let size = 0
  for (const [name, value] of query) size += name.length + value.length
  return size
}

function isCredential(name: string, value: string): boolean {
  return CREDENTIALS.get(name.toLowerCase())?.test(value) === true
}

/** The values that may hide in a credential, each alone: inside it they would go unseen, and the credential itself would look like a leak. */
function piecesOf(name: string, value: string): readonly string[] {
  if (KEYS.has(name.toLowerCase())) return []
  const pieces = hiddenValues(value)
  return LONG_NUMBER.test(value) && !pieces.includes(value) ? [value, ...pieces] : pieces
}
