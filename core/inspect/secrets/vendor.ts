import { type KeyAlphabet, VENDOR_KEYS } from '../data/vendor-keys.ts'
import type { ScoredSpan } from '../rule.ts'

const NONE: readonly ScoredSpan[] = []

const CLASSES: Readonly<Record<Exclude<KeyAlphabet, 'uuid'>, string>> = {
  hex: '[0-9A-Fa-f]',
  alnum: '[0-9A-Za-z]',
  word: '[0-9A-Za-z_-]',
  base64: '[0-9A-Za-z+/=_.~-]',
}
const UUID = '[0-9A-Za-z]{8}(?:-[0-9A-Za-z]{4}){3}-[0-9A-Za-z]{12}'
/** A key is no part of a longer one, nor of a name of a file or a domain. */
const BEFORE = '(?<![0-9A-Za-z_]|[0-9A-Za-z][+/.])'
const AFTER = '(?![0-9A-Za-z_=]|[-+/.][0-9A-Za-z])'

/** The keys of one vendor. */
interface VendorKey {
  readonly pattern: RegExp
  readonly length: number
}

const BY_VENDOR = new Map<string, VendorKey[]>()
const bare: string[] = []
for (const [alphabet, length, vendors] of VENDOR_KEYS) {
  const body = alphabet === 'uuid' ? UUID : `(?=[0-9A-Za-z])${CLASSES[alphabet]}{${length}}`
  const key = { pattern: new RegExp(BEFORE + body + AFTER), length: Number(length.split(',').at(-1)) }
  for (const name of vendors.split(/\s+/)) {
    const vendor = name.replace('*', '')
    if (vendor !== name) bare.push(vendor)
    BY_VENDOR.set(vendor, [...(BY_VENDOR.get(vendor) ?? []), key])
  }
}

/** The vendors whose keys also count directly behind their names. */
export const BARE_VENDORS: readonly string[] = bare

/** How far before a word for a key the vendor's name stands, and how far behind it the key. */
const NAME_REACH = 32
const KEY_REACH = 32
/** The shortest key, and how far behind the word such a run of letters and digits ends at the earliest. */
const KEY_MIN = 11
const RUN_REACH = KEY_REACH + KEY_MIN
/** Words and parts of names: "SHODAN_API_KEY", "etherscanKey", "data.gov". */
const PARTS = /[A-Z]?[a-z][a-z0-9.-]*|[A-Z0-9][A-Z0-9.-]*/g
/** What other random values are called. */
const OTHER_VALUE =
  /commit|sha-?[0-9]|hash|digest|md5|checksum|revision|\bev(?:ent|ents)\b|\brun\b|\btrack\b|\btx\b|integrity|public|publishable|primary|primaire|foreign|\bid\b|uuid|version|build|blame|template|\btask\b|\bcache\b|\blog\b/i

const SCORE = 0.92
const BARE_SCORE = 0.85
const DIFFERENT_MIN = 6

/** "SHODAN_KEY=...", « la clé ipstack est ... »: behind a word for a key a value of the alphabet and the length of the keys of a vendor who is named close by. */
export function readVendorKey(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (!isRunBehind(text, end)) return NONE
  const from = start - nameReach(text, start)
  const names = namesIn(text.slice(from, end + KEY_REACH))
  for (const name of names) {
    for (const key of BY_VENDOR.get(name) ?? []) {
      const found = find(text, end, key)
      if (found !== undefined && !OTHER_VALUE.test(text.slice(from, found.start))) return [{ ...found, score: SCORE }]
    }
  }
  return NONE
}

/** How far before `start` its line goes, as far as a name may stand: a text may be one line of millions of characters. */
function nameReach(text: string, start: number): number {
  let reach = 0
  while (reach < NAME_REACH && reach < start && text.charCodeAt(start - reach - 1) !== 0x0a) reach++
  return reach
}

/** Whether letters with digits stand behind `from` in a run as long as a key: behind most words for keys none does. */
function isRunBehind(text: string, from: number): boolean {
  const end = Math.min(text.length, from + RUN_REACH)
  let count = 0
  let digits = 0
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x0a) return false
    if (code >= 0x30 && code <= 0x39) digits++
    else if (((code | 0x20) < 0x61 || (code | 0x20) > 0x7a) && code !== 0x2d && code !== 0x5f) {
      count = 0
      digits = 0
      continue
    }
    if (++count >= KEY_MIN && digits > 0) return true
  }
  return false
}

/** Directly behind a name: a sign that assigns, quotes, a blank. */
const JOINT = /^["'`]?(?:[_ .-](?:api|login|x))?\s{0,2}(?:[:=]{1,2}>?)?\s{0,2}["'`]?-?$/

/** "wandb login ...", "theoddsapi=...": the key of a vendor directly behind the name. */
export function readBareVendorKey(text: string, start: number, end: number): readonly ScoredSpan[] {
  for (const key of BY_VENDOR.get(text.slice(start, end).toLowerCase()) ?? []) {
    const found = find(text, end, key)
    if (found !== undefined && JOINT.test(text.slice(end, found.start))) return [{ ...found, score: BARE_SCORE }]
  }
  return NONE
}

/** The first value of a key's form behind `from`, in its line. */
function find(text: string, from: number, { pattern, length }: VendorKey): { start: number; end: number } | undefined {
  const stretch = text.slice(from, from + KEY_REACH + length + 2)
  const newline = stretch.indexOf('\n')
  const match = pattern.exec(newline === -1 ? stretch : stretch.slice(0, newline))
  if (match === null || match.index > KEY_REACH || !isKeyLike(match[0])) return undefined
  return { start: from + match.index, end: from + match.index + match[0].length }
}

/** The words of a stretch, and every two that stand side by side as one: "rapid api". */
function namesIn(stretch: string): string[] {
  const parts = (stretch.match(PARTS) ?? []).map((part) => part.toLowerCase().replace(/[.-]+$/, ''))
  return [...parts, ...parts.slice(1).map((part, index) => (parts[index] ?? '') + part)].flatMap((name) =>
    BY_VENDOR.has(name) ? [name] : BY_VENDOR.has(name.replace(/[0-9]+$/, '')) ? [name.replace(/[0-9]+$/, '')] : [],
  )
}

/** Whether it has different characters, letters with digits. */
function isKeyLike(value: string): boolean {
  if (new Set(value).size < DIFFERENT_MIN || !/[A-Za-z]/.test(value) || !/[0-9]/.test(value)) return false
  // "short_text_for_mobile-2024" is made of words.
  return !/[A-Za-z]{3,}[_-][A-Za-z]{3,}/.test(value) || /[0-9].*[A-Za-z].*[0-9]/.test(value)
}
