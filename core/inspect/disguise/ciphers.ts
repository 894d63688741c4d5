import { isDigit } from '../numbers.ts'
import { isIban } from '../validators/iban.ts'
import type { View } from '../view.ts'
import { type Edit, inOrder, viewOfEdits } from './regions.ts'
import type { Suspects } from './suspects.ts'

/** Toy ciphers that people and models read. Each undoes itself. */
const CIPHERS: readonly ((text: string) => string)[] = [rot13, atbash, reverse]

/** Accounts have up to 34 characters (ISO 13616); what is written with blanks is not looked at. */
const IBAN_MIN = 15
const IBAN_MAX = 34
const LOCAL_MAX = 64
const DOMAIN_MAX = 100
/** The usual top-level domains. Others result by chance: rot13 makes ".gf" of ".ts". */
const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(
  'com org net edu gov info io fr de uk it es be nl ch at pt lu pl se dk no fi ie eu ca us au'.split(' '),
)

/**
 * The text with mail addresses and accounts written out that are ciphered letter by letter or reversed: where the result ends in a
 * usual top-level domain, or has the check digits of an account; nothing else could be told from other words.
 */
export function decipher(view: View, { codes }: Suspects): View | undefined {
  const { text } = view
  const edits: Edit[] = []
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const edit = addressAround(text, at)
    if (edit !== undefined) edits.push(edit)
  }
  for (let i = 0; i < codes.length; i += 2) {
    const start = codes[i] as number
    const end = codes[i + 1] as number
    if (end - start < IBAN_MIN || end - start > IBAN_MAX) continue
    // Country and check digits come first, or, reversed, last.
    if (!isHead(text, start, start + 2) && !isHead(text, end - 2, end - 4)) continue
    const account = accountIn(text.slice(start, end).toUpperCase())
    if (account !== undefined) edits.push({ start, end, text: account })
  }
  return viewOfEdits(view, inOrder(edits))
}

function addressAround(text: string, at: number): Edit | undefined {
  let start = at
  while (start > 0 && at - start < LOCAL_MAX && isAddressCode(text.charCodeAt(start - 1))) start--
  let end = at + 1
  while (end - at < DOMAIN_MAX && isAddressCode(text.charCodeAt(end))) end++
  while (end > at && text[end - 1] === '.') end--
  if (start === at || end < at + 3) return undefined
  const address = text.slice(start, end)
  const last = lastLabel(address, at - start)
  if (TOP_LEVEL_DOMAINS.has(last)) return undefined
  const plain = decipheredBy(address, last, firstLabel(address, at - start))
  return plain === undefined ? undefined : { start, end, text: plain }
}

/** The address as one of the ciphers has it, by what that makes of its end, or, reversed, of its beginning: most addresses have no such label. */
function decipheredBy(address: string, last: string, first: string): string | undefined {
  if (last !== '' && last.length <= LABEL_MAX) {
    if (TOP_LEVEL_DOMAINS.has(rot13(last))) return rot13(address)
    if (TOP_LEVEL_DOMAINS.has(atbash(last))) return atbash(address)
  }
  return first !== '' && first.length <= LABEL_MAX && TOP_LEVEL_DOMAINS.has(reverse(first))
    ? reverse(address)
    : undefined
}

/** The length of the longest of TOP_LEVEL_DOMAINS. */
const LABEL_MAX = 4

/** What stands behind the last point of the domain. */
function lastLabel(address: string, at: number): string {
  const dot = address.lastIndexOf('.')
  return dot > at + 1 ? address.slice(dot + 1).toLowerCase() : ''
}

/** The same from the other side: what stands before the first point of the user. */
function firstLabel(address: string, at: number): string {
  const dot = address.indexOf('.')
  return dot !== -1 && dot < at - 1 ? address.slice(0, dot).toLowerCase() : ''
}

/** Letters, digits and the signs that addresses have besides the at sign. */
function isAddressCode(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    ((code | 32) >= 97 && (code | 32) <= 122) ||
    code === 0x2e ||
    code === 0x2d ||
    code === 0x5f ||
    code === 0x2b
  )
}

/** Whether two letters stand at the one place and two digits at the other. */
function isHead(text: string, letters: number, digits: number): boolean {
  return (
    isDigit(text.charCodeAt(digits)) &&
    isDigit(text.charCodeAt(digits + 1)) &&
    isAsciiLetter(text.charCodeAt(letters)) &&
    isAsciiLetter(text.charCodeAt(letters + 1))
  )
}

function isAsciiLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122
}

function accountIn(run: string): string | undefined {
  const isCiphered = /^[A-Z]{2}[0-9]{2}[0-9A-Z]+$/.test(run) || /[0-9]{2}[A-Z]{2}$/.test(run)
  if (!isCiphered || isIban(run)) return undefined
  return CIPHERS.map((cipher) => cipher(run)).find(isIban)
}

function rot13(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => shifted(letter, (place) => (place + 13) % 26))
}

function atbash(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => shifted(letter, (place) => 25 - place))
}

function shifted(letter: string, shift: (place: number) => number): string {
  const code = letter.charCodeAt(0)
  const first = code < 97 ? 65 : 97
  return String.fromCharCode(first + shift(code - first))
}

/** Reverses a text of ASCII characters. */
function reverse(text: string): string {
  return [...text].reverse().join('')
}
