import { isPlainName } from './minted.ts'

/** A random value of some length, and no number in it that could be somebody's. */
const OPAQUE = /^(?![A-Z]{2}\d{2}[A-Z0-9]{10})(?=.*[A-Za-z])(?!.*\d{12})[\w.~+/=:%-]{16,8192}$/
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
  ...(
    'access_token id_token refresh_token id_token_hint token code state nonce session_state sig signature ' +
    'client_id code_challenge code_verifier samlresponse samlrequest skoid sktid ' +
    'x-amz-credential x-amz-security-token x-amz-signature x-goog-credential x-goog-signature'
  )
    .split(' ')
    .map((name): [string, RegExp] => [name, OPAQUE]),
])

/** Shorter values are switches and page numbers; digits in several of them may be one number. */
const MIN_LENGTH = 6
const MIN_JOINED_DIGITS = 9

/**
 * The text of a query, a line a parameter: web apps take prompts there (`chatgpt.com/?q=`), so that a search engine or a
 * link of somebody's own sends one. Empty where there is none.
 */
export function textOfQuery(query: URLSearchParams): string {
  if (query.size === 0) return ''
  const texts: string[] = []
  const short: string[] = []
  for (const [name, value] of query) {
    if (!isPlainName(name) && !CREDENTIALS.has(name.toLowerCase())) texts.push(name)
    if (value.length >= MIN_LENGTH) {
      if (CREDENTIALS.get(name.toLowerCase())?.test(value) !== true) texts.push(value)
    } else if (/\d/.test(value)) short.push(value)
  }
  if (short.join('').replace(/\D/g, '').length >= MIN_JOINED_DIGITS) texts.push(short.join(' '), short.join(''))
  return texts.join('\n')
}
